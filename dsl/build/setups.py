"""Setups against the board and the pieces: rows that fit, letters that name a piece, hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import final

from hensoku.dsl.build.board import side_of
from hensoku.dsl.build.context import Context, entries, filled, is_null, number
from hensoku.dsl.build.pieces import Letters
from hensoku.dsl.definition import SetupNode, SetupPiece, TopologyDef
from hensoku.dsl.findings import AGAIN, Related
from hensoku.dsl.nodes import Entry, Mapping, Node, Scalar
from hensoku.dsl.notation.setups import Cell, Hands, parse_hand, parse_setup
from hensoku.dsl.source import Span


@final
@dataclass
class Setups:
    """Builds all setups of a definition; letters that are nobody's are gathered over all of them."""

    context: Context
    topology: TopologyDef | None
    letters: Letters
    players: tuple[str, str]
    unknown: dict[str, list[Span]] = field(default_factory=dict)
    _told_board: bool = False

    def main(self, engine: Mapping) -> SetupNode | None:
        scalar = filled(engine.get("setup"))
        if scalar is None:
            self.context.lacks("setup", engine, 'engine.setup: "4k4/9/9/9/9/9/9/9/4K4"')
            return None
        setup = self._setup(scalar)
        entry = engine.entry("hands")
        if setup is None or entry is None or is_null(entry.value):
            return setup
        return self._with_hands(setup, entry)

    def named(self, engine: Mapping) -> dict[str, SetupNode]:
        found = {}
        for entry in entries(engine, "setups"):
            scalar = filled(entry.value)
            setup = self._setup(scalar) if scalar is not None else None
            if setup is not None:
                found[entry.key.text] = setup
        return found

    def say_unknown(self) -> None:
        """Each letter once, with every place at which it stands."""
        for letter, spans in self.unknown.items():
            related = tuple(Related(span, AGAIN) for span in spans[1:])
            bare = letter.removeprefix("+")
            if letter.startswith("+") and bare in self.letters.faces:
                self.context.say("HS406", spans[0], piece=bare, related=related)
            else:
                self.context.say("HS402", spans[0], letter=letter, related=related, help=self._advice(bare))

    def _advice(self, letter: str) -> str:
        """A piece may be written with another letter than its key."""
        other = next((said for said, face in self.letters.faces.items() if face == (letter, 0)), None)
        if other is not None:
            return f"the letter of the piece {letter} is {other}"
        return f'define it under `engine.pieces`: {letter}: {{name: …, moves: "…"}}'

    def _setup(self, scalar: Scalar) -> SetupNode | None:
        columns = self.topology.cols.value if self.topology is not None else None
        setup, findings = parse_setup(scalar, columns)
        self.context.findings += findings
        if setup is None:
            return None
        self._check_shape(setup)
        rows = tuple(tuple(self._cell(cell) for cell in row) for row in setup.rows)
        return replace(setup, rows=rows, hands=self._hands(setup.hands))

    def _check_shape(self, setup: SetupNode) -> None:
        if self.topology is None or self._is_of_another_board(setup, self.topology):
            return
        rows, cols = self.topology.rows, self.topology.cols
        if len(setup.rows) != rows.value:
            related = (Related(rows.span, f"the board has {rows.value} ranks here"),)
            self.context.say("HS405", setup.span, found=len(setup.rows), expected=rows.value, related=related)
        wrong: dict[int, list[Span]] = {}
        for row, span in zip(setup.rows, setup.row_spans, strict=True):
            if len(row) != cols.value:
                wrong.setdefault(len(row), []).append(span)
        for found, (first, *others) in wrong.items():
            again = (Related(span, AGAIN) for span in others)
            board = Related(cols.span, f"the board has {cols.value} files here")
            self.context.say("HS404", first, found=found, expected=cols.value, related=(*again, board))

    def _is_of_another_board(self, setup: SetupNode, board: TopologyDef) -> bool:
        """Whether a setup was inherited and the board was not, so that they do not fit. It is said once."""
        rows, cols, is_inherited = board.rows, board.cols, self.context.is_inherited
        fits = len(setup.rows) == rows.value and all(len(row) == cols.value for row in setup.rows)
        changed = next((size.span for size in (rows, cols) if not is_inherited(size.span)), None)
        if fits or changed is None or not is_inherited(setup.span):
            return False
        if not self._told_board:
            self._told_board = True
            self.context.say(
                "HS420",
                changed,
                old=f"{max(map(len, setup.rows))}×{len(setup.rows)}",
                new=f"{cols.value}×{rows.value}",
                help="write a `setup` for this board",
                related=(Related(setup.span, "the inherited setup"),),
            )
        return True

    # -------------------------------------------------------------------------------------------------------- letters

    def _cell(self, cell: Cell) -> Cell:
        return self._piece(cell) if isinstance(cell, SetupPiece) else cell

    def _piece(self, piece: SetupPiece) -> SetupPiece:
        spelling = f"+{piece.name}" if piece.promoted else piece.name
        found = self.letters.faces.get(spelling)
        if found is None:
            self.unknown.setdefault(spelling, []).append(piece.span)
            return piece
        owner, face = found
        return replace(piece, name=owner, face=face)

    # ---------------------------------------------------------------------------------------------------------- hands

    def _hands(self, hands: Hands) -> Hands:
        return tuple((self._piece(piece), count) for piece, count in hands)

    def _with_hands(self, setup: SetupNode, entry: Entry) -> SetupNode:
        if setup.hands:
            related = (Related(setup.hands[0][0].span, "a hand stands in the setup"),)
            self.context.say("HS413", entry.key.span, related=related)
            return setup
        return replace(setup, hands=self._hands(tuple(self._read_hands(entry.value))))

    def _read_hands(self, node: Node) -> Iterable[tuple[SetupPiece, int]]:
        if isinstance(node, Scalar):
            hands, findings = parse_hand(node)
            self.context.findings += findings
            return hands or ()
        return self._counted(node) if isinstance(node, Mapping) else ()

    def _counted(self, node: Mapping) -> Iterable[tuple[SetupPiece, int]]:
        for player in node.entries:
            side = side_of(self.players, player.key.text)
            if side is None:
                self.context.say(
                    "HS418", player.key.span, name=player.key.text, help=f"the players are {' and '.join(self.players)}"
                )
                continue
            for held in player.value.entries if isinstance(player.value, Mapping) else ():
                count = number(held.value)
                if count is not None and count.value:
                    yield SetupPiece(held.key.text, 0, side, held.key.span), count.value
