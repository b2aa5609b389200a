"""Random choices: a seeded generator with the few questions that the fuzzer asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar, final

T = TypeVar("T")


@final
class Dice(Random):
    """Seeded with a text, so that a run and a number name a definition for good."""

    def chance(self, probability: float) -> bool:
        return self.random() < probability

    def weighted(self, weights: Mapping[T, float]) -> T:
        """A key, as often as its weight says."""
        return self.choices(list(weights), list(weights.values()))[0]

    def some(self, choices: Sequence[T], fewest: int, most: int) -> list[T]:
        """Some of the choices, each at most once, in their order."""
        count = min(self.randint(fewest, most), len(choices))
        chosen = set(self.sample(range(len(choices)), count))
        return [choice for index, choice in enumerate(choices) if index in chosen]
