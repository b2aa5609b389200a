"""How much of a clock one move may use."""

from __future__ import annotations

import pytest

from hensoku.runtime.engine.limits import Clock, Limits, budget

CASES = (
    # limits, least and most seconds for `enough`, least and most for `most`
    (Limits(clock=Clock(60)), 1, 4, 4, 30),
    (Limits(clock=Clock(0, byoyomi=10)), 7, 10, 9, 9.99),
    (Limits(clock=Clock(0.1, increment=0.1)), 0.01, 0.1, 0.01, 0.1),
    (Limits(clock=Clock(600, moves=2)), 100, 480, 300, 570),
    (Limits(clock=Clock()), 0.001, 0.001, 0.001, 0.001),
)


@pytest.mark.parametrize(("limits", "least", "most", "hard_least", "hard_most"), CASES)
def test_clocks(limits: Limits, least: float, most: float, hard_least: float, hard_most: float) -> None:
    allowed = budget(limits)
    assert allowed.enough is not None
    assert allowed.most is not None
    assert least <= allowed.enough <= most
    assert hard_least <= allowed.most <= hard_most


@pytest.mark.parametrize("left", [0.0, 0.01, 0.05, 0.2, 1, 10, 1000])
@pytest.mark.parametrize("increment", [0.0, 0.05, 1])
@pytest.mark.parametrize("byoyomi", [0.0, 0.1, 30])
def test_no_clock_runs_out(left: float, increment: float, byoyomi: float) -> None:
    most = budget(Limits(clock=Clock(left, increment, byoyomi))).most
    assert most is not None
    assert most <= max(left + byoyomi, 0.001)


@pytest.mark.parametrize(
    ("limits", "most"),
    [
        (Limits(), 1.0),
        (Limits(depth=3), None),
        (Limits(infinite=True), None),
        (Limits(seconds=2), 2),
        (Limits(nodes=9), None),
    ],
)
def test_without_a_clock(limits: Limits, most: float | None) -> None:
    assert budget(limits).most == most
    assert budget(limits).enough is None or not limits.infinite
