"""The registry: every code explained, grouped, used, and none used that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from hensoku.dsl.codes import CODES, finding
from hensoku.dsl.findings import Severity
from hensoku.dsl.source import Source, Span

ROOT = Path(__file__).parents[2]


def used() -> set[str]:
    """Codes that stand in the code, the tables apart."""
    found = set()
    for part in ("dsl", "compiler", "front"):
        for path in (ROOT / part).rglob("*.py"):
            if path.parent.name == "codes":
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found |= set(re.findall(r"^HS\d{3}$", node.value))
    return found


def test_every_code_is_used_and_known() -> None:
    assert used() == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_codes_are_explained(code: str) -> None:
    known = CODES[code]
    assert re.fullmatch(r"HS\d{3}", code)
    assert known.title
    assert known.why
    assert not known.title.endswith(".")
    assert not known.message.endswith(".")
    assert known.message[:1] == known.message[:1].lower()


def test_a_finding_fills_in_its_message() -> None:
    made = finding("HS150", Span(Source("x", "{a}"), 0, 3), key="{a}", help="{b}")
    assert (made.message, made.help) == ("'{a}' is for presentation and is passed over", "{b}")
    assert made.severity is Severity.NOTE
