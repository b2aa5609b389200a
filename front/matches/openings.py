"""Starts of games: random moves from a seed, the same wherever they are drawn, and about even if that is asked for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, final

from hensoku.runtime.engine import Engine, Limits
from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant

HASH: Final = 1
"""MiB of the table of the search that says how even a position is."""

_MOST_TRIES = 100


class OpeningError(ValueError):
    """A variant in which so many random moves lead to no position that one can play on from."""


@final
@dataclass(frozen=True)
class Balance:
    """How even an opening has to be: our engine, which sees `nodes` positions, gives neither side more than `most`
    hundredths of a pawn."""

    most: int = 100
    nodes: int = 2000


def opening(
    variant: Variant, plies: int, seed: int, number: int, start: str | None = None, balance: Balance | None = None
) -> Position:
    """The position number `number` of a seed, `plies` random legal moves from the start (or from an SFEN). The game is
    not over there, and the side to move cannot end it at once.

    With a `balance`, the first that is so even, or the most even of all that were drawn: a variant need not be. That
    takes a variant that can search. Raises OpeningError, LoadError."""
    rng = random.Random(f"{seed} {number}")
    drawn = _drawn(variant, plies, rng, start)
    first = next(drawn, None)
    if first is None:
        raise OpeningError(f"no game of {variant.slug} goes on after {plies} random moves, in {_MOST_TRIES} tries")
    if balance is None:
        return first
    lead = _lead_by(Engine(variant, hash=HASH), balance)
    best, least = first, lead(first)
    while least > balance.most:
        other = next(drawn, None)
        if other is None:
            break
        if (of_other := lead(other)) < least:
            best, least = other, of_other
    return best


def _drawn(variant: Variant, plies: int, rng: random.Random, start: str | None) -> Iterator[Position]:
    for _ in range(_MOST_TRIES):
        position = variant.position(start)
        for _ in range(plies):
            legal = sorted(position.legal_moves)
            if not legal or position.outcome() is not None:
                break
            position.push(rng.choice(legal))
        else:
            if position.outcome() is None and not _ends_at_once(position):
                yield position


def _lead_by(engine: Engine, balance: Balance) -> Callable[[Position], float]:
    """How far one of the sides is ahead, as the engine sees it, which remembers nothing of other positions."""

    def lead(position: Position) -> float:
        engine.forget()
        score = engine.think(position, Limits(nodes=balance.nodes)).score
        return float("inf") if score is None or score.pawns is None else abs(score.pawns)

    return lead


def _ends_at_once(position: Position) -> bool:
    for move in position.legal_moves:
        position.push(move)
        over = position.outcome() is not None
        position.pop()
        if over:
            return True
    return False
