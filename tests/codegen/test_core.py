"""The Python class of a generated module."""

from __future__ import annotations

from types import ModuleType

import pytest
from compiled import Workshop
from hand_variants import minishogi

from hensoku.compiler.interp.core import ReferenceCore

START = minishogi()


@pytest.fixture(scope="module")
def built(workshop: Workshop) -> ModuleType:
    return workshop.module(START)


def test_a_new_core_stands_on_the_start(built: ModuleType) -> None:
    core, reference = built.Core(), ReferenceCore(START)
    assert (core.cells(), core.hands(), core.turn, core.state()) == (
        reference.cells(),
        reference.hands(),
        reference.turn,
        reference.state(),
    )


def test_nothing_to_take_back(built: ModuleType) -> None:
    with pytest.raises(IndexError, match="no move to take back"):
        built.Core().pop()


def test_a_copy_goes_its_own_way_without_the_undo_stack(built: ModuleType) -> None:
    core = built.Core()
    core.push(core.legal()[0])
    copy = core.copy()
    assert copy.key() == core.key()
    copy.push(copy.legal()[0])
    assert copy.key() != core.key()
    copy.pop()
    with pytest.raises(IndexError):
        copy.pop()


def test_reset_forgets_the_undo_stack(built: ModuleType) -> None:
    core = built.Core()
    core.push(core.legal()[0])
    core.reset(core.cells(), core.hands(), core.turn, core.state())
    with pytest.raises(IndexError):
        core.pop()


@pytest.mark.parametrize(
    ("cells", "error"),
    [
        ((), IndexError),
        ((-1,) * 25, ValueError),
        ((1,) * 25, ValueError),
        ((22,) * 25, ValueError),
        (("x",) * 25, TypeError),
    ],
)
def test_what_reset_cannot_read_leaves_the_position_as_it_was(
    built: ModuleType, cells: tuple[object, ...], error: type[Exception]
) -> None:
    core = built.Core()
    with pytest.raises(error):
        core.reset(cells, core.hands(), 0, ())
    assert core.key() == built.Core().key()


@pytest.mark.parametrize("depth", [-1, 1001])
def test_perft_has_a_range(built: ModuleType, depth: int) -> None:
    with pytest.raises(ValueError, match="perft counts to a depth"):
        built.Core().perft(depth)


def test_the_key_tells_sides_hands_and_squares_apart(built: ModuleType) -> None:
    core = built.Core()
    cells, hands = core.cells(), core.hands()
    one_pawn = ((1, *hands[0][1:]), hands[1])
    other_pawn = (hands[0], (1, *hands[1][1:]))
    positions = [
        (cells, hands, 0),
        (cells, hands, 1),
        (cells, one_pawn, 0),
        (cells, other_pawn, 0),
        (cells[::-1], hands, 0),
    ]
    keys = set()
    for position in positions:
        core.reset(*position, ())
        keys.add(core.key())
    assert len(keys) == len(positions)


def test_many_moves_are_taken_back(built: ModuleType) -> None:
    core, made = built.Core(), 0
    key = core.key()
    while made < 300 and (moves := core.legal()):
        core.push(moves[made * 7 % len(moves)])
        made += 1
    assert made > 20
    for _ in range(made):
        core.pop()
    assert core.key() == key
