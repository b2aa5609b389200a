"""Elo, its error, and the sequential test, beside what Fishtest's own code says of the same counts."""

from __future__ import annotations

import pytest

from hensoku.matches.statistics import Sprt, estimate, log_likelihood_ratio

# counts, Elo of H0 and H1, then from Fishtest (LLR_logistic and get_elo): log-likelihood ratio, Elo, error, likelihood
FISHTEST = [
    ((10789, 19328, 33806, 19402, 10543), (-3, 1), 2.131068, -0.7736, 1.2776, 0.117659),
    ((1187, 7410, 13475, 7378, 1164), (-3, 1), 2.861527, -0.4426, 1.7299, 0.308014),
    ((39, 2226, 31451, 2412, 40), (0.2, 0.9), 2.162543, 0.903, 0.6625, 0.996222),
    ((0, 0, 1, 0, 4), (0, 10), 0.141853, 381.0421, 516.1853, 0.999996),
    ((5, 5, 30, 12, 9), (0, 5), 0.331605, 42.9347, 47.4894, 0.964206),
    ((100, 50, 120), (0, 5), 0.31897, 25.7832, 37.637, 0.911966),
    ((0, 0, 0, 0, 25), (0, 10), 0.70926, 1199.8262, 108.881, 1.0),
]


@pytest.mark.parametrize(("counts", "elos", "ratio", "elo", "error", "superiority"), FISHTEST)
def test_beside_fishtest(
    counts: tuple[int, ...], elos: tuple[float, float], ratio: float, elo: float, error: float, superiority: float
) -> None:
    assert log_likelihood_ratio(counts, *elos) == pytest.approx(ratio, abs=1e-5)
    found = estimate(counts)
    assert found is not None
    assert (found.elo, found.error, found.superiority) == pytest.approx((elo, error, superiority), abs=1e-3)


def test_no_games_say_nothing() -> None:
    assert estimate((0, 0, 0)) is None
    assert Sprt(0, 5).decided((0, 0, 0, 0, 0)) == ""


def test_sprt() -> None:
    test = Sprt(0, 100)
    assert test.bounds == pytest.approx((-2.944439, 2.944439), abs=1e-6)  # ln(1/19): Wald, 1945
    assert test.decided((0, 2, 4, 10, 30)) == "H1"
    assert test.decided((30, 10, 4, 2, 0)) == "H0"
    assert test.decided((1, 2, 3, 2, 1)) == ""
