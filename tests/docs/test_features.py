"""The page of features: each example resolves and has the keys that its row names, each test is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from hensoku.cli.build import shipped
from hensoku.compiler.resolve import Resolved, resolve
from hensoku.dsl.nodes import Mapping, Node, Scalar, Sequence

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "features.md").read_text("utf-8")
ASKED = {
    "T": (1, 2, 3, 4, 10, 11, 12),
    "S": (1, 2, 3, 4, 5, 7, 9),
    "M": (*range(1, 10), 11, 12, 14, 18),
    "C": (1, 2, 3, 4, 8),
    "P": (*range(1, 13), 14),
    "D": range(12),
    "R": (*range(1, 9), 10),
    "G": (1, 2, 3, 6, 9, 10),
    "N": (1, 2, 3, 4),
}
"""The short names that the page is about, by letter and number."""


@dataclass(frozen=True)
class Row:
    name: str
    rule: str
    keys: tuple[str, ...]
    example: str
    profile: str | None
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name}: {self.rule}"


def rows() -> Iterator[Row]:
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == 5 and re.fullmatch(r"[A-Z]\d+", cells[0]):
            example, _, profile = cells[3].partition(", profile ")
            keys = tuple(re.findall(r"`([^`]+)`", cells[2]))
            yield Row(cells[0], cells[1], keys, example, profile or None, tuple(cells[4].split()))


ROWS = tuple(rows())


@cache
def resolved(example: str, profile: str | None) -> Resolved:
    name = example if example in shipped() else ROOT / "tests" / "rules" / f"{example}.yaml"
    return resolve(name, profile=profile)


def values(node: Node | None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Every path of a tree with what stands there; of mappings the path alone."""
    match node:
        case Mapping():
            yield ".".join(path), ""
            for entry in node.entries:
                yield from values(entry.value, (*path, entry.key.text))
        case Sequence():
            for item in node.items:
                yield from values(item, path)
        case Scalar():
            yield ".".join(path), node.text
        case _:
            pass


def is_there(key: str, found: list[tuple[str, str]]) -> bool:
    path, _, wanted = key.partition(": ")
    pattern = ".*".join(map(re.escape, wanted.split("…"))) if wanted else ".*"
    ends = [text for where, text in found if f".{where}".endswith(f".{path}")]
    return any(re.fullmatch(pattern, text) for text in ends)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_row_is_true(row: Row) -> None:
    engine = resolved(row.example, row.profile).tree.get("engine")
    found = list(values(engine))
    assert row.keys
    assert [key for key in row.keys if not is_there(key, found)] == []
    assert row.tests
    assert [test for test in row.tests if not (ROOT / test).is_file()] == []


def test_nothing_is_left_out() -> None:
    wanted = {f"{letter}{number}" for letter, numbers in ASKED.items() for number in numbers}
    assert {row.name for row in ROWS} == wanted


def test_what_is_not_there_is_said_with_a_reason() -> None:
    left = PAGE.partition("## What is not there")[2]
    reasons = [line.split(" | ") for line in left.splitlines() if re.match(r"\| [A-Z]\d+ \|", line)]
    assert reasons
    assert all(len(cells) == 3 and len(cells[2]) > 20 for cells in reasons)
