"""Works out the squares from which a piece can never move.

In: a module. Out: the same module with every `Piece.stuck`. Invariant: nothing else changes; a square is in `stuck` if
and only if the piece has no destination from it under any occupancy of the board.

    piece('L' 'Lance' '香') {moves = [move{legs=[leg{… starts=[start(0)] reach=0}]}] …}
    -> {… stuck = [0 1 2 3 4 5 6 7 8]}

Readings
- Squares may hold anything: a hopper is stuck only where it has no room for its screens and a square behind them.
- What the kinds of the variant rule out is ruled out: a screen or a victim that no kind may be.
- `where` and `within` count, `within` for the square on which the move ends. Borrowed moves do not count.
- Moves of a piece that has never moved count. A way back to the origin without a victim does not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias, final

from hensoku.compiler.interp.walk import COMPARISONS, starts
from hensoku.compiler.ir.types import (
    Board,
    Kind,
    KindTest,
    Landing,
    Leg,
    Module,
    Move,
    Slot,
    SquareIndex,
    Start,
    Test,
)
from hensoku.compiler.options import DEFAULT, Options

Content: TypeAlias = Literal["empty", "friend", "enemy"]
Contents: TypeAlias = Mapping[SquareIndex, tuple[Content, ...]]
"""What some squares may hold so that the mover gets where it is; the others may hold anything."""

CONTENTS: Final[tuple[Content, ...]] = ("empty", "enemy", "friend")
EMPTY: Final[tuple[Content, ...]] = ("empty",)
OCCUPIED: Final[tuple[Content, ...]] = ("enemy", "friend")
LANDS_ON: Final[dict[Landing, tuple[Content, ...]]] = {
    "empty": ("empty",),
    "enemy": ("enemy",),
    "friend": ("friend",),
    "hop": ("friend", "enemy"),
    "hop-friend": ("friend",),
}
TAKES: Final[tuple[Landing, ...]] = ("enemy", "friend")


Squares: TypeAlias = tuple[SquareIndex, ...]


def find_stuck(module: Module, _options: Options = DEFAULT) -> Module:
    known = _known(module.board)
    pieces = (replace(piece, stuck=_stuck(module, kind, known)) for kind, piece in enumerate(module.pieces))
    return replace(module, pieces=tuple(pieces))


@lru_cache(maxsize=32)
def _known(_board: Board) -> dict[Hashable, Squares]:
    """What was found on a board, by the moves of the piece: a child and its profiles have most pieces of the parent."""
    return {}


def _stuck(module: Module, kind: Kind, known: dict[Hashable, Squares]) -> Squares:
    """The squares, in side 0's eyes and ascending, from which a kind can never move."""
    piece = module.pieces[kind]
    roles = tuple(_roles(module, kind, move) for move in piece.moves)
    moves = tuple((move.legs, move.initial, move.passes, move.tests, move.where) for move in piece.moves)
    key = (moves, roles, piece.within)
    if key not in known:
        leading = [(move, role) for move, role in zip(piece.moves, roles, strict=True) if not move.legs[0].circle]
        movers = [_Mover(module.board, move, role, piece.within) for move, role in leading]
        squares = range(len(module.board.squares))
        known[key] = tuple(square for square in squares if not any(mover.can_leave(square) for mover in movers))
    return known[key]


# -------------------------------------------------------------------------------------------------------------- kinds

Role: TypeAlias = Literal["screen", "target", "via", "hopped"]
SLOTS: Final[dict[Role, Slot]] = {"screen": "screen", "target": "target", "via": "via", "hopped": "via"}


def _roles(module: Module, kind: Kind, move: Move) -> frozenset[Role] | None:
    """What other pieces may be to a move of a kind, if any kind satisfies its tests; None if the mover itself fails."""
    if not all(_passes(module, kind, test, kind) for test in move.tests if test.slot == "self"):
        return None
    return frozenset(
        role for role in SLOTS if any(_may_be(module, kind, move, role, other) for other in _kinds(module))
    )


def _kinds(module: Module) -> range:
    return range(len(module.pieces))


def _may_be(module: Module, kind: Kind, move: Move, role: Role, other: Kind) -> bool:
    safe = role in ("target", "via") and kind in module.pieces[other].uncapturable_by
    return not safe and all(_passes(module, other, test, kind) for test in move.tests if test.slot == SLOTS[role])


def _passes(module: Module, other: Kind, test: Test, mover: Kind) -> bool:
    if isinstance(test, KindTest):
        return (other in test.kinds) == test.among
    bound = module.pieces[mover].rank if test.other == "self" else test.other
    return COMPARISONS[test.comparison](module.pieces[other].rank, bound)


# --------------------------------------------------------------------------------------------------------------- walk


@final
@dataclass(frozen=True, slots=True)
class _Path:
    """Where the mover stands after some legs, its direction, what that asks of the board, and whether it took any."""

    at: SquareIndex
    eighth: int
    contents: Contents
    took: bool = False


@final
@dataclass(frozen=True, slots=True)
class _Ray:
    """A ray that has come to `square` by `steps` steps; `behind`: the square is a screen."""

    square: SquareIndex
    contents: Contents
    steps: int = 0
    screens: int = 0
    behind: bool = False


@final
@dataclass(frozen=True, slots=True)
class _Mover:
    """One move, walked as the interpreter walks it, but over a board whose squares are chosen when they are met."""

    board: Board
    move: Move
    roles: frozenset[Role] | None
    within: tuple[SquareIndex, ...] | None

    def can_leave(self, origin: SquareIndex) -> bool:
        if self.roles is None or (self.move.where is not None and origin not in self.move.where):
            return False
        return self._in_reach(origin) and self._arrives(origin, _Path(origin, -1, {origin: EMPTY}), 0)

    def _in_reach(self, origin: SquareIndex) -> bool:
        """Whether there would be a destination if a square could hold something else for each leg. Where there is none
        this is soon over; a search that remembers what squares hold would take for ever."""
        assert self.roles is not None
        last = len(self.move.legs) - 1
        allowed = [
            [landing for landing in leg.lands if self._allowed(landing, last=index == last)]
            for index, leg in enumerate(self.move.legs)
        ]
        if not all(allowed) or ("screen" not in self.roles and any(leg.screens[0] for leg in self.move.legs)):
            return False
        takes = any(landing in TAKES for landings in allowed for landing in landings)
        pending, seen = [(0, origin, -1)], set[tuple[int, SquareIndex, int]]()
        while pending:
            index, at, before = pending.pop()
            leg = self.move.legs[index]
            for square, eighth in self._squares(leg, at, before):
                if index == last and self._may_end(origin, square, took=takes):
                    return True
                state = index + 1, square, eighth
                if index < last and state not in seen:
                    seen.add(state)
                    pending.append(state)
        return False

    def _may_end(self, origin: SquareIndex, at: SquareIndex, *, took: bool) -> bool:
        return (at != origin or took) and (self.within is None or at in self.within)

    def _squares(self, leg: Leg, at: SquareIndex, before: int) -> Iterator[tuple[SquareIndex, int]]:
        """Where a leg may end, and its direction, whatever stands on its way."""
        nearest = max(leg.least, leg.skip + 1, leg.screens[0] + 1)
        for start, eighth in starts(self.board, leg, before):
            square, targets = at, self.board.vectors[start.vector].targets
            for step in range(1, (leg.reach or len(self.board.squares)) + 1):
                square = targets[square]
                if square in (-1, at):
                    break
                if step >= nearest:
                    yield square, eighth

    def _arrives(self, origin: SquareIndex, path: _Path, index: int) -> bool:
        """Whether the legs from `index` on lead to a destination."""
        if index == len(self.move.legs):
            return self._may_end(origin, path.at, took=path.took)
        leg, last = self.move.legs[index], index == len(self.move.legs) - 1
        return any(
            self._arrives(origin, after, index + 1)
            for start, eighth in starts(self.board, leg, path.eighth)
            for after in self._landings(leg, start, eighth, path, last=last)
        )

    def _landings(self, leg: Leg, start: Start, eighth: int, path: _Path, *, last: bool) -> Iterator[_Path]:
        """The ways to end a leg on one ray."""
        pending, seen = [_Ray(path.at, path.contents)], set[tuple[int, int, bool]]()
        forgetful = last and self._meets_each_square_once(leg, start, path.at)
        while pending:
            ray = pending.pop()
            passed = self._gated(leg, start, ray)
            square = self.board.vectors[start.vector].targets[ray.square]
            if ray.steps == (leg.reach or len(self.board.squares)) or passed is None or square in (-1, path.at):
                continue
            for step in self._steps(leg, replace(ray, contents=passed), square):
                yield from self._ends(leg, step, ray.behind, eighth, path, last=last)
                state = step.steps, step.screens, step.behind
                if self._goes_on(leg, step) and not (forgetful and state in seen):
                    seen.add(state)  # what the squares before hold matters no more
                    pending.append(step)

    def _steps(self, leg: Leg, ray: _Ray, square: SquareIndex) -> Iterator[_Ray]:
        """The next step of a ray, for each thing that its square may hold; `screens` counts the square itself."""
        steps = ray.steps + 1
        if steps <= leg.skip:
            yield _Ray(square, ray.contents, steps)
            return
        for content in ray.contents.get(square, CONTENTS):
            occupied = content != "empty"
            yield _Ray(square, {**ray.contents, square: (content,)}, steps, ray.screens + occupied, occupied)

    def _ends(self, leg: Leg, ray: _Ray, was_behind: bool, eighth: int, path: _Path, *, last: bool) -> Iterator[_Path]:
        """The ways to land on the square to which a ray has come."""
        hopped = ray.screens - ray.behind
        if ray.steps <= leg.skip or ray.steps < leg.least or hopped < leg.screens[0]:
            return
        if leg.beyond == "next" and not was_behind:
            return
        for landing in leg.lands:
            if ray.contents[ray.square][0] in LANDS_ON[landing] and self._allowed(landing, last=last):
                takes = landing in TAKES
                contents: Contents = {**ray.contents, ray.square: EMPTY} if takes else ray.contents
                yield _Path(ray.square, eighth, contents, path.took or takes)

    def _allowed(self, landing: Landing, *, last: bool) -> bool:
        assert self.roles is not None
        role: Role = "hopped" if landing.startswith("hop") else "target" if last else "via"
        return landing == "empty" or role in self.roles

    def _goes_on(self, leg: Leg, ray: _Ray) -> bool:
        """Whether a ray passes the square to which it has come: a free one, or a screen."""
        assert self.roles is not None
        return not ray.behind or ("screen" in self.roles and (leg.screens[1] < 0 or ray.screens <= leg.screens[1]))

    def _meets_each_square_once(self, leg: Leg, start: Start, square: SquareIndex) -> bool:
        """Whether a ray never comes back to a square that it has passed, be it between two steps."""
        if leg.gate == "open":
            return True
        met, targets = [square], self.board.vectors[start.vector].targets
        while square >= 0 and len(met) == len(set(met)):
            between = square
            for vector in start.between:
                between = self.board.vectors[vector].targets[between] if between >= 0 else -1
                met += [between] if between >= 0 else []
            square = targets[square]
            if square == met[0]:
                break
            met += [square] if square >= 0 else []
        return len(met) == len(set(met))

    def _gated(self, leg: Leg, start: Start, ray: _Ray) -> Contents | None:
        """What the squares between two steps must hold for the gate to let pass; None if it cannot."""
        wanted, contents, square = EMPTY if leg.gate == "empty" else OCCUPIED, dict(ray.contents), ray.square
        for vector in start.between if leg.gate != "open" else ():
            square = self.board.vectors[vector].targets[square]
            holds = tuple(content for content in contents.get(square, CONTENTS) if content in wanted)
            if square < 0 or not holds:
                return None
            contents[square] = holds
        return contents
