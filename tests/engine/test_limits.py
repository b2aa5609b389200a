"""How much of a clock one move may use."""

from __future__ import annotations

import math

import pytest

import hensoku
from hensoku.runtime.engine.limits import Clock, Limits, budget, most_nodes, whole_number

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
        (Limits(seconds=math.inf), 1e9),
        (Limits(nodes=9), None),
    ],
)
def test_without_a_clock(limits: Limits, most: float | None) -> None:
    assert budget(limits).most == most
    assert budget(limits).enough is None or not limits.infinite


@pytest.mark.parametrize(
    ("word", "number"),
    [("12", 12), ("-3", -3), ("007", 7), ("-0", 0), ("9" * 5000, 10**12), ("-" + "9" * 30, -(10**12)), ("0" * 5000, 0)]
    + [(word, None) for word in ("", "-", "--3", "1.5", "x", "1e3", "²")],
)
def test_numbers_as_programs_write_them(word: str, number: int | None) -> None:
    assert whole_number(word) == number


@pytest.mark.parametrize(("nodes", "most"), [(None, 0), (0, 1), (-5, 1), (7, 7), (10**30, 10**12)])
def test_positions_to_see(nodes: int | None, most: int) -> None:
    assert most_nodes(Limits(nodes=nodes)) == most


@pytest.mark.parametrize("limits", [{"depth": 0}, {"depth": -1}, {"nodes": 0}, {"nodes": -1}, {"mate": 0}])
def test_a_limit_below_one_is_answered_at_once(limits: dict[str, int]) -> None:
    position = hensoku.load("minishogi").position()
    report = position.search(**limits)
    assert "mate" in limits or position.is_legal(report.best or "")
