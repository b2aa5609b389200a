"""`hensoku.destinations` over the corpus of moves, in both backends, and what it refuses."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest
from move_boards import corpus

import hensoku
from hensoku.probe import Probe

Case = dict[str, Any]
Place = tuple[int, int]


def board_of(case: Case) -> Place:
    files, ranks = case["board"]
    return files, ranks


BOARDS = [list(cases) for _, cases in groupby(sorted(corpus("cases.json"), key=board_of), key=board_of)]


def places(listed: list[list[int]]) -> frozenset[Place]:
    return frozenset((file, rank) for file, rank in listed)


@pytest.mark.parametrize("backend", ["reference", pytest.param("compiled", marks=pytest.mark.slow)])
@pytest.mark.parametrize("cases", BOARDS, ids=lambda cases: "x".join(map(str, cases[0]["board"])))
def test_corpus(cases: list[Case], backend: str) -> None:
    """All cases of one board size, in one module."""
    probe = Probe([case["betza"] for case in cases], board=board_of(cases[0]), backend=backend)
    for case in cases:
        found = probe.destinations(
            case["betza"],
            tuple(case["from"]),
            places(case["occupied_friend"]),
            places(case["occupied_enemy"]),
            case.get("side", "sente"),
            virgin=case.get("virgin", True),
        )
        told = (case["id"], found.moves, found.captures)
        assert told == (case["id"], places(case["moves"]), places(case["captures"]))


def test_the_example_of_the_contract() -> None:
    """A gold cannon on 5e with a friend on 5c and an enemy on 5a: it slides, and takes over the friend."""
    found = hensoku.destinations("mRcpR", board=(9, 9), origin=(4, 4), friends=[(4, 6)], enemies=[(4, 8)], side="sente")
    assert found.captures == {(4, 8)}
    assert found.moves == {(file, 4) for file in range(9) if file != 4} | {(4, rank) for rank in (0, 1, 2, 3, 5)}


@pytest.mark.parametrize(
    ("moves", "friends", "captures"),
    [
        ("pR{screen!=U}", {(4, 6): "U"}, set()),
        ("pR{screen!=U}", {(4, 6): "A"}, {(4, 8)}),
        ("pR{target!=E}", {(4, 6): "A"}, set()),
        ("pR", {(4, 6): "U"}, {(4, 8)}),
        ("pR{target=royal}", {(4, 6): "U"}, set()),
    ],
)
@pytest.mark.parametrize("backend", ["reference", "compiled"])
def test_conditions_look_at_names(moves: str, friends: dict[Place, str], captures: set[Place], backend: Any) -> None:
    names = {"U", "A", "E"}
    probe = Probe([moves], names=sorted(names), backend=backend)
    assert probe.destinations(moves, (4, 4), friends, {(4, 8): "E"}).captures == captures


def test_a_cylinder() -> None:
    """The king in the corner of a cylinder steps over the edge."""
    found = hensoku.destinations("K", origin=(0, 0), topology="cylinder")
    assert found.moves == {(8, 0), (8, 1), (0, 1), (1, 1), (1, 0)}


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"moves": "q"}, hensoku.DefinitionError, "HS2"),
        ({"moves": "W", "origin": (9, 0)}, ValueError, "off the board"),
        ({"moves": "W", "friends": [(4, 4)]}, ValueError, "two pieces"),
        ({"moves": "W", "friends": [(3, 4)], "enemies": [(3, 4)]}, ValueError, "two pieces"),
        ({"moves": "W", "side": "white"}, ValueError, "sente or gote"),
        ({"moves": "W", "backend": "fast"}, ValueError, "reference or compiled"),
        ({"moves": "W", "topology": "sphere"}, ValueError, "sphere"),
    ],
)
def test_refused(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        hensoku.destinations(**arguments)


WRONG_TYPES: list[tuple[dict[str, Any], str]] = [
    ({"board": "9x9"}, "board is files and ranks, such as"),
    ({"board": (9,)}, "board is files and ranks, such as"),
    ({"board": (9.0, 9)}, "board is files and ranks, such as"),
    ({"origin": "5e"}, "origin is"),
    ({"origin": None}, "origin is"),
    ({"friends": ["5e"]}, "a friend is"),
    ({"friends": "5e"}, "a friend is"),
    ({"enemies": 3}, "an enemy is"),
    ({"enemies": {"5e": "U"}}, "an enemy is"),
    ({"moves": 3}, "moves are text in move notation"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG_TYPES)
def test_other_types_are_told_what_is_wanted(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        hensoku.destinations(**{"moves": "W", **arguments})


def test_what_other_dialects_read_otherwise_is_warned_of() -> None:
    with pytest.warns(hensoku.HensokuWarning, match="means something else in XBoard"):
        hensoku.destinations("fK")
