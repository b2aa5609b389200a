"""The choice of a form for each move, and of the way to look for attacks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import BACKWARD, FORWARD, Grid, K, W, Walker, module, piece
from hand_variants import VARIANTS
from odd_variants import ODD, hook, lion

from hensoku.compiler.ir.types import Borrow, KindTest, Lowering, Module, Move
from hensoku.compiler.passes.choose_lowering import choose_lowering, lower_move

GRID = Grid(7, 7)
WALKER = Walker(GRID)

FORMS: list[tuple[str, Move, str]] = [
    ("W", WALKER.move(W), "ray"),
    ("R", WALKER.ride(W), "ray"),
    ("R3", WALKER.move(W, reach=3), "ray"),
    ("pR", WALKER.hop(W), "hop"),
    ("ppR", WALKER.ride(W, screens=(1, -1)), "hop"),
    ("gR", WALKER.ride(W, screens=(1, 1), beyond="next"), "hop"),
    ("gR over one or two screens", WALKER.ride(W, screens=(1, 2), beyond="next"), "walk"),
    ("over up to one screen", WALKER.ride(W, screens=(0, 1)), "walk"),
    ("nN", Move((WALKER.lame((1, 2), (FORWARD,), "empty"),)), "gate"),
    ("jD", Move((WALKER.lame((0, 2), (FORWARD,), "occupied"),)), "gate"),
    ("nN0", Move((WALKER.lame((1, 2), (FORWARD,), "empty", reach=0),)), "walk"),
    ("jR", WALKER.ride(W, skip=1), "walk"),
    ("R{min=2}", WALKER.ride(W, least=2), "walk"),
    ("imW2", replace(WALKER.move(W, reach=2), initial=True), "walk"),
    ("pR{screen!=x}", replace(WALKER.hop(W), tests=(KindTest("screen", (0,), False),)), "walk"),
    ("a region's W", replace(WALKER.move(W), where=GRID.far(2)), "ray"),
    ("cabK", lion(GRID)[-1], "walk"),
]


@pytest.mark.parametrize(("text", "move", "form"), FORMS)
def test_form(text: str, move: Move, form: str) -> None:
    lowered = lower_move(move)
    assert lowered.form == form, text
    assert bool(lowered.why) == (form == "walk")


def lowering(made: Module) -> Lowering:
    chosen = choose_lowering(made).lowering
    assert chosen is not None
    return chosen


TWICE: list[tuple[str, Grid, tuple[Move, ...], bool]] = [
    ("a queen meets nothing twice", GRID, (WALKER.ride(K),), False),
    ("a king that is also a rook", GRID, (WALKER.ride(W), WALKER.move(K)), True),
    ("a leap of two and a slide", GRID, (WALKER.ride(W), WALKER.move(((0, 2),))), True),
    ("a slide that moves and a hop that takes", GRID, (WALKER.ride(W, ("empty",)), WALKER.hop(W, ("enemy",))), False),
    ("a slide and a hop on one line", GRID, (WALKER.ride(W), WALKER.hop(W)), False),
    ("a rook on a cylinder", Grid(7, 7, joined_files=True), (Walker(GRID).ride(W),), True),
    ("a hook mover", GRID, hook(GRID), True),
]


@pytest.mark.parametrize(("text", "grid", "moves", "repeats"), TWICE)
def test_whether_results_may_be_the_same(text: str, grid: Grid, moves: tuple[Move, ...], repeats: bool) -> None:
    assert lowering(module(grid, [piece("X", 0, moves)])).kinds[0].repeats == repeats, text


@pytest.mark.parametrize(
    ("variant", "attacks"),
    [("shogi", "lines"), ("annan-shogi", "lines"), ("cannon-shogi", "lines"), ("sho-shogi", "lines")],
)
def test_attacks_of_the_six(variant: str, attacks: str) -> None:
    assert lowering(VARIANTS[variant]()).attacks == attacks


def test_walked_moves_that_can_be_borrowed_are_looked_for_by_walking() -> None:
    assert lowering(ODD["lion borrowers"]()).attacks == "walks"
    plain = module(GRID, [piece("X", 0, [WALKER.ride(W)])], borrow=Borrow((GRID.vector(BACKWARD),)))
    assert lowering(plain).attacks == "lines"
