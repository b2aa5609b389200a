"""Where one move leads: a walk over the board graph, leg by leg.

It needs a board, cells and a move, and no variant: `results` answers for `hensoku.destinations` as for a game.

- The mover is lifted: its origin counts as empty. A captured piece is gone for whatever comes after.
- A leg that goes round in a circle lands on the square where it began and nowhere else.
- A ray ends where it leaves the board and where it comes back to the square on which its leg began; so a slider stops
  before its own origin, and a lone piece on a wrapped board is not its own screen.
- Squares that a lame leap passes must be squares of the board: a hole stops it, as it stops the same walk in legs.
- A path that ends on the origin without a victim is no result, unless the move `passes`.

Directions are kept as the mover sees them and turned for side 1 only when a step is made.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, assert_never, final

from hensoku.compiler.ir.types import (
    EMPTY,
    Board,
    Comparison,
    KindTest,
    Landing,
    Leg,
    Move,
    RankTest,
    Side,
    Slot,
    SquareIndex,
    Start,
    Test,
    kind_of,
    side_of,
)

COMPARISONS: Final[dict[Comparison, Callable[[int, int], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}

EIGHTHS: Final = 8


@final
@dataclass(frozen=True, slots=True)
class Result:
    """One way to carry out a move; all squares in walking order.

    `to` is where it ends; `takes`: the last leg takes the piece there. `via` are the squares on which earlier legs took
    something. `stops` are the squares on which earlier legs ended, but for those hopped over unharmed, which are
    `hopped`. `screens` are the pieces hopped on the rays of all legs.
    """

    to: SquareIndex
    takes: bool = False
    via: tuple[SquareIndex, ...] = ()
    stops: tuple[SquareIndex, ...] = ()
    hopped: tuple[SquareIndex, ...] = ()
    screens: tuple[SquareIndex, ...] = ()

    @property
    def victims(self) -> tuple[SquareIndex, ...]:
        """The squares on which something is taken, in walking order."""
        return (*self.via, self.to) if self.takes else self.via


@final
@dataclass(frozen=True, slots=True)
class _Scene:
    """Who moves, and over what."""

    board: Board
    cells: Sequence[int]
    origin: SquareIndex
    side: Side

    def cell(self, square: SquareIndex, path: Result) -> int:
        """What stands there once the mover is lifted and what it took on its path is gone."""
        return EMPTY if square == self.origin or square in path.via else self.cells[square]

    def step(self, vector: int, square: SquareIndex) -> SquareIndex:
        return seen_vector(self.board, vector, self.side, square)


def seen_square(board: Board, square: SquareIndex, side: Side) -> SquareIndex:
    """The square as its side sees it, to be looked up in what is written in side 0's eyes (and back again)."""
    return board.turned[square] if side else square


def seen_vector(board: Board, vector: int, side: Side, square: SquareIndex) -> SquareIndex:
    """Where a vector, written in side 0's eyes, leads for that side; -1 off the board."""
    own = board.vectors[vector].turned if side else vector
    return board.vectors[own].targets[square]


def first_met(board: Board, vector: int, cells: Sequence[int], origin: SquareIndex) -> SquareIndex:
    """The first piece on a ray from `origin`, as side 0 sees the vector; -1 if there is none."""
    square = origin
    for _ in board.squares:
        square = board.vectors[vector].targets[square]
        if square < 0 or square == origin:
            return -1
        if cells[square] != EMPTY:
            return square
    return -1


def results(
    board: Board,
    move: Move,
    cells: Sequence[int],
    origin: SquareIndex,
    side: Side,
    *,
    virgin: bool = True,
    ranks: Sequence[int] = (),
) -> Iterator[Result]:
    """Every way to carry out `move` from `origin`; several may have the same end and victims.

    `cells` are numbered as in `ir.types`; what stands on the origin is looked at only by tests. `virgin`: the mover has
    never moved. `ranks` are the ranks by kind that a `RankTest` compares.
    """
    if move.initial and not virgin:
        return
    if move.where is not None and seen_square(board, origin, side) not in move.where:
        return
    scene = _Scene(board, cells, origin, side)
    for result in _walk(scene, move.legs, Result(origin), eighth=-1):
        null = result.to == origin and not result.victims
        if (move.passes or not null) and all(_holds(test, scene, result, ranks) for test in move.tests):
            yield result


def _walk(scene: _Scene, legs: tuple[Leg, ...], path: Result, eighth: int) -> Iterator[Result]:
    """The rest of a path that stands on `path.to`. `eighth` is the direction of travel, in eighths clockwise from
    straight forward as the mover sees it."""
    leg, *rest = legs
    for start, direction in starts(scene.board, leg, eighth):
        for square, landing, screens in _landings(scene, leg, start, path):
            hopped = path.screens + screens
            if not rest:
                yield Result(square, landing != "empty", path.via, path.stops, path.hopped, hopped)
                continue
            yield from _walk(scene, tuple(rest), _turn_on(path, square, landing, hopped), direction)


def _turn_on(path: Result, square: SquareIndex, landing: Landing, screens: tuple[SquareIndex, ...]) -> Result:
    """The path after its leg has ended on a square from which it goes on."""
    here = (square,)
    match landing:
        case "empty":
            return Result(square, False, path.via, path.stops + here, path.hopped, screens)
        case "enemy" | "friend":
            return Result(square, False, path.via + here, path.stops + here, path.hopped, screens)
        case "hop" | "hop-friend":
            return Result(square, False, path.via, path.stops, path.hopped + here, screens)
        case _:
            assert_never(landing)


def starts(board: Board, leg: Leg, eighth: int) -> Iterator[tuple[Start, int]]:
    """The directions in which a leg may set out, each with its eighth (-1 for a leg that has no ring)."""
    vectors = board.rings[leg.ring].vectors if leg.ring >= 0 else ()
    for start in leg.starts:
        yield start, vectors.index(start.vector) if vectors else -1
    for turn in leg.turns:
        direction = (eighth + turn) % EIGHTHS
        yield Start(vectors[direction], _between(board, leg, direction)), direction


def _between(board: Board, leg: Leg, eighth: int) -> tuple[int, ...]:
    """The lame path of a later leg: the unit steps in its direction."""
    stride = board.rings[leg.ring].stride
    if leg.gate == "open" or stride == 1:
        return ()
    unit = next(ring for ring in board.rings if ring.stride == 1)
    return (unit.vectors[eighth],) * (stride - 1)


def _landings(
    scene: _Scene, leg: Leg, start: Start, path: Result
) -> Iterator[tuple[SquareIndex, Landing, tuple[SquareIndex, ...]]]:
    """One ray: where it may land, how, and the screens that it hopped on the way there."""
    fewest, most = leg.screens
    screens: tuple[SquareIndex, ...] = ()
    behind_screen = False
    square = path.to
    for steps in range(1, (leg.reach or len(scene.board.squares)) + 1):
        if not _gate_lets_pass(scene, leg, start, square, path):
            return
        square = scene.step(start.vector, square)
        if square == path.to and leg.circle and steps >= leg.least:
            yield square, "empty", ()
        if square < 0 or square == path.to:
            return
        if steps <= leg.skip:
            continue
        cell = scene.cell(square, path)
        in_place = leg.beyond == "any" or behind_screen
        if not leg.circle and steps >= leg.least and len(screens) >= fewest and in_place:
            for landing in leg.lands:
                if _may_land(landing, cell, scene.side):
                    yield square, landing, screens
        if cell != EMPTY:
            if len(screens) == most:
                return
            screens += (square,)
        behind_screen = cell != EMPTY


def _gate_lets_pass(scene: _Scene, leg: Leg, start: Start, square: SquareIndex, path: Result) -> bool:
    """Whether the squares between `square` and the next of the ray are what the gate asks for."""
    if leg.gate == "open":
        return True
    for vector in start.between:
        square = scene.step(vector, square)
        if square < 0 or (scene.cell(square, path) == EMPTY) != (leg.gate == "empty"):
            return False
    return True


def _may_land(landing: Landing, cell: int, side: Side) -> bool:
    match landing:
        case "empty":
            return cell == EMPTY
        case "enemy":
            return cell != EMPTY and side_of(cell) != side
        case "friend" | "hop-friend":
            return cell != EMPTY and side_of(cell) == side
        case "hop":
            return cell != EMPTY
        case _:
            assert_never(landing)


def _holds(test: Test, scene: _Scene, result: Result, ranks: Sequence[int]) -> bool:
    kinds = [kind_of(scene.cells[square]) for square in _slot(test.slot, scene, result)]
    match test:
        case KindTest():
            return all((kind in test.kinds) == test.among for kind in kinds)
        case RankTest():
            other = ranks[kind_of(scene.cells[scene.origin])] if test.other == "self" else test.other
            return all(COMPARISONS[test.comparison](ranks[kind], other) for kind in kinds)
        case _:
            assert_never(test)


def _slot(slot: Slot, scene: _Scene, result: Result) -> tuple[SquareIndex, ...]:
    """The squares of the pieces that a test looks at."""
    match slot:
        case "self":
            return (scene.origin,)
        case "screen":
            return result.screens
        case "target":
            return (result.to,) if result.takes else ()
        case "via":
            return result.via + result.hopped
        case _:
            assert_never(slot)
