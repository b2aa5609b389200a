"""Starts of games: random moves from a seed, the same wherever they are drawn."""

from __future__ import annotations

import random

from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant

_MOST_TRIES = 100


class OpeningError(ValueError):
    """A variant in which so many random moves lead to no position that one can play on from."""


def opening(variant: Variant, plies: int, seed: int, number: int, start: str | None = None) -> Position:
    """The position number `number` of a seed, `plies` random legal moves from the start (or from an SFEN). The game is
    not over there, and the side to move cannot end it at once."""
    rng = random.Random(f"{seed} {number}")
    for _ in range(_MOST_TRIES):
        position = variant.position(start)
        for _ in range(plies):
            legal = sorted(position.legal_moves)
            if not legal or position.outcome() is not None:
                break
            position.push(rng.choice(legal))
        else:
            if position.outcome() is None and not _ends_at_once(position):
                return position
    raise OpeningError(f"no game of {variant.slug} goes on after {plies} random moves, in {_MOST_TRIES} tries")


def _ends_at_once(position: Position) -> bool:
    for move in position.legal_moves:
        position.push(move)
        over = position.outcome() is not None
        position.pop()
        if over:
            return True
    return False
