"""What the games of a match say: Elo with its error, and a sequential test between two hypotheses.

Games are played in pairs, each opening from both sides, and a pair is one observation with five values (0, ½, 1, 1½, 2
points): the results of a pair depend on each other through its opening, so that counting games alone overstates what is
not known. The test is the generalised SPRT of the pentanomial model with bounds in logistic Elo, as Fishtest uses it:
M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution"
(support_MLE_multinomial.pdf, Proposition 1.1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, final

MOST_ELO: Final = 2000
"""Further apart, no chance to win is left that could be told from none."""

PRIOR: Final = 1e-3
"""What an observation that has never been made counts for, so that logarithms are finite (Fishtest's value)."""

_MOST_SCORE: Final = 0.999
"""Beyond this share of the points Elo says nothing (Fishtest's value)."""

Counts = Sequence[int]
"""How often each number of points was made, in ascending order: losses, draws and wins, or the five of pairs."""


@final
@dataclass(frozen=True)
class Estimate:
    """Elo of the first side, half the width of its 95 % interval, and the likelihood that it is the stronger one."""

    elo: float
    error: float
    superiority: float


@final
@dataclass(frozen=True)
class Sprt:
    """H0: the first side is `elo0` stronger, H1: `elo1`, in logistic Elo. `alpha` and `beta` are the chances of wrongly
    taking H1 and H0."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: at the lower one H0 is taken, at the upper one H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def decided(self, pairs: Counts) -> str:
        """`H0`, `H1`, or empty while the games do not say."""
        if not any(pairs):
            return ""
        lower, upper = self.bounds
        ratio = log_likelihood_ratio(pairs, self.elo0, self.elo1)
        return "H0" if ratio <= lower else "H1" if ratio >= upper else ""


def score_of(elo: float) -> float:
    """The share of the points that a side so much stronger gets."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    share = min(max(score, 1 - _MOST_SCORE), _MOST_SCORE)
    return -400 * math.log10(1 / share - 1)


def estimate(counts: Counts) -> Estimate | None:
    """Of losses, draws and wins, or of pairs; None if there are none."""
    if not any(counts):
        return None
    observations, shares = _distribution(counts)
    mean = sum(share * value for value, share in shares)
    deviation = math.sqrt(sum(share * (value - mean) ** 2 for value, share in shares) / observations)
    half = NormalDist().inv_cdf(0.975) * deviation
    error = (elo_of(mean + half) - elo_of(mean - half)) / 2
    return Estimate(elo_of(mean), error, NormalDist().cdf((mean - 0.5) / deviation))


def log_likelihood_ratio(counts: Counts, elo0: float, elo1: float) -> float:
    """How much likelier the counts are under `elo1` than under `elo0`, the most likely distribution with each score
    taken for it."""
    observations, shares = _distribution(counts)
    likeliest = (_likeliest(shares, score_of(elo)) for elo in (elo0, elo1))
    ratios = (math.log(second / first) for first, second in zip(*likeliest, strict=True))
    return observations * sum(share * ratio for (_, share), ratio in zip(shares, ratios, strict=True))


def _distribution(counts: Counts) -> tuple[float, list[tuple[float, float]]]:
    """The number of observations, and (share of the points, how often) for each value."""
    weights = [count or PRIOR for count in counts]
    total = sum(weights)
    return total, [(index / (len(weights) - 1), weight / total) for index, weight in enumerate(weights)]


def _likeliest(shares: Sequence[tuple[float, float]], mean: float) -> list[float]:
    """The distribution with a mean under which the observed one is likeliest: p / (1 + x (value - mean)), with the x
    that makes `mean` its mean. The sum that is to be 0 falls as x grows, between the poles of its terms."""
    low, high = -1 / (shares[-1][0] - mean), -1 / (shares[0][0] - mean)
    for _ in range(200):
        x = (low + high) / 2
        if sum(share * (value - mean) / (1 + x * (value - mean)) for value, share in shares) > 0:
            low = x
        else:
            high = x
    return [share / (1 + x * (value - mean)) for value, share in shares]
