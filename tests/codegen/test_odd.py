"""Variants of unusual pieces and rules: the generated module and the reference say the same along random games."""

from __future__ import annotations

import pytest
from compiled import Workshop, play
from odd_variants import ODD


@pytest.mark.parametrize("variant", ODD)
def test_random_games_agree_with_the_reference(workshop: Workshop, variant: str) -> None:
    module = ODD[variant]()
    core = workshop.module(module).Core()
    for seed in range(4):
        play(module, core, seed=seed, plies=12)
