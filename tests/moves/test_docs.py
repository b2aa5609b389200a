"""What `docs/notation.md` says of strings is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from move_boards import parsed

from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.parse import parse_text

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return re.split(r"^##+ ", PAGE.split(f"# {title}\n")[1], flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The cells of a section's tables, without heads."""
    lines = [line for line in text.splitlines() if line.lstrip().startswith("|")]
    tables = [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in lines if "---" not in line]
    return [[cell.strip() for cell in row] for row in tables]


def strings(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


PIECES = [
    text
    for title in ("In one minute", "Several legs")
    for row in rows(section(title))
    for c in row
    for text in strings(c)
]
WARNINGS = [row for row in rows(section("Warnings")) if strings(row[0])]
CONDITIONS = [text for row in rows(section("Conditions")) for text in strings(row[0])]


@pytest.mark.parametrize("text", PIECES)
def test_strings_of_pieces_are_canonical(text: str) -> None:
    assert parse_text(text)[1] == []
    assert canonical(parsed(text)) == text


@pytest.mark.parametrize("row", WARNINGS, ids=lambda row: row[0])
def test_warned_spellings_and_what_is_offered(row: list[str]) -> None:
    offered = strings(row[2])
    for text in strings(row[0]):
        assert len(parse_text(text)[1]) == 1
        if text != "fmrF":
            assert canonical(parsed(text)) in offered


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions_are_accepted(text: str) -> None:
    condition = text.replace("\\", "")
    mover = "R" if condition.startswith("min") else "ppR"
    assert parse_text(f"{mover}{{{condition}}}")[0] is not None
