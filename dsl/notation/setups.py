"""Setups: SFEN rows with side to move, hands and move number, and what people write in their stead.

Whether a letter names a piece and whether the rows fit the board is not known here, but for one thing: a bracket at the
end of the last row is a hand if the row is full without it, else a piece with a longer name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeGuard, cast, final

from hensoku.dsl.codes import finding
from hensoku.dsl.definition import SetupNode, SetupPiece
from hensoku.dsl.findings import Finding, Related, has_errors
from hensoku.dsl.nodes import Scalar
from hensoku.dsl.notation.reading import Notation, token_span, whole_span
from hensoku.dsl.remember import remembered
from hensoku.dsl.source import Span

if TYPE_CHECKING:
    from lark import Token, Tree

MOST_EMPTY: Final = 99
MOST_IN_HAND: Final = 999

Hands: TypeAlias = tuple[tuple[SetupPiece, int], ...]
Cell: TypeAlias = SetupPiece | Literal["*"] | None

_SETUP: Final = Notation(
    grammar="setup",
    starts=("start", "hand"),
    code="HS301",
    what="a setup",
    limit=20_000,
    words={
        "LETTER": "a piece",
        "NUMBER": "a number",
        "HOLE": "'*'",
        "_SLASH": "'/'",
        "TURN": "'b' (sente) or 'w' (gote) to move",
        "NOTHING": "'-' (no hands)",
        "_BLANKS": "a blank",
        "$END": "the end",
    },
)

_FEN: Final = re.compile(r"\s[bw]\s+(?:(?:[A-HKQa-hkq]+|-)\s+(?:[a-z][0-9]+|-)|[0-9]+)\s+[0-9]")
"""A chess FEN's fields after the side to move: castling and en passant, or two counts."""

_BRACKET_NAME: Final = re.compile(r"\[([A-Za-z][A-Za-z0-9_]*)\]")


@remembered
def parse_setup(scalar: Scalar, columns: int | None) -> tuple[SetupNode | None, list[Finding]]:
    """The setup that a string says. `columns` is the width of the board, None where that is not known."""
    foreign = _foreign(scalar)
    if foreign is not None:
        return None, [foreign]
    tree, findings = _SETUP.parse(scalar, "start")
    if tree is None:
        return None, findings
    reader = _Reader(scalar, findings)
    node = reader.setup(tree, columns)
    return (None if has_errors(findings) else node), findings


@remembered
def parse_hand(scalar: Scalar) -> tuple[Hands | None, list[Finding]]:
    """A hand field by itself, such as `2Pp`."""
    tree, findings = _SETUP.parse(scalar, "hand")
    if tree is None:
        return None, findings
    reader = _Reader(scalar, findings)
    held = reader.hands(cast("Tree[Token]", tree.children[0]))
    return (None if has_errors(findings) else held), findings


def _foreign(scalar: Scalar) -> Finding | None:
    text = scalar.text
    comma = text.find(",")
    if comma >= 0:
        help_ = "write letters and numbers without commas, and a name longer than one letter in brackets: [ab]"
        return finding("HS306", scalar.part(comma, comma + 1), notation="in comma-separated cells (TSFEN)", help=help_)
    fen = _FEN.search(text)
    if fen is not None:
        place = scalar.part(fen.start() + 1, len(text.rstrip()))
        help_ = "in a FEN of this kind `w` is the side that moves first; SFEN writes `b - 1` for sente to move"
        return finding("HS306", place, notation="a chess FEN", help=help_)
    return None


@final
@dataclass
class _Reader:
    scalar: Scalar
    findings: list[Finding] = field(default_factory=list)

    def setup(self, tree: Tree[Token], columns: int | None) -> SetupNode:
        rows, *rest = tree.children
        assert not isinstance(rows, str)
        branches = cast("list[Tree[Token]]", rows.children)
        bracket = self._take_bracket_hand(branches[-1], columns)
        read = [self._row(branch) for branch in branches]
        turn, number, hands = 0, 1, None
        for part in rest:
            if not isinstance(part, str):
                hands = part
            elif part.type == "TURN":
                turn = "bw".index(part)
            else:
                number = self._number(part, 1_000_000)
        return SetupNode(
            rows=tuple(row for row, _ in read),
            row_spans=tuple(span for _, span in read),
            hands=self._all_hands(bracket, hands),
            turn=turn,
            number=number,
            span=whole_span(self.scalar),
        )

    # ---------------------------------------------------------------------------------------------------------- rows

    def _row(self, branch: Tree[Token]) -> tuple[tuple[Cell, ...], Span]:
        cells: list[Cell] = []
        children = branch.children
        for child in children:
            if not isinstance(child, str):
                cells.append(self._piece(child))
            elif child.type == "HOLE":
                cells.append("*")
            else:
                cells.extend([None] * self._number(child, MOST_EMPTY))
        first, last = self._span(children[0]), self._span(children[-1])
        return tuple(cells), Span(first.source, first.start, last.end)

    def _piece(self, branch: Tree[Token]) -> SetupPiece:
        *promoted, name = cast("list[Token]", branch.children)
        bare = str(name)
        if name.type == "BRACKET":
            match = _BRACKET_NAME.fullmatch(name)
            if match is None:
                problem = f"{bare!r} is no piece: a name in brackets is letters and digits"
                self.findings.append(finding("HS301", token_span(self.scalar, name), problem=problem))
                return SetupPiece("?", 0, 0, self._span(branch))
            bare = match[1]
        if bare not in (bare.upper(), bare.lower()):
            self.findings.append(
                finding(
                    "HS304",
                    token_span(self.scalar, name),
                    name=str(name),
                    help=f"write [{bare.upper()}] for sente or [{bare.lower()}] for gote",
                )
            )
        side = 0 if bare == bare.upper() else 1
        return SetupPiece(bare.upper(), len(promoted), side, self._span(branch))

    def _number(self, token: Token, most: int) -> int:
        if len(token) < 9 and not token.startswith("0") and int(token) <= most:
            return int(token)
        problem = f"{str(token)[:12]!r} is no number from 1 to {most}"
        self.findings.append(finding("HS305", token_span(self.scalar, token), problem=problem))
        return 1

    def _span(self, branch: Tree[Token] | Token) -> Span:
        if isinstance(branch, str):
            return token_span(self.scalar, branch)
        tokens = cast("list[Token]", branch.children)
        return Span(
            self.scalar.span.source,
            token_span(self.scalar, tokens[0]).start,
            token_span(self.scalar, tokens[-1]).end,
        )

    # --------------------------------------------------------------------------------------------------------- hands

    def hands(self, branch: Tree[Token]) -> Hands:
        held = []
        for child in branch.children:
            if isinstance(child, str):
                continue  # `-`
            *count, piece = child.children
            assert not isinstance(piece, str)
            number = self._number(cast("Token", count[0]), MOST_IN_HAND) if count else 1
            held.append((self._piece(piece), number))
        return tuple(held)

    def _take_bracket_hand(self, row: Tree[Token], columns: int | None) -> Token | None:
        """Remove a hand in brackets from the end of the last row."""
        last = row.children[-1]
        if isinstance(last, str) or len(last.children) != 1 or len(row.children) == 1:
            return None
        token = cast("Token", last.children[0])
        if token.type != "BRACKET":
            return None
        nothing = token in ("[-]", "[]")
        if not nothing and (columns is None or self._width(row) - 1 != columns):
            return None
        row.children.pop()
        return token

    def _width(self, row: Tree[Token]) -> int:
        return sum(int(child[:3]) if _is_number(child) else 1 for child in row.children)

    def _all_hands(self, bracket: Token | None, branch: Tree[Token] | None) -> Hands:
        held = self.hands(branch) if branch is not None else ()
        if bracket is None:
            return held
        span = token_span(self.scalar, bracket)
        inside = self._inside(bracket)
        if held and inside:
            related = (Related(held[0][0].span, "and pieces in hand stand here too"),)
            self.findings.append(finding("HS413", span, related=related, help="write the hands once, after `b` or `w`"))
            return held
        text = bracket[1:-1] or "-"
        self.findings.append(finding("HS350", span, help=f"SFEN writes it after the side to move: `b {text} 1`"))
        return inside or held

    def _inside(self, bracket: Token) -> Hands:
        if bracket in ("[-]", "[]"):
            return ()
        start = cast("int", bracket.start_pos) + 1
        text = str(bracket)[1:-1]
        places = self.scalar.offsets[start : start + len(text) + 1]
        part = Scalar(text, text, Span(self.scalar.span.source, places[0], places[-1]), places)
        held, findings = parse_hand(part)
        self.findings.extend(findings)
        return held or ()


def _is_number(child: Tree[Token] | Token) -> TypeGuard[Token]:
    return isinstance(child, str) and child.type == "NUMBER"
