"""Mates by checks alone, found in random games and proved by trying everything: `python tests/support/tsume.py`.

It writes `tests/data/mates.jsonl` anew. The prover below knows nothing of the search: it asks a core for its moves,
makes all that give check, and lets the defender make all of his. It takes any core; tests let it prove rows over the
reference interpreter, the slow run all of them.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import hensoku
from hensoku.runtime.contract import Core

FILE = Path(__file__).parents[1] / "data" / "mates.jsonl"
SEED = 7
LONGEST_GAME = 140

WANTED: Mapping[str, Mapping[int, int]] = {
    "shogi": {1: 8, 3: 22, 5: 20, 7: 10},
    "annan-shogi": {1: 4, 3: 8, 5: 8},
    "cannon-shogi": {1: 4, 3: 8, 5: 8},
    "cylinder-shogi": {1: 4, 3: 8, 5: 8},
    "sho-shogi": {1: 4, 3: 8, 5: 8},
}
"""How many mates of how many plies, by variant."""


class TooManyError(Exception):
    """The prover has looked at as many positions as it may."""


@dataclass
class Prover:
    """Proves mates on a core, which it leaves as it was. `left`: so many positions it may look at."""

    core: Core
    left: int = 1_000_000

    def shortest(self, most: int) -> int | None:
        """The least odd number of plies, at most so many, in which the side to move mates by checks; None if it does
        not."""
        return next((plies for plies in range(1, most + 1, 2) if self.mates(plies)), None)

    def mates(self, plies: int) -> bool:
        attacker = self.core.turn
        return any(self._after(code, lambda: self._check_mates(attacker, plies - 1)) for code in self._legal())

    def _check_mates(self, attacker: int, plies: int) -> bool:
        """Whether the move just made is a check that mates."""
        if not self.core.in_check(1 - attacker):
            return False
        replies = self._legal()
        if not replies:
            ended = self.core.ended()
            return ended is None or ended[1] == attacker
        return plies > 0 and all(self._after(code, lambda: self.mates(plies - 1)) for code in replies)

    def _legal(self) -> list[int]:
        self.left -= 1
        if self.left < 0:
            raise TooManyError
        return self.core.legal()

    def _after(self, code: int, ask: Callable[[], bool]) -> bool:
        self.core.push(code)
        try:
            return ask()
        finally:
            self.core.pop()


def games(slug: str, dice: random.Random) -> Iterator[hensoku.Position]:
    """Positions of games in which one side plays at random and the other takes what it can."""
    variant = hensoku.load(slug, backend="compiled")
    while True:
        position = variant.position()
        while position.outcome() is None and len(position.history) < LONGEST_GAME:
            moves = position.legal_moves
            taking = [move for move in moves if position.victims(move)]
            greedy = taking and dice.random() < 0.6
            position.push(dice.choice(taking if greedy else moves))
            yield position


def collect(slug: str, wanted: Mapping[int, int], budget: int = 30_000) -> Iterator[dict[str, object]]:
    dice, found = random.Random(f"{SEED}{slug}"), Counter[int]()
    most = max(wanted)
    for position in games(slug, dice):
        if position.outcome() is not None:
            continue
        sfen = position.sfen()
        try:
            fresh = position.variant.position(sfen)
            plies = Prover(fresh._core, budget).shortest(most)
        except TooManyError:
            continue
        if plies is not None and found[plies] < wanted.get(plies, 0):
            found[plies] += 1
            yield {"variant": slug, "sfen": sfen, "plies": plies}
        if all(found[length] >= count for length, count in wanted.items()):
            return


def main() -> None:
    rows = []
    for slug, wanted in WANTED.items():
        for row in collect(slug, wanted):
            rows.append(row)
            sys.stdout.write(f"{len(rows)} {row}\n")
            sys.stdout.flush()
    FILE.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


if __name__ == "__main__":
    main()
