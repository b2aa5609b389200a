"""`find_stuck` against the interpreter, which tries every occupancy of a small board."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest
from hand_built import BOTH, CLOCKWISE, FORWARD, MOVE, TAKE, F, Grid, K, W, Walker, module, piece

from hensoku.compiler.interp.walk import results
from hensoku.compiler.ir.types import Gate, Landing, Leg, Module, Move, cell_of
from hensoku.compiler.passes.find_stuck import find_stuck

GRIDS = {
    "2x3": Grid(2, 3),
    "1x6": Grid(1, 6),
    "3x2, files joined": Grid(3, 2, joined_files=True),
    "2x3, ranks joined": Grid(2, 3, joined_ranks=True),
    "3x3 without its middle and two corners": Grid(3, 3, holes=("2b", "1a", "3c")),
}
GATES: tuple[Gate, ...] = get_args(Gate)
LANDINGS: tuple[Landing, ...] = get_args(Landing)
SCREENS = [((1, 1), "any"), ((2, 2), "any"), ((1, -1), "any"), ((0, 1), "any"), ((1, 2), "next")]


def moves(grid: Grid) -> dict[str, Move]:
    walker = Walker(grid)
    found = {
        "fW": walker.move((FORWARD,)),
        "fR": walker.ride((FORWARD,)),
        "fR{min=2}": walker.ride((FORWARD,), least=2),
        "fjR": walker.ride((FORWARD,), skip=1),
    }
    for screens, beyond in SCREENS:
        found[f"f over {screens}, {beyond}"] = walker.ride((FORWARD,), screens=screens, beyond=beyond)
        found[f"F over {screens}, {beyond}"] = walker.ride(F, TAKE, screens=screens, beyond=beyond)
    for gate in GATES:
        found[f"{gate} D"] = Move((walker.lame((0, 2), (FORWARD,), gate),))
        found[f"{gate} D0"] = Move((walker.lame((0, 2), (FORWARD,), gate, reach=0),))
        found[f"{gate} N"] = Move((walker.lame((1, 2), (FORWARD,), gate),))
        leaps = tuple((2 * x, 2 * y) for x, y in CLOCKWISE)
        first = walker.leg(leaps, BOTH, ring=1)
        found[f"A, then {gate} A"] = Move((first, Leg(MOVE, ring=1, turns=(3, 4), gate=gate)))
    for landing in LANDINGS:
        step = walker.leg(K, (landing,), ring=0)
        slide = walker.leg(W, (landing,), ring=0, reach=0)
        found[f"{landing} and back"] = Move((step, Leg(MOVE, ring=0, turns=(4,))))
        found[f"{landing} and back over a screen"] = Move(
            (slide, Leg(BOTH, ring=0, turns=(4,), reach=0, screens=(1, 1)))
        )
        found[f"{landing} and on"] = Move((slide, Leg(TAKE, ring=0, turns=(0, 2), reach=0)))
        found[f"{landing} twice and back"] = Move(
            (step, Leg((landing,), ring=0, turns=(2,)), Leg(MOVE, ring=0, turns=(3,)))
        )
    return found


def tried(made: Module) -> tuple[int, ...]:
    """The squares from which no occupancy of the others lets the piece move."""
    count, (move,) = len(made.board.squares), made.pieces[0].moves

    def can_move(origin: int) -> bool:
        for others in product((cell_of(0, 1), 0, cell_of(0, 0)), repeat=count - 1):
            cells = (*others[:origin], cell_of(0, 0), *others[origin:])
            ways = results(made.board, move, cells, origin, 0)
            if any(result.to != origin or result.victims for result in ways):
                return True
        return False

    return tuple(square for square in range(count) if not can_move(square))


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("text", moves(GRIDS["2x3"]))
def test_stuck_squares_are_those_where_nothing_helps(text: str, grid: str) -> None:
    made = module(GRIDS[grid], [piece("P", 0, [moves(GRIDS[grid])[text]], hand=-1)])
    assert find_stuck(made).pieces[0].stuck == tried(made)
