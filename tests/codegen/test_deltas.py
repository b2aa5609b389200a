"""The last two plies counted at once agree with moves that are made, in games that are steered at what is rare.

The count whose first moves are all made is the oracle here; it is held against the interpreter and tables elsewhere.
The module is built so that each formula is also held against making its move; what differs is told on stderr.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

import hensoku
from hensoku.compiler.options import Options
from hensoku.loading import load_with

SLUGS = ("cannon-shogi", "cylinder-shogi", "kyoto-shogi", "sho-shogi", "shogi")
MORE = (
    "check-shogi",
    "euro-shogi",
    "makruk",
    "micro-shogi",
    "minishogi",
    "tori-shogi",
    "torus-shogi",
    "wa-shogi-with-drops",
    "yari-shogi",
)
FEW, MANY = 120, 100_000 // 4
"""Positions of each taste: few by default, a hundred thousand of each family of rules in the slow run."""

PLIES = 160
TRIED = 8

Taste = Callable[[hensoku.Position, hensoku.Move], int]
"""How much a game wants a move; of several random ones it takes the one that it wants most."""


def after(game: hensoku.Position, move: hensoku.Move, wanted: Callable[[hensoku.Position], int]) -> int:
    game.push(move)
    worth = wanted(game)
    game.pop()
    return worth


TASTES: dict[str, Taste] = {
    "anything": lambda _game, _move: 0,
    "captures": lambda game, move: len(game.victims(move)),
    "few replies": lambda game, move: -after(game, move, lambda after: after.perft(1)),
    "many replies": lambda game, move: after(game, move, lambda after: after.perft(1)),
}


def positions(slug: str, taste: Taste, count: int) -> Iterator[str]:
    """Positions of random games; every other move is chosen by a taste."""
    variant = load_with(slug, "compiled", options=Options(tier=1, optimise=1))
    rng = random.Random(f"deltas {slug}")
    found = 0
    while found < count:
        game = variant.position()
        for _ in range(rng.randrange(10, PLIES)):
            moves = sorted(game.legal_moves)
            if not moves:
                break
            some = rng.sample(moves, min(TRIED, len(moves))) if rng.random() < 0.5 else [rng.choice(moves)]
            game.push(max(some, key=lambda move: taste(game, move)))
            if rng.random() < 0.3:
                found += 1
                yield game.sfen()


def agree(slug: str, taste: Taste, count: int, depth: int, told: pytest.CaptureFixture[str]) -> None:
    one, two = (
        load_with(slug, "compiled", options=Options(tier=tier, optimise=1, self_check=tier == 2)) for tier in (1, 2)
    )
    for sfen in positions(slug, taste, count):
        assert two.position(sfen).perft(depth) == one.position(sfen).perft(depth), sfen
    assert told.readouterr().err == ""


@pytest.mark.parametrize("slug", SLUGS)
def test_deltas_agree(slug: str, capfd: pytest.CaptureFixture[str]) -> None:
    for taste in TASTES.values():
        agree(slug, taste, FEW // len(TASTES), 2, capfd)
    agree(slug, TASTES["captures"], 3, 3, capfd)


@pytest.mark.slow
@pytest.mark.parametrize("taste", TASTES.values(), ids=list(TASTES))
@pytest.mark.parametrize("slug", SLUGS + MORE)
def test_deltas_agree_on_many_positions(slug: str, taste: Taste, capfd: pytest.CaptureFixture[str]) -> None:
    agree(slug, taste, MANY, 2, capfd)
