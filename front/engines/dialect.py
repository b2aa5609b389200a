"""What is said to an engine in USI and in UCI: positions, moves, limits.

USI is our own way of writing. UCI is spoken as Fairy-Stockfish does for variants: FEN with the hands in brackets and
the first player as white, squares counted from the left and from below, drops as `P@e5`, `+` and `-` after a move that
promotes or turns back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol, final

from hensoku.engines.limits import Limits
from hensoku.runtime import sfen
from hensoku.runtime.engine.uci import uci_move
from hensoku.runtime.move import Move
from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant

Left = tuple[float, float]
"""The seconds that each side has on its clock."""


@final
@dataclass(frozen=True)
class Letters:
    """How an engine calls the pieces of a variant; by our own ids where `by_id` does not say otherwise."""

    by_id: Mapping[str, str] = field(default_factory=dict)

    def of(self, piece_id: str) -> str:
        return self.by_id.get(piece_id, piece_id)

    def pieces(self, variant: Variant) -> list[dict[str, Any]]:
        return [{"id": self.of(piece["id"])} for piece in variant.data["pieces"]]


class Dialect(Protocol):
    """`greeting` is the first word to an engine, `greeted` ends its answer, `new_game` announces a game; `variant` is
    the option that names the variant."""

    @property
    def greeting(self) -> str: ...

    @property
    def greeted(self) -> str: ...

    @property
    def new_game(self) -> str: ...

    @property
    def variant(self) -> str: ...

    def position(self, variant: Variant, start: str, moves: Sequence[Move]) -> str:
        """The line for a game: the SFEN of its start, and its moves."""
        ...

    def spell(self, move: Move, variant: Variant) -> str: ...

    def go(self, limits: Limits, turn: int, left: Left, other: Limits) -> str:
        """The line that lets side `turn` think. `other` are the limits of the other side."""
        ...

    def with_letters(self, letters: Letters, counts: str) -> Dialect:
        """The same for a variant whose pieces an engine calls so; `counts` is what a FEN says of checks (`3+3`)."""
        ...


def read_move(dialect: Dialect, text: str, position: Position) -> Move | None:
    """The legal move that an engine wrote, None if there is none of that text."""
    for move in position.legal_moves:
        if dialect.spell(move, position.variant) == text:
            return move
    try:
        move = Move.parse(text)
    except ValueError:
        return None
    return move if position.is_legal(move) else None


def read_line(dialect: Dialect, texts: Sequence[str], position: Position) -> list[Move]:
    """The moves of a line that an engine wrote, as far as they are legal one after the other."""
    line, ahead = [], position.copy()
    for text in texts:
        move = read_move(dialect, text, ahead)
        if move is None:
            break
        ahead.push(move)
        line.append(move)
    return line


def _position(place: str, moves: Sequence[str]) -> str:
    return " ".join(["position", place, *(["moves", *moves] if moves else [])])


def _milliseconds(seconds: float) -> int:
    return max(int(seconds * 1000), 0)


def _unclocked(limits: Limits) -> list[str]:
    told = {"depth": limits.depth, "nodes": limits.nodes}
    told["movetime"] = _milliseconds(limits.movetime) if limits.movetime else None
    return [f"{name} {value}" for name, value in told.items() if value]


@final
@dataclass(frozen=True)
class Usi:
    letters: Letters = Letters()
    greeting: str = "usi"
    greeted: str = "usiok"
    new_game: str = "usinewgame"
    variant: str = "USI_Variant"

    def position(self, variant: Variant, start: str, moves: Sequence[Move]) -> str:
        place = "startpos" if start == variant.setups["start"] else f"sfen {self._sfen(variant, start)}"
        return _position(place, [self.spell(move, variant) for move in moves])

    def spell(self, move: Move, variant: Variant) -> str:
        del variant
        return str(move) if move.drop is None else f"{self.letters.of(move.drop).upper()}*{move.to}"

    def go(self, limits: Limits, turn: int, left: Left, other: Limits) -> str:
        words = ["go", *_unclocked(limits)]
        if limits.has_clock:
            words.append(f"btime {_milliseconds(left[0])} wtime {_milliseconds(left[1])}")
            if limits.byoyomi:
                words.append(f"byoyomi {_milliseconds(limits.byoyomi)}")
            increments = [_milliseconds(limits.increment), _milliseconds(other.increment)]
            if any(increments):
                black, white = increments if turn == 0 else reversed(increments)
                words.append(f"binc {black} winc {white}")
        return " ".join(words if len(words) > 1 else ["go", "infinite"])

    def with_letters(self, letters: Letters, counts: str) -> Usi:
        del counts  # SFEN does not say them
        return Usi(letters)

    def _sfen(self, variant: Variant, start: str) -> str:
        if not self.letters.by_id:
            return start
        data, at = variant.data, sfen.parse(variant.data, start)
        pieces = self.letters.pieces(variant)
        return sfen.write(data["board"], pieces, data["hand_order"], at.cells, at.hands, at.turn, at.number, at.struck)


@final
@dataclass(frozen=True)
class Uci:
    letters: Letters = Letters()
    counts: str = ""
    greeting: str = "uci"
    greeted: str = "uciok"
    new_game: str = "ucinewgame"
    variant: str = "UCI_Variant"

    def position(self, variant: Variant, start: str, moves: Sequence[Move]) -> str:
        place = "startpos" if start == variant.setups["start"] else f"fen {self.fen(variant, start)}"
        return _position(place, [self.spell(move, variant) for move in moves])

    def fen(self, variant: Variant, start: str) -> str:
        """A position for Fairy-Stockfish; the hands in brackets where the variant has drops."""
        data, at = variant.data, sfen.parse(variant.data, start)
        pieces = self.letters.pieces(variant)
        rows = sfen.write(data["board"], pieces, (), at.cells, at.hands, 0, 1).split()[0]
        spelled = ((side, pieces[kind]["id"], at.hands[side][kind]) for side in (0, 1) for kind in data["hand_order"])
        held = "".join((piece.lower() if side else piece.upper()) * count for side, piece, count in spelled)
        hands = f"[{held}]" if data["hand_order"] else ""
        fields = [f"{rows}{hands}", "b" if at.turn else "w", "-", "-", *([self.counts] if self.counts else [])]
        return " ".join([*fields, "0", str(at.number // 2 + at.number % 2)])

    def spell(self, move: Move, variant: Variant) -> str:
        drop = None if move.drop is None else self.letters.of(move.drop).upper()
        becomes = move.becomes if len(move.becomes) < 2 else f"+{self.letters.of(move.becomes[1:]).upper()}"
        return uci_move(variant.data["board"], replace(move, drop=drop, becomes=becomes))

    def go(self, limits: Limits, turn: int, left: Left, other: Limits) -> str:
        """Byoyomi, which UCI lacks, is told as time that is left and comes again."""
        words = ["go", *_unclocked(limits)]
        if limits.has_clock:
            both = (limits, other) if turn == 0 else (other, limits)
            white, black = (_milliseconds(time + of.byoyomi) for time, of in zip(left, both, strict=True))
            words.append(f"wtime {white} btime {black}")
            gains = [_milliseconds(of.increment + of.byoyomi) for of in both]
            if any(gains):
                words.append(f"winc {gains[0]} binc {gains[1]}")
        return " ".join(words if len(words) > 1 else ["go", "infinite"])

    def with_letters(self, letters: Letters, counts: str) -> Uci:
        return Uci(letters, counts)


DIALECTS: Final[Mapping[str, Dialect]] = {"usi": Usi(), "uci": Uci()}
