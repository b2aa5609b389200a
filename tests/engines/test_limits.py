"""Limits of time as text, and the clocks that they wind."""

from __future__ import annotations

import pytest

from hensoku.engines.limits import Clock, Limits, LimitsError


@pytest.mark.parametrize(
    ("text", "limits", "shown"),
    [
        ("10+0.1", Limits(time=10, increment=0.1), "10+0.1"),
        ("60", Limits(time=60), "60"),
        ("time=60,byoyomi=5", Limits(time=60, byoyomi=5), "60,byoyomi=5"),
        (" byoyomi = 1 ", Limits(byoyomi=1), "byoyomi=1"),
        ("0+0.5", Limits(increment=0.5), "increment=0.5"),
        (
            "depth=6, nodes=100, movetime=0.1",
            Limits(movetime=0.1, depth=6, nodes=100),
            "movetime=0.1,depth=6,nodes=100",
        ),
    ],
)
def test_parse(text: str, limits: Limits, shown: str) -> None:
    assert Limits.parse(text) == limits
    assert str(limits) == shown
    assert Limits.parse(shown) == limits


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no number for time"),
        ("fast", "'fast' is no number for time"),
        ("10+", "'' is no number for increment"),
        ("speed=3", "'speed' is no limit of time"),
        ("depth=1.5", "'1.5' is no number for depth"),
        ("depth=0", "depth cannot be 0"),
        ("time=-1", "time cannot be -1"),
        ("nan", "time cannot be nan"),
    ],
)
def test_parse_refuses(text: str, said: str) -> None:
    with pytest.raises(LimitsError, match=said):
        Limits.parse(text)


# limits, margin, seconds of each move, what is left after each, whether each was in time; worked out by hand
CLOCKS: list[tuple[str, float, list[float], list[float], list[bool]]] = [
    ("10", 0, [4, 5, 2], [6, 1, 0], [True, True, False]),
    ("1+0.5", 0, [1.5, 0.25, 0.9], [0.5, 0.75, 0.5], [True, True, False]),
    ("2,byoyomi=1", 0, [0.5, 2.5, 1.5, 1.0], [2, 0.5, 0, 0], [True, True, True, True]),
    ("byoyomi=1", 0.25, [1.0, 1.25, 1.5], [0, 0, 0], [True, True, False]),
    ("movetime=1", 0.5, [1.5, 2], [0, 0], [True, False]),
    ("depth=3", 0, [1000], [0], [True]),
]


@pytest.mark.parametrize(("text", "margin", "spent", "left", "in_time"), CLOCKS)
def test_clock(text: str, margin: float, spent: list[float], left: list[float], in_time: list[bool]) -> None:
    clock = Clock(Limits.parse(text), margin)
    told = [(clock.spend(seconds), clock.left) for seconds in spent]
    assert [after for _, after in told] == pytest.approx(left)
    assert [was for was, _ in told] == in_time
