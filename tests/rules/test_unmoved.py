"""That a piece has never moved is part of a position only where it may make a difference."""

from __future__ import annotations

import pytest

import hensoku


@pytest.mark.parametrize("backend", ["reference", pytest.param("compiled", marks=pytest.mark.slow)])
def test_a_king_that_comes_back(backend: hensoku.Backend) -> None:
    """Only Pawns have a first move of their own: with the Kings back the start is there again (rules of chess)."""
    position = hensoku.load("peasants-revolt", backend=backend).position()
    for _ in range(2):
        assert position.outcome() is None
        for move in ("4h3h", "4a3a", "3h4h", "3a4a"):
            position.push(move)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "repetition")
