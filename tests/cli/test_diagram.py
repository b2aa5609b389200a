"""`diagram`, `format` and the sentence of `try`; squares worked out by hand from the rules of the pieces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from hensoku.survey import survey

RING = frozenset((file, rank) for file in (1, 2, 3) for rank in (1, 2, 3)) - {(2, 2)}
BOARD_5 = frozenset((file, rank) for file in range(5) for rank in range(5)) - {(2, 2)}


def test_survey_of_a_lion() -> None:
    """The lion of chu shogi reaches all 24 squares, also after a capture next to it; it may pass and take in place."""
    found = survey("KNADcaKmcabK", (5, 5), (2, 2))
    assert (found.moves, found.captures, found.doubles, found.returns) == (BOARD_5, BOARD_5, BOARD_5, RING)
    assert found.passes
    assert found.hops == {}


def test_survey_of_a_cannon() -> None:
    """It slides, and takes two squares away or farther, over a screen."""
    found = survey("mRcpR", (5, 5), (2, 2))
    line = frozenset({(2, 0), (2, 1), (2, 3), (2, 4), (0, 2), (1, 2), (3, 2), (4, 2)})
    ends = {(2, 0): (2, 1), (2, 4): (2, 3), (0, 2): (1, 2), (4, 2): (3, 2)}
    assert (found.moves, found.captures, found.hops) == (line, frozenset(ends), ends)
    assert not found.doubles
    assert not found.returns
    assert not found.passes


@pytest.mark.parametrize("moves", ["KNADcaKmcabK", "mRcpR{target!=K}", "fW{screen.rank<self.rank}"])
def test_the_svg_is_well_formed_and_says_what_it_shows(
    moves: str, hensoku_command: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "moves.svg"
    assert hensoku_command("diagram", moves, "--board", "5x5", "-o", str(file)).code == 0
    root = ET.parse(file).getroot()
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert root.findtext(f"{space}title")
    assert root.findtext(f"{space}desc")
    assert "prefers-color-scheme:dark" in (root.findtext(f"{space}style") or "")


@pytest.mark.parametrize(("written", "printed"), [("mfF", "fmF"), ("fmF", "fmF")])
def test_format(written: str, printed: str, hensoku_command: Callable[..., Any]) -> None:
    said = hensoku_command("format", written)
    assert (said.code, said.out, said.err) == (0, f"{printed}\n", "")


def test_format_refuses_with_the_place(hensoku_command: Callable[..., Any]) -> None:
    said = hensoku_command("format", "fceF")
    assert said.code == 1
    assert "^" in said.err


def test_try_says_the_sentence(hensoku_command: Callable[..., Any]) -> None:
    first = hensoku_command("try", "mfF").out.splitlines()[0]
    assert first == "fmF: steps one square diagonally forward without capturing"
