"""Counts with and without sets of squares agree on the positions of random games.

The count that makes and tests every move is the oracle here; it is held against the interpreter and tables elsewhere.
"""

from __future__ import annotations

import random

import pytest

import hensoku
from hensoku.compiler.options import Options
from hensoku.loading import load_with

SLUGS = ("anhoku-shogi", "antouzai-shogi", "cannon-shogi", "cylinder-shogi", "shogi", "whale-shogi")
OTHERS = (
    "anki-shogi",
    "annan-shogi",
    "chu-shogi",
    "dai-shogi",
    "heian-dai-shogi",
    "kyoto-shogi",
    "minixiangqi",
    "sho-shogi",
    "tenjiku-annan",
    "tori-shogi",
    "torus-shogi",
    "unashogi",
    "wa-shogi",
    "xiangqi",
)
"""Only in the slow run."""

FEW, MANY = 150, 4000
PLIES = 160


def positions(slug: str, count: int) -> list[tuple[hensoku.Position, hensoku.Position]]:
    """The same positions without and with sets, of random games that take more often than not."""
    made, sets = (load_with(slug, "compiled", options=Options(tier=tier, optimise=1)) for tier in (0, 1))
    rng = random.Random(f"tiers {slug}")
    found: list[tuple[hensoku.Position, hensoku.Position]] = []
    while len(found) < count:
        game = made.position()
        for _ in range(rng.randrange(10, PLIES)):
            moves = sorted(game.legal_moves)
            if not moves:
                break
            taking = [move for move in moves if game.victims(move)]
            game.push(rng.choice(taking if taking and rng.random() < 0.3 else moves))
            if rng.random() < 0.3:
                found.append((made.position(game.sfen()), sets.position(game.sfen())))
    return found[:count]


def agree(slug: str, count: int) -> None:
    for made, sets in positions(slug, count):
        assert sets.perft(2) == made.perft(2), made.sfen()


@pytest.mark.parametrize("slug", SLUGS)
def test_tiers_agree(slug: str) -> None:
    agree(slug, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("slug", [*SLUGS, *OTHERS])
def test_tiers_agree_on_many_positions(slug: str) -> None:
    agree(slug, MANY)
