"""What a protocol of engines is: see `usi` and `uci`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from hensoku.runtime.engine.engine import Line
    from hensoku.runtime.engine.limits import Limits
    from hensoku.runtime.move import Move
    from hensoku.runtime.position import Position
    from hensoku.runtime.variant import Variant


class Notation(Protocol):
    """One protocol: what it calls its commands and options, and how it writes positions, moves and scores. `greeting`
    is the answer to its name."""

    name: ClassVar[str]
    greeting: ClassVar[str]
    variant_option: ClassVar[str]
    hash_option: ClassVar[str]
    ponder_option: ClassVar[str]
    new_game: ClassVar[str]

    def position(self, variant: Variant, words: Sequence[str]) -> Position:
        """The position that a `position` command sets up, its moves played. Raises ValueError."""
        ...

    def move(self, position: Position, move: Move) -> str: ...

    def only(self, position: Position, words: Sequence[str]) -> tuple[str, ...]:
        """The moves after `searchmoves`, as hensoku writes them."""
        ...

    def score(self, line: Line) -> str: ...

    def clock_of(self, position: Position) -> tuple[str, str]:
        """What the time and the increment of the side to move are called."""
        ...

    def best(self, move: str | None, ponder: str | None, *, declares: bool, resigns: bool) -> str: ...

    def mate_limits(self, words: Sequence[str], limits: Limits) -> Limits:
        """What follows `mate`: in USI the time for it or `infinite`, in UCI a number of moves."""
        ...

    def mate(self, moves: Sequence[str] | None, *, timeout: bool) -> str:
        """The answer to `go mate`, empty if it is that of any search."""
        ...
