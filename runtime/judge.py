"""How a game stands, asked of a core and its record: the rules that look at more than one position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, final

from hensoku.runtime.codec import dropped_kind
from hensoku.runtime.contract import Code, Core, Spell
from hensoku.runtime.move import Move
from hensoku.runtime.outcome import Ply, Verdict, by_move_limit, by_no_moves, by_position, by_repetition, first_of


@final
class Judge:
    """The rules of one variant.

    `times`: the occurrence of a position that repetition is about, 0 without such a rule; `forbids`: it may not be
    brought about, else it ends the game. `number` of a game is the move number of the position that was set up.
    """

    def __init__(self, data: Mapping[str, Any], spell: Spell) -> None:
        self._data, self._spell = data, spell
        self._repetition, self._limit = data["repetition"], data["move_limit"]
        self.times: int = self._repetition["times"] if self._repetition else 0
        self.forbids = bool(self._repetition) and self._repetition["result"] == "illegal"
        self._cycle = data["least_cycle"]
        self._asks_checks = bool(self._repetition) and self._repetition["perpetual"] != "none"

    def legal(self, core: Core) -> dict[Move, Code]:
        """The legal moves and their codes."""
        found = dict(zip(core.spelled(self._spell), core.legal(), strict=True))
        if not self.forbids:
            return found
        return {move: code for move, code in found.items() if not self._is_forbidden(core, code)}

    def is_free(self, core: Core, depth: int) -> bool:
        """Whether no line of `depth` moves can bring a position about for the time that repetition forbids: then the
        record decides nothing. False also where that would need a closer look."""
        if not self.forbids:
            return True
        if _times(depth, 1, self._cycle) >= self.times:
            return False
        last, seen = dict[int, int](), Counter[int]()
        for ago, key in enumerate(_keys(core)):
            last.setdefault(key, ago)
            seen[key] += 1
        return all(
            seen[key] + _times(depth, max(1, self._cycle - ago), self._cycle) < self.times for key, ago in last.items()
        )

    def has_moves(self, core: Core) -> bool:
        return bool(self.legal(core) if self.forbids else core.spelled(self._spell))

    def verdict(self, core: Core, number: int) -> Verdict | None:
        ended = core.ended()
        if ended is None and not self.has_moves(core):
            dropped = dropped_kind(core.last()) if core.made else None
            return by_no_moves(self._data, core.turn, core.in_check(core.turn), dropped)
        found: list[Verdict | None] = [by_position(self._data, ended)] if ended else []
        if self.times and not self.forbids and core.repeats() >= self.times:
            found.append(by_repetition(self._repetition, self._plies(core)))
        if self._limit:
            found.append(by_move_limit(self._limit, self._counted(core, number)))
        return first_of(found) if found else None

    def moves_left(self, core: Core, number: int) -> int | None:
        """After so many moves at the least the move limit may end the game; None without one."""
        return max(self._limit["moves"] - self._counted(core, number), 0) if self._limit else None

    def _counted(self, core: Core, number: int) -> int:
        """The moves that count for the move limit; where all do, those before the game was set up are among them."""
        captures, kinds = self._limit["captures"], self._limit["kinds"]
        return core.since(captures, kinds) + self.counted_before(number)

    def counted_before(self, number: int) -> int:
        """The moves that count for the move limit when a game is set up."""
        limit = self._limit
        return number - 1 if limit and not limit["captures"] and not limit["kinds"] else 0

    def _plies(self, core: Core) -> list[Ply]:
        """The positions of the game, first to last."""
        core = core.copy()
        plies = [self._ply(core)]
        while core.made:
            core.pop()
            plies.append(self._ply(core))
        return plies[::-1]

    def _ply(self, core: Core) -> Ply:
        checked = self._asks_checks and core.in_check(core.turn)
        return Ply(core.cells(), core.hands(), core.turn, core.state(), checked)

    def _is_forbidden(self, core: Core, code: Code) -> bool:
        """Whether a move brings a position about for the time that repetition forbids. Equal keys say that it may."""
        core.push(code)
        try:
            if core.repeats() < self.times:
                return False
            plies = self._plies(core)
            return plies.count(plies[-1]) >= self.times
        finally:
            core.pop()


def _times(depth: int, first: int, cycle: int) -> int:
    """How often a position can come about within `depth` moves, after the `first` at the earliest."""
    return 0 if depth < first else 1 + (depth - first) // cycle


def _keys(core: Core) -> Iterator[int]:
    """Of the positions of the game, last to first."""
    core = core.copy()
    yield core.key()
    while core.made:
        core.pop()
        yield core.key()
