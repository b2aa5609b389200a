"""Games that are played to the end by legal moves at random."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from hensoku.runtime.contract import DRAW, Core
from hensoku.runtime.judge import Judge
from hensoku.runtime.numbers import whole
from hensoku.runtime.outcome import Verdict

MOST_MOVES: Final = 10_000
"""So many moves a random game has at most, unless one asks for more or less: some variants know games without end."""

_MASK = (1 << 64) - 1


@final
@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of random games: how many `games`, of which each side has won so many (`wins`, by its name), so many
    were drawn, and so many `unfinished` when they had as many moves as was allowed; and all their `moves`."""

    games: int
    wins: dict[str, int]
    draws: int
    unfinished: int
    moves: int


def seed_of(seed: int | None) -> int:
    """A seed of 64 bits; one by chance for None."""
    if seed is not None:
        return whole(seed, "a seed") & _MASK
    from random import getrandbits

    return getrandbits(64)


def play_out(judge: Judge, core: Core, number: int, seed: int, most: int) -> tuple[int, Verdict | None]:
    """Play at random from where the core stands until the game is over, or `most` moves were made. Gives the seed to go
    on with, and how the game has ended."""
    end = core.made + most
    while True:
        before, left = core.made, end - core.made
        limit = judge.moves_left(core, number)
        seed = core.wander(seed, judge.times, judge.forbids, left if limit is None else min(left, limit))
        verdict = judge.verdict(core, number)
        if verdict is not None or core.made == end:
            return seed, verdict
        if core.made == before:  # two positions have one key, and what was taken for a repetition is none
            seed = core.wander(seed, 0, False, 1)


def play_many(
    judge: Judge, core: Core, players: tuple[str, str], number: int, seed: int, most: int, games: int
) -> Playouts:
    """`games` games from where the core stands, each in a copy: a long game is sooner thrown away than taken back."""
    start, moves = core.made, 0
    ends: dict[int | None, int] = dict.fromkeys((0, 1, DRAW, None), 0)
    for _ in range(games):
        game = core.copy()
        seed, verdict = play_out(judge, game, number, seed, most)
        ends[verdict.winner if verdict else None] += 1
        moves += game.made - start
    return Playouts(games, {side: ends[index] for index, side in enumerate(players)}, ends[DRAW], ends[None], moves)
