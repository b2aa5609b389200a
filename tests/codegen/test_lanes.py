"""Small boards in lanes of 16 bits, as large ones are: the counts of others, and the reference along random play."""

from __future__ import annotations

from dataclasses import replace

import pytest
from compiled import QUICK, Workshop, play
from hand_variants import VARIANTS

from hensoku.compiler.ir.types import Module
from hensoku.compiler.layout import LANE_BITS
from hensoku.compiler.passes.choose_lowering import choose_lowering
from hensoku.compiler.passes.lower_to_sets import lower_to_sets

START = [
    ("cannon-shogi", (60, 3447, 216600), "Fairy-Stockfish"),
    ("annan-shogi", (28, 784, 22726, 658600), "brute force program written from the rules"),
    ("cylinder-shogi", (31, 961, 28303, 832015), "brute force program written from the rules"),
]


def in_lanes(name: str) -> Module:
    """A variant of which only the last ply is counted by sets, and these are lanes."""
    module = lower_to_sets(choose_lowering(VARIANTS[name](), QUICK), QUICK)
    assert module.lowering is not None
    assert module.lowering.sets is not None
    sets = replace(module.lowering.sets, word="lanes", stride=LANE_BITS)
    return replace(module, lowering=replace(module.lowering, sets=sets))


@pytest.mark.parametrize(("variant", "counts", "source"), START)
def test_start(workshop: Workshop, variant: str, counts: tuple[int, ...], source: str) -> None:
    core = workshop.module(in_lanes(variant)).Core()
    assert tuple(core.perft(depth) for depth in range(1, len(counts) + 1)) == counts, source


@pytest.mark.parametrize("variant", [name for name, _, _ in START])
def test_random_games_agree_with_the_reference(workshop: Workshop, variant: str) -> None:
    module = in_lanes(variant)
    play(module, workshop.module(module).Core(), seed=2, plies=24)
