"""Generated modules of the hand-built variants, counted against somebody else's counts and against the reference."""

from __future__ import annotations

import pytest
from compiled import Workshop, play
from hand_variants import VARIANTS

START = [
    ("shogi", (30, 900, 25470, 719731), "published"),
    ("minishogi", (14, 181, 2512, 35401, 533203), "published"),
    ("cannon-shogi", (60, 3447, 216600), "Fairy-Stockfish"),
    ("sho-shogi", (26, 676, 17368, 445372), "Fairy-Stockfish"),
    ("annan-shogi", (28, 784, 22726, 658600), "brute force program written from the rules"),
    ("cylinder-shogi", (31, 961, 28303, 832015), "brute force program written from the rules"),
]


@pytest.mark.parametrize(("variant", "counts", "source"), START)
def test_start(workshop: Workshop, variant: str, counts: tuple[int, ...], source: str) -> None:
    core = workshop.module(VARIANTS[variant]()).Core()
    assert tuple(core.perft(depth) for depth in range(1, len(counts) + 1)) == counts, source
    assert core.perft(0) == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_agree_with_the_reference(workshop: Workshop, variant: str) -> None:
    module = VARIANTS[variant]()
    play(module, workshop.module(module).Core(), seed=1, plies=24)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_random_games_agree_with_the_reference(workshop: Workshop, variant: str) -> None:
    module = VARIANTS[variant]()
    for seed in range(100, 120):
        play(module, workshop.module(module).Core(), seed=seed, plies=200)
