"""A repository of five hundred rule sheets, as a site keeps them: all are checked, and then remembered."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hensoku.variants

SHEETS = sorted(Path(next(iter(hensoku.variants.__path__))).glob("*.md"))
MANY = 500


@pytest.fixture
def site(check: Callable[..., Any]) -> list[str]:
    """Copies of the shipped sheets under other slugs."""
    del check
    names = []
    for number in range(MANY):
        text = SHEETS[number % len(SHEETS)].read_text("utf-8")
        text = re.sub(r"^aliases:.*\n", "", text, count=1, flags=re.MULTILINE)
        name = f"sheet-{number}.md"
        Path(name).write_text(
            re.sub(r"^slug: .*$", f"slug: sheet-{number}", text, count=1, flags=re.MULTILINE), "utf-8"
        )
        names.append(name)
    return names


BUDGET = 20.0
"""Seconds of processor time for all of them at first: ten on two processors. Counted so, it holds on a busy machine."""


def spent() -> float:
    """The processor time of this process and those that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.mark.slow
def test_five_hundred_sheets(check: Callable[..., Any], site: list[str]) -> None:
    before = spent()
    first = check(".", "--format", "json")
    assert spent() - before < BUDGET
    told = json.loads(first.out)
    assert sorted(each["file"] for each in told) == sorted(site)
    assert [each for each in told if any(one["severity"] != "note" for one in each["findings"])] == []
    again = check(".", "--format", "json", "--jobs", "1")
    assert again.out == first.out
