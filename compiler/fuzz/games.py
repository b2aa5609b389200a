"""The two backends side by side: one position, seen by the reference interpreter and by the generated code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, final

from hensoku.compiler.data import variant_data
from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir.types import Module
from hensoku.runtime.chance import wander
from hensoku.runtime.contract import Code, Core, Listed, Spell, play_spelled, spell_each
from hensoku.runtime.move import Move
from hensoku.runtime.position import Position
from hensoku.runtime.sfen import parse
from hensoku.runtime.validity import position_faults
from hensoku.runtime.variant import Variant, set_up

T = TypeVar("T")


@final
@dataclass(frozen=True)
class Trail:
    """How a position came about: an SFEN, and the moves made from there, in USI. `here` is its own SFEN."""

    sfen: str
    moves: tuple[str, ...] = ()
    here: str = ""


@final
class DifferenceError(Exception):
    """What the two backends do not agree on. `kind` is a short name of it, `detail` says what each of them says."""

    def __init__(self, kind: str, detail: str, trail: Trail) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind, self.detail, self.trail = kind, detail, trail

    def __reduce__(self) -> tuple[type[DifferenceError], tuple[str, str, Trail]]:
        return DifferenceError, (self.kind, self.detail, self.trail)


@final
class Remembering:
    """A core that answers each question about a position once; for the interpreter, which is slow.
    `hensoku.runtime.contract.Core` says what it does."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._known: list[dict[object, Any]] = [{} for _ in range(core.made + 1)]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._core, name)

    def reset(self, cells: Sequence[int], hands: Sequence[Sequence[int]], turn: int, state: Sequence[int]) -> None:
        self._core.reset(cells, hands, turn, state)
        self._known = [{}]

    def copy(self) -> Core:
        return Remembering(self._core.copy())

    def legal(self) -> list[Code]:
        return self._once("legal", self._core.legal)

    def spelled(self, spell: Spell) -> list[Any]:
        return spell_each(self.legal(), self.cells(), spell)

    def listing(self, spell: Spell) -> Listed:
        return Listed(partial(self.spelled, spell))

    def push(self, code: Code) -> None:
        self._core.push(code)
        self._known.append({})

    def pop(self, count: int = 1) -> None:
        self._core.pop(count)
        del self._known[self._core.made + 1 :]

    def play(self, move: Any, spell: Spell) -> bool:
        return play_spelled(self, move, spell)

    def take_back(self, spell: Spell) -> Any:
        move = self._core.take_back(spell)
        self._known.pop()
        return move

    def wander(self, seed: int, times: int, forbids: bool, most: int) -> int:
        return wander(self, seed, times, forbids, most)

    def in_check(self, side: int) -> bool:
        return self._once(side, lambda: self._core.in_check(side))

    def ended(self) -> tuple[int, int] | None:
        return self._once("ended", self._core.ended)

    def perft(self, depth: int) -> int:
        """As the contract says, by way of `legal`."""
        if depth == 0:
            return 1
        legal = self.legal()
        if depth == 1:
            return len(legal)
        return sum(self._perft_after(code, depth - 1) for code in legal)

    def _perft_after(self, code: Code, depth: int) -> int:
        self.push(code)
        count = self.perft(depth)
        self.pop()
        return count

    def _once(self, question: object, ask: Callable[[], T]) -> T:
        known = self._known[-1]
        if question not in known:
            known[question] = ask()
        answer: T = known[question]
        return answer


@final
@dataclass(frozen=True)
class Seat:
    """One backend's view of a game; `position` plays on `core`."""

    core: Core
    position: Position


@final
class Game:
    """A position on both backends; what is played is played on both."""

    def __init__(self, reference: Seat, compiled: Seat, sfen: str) -> None:
        self.reference, self.compiled = reference, compiled
        self._sfen = sfen

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return self.reference, self.compiled

    @property
    def trail(self) -> Trail:
        position = self.reference.position
        return Trail(self._sfen, tuple(str(move) for move in position.history), position.sfen())

    def play(self, move: Move | str) -> None:
        for seat in self.seats:
            seat.position.push(move)

    def checks(self, move: Move) -> bool:
        """Whether a legal move gives check, by what the compiled code says."""
        position = self.compiled.position
        position.push(move)
        checks = position.is_check()
        position.pop()
        return checks

    def differ(self, kind: str, detail: object) -> DifferenceError:
        return DifferenceError(kind, str(detail), self.trail)


@final
class Pair:
    """A variant on both backends. `module` has gone through the passes; `data` and `compiled_core` are of the build."""

    def __init__(self, module: Module, data: dict[str, Any], compiled_core: Callable[[], Core]) -> None:
        self.module = module
        self.reference = Variant(variant_data(module), lambda: Remembering(ReferenceCore(module)), "reference")
        self.compiled = Variant(data, compiled_core, "compiled")
        if dict(self.compiled.data) != dict(self.reference.data):
            raise DifferenceError("data", "the built module carries other data than its IR has", Trail(self.start))

    @property
    def start(self) -> str:
        return self.reference.setups["start"]

    def game(self, sfen: str) -> Game:
        """A game from the position of an SFEN, whether the variant has such a position or not."""
        return Game(self._seat(self.reference, sfen), self._seat(self.compiled, sfen), sfen)

    def faults(self, sfen: str) -> list[str]:
        """What is wrong with a position; both backends must say the same of it."""
        said = [self._faults(variant, sfen) for variant in (self.reference, self.compiled)]
        if said[0] != said[1]:
            raise DifferenceError("faults", f"reference {said[0]}, compiled {said[1]}", Trail(sfen))
        return said[0]

    def _seat(self, variant: Variant, sfen: str) -> Seat:
        placement = parse(variant.data, sfen)
        core = variant.new_core()
        set_up(core, placement)
        return Seat(core, Position(variant, core, placement.number))

    def _faults(self, variant: Variant, sfen: str) -> list[str]:
        placement = parse(variant.data, sfen)
        core = variant.new_core()
        set_up(core, placement)
        return [str(fault) for fault in position_faults(variant.data, placement, core, variant.most_royals)]
