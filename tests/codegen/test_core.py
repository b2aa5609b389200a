"""The Python class of a generated module."""

from __future__ import annotations

import random
from types import ModuleType

import pytest
from compiled import Workshop
from hand_variants import minishogi

from hensoku.compiler.interp.core import ReferenceCore
from hensoku.runtime.contract import Core

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


def test_a_copy_goes_its_own_way_with_the_same_record(built: ModuleType) -> None:
    core = built.Core()
    first = core.key()
    core.push(core.legal()[0])
    copy = core.copy()
    assert (copy.key(), copy.played()) == (core.key(), core.played())
    copy.push(copy.legal()[0])
    assert copy.key() != core.key()
    assert (copy.made, core.made) == (2, 1)
    copy.pop(2)
    assert copy.key() == first
    with pytest.raises(IndexError):
        copy.pop()
    assert core.made == 1


def test_reset_forgets_the_record(built: ModuleType) -> None:
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


def test_the_record_says_what_the_reference_says(built: ModuleType) -> None:
    """Along random games, with all of them taken back: moves, repetitions, and moves since a capture or a piece."""
    for seed in range(4):
        core, reference = built.Core(), ReferenceCore(START)
        rng = random.Random(seed)
        trail: list[tuple[object, ...]] = []
        while len(trail) < 60 and (moves := sorted(core.legal())):
            core.push(moves[0] if rng.random() < 0.5 else rng.choice(moves))
            reference.push(core.played()[-1][0])
            trail.append(_record(core))
            assert trail[-1] == _record(reference)
        while trail:
            assert _record(core) == trail.pop()
            core.pop()
        assert core.made == 0


def _record(core: Core) -> tuple[object, ...]:
    since = [core.since(captures, kinds) for captures in (False, True) for kinds in ((), (1,), (0, 2, 5))]
    return core.made, core.played(), core.repeats(), since


def test_repeated_positions_are_counted(built: ModuleType) -> None:
    """Two kings walk to and fro: the third time after two rounds."""
    core = built.Core()
    cells, hands = [0] * 25, core.hands()
    sente, gote = (core.cells().index(cell) for cell in (_royal(0), _royal(1)))
    cells[sente], cells[gote] = _royal(0), _royal(1)
    core.reset(cells, hands, 0, ())
    found = [core.repeats()]
    for _ in range(2):
        for origin, to in ((sente, sente - 5), (gote, gote + 5), (sente - 5, sente), (gote + 5, gote)):
            core.push(next(code for code in core.legal() if code >> 11 & 2047 == origin and code & 2047 == to))
            found.append(core.repeats())
    assert found == [1, 1, 1, 1, 2, 2, 2, 2, 3]
    assert core.copy().repeats() == 3


def _royal(side: int) -> int:
    return next(2 + 2 * kind + side for kind, piece in enumerate(START.pieces) if piece.royal)


@pytest.mark.parametrize("forbids", [False, True])
def test_wandering_is_the_same_in_both_backends_but_for_the_order_of_moves(built: ModuleType, forbids: bool) -> None:
    core = built.Core()
    seed = core.wander(9, 2, forbids, 40)
    assert core.made == 40 or not core.legal() or core.repeats() == 2
    reference = ReferenceCore(START)
    for code, changed in core.played():
        assert code in reference.legal()
        reference.push(code)
        assert reference.played()[-1] == (code, changed)
    assert seed >= 9 + core.made
    assert core.wander(seed, 0, False, 0) == seed


def test_a_stopped_core_counts_no_more(built: ModuleType) -> None:
    for core in (built.Core(), ReferenceCore(START)):
        core.stop()
        with pytest.raises(InterruptedError):
            core.perft(4)
