"""How long to think: what a caller says, and how much of a clock one move may use."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import TYPE_CHECKING, Final, final

from hensoku.runtime.given import expect
from hensoku.runtime.numbers import real, whole

if TYPE_CHECKING:
    from hensoku.runtime.move import Move

MILLI: Final = 1000
"""Protocols count time in thousandths of a second."""

LATE: Final = 0.03
"""Seconds that a move is given to travel to the other program."""

MOVES_LEFT: Final = 30
"""So many more moves a game is thought to last."""

MOST_NUMBER: Final = 10**12
"""No time in milliseconds and no number of positions has to be larger: decades of thought, and yet a number for C."""

_LEAST: Final = 0.001
_MOST: Final = MOST_NUMBER / MILLI
_MOST_DIGITS: Final = len(str(MOST_NUMBER)) + 1


@final
@dataclass(frozen=True, slots=True)
class Clock:
    """What is left of the time of the side to move, in seconds. `increment` is added after each move, `byoyomi` is
    there anew for each; `moves` are those until more time is added, 0 if none is. Raises TypeError and ValueError for
    what is no number."""

    left: float = 0.0
    increment: float = 0.0
    byoyomi: float = 0.0
    moves: int = 0

    def __post_init__(self) -> None:
        for name in ("left", "increment", "byoyomi"):
            real(getattr(self, name), name)
        whole(self.moves, "moves", least=0)


@final
@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a search: whatever comes first. Nothing said: one second.

    `mate` looks only for a mate by checks in so many plies. `infinite`: until it is stopped. `only` are the first moves
    to choose from; empty for all. With a number below 1 the answer comes at once. Raises TypeError and ValueError for
    what is none of this."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    mate: int | None = None
    clock: Clock | None = None
    infinite: bool = False
    only: Sequence[str | Move] = ()

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "mate"):
            if getattr(self, name) is not None:
                whole(getattr(self, name), name)
        if self.seconds is not None:
            real(self.seconds, "seconds")
        expect(self.clock, (Clock, NoneType), "clock is a `Clock`")
        expect(self.infinite, bool, "infinite is True or False")
        if isinstance(self.only, str | bytes) or not isinstance(self.only, Collection):
            raise TypeError(f"only is a list of moves, not {self.only!r}")


@final
@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds: after `enough` no new depth is begun, at `most` the search ends. None is no limit."""

    enough: float | None
    most: float | None


def whole_number(word: str) -> int | None:
    """The number that a program wrote, as far as a search can count; None for what is no whole number."""
    digits = word.removeprefix("-")
    if not digits.isdecimal():
        return None
    number = min(int(digits.lstrip("0")[:_MOST_DIGITS] or "0"), MOST_NUMBER)
    return number if word == digits else -number


def most_nodes(limits: Limits) -> int:
    """The positions that a search may see; 0 is any number of them."""
    return 0 if limits.nodes is None else min(max(limits.nodes, 1), MOST_NUMBER)


def budget(limits: Limits, late: float = LATE) -> Budget:
    """The time for a search. `late` is kept back where a clock runs."""
    if limits.infinite:
        return Budget(None, None)
    if limits.seconds is not None:
        return Budget(None, min(max(limits.seconds, _LEAST), _MOST))
    if limits.clock is not None:
        return _of_clock(limits.clock, late)
    if limits.depth is None and limits.nodes is None and limits.mate is None:
        return Budget(None, 1.0)
    return Budget(None, None)


def _of_clock(clock: Clock, late: float) -> Budget:
    """A share of what is left, and most of what comes anew; a move that is hard may take several shares."""
    left = min(clock.left, _MOST)
    there = min(left + clock.byoyomi, _MOST)
    usable = max(there - late, there / 4, _LEAST)
    moves = min(clock.moves, MOVES_LEFT) if clock.moves else MOVES_LEFT
    share = left / moves + 0.8 * clock.increment
    enough = min(share + 0.9 * clock.byoyomi, 0.8 * usable)
    most = min(4 * share + clock.byoyomi, usable if clock.byoyomi else 0.6 * usable)
    return Budget(max(min(enough, most), _LEAST), max(most, _LEAST))
