"""The rules of a variant that are not about one piece: royals, borrowed moves, ends, repetition. See `ir.types`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, final

from hensoku.compiler.ir.board import Kind, SquareIndex

LostWhen: TypeAlias = Literal["any", "all"]
CheckRule: TypeAlias = Literal["answered", "ignored"]
Whose: TypeAlias = Literal["friend", "enemy", "any"]
BorrowMode: TypeAlias = Literal["replace", "add"]
RepetitionResult: TypeAlias = Literal["draw", "loss", "win", "illegal"]
Loser: TypeAlias = Literal["repeater", "sente", "gote"]
Perpetual: TypeAlias = Literal["loss", "none"]

Result: TypeAlias = Literal["loss", "win", "draw"]
"""For the side that the rule names: the side to move, the side whose royal is gone, the side that acts or repeats, …"""


@final
@dataclass(frozen=True, slots=True)
class Royals:
    """`lost_when`: the game hangs on any royal, or on the last one. `check`: must be answered, or is ignored."""

    lost_when: LostWhen = "any"
    check: CheckRule = "answered"


@final
@dataclass(frozen=True, slots=True)
class Borrow:
    """A piece with a donor on the square that a vector (side 0's eyes) leads to moves as the donor's printed face."""

    vectors: tuple[int, ...]
    whose: Whose = "friend"
    mode: BorrowMode = "replace"


@final
@dataclass(frozen=True, slots=True)
class Try:
    """A piece of `kinds` has come to `goal` (side 0's eyes); with `safe` only while no enemy can take it there."""

    kinds: tuple[Kind, ...]
    goal: tuple[SquareIndex, ...]
    safe: bool = False


@final
@dataclass(frozen=True, slots=True)
class CheckCount:
    """A side has given so many checks."""

    count: int


@final
@dataclass(frozen=True, slots=True)
class BareKing:
    """A side has nothing but royals, on the board and in hand. With `reply` it may at once bare the other, or take its
    last royal."""

    reply: bool = False


@final
@dataclass(frozen=True, slots=True)
class PieceCount:
    """A side has fewer than `below` pieces of `kinds` on the board."""

    kinds: tuple[Kind, ...]
    below: int


EndKind: TypeAlias = Literal[
    "royal-captured", "try", "check-count", "checkmate", "stalemate", "bare-king", "piece-count"
]
"""In the order in which they go before each other."""

Terms: TypeAlias = Try | CheckCount | BareKing | PieceCount

TERMS: Final[Mapping[EndKind, type[Terms]]] = {
    "try": Try,
    "check-count": CheckCount,
    "bare-king": BareKing,
    "piece-count": PieceCount,
}
"""The kinds of ends that have terms."""


@final
@dataclass(frozen=True, slots=True)
class End:
    """One way a game ends and the result for the side it names. `path` is its place in the definition
    (`ends.stalemate`), `line` the file and line. `terms` say more about the kinds in `TERMS`."""

    kind: EndKind
    result: Result
    path: str
    line: str = ""
    terms: Terms | None = None


@final
@dataclass(frozen=True, slots=True)
class Repetition:
    """The `times`-th occurrence of a position ends the game with `result`; `perpetual` is the result for a side whose
    every move from the first to the last occurrence gave check, `none` if that makes no difference.

    `side`: whom `result` names: the side that completed the repetition, or always one side."""

    times: int
    result: RepetitionResult
    side: Loser = "repeater"
    perpetual: Perpetual = "none"
    path: str = "repetition"
    line: str = ""
