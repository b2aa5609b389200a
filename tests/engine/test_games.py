"""Games between random settings, over all variants: every move is legal, nothing breaks, no clock runs out."""

from __future__ import annotations

import random
import time
from functools import cache

import pytest
from counts import SHEETS

import hensoku

GAMES, LONGEST = 200, 120
BEGIN, INCREMENT = 0.1, 0.1
LATE = 0.5
"""Seconds by which a machine that is busy with other things may wake a thread late."""

PAIRS = [(SHEETS[number % len(SHEETS)], number) for number in range(GAMES)]


@cache
def variant(slug: str) -> hensoku.Variant:
    return hensoku.load(slug, backend="compiled")


def drawn_limits(dice: random.Random, left: float) -> hensoku.Limits:
    match dice.randrange(4):
        case 0:
            return hensoku.Limits(depth=dice.randint(1, 3), nodes=5000)
        case 1:
            return hensoku.Limits(nodes=dice.randint(1, 3000))
        case 2:
            return hensoku.Limits(seconds=dice.uniform(0, 0.02))
        case _:
            return hensoku.Limits(clock=hensoku.Clock(left, INCREMENT))


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "number"), PAIRS)
def test_games(slug: str, number: int) -> None:
    dice, position = random.Random(number), variant(slug).position()
    players = [
        hensoku.Engine(position.variant, hash=dice.choice((1, 8)), threads=dice.choice((1, 1, 2))) for _ in (0, 1)
    ]
    left = [BEGIN, BEGIN]
    while position.outcome() is None and len(position.history) < LONGEST:
        side = len(position.history) % 2
        limits, begun = drawn_limits(dice, left[side]), time.monotonic()
        report = players[side].think(position, limits, lines=dice.choice((1, 1, 3)))
        took = time.monotonic() - begun
        if limits.clock is not None:
            assert took <= left[side] + LATE
            left[side] = max(left[side] - took, 0) + INCREMENT
        if report.declares:
            assert position.declaration() is not None
            return
        assert report.best is not None, position.sfen()
        for line in report.lines:
            twin = position.copy()
            for move in line.moves:
                twin.push(move)
        position.push(report.best)
