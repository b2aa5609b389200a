"""Moves of rule sheets of sites as move strings, which lead where the offsets do."""

from __future__ import annotations

from typing import Any

import pytest

import hensoku
from hensoku.dsl.load import load_document
from hensoku.dsl.nodes import Mapping
from hensoku.dsl.schema import plain
from hensoku.dsl.source import Source
from hensoku.sites.moves import PieceMoves

MOVES = [
    ("{type: leaper, offsets: [[-1, 0]], directional: true}", "fW"),
    ("{type: leaper, offsets: [[-2, -1], [-2, 1]], directional: true}", "ffN"),
    ("{type: leaper, offsets: [[-1, 0], [-1, -1], [-1, 1], [1, -1], [1, 1]], directional: true}", "fWF"),
    ("{type: leaper, offsets: [[-2, 0], [2, 0], [0, -2], [0, 2]]}", "D"),
    ("{type: leaper, offsets: [[-2, 2], [2, 2], [2, -2], [-2, -2], [-1, 0], [1, 0], [0, 1], [0, -1]]}", "WA"),
    ("{type: leaper, offsets: [[-1, 4], [1, -4]]}", ""),
    ("{type: leaper, offsets: [[0, 1]], directional: true}", "rW"),
    ("{type: rider, dirs: orthogonal}", "R"),
    ("{type: rider, dirs: diagonal, maxSteps: 2}", "B2"),
    ("{type: rider, dirs: all}", "Q"),
    ("{type: rider, dirs: all, maxSteps: 1}", "K"),
    ("{type: rider, dirs: [[-1, 0]], directional: true}", "fR"),
    ("{type: rider, dirs: [[-1, 2], [1, -2]]}", ""),
    ("{type: rider, dirs: [[-2, 0], [2, 0]], maxSteps: 3}", "vD3"),
    ("{type: compose, parts: [{type: rider, dirs: orthogonal}, {type: rider, dirs: diagonal, maxSteps: 1}]}", "RF"),
    (
        "{type: compose, directional: true, parts: [{type: rider, dirs: [[1, 1]]}, {type: leaper, offsets: [[1, 0]]}]}",
        "",
    ),
    ("{type: compose, parts: [{type: compose, parts: [{type: rider, dirs: orthogonal, maxSteps: 1}]}]}", "W"),
]
"""Moves by offsets, counted by hand, rows downward; and as Betza has them ("" where only the squares are compared)."""

SPELLED = [("{betza: fRbW2}", "fRbR2"), ("{betza: FfW}", "fWF"), ("{betza: fWlWrW}", "fsW")]
"""Move strings, and their canonical spelling."""


def engine_of(text: str) -> Mapping:
    document, findings = load_document(Source("moves.yaml", f"moves: {text}"))
    assert findings == []
    assert document is not None
    return document.tree


def moves_of(text: str) -> tuple[str | None, list[str]]:
    node = engine_of(text).get("moves")
    assert node is not None
    reader = PieceMoves("x")
    return reader.string(node), [found.message for found in reader.findings]


@pytest.mark.parametrize(("text", "string"), [row for row in [*MOVES, *SPELLED] if row[1]])
def test_moves(text: str, string: str) -> None:
    assert moves_of(text) == (string, [])


def steps(data: Any) -> set[tuple[int, int]]:
    """Where a piece of a site leads from the middle of an empty board of 13 x 13, worked out from the offsets alone."""
    if data["type"] == "compose":
        return {step for part in data["parts"] for step in steps(part)}
    sides = [(-1, 0), (0, 1), (1, 0), (0, -1)]
    corners = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
    named = {"orthogonal": sides, "diagonal": corners, "all": sides + corners}
    offsets = data.get("offsets") or (named[data["dirs"]] if isinstance(data["dirs"], str) else data["dirs"])
    most = 1 if data["type"] == "leaper" else data.get("maxSteps", 12)
    found = {(down * times, right * times) for down, right in offsets for times in range(1, most + 1)}
    return {(down, right) for down, right in found if max(abs(down), abs(right)) <= 6}


@pytest.mark.parametrize("text", [row[0] for row in MOVES])
def test_moves_lead_where_the_offsets_do(text: str) -> None:
    string, _ = moves_of(text)
    assert string is not None
    reached = hensoku.destinations(string, board=(13, 13), origin=(6, 6)).moves
    assert reached == {(6 + right, 6 - down) for down, right in steps(plain(engine_of(text))["moves"])}


REFUSED = [
    ("{type: hopper, dirs: all}", "its type is none of leaper, rider, compose"),
    ("5", "its type is none of leaper, rider, compose"),
    ("{offsets: [[1, 0]]}", "its type is none of leaper, rider, compose"),
    ("{type: leaper, offsets: [[-1, 0]]}", "it is another piece turned round: say `directional: true`"),
    ("{type: leaper, offsets: [[-1, 0]], directional: false}", "it is another piece turned round"),
    (
        "{type: leaper, offsets: [[0, 0]], directional: true}",
        "an offset is two numbers of rows and columns, not both 0",
    ),
    ("{type: leaper, offsets: [[1]], directional: true}", "an offset is two numbers"),
    ("{type: leaper, offsets: [[1, x]], directional: true}", "an offset is two numbers"),
    ("{type: leaper, offsets: [[99, 0]], directional: true}", "an offset is two numbers"),
    ("{type: leaper, directional: true}", "it has no offsets"),
    ("{type: rider}", "it has no dirs"),
    ("{type: rider, dirs: sideways}", "an offset is two numbers"),
    ("{type: rider, dirs: all, maxSteps: 0}", "maxSteps is a number from 1 to 35"),
    ("{type: rider, dirs: all, captureOnly: true}", "'captureOnly' says nothing about a rider"),
    ("{type: compose, parts: []}", "it has no move"),
    ("{betza: fX}", "no atom is called 'X'"),
    ("{betza: fN}", ""),
    ("{betza: W, maxSteps: 2}", "'maxSteps' says nothing beside a move string"),
    ("{type: compose, parts: [{type: rider, dirs: all}, {type: hopper}]}", "its type is none of"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_moves_that_are_not_carried_over(text: str, why: str) -> None:
    string, findings = moves_of(text)
    assert string is None
    assert findings[0].startswith(f"'pieceMoves.x' is not carried over: {why}")
