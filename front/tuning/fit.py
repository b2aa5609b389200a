"""Numbers under which the evaluation tells best how games end (Texel's method), by numpy.

A position's target is between the result of its game and what the search thought of it, both as chances to win: the
result is true and says little of one position, the score says more and is only as good as the engine.

    chance(value) = 1 / (1 + exp(-value / SCALE))

The scale is that under which the numbers there are tell the results best. Then the cross entropy of chances and
targets is made least, each number held back by how far off it may well be (`Number.likely`), in Newton's steps. The
evaluation is linear in all numbers but those of danger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, final

import numpy as np

from hensoku.runtime.engine.contract import COUNTED
from hensoku.tuning.numbers import Number, Numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hensoku.tuning.games import Sample

Floats: TypeAlias = "NDArray[np.float64]"

OF_RESULT: Final = 0.5
"""The part of a target that is the result of the game; the rest is the score of the search."""

INDEPENDENT: Final = 4
"""So many positions of a game count as if they had been played for their own sake: the others repeat them."""

STEPS: Final = 40
ROWS: Final = 8192
"""So many positions are looked at together, so that it does not take more memory than the positions themselves."""

UNITS: Final = 256
_MOST_SCORE: Final = 3000


@final
@dataclass(frozen=True)
class Positions:
    """What samples say, a row each: `counts` by side, number and kind; `standing` by kind and square, 1 for an own
    piece and -1 for the other side's; `games` the game of each."""

    counts: NDArray[np.int32]
    standing: NDArray[np.int8]
    scores: Floats
    results: Floats
    games: NDArray[np.int64]

    @staticmethod
    def of(numbers: Numbers, games: Sequence[Sequence[Sample]]) -> Positions:
        every = [(number, sample) for number, samples in enumerate(games) for sample in samples]
        faces = list(numbers.evaluation.faces.values())
        standing = np.zeros((len(every), len(faces), len(faces[0].squares)), np.int8)
        for row, (_, sample) in enumerate(every):
            for sign, pieces in zip((1, -1), sample.pieces, strict=True):
                for kind, square in pieces:
                    standing[row, kind, square] += sign
        return Positions(
            np.array([sample.counts for _, sample in every], np.int32),
            standing,
            np.clip(np.array([sample.score for _, sample in every], np.float64), -_MOST_SCORE, _MOST_SCORE),
            np.array([sample.result for _, sample in every], np.float64),
            np.array([number for number, _ in every], np.int64),
        )

    def parts(self) -> Iterator[Positions]:
        """At most `ROWS` in each."""
        rows = np.arange(len(self.results))
        for first in range(0, len(rows), ROWS):
            yield self.where((first <= rows) & (rows < first + ROWS))

    def where(self, chosen: NDArray[np.bool_]) -> Positions:
        return Positions(
            self.counts[chosen], self.standing[chosen], self.scores[chosen], self.results[chosen], self.games[chosen]
        )


@final
@dataclass(frozen=True)
class Fitted:
    """New values of the free numbers. `before` and `after` are the cross entropy of the results of games that were left
    out of a first fit, in bits a position; `error` is half the 95 % interval of the difference, by games."""

    numbers: tuple[Number, ...]
    scale: float
    before: float
    after: float
    error: float


def fit(numbers: Numbers, games: Sequence[Sequence[Sample]]) -> Fitted:
    """The numbers that tell the games best. Raises ValueError if the games say nothing."""
    positions = Positions.of(numbers, games)
    if not len(positions.results) or len(set(positions.results.tolist())) < 2:
        raise ValueError("the games have no quiet positions of both results: more games are needed")
    parts = [Values(numbers, part) for part in positions.parts()]
    seen = np.any([part.seen() for part in parts], axis=0)
    numbers = replace(numbers, free=tuple(number for number, known in zip(numbers.free, seen, strict=True) if known))
    scale = _scale(np.concatenate([part.now() for part in parts]), positions.results)
    del parts
    apart = positions.games % 5 == 0
    tried = _fit(numbers, positions.where(~apart), scale)
    before, after, error = _compared(numbers, tried, positions.where(apart), scale)
    return Fitted(_fit(numbers, positions, scale), scale, before, after, error)


def values(numbers: Numbers, games: Sequence[Sequence[Sample]]) -> list[float]:
    """What the evaluation says of each position, from its counts."""
    return [float(value) for value in Values(numbers, Positions.of(numbers, games)).now()]


@final
class Values:
    """The evaluation of many positions, as the free numbers change by `x`, in units of how far off they may be."""

    def __init__(self, numbers: Numbers, positions: Positions) -> None:
        self._numbers = numbers
        own, other = np.moveaxis(positions.counts.astype(np.float64), 1, 0)
        self._counts = dict(zip(COUNTED, np.moveaxis(own - other, 1, 0), strict=True))
        self._standing = positions.standing
        self._near = [side[:, COUNTED.index("force")] for side in (own, other)]
        self._held = [side[:, COUNTED.index("hand")] for side in (own, other)]
        self._linear = np.stack([self._column(number) for number in numbers.free], axis=1).astype(np.float32)
        self._start = np.array([number.value for number in numbers.free], np.float64)
        self._likely = np.array([number.likely for number in numbers.free], np.float64)
        self._bounds = np.array([number.bounds for number in numbers.free], np.float64).T
        self._base = self._whole()

    def _column(self, number: Number) -> Floats:
        """What a number is multiplied by; 0 for those of danger."""
        advance = self._numbers.evaluation.advance
        rows = len(self._counts["price"])
        match number.name:
            case "price" | "hand" | "mobility":
                return np.asarray(self._counts[number.name][:, number.kind])
            case "square":
                return np.asarray(self._standing[:, number.kind, list(number.squares)].sum(axis=1), np.float64)
            case "advance" if advance:
                return np.asarray((self._counts["place"].sum(axis=1) - self._said()) / advance)
            case "tempo":
                return np.ones(rows)
            case _:
                return np.zeros(rows)

    def _said(self) -> Floats:
        """What the squares of pieces are worth that a definition names."""
        squares = np.array([face.squares for face in self._numbers.evaluation.faces.values()], np.float64)
        return np.asarray(np.einsum("rks,ks->r", self._standing, squares))

    def _whole(self) -> Floats:
        """All that is linear, with the numbers as they are."""
        evaluation = self._numbers.evaluation
        faces = list(evaluation.faces.values())
        total = self._counts["place"].sum(axis=1) + evaluation.tempo
        for name in ("price", "hand", "mobility"):
            total = total + self._counts[name] @ np.array([getattr(face, name) for face in faces], np.float64)
        return np.asarray(total)

    def now(self) -> Floats:
        return self.at(np.zeros(len(self._start)))[0]

    def inside(self, x: Floats) -> Floats:
        """The nearest values that a definition may say."""
        return np.asarray((np.clip(self._start + self._likely * x, *self._bounds) - self._start) / self._likely)

    def seen(self) -> list[bool]:
        """Which numbers the value of any position depends on."""
        return [bool(one) for one in (self.at(np.zeros(len(self._start)))[1] != 0).any(axis=0)]

    def numbers(self, x: Floats) -> tuple[Number, ...]:
        said = np.rint(self._start + self._likely * x).astype(int).tolist()
        return tuple(replace(number, value=value) for number, value in zip(self._numbers.free, said, strict=True))

    def at(self, x: Floats) -> tuple[Floats, Floats]:
        """The values, and how they change with each of `x`."""
        moved = self._likely * x
        value, slope = self._base + self._linear @ moved, self._linear.astype(np.float64)
        for sign, near, held in zip((1, -1), self._near, self._held, strict=True):
            danger, change = self._danger(self._start + moved, near, held)
            value, slope = value + sign * danger, slope + sign * change
        return value, slope * self._likely

    def _danger(self, said: Floats, near: Floats, held: Floats) -> tuple[Floats, Floats]:
        """As `hk_danger`, but that halves of units are not dropped."""
        evaluation, free = self._numbers.evaluation, self._numbers.free
        force = np.array([face.force for face in evaluation.faces.values()], np.float64)
        whole = {"danger": float(evaluation.danger), "most_danger": float(evaluation.most_danger)}
        for number, value in zip(free, said, strict=True):
            if number.name == "force":
                force[number.kind] = value
            elif number.name in whole:
                whole[number.name] = float(value)
        attacked = near @ force > 0
        weights = near + held / 2 * attacked[:, None]
        units = np.where(attacked, weights @ force, 0.0)
        danger = units**2 * whole["danger"] / UNITS
        below = danger < whole["most_danger"]
        by_name = {"danger": np.where(below, units**2 / UNITS, 0.0), "most_danger": np.where(below, 0.0, 1.0)}
        by_force = np.where(below, 2 * units * whole["danger"] / UNITS, 0.0)[:, None] * weights
        columns = [
            by_force[:, number.kind] if number.name == "force" else by_name.get(number.name, np.zeros(len(units)))
            for number in free
        ]
        return np.where(below, danger, whole["most_danger"]), np.stack(columns, axis=1)


def chances(value: Floats, scale: float) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(value / scale, -30, 30))))


def _entropies(value: Floats, target: Floats, scale: float) -> Floats:
    """Of each position, in bits."""
    chance = np.clip(chances(value, scale), 1e-9, 1 - 1e-9)
    return np.asarray(-(target * np.log2(chance) + (1 - target) * np.log2(1 - chance)))


def _scale(value: Floats, results: Floats) -> float:
    """Of those that are a tenth apart, the one that tells the results best."""
    tried = 50 * 1.1 ** np.arange(40)
    return float(min(tried, key=lambda scale: _entropies(value, results, scale).mean()))


def _fit(numbers: Numbers, positions: Positions, scale: float) -> tuple[Number, ...]:
    """Newton's steps, shorter where one does not help (Levenberg and Marquardt's damping)."""
    loss = _Loss(numbers, positions, scale)
    x, damping = np.zeros(len(numbers.free)), 1e-3
    best = loss.at(x)
    for _ in range(STEPS):
        gradient, curvature = loss.slopes(x)
        step = np.linalg.solve(curvature + damping * np.diag(np.diag(curvature)), gradient)
        tried = loss.parts[0].inside(x - step)
        found = loss.at(tried)
        gain, damping = best - found, damping / 4 if found < best else damping * 8
        if gain > 0:
            x, best = tried, found
        if abs(gain) < 1e-6 * best or damping > 1e9:
            break
    return loss.parts[0].numbers(x)


@final
class _Loss:
    """What is made least, in nats: the entropy, with what numbers cost that go far."""

    def __init__(self, numbers: Numbers, positions: Positions, scale: float) -> None:
        every = list(positions.parts())
        self.parts = [Values(numbers, part) for part in every]
        self._scale = scale
        self._targets = [OF_RESULT * part.results + (1 - OF_RESULT) * chances(part.scores, scale) for part in every]
        self._weight = min(1.0, INDEPENDENT * len(set(positions.games.tolist())) / len(positions.results))

    def at(self, x: Floats) -> float:
        entropies = (_entropies(part.at(x)[0], target, self._scale).sum() for part, target in self._each())
        return float(self._weight * np.log(2) * sum(entropies) + (x**2).sum() / 2)

    def slopes(self, x: Floats) -> tuple[Floats, Floats]:
        """The gradient, and the curvature as far as it comes of the entropy's own."""
        gradient, curvature = x.copy(), np.eye(len(x))
        for part, target in self._each():
            value, slope = part.at(x)
            chance, slope = chances(value, self._scale), slope / self._scale
            gradient += self._weight * slope.T @ (chance - target)
            curvature += self._weight * (slope * (chance * (1 - chance))[:, None]).T @ slope
        return gradient, curvature

    def _each(self) -> Iterator[tuple[Values, Floats]]:
        return zip(self.parts, self._targets, strict=True)


def _compared(
    numbers: Numbers, found: Sequence[Number], positions: Positions, scale: float
) -> tuple[float, float, float]:
    """The entropy of the results before and after, and the error of the difference, each game being one observation."""
    parts = [Values(numbers, part) for part in positions.parts()]
    x = np.array([(new.value - old.value) / old.likely for new, old in zip(found, numbers.free, strict=True)])
    values_of = (np.concatenate([part.at(at)[0] for part in parts]) for at in (np.zeros(len(x)), x))
    before, after = (_entropies(value, positions.results, scale) for value in values_of)
    _, at = np.unique(positions.games, return_inverse=True)
    sums = np.bincount(at, after - before)
    error = 1.96 * float(sums.std()) * len(sums) ** 0.5 / len(before) if len(sums) else 0.0
    return float(before.mean()), float(after.mean()), error


def by_name(numbers: Sequence[Number]) -> Mapping[str, Any]:
    """Numbers as a definition says them."""
    told: dict[str, Any] = {}
    for number in numbers:
        if number.region:
            told.setdefault(number.name, {}).setdefault(number.piece, {})[number.region] = number.value
        elif number.piece:
            told.setdefault(number.name, {})[number.piece] = number.value
        else:
            told[number.name] = number.value
    return told
