"""Positions from seeded random play."""

from __future__ import annotations

import random

import hensoku


def random_position(variant: hensoku.Variant, most: int, dice: random.Random) -> hensoku.Position:
    """After at most so many random moves from the start; the game goes on."""
    while True:
        position = variant.position()
        for _ in range(dice.randint(0, most)):
            if position.outcome() is not None:
                break
            position.push(dice.choice(position.legal_moves))
        if position.outcome() is None:
            return position
