"""Mates by checks: all that the prover of `tsume` has found in random games are found, no sooner and no later."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import tsume

import hensoku

ROWS = [json.loads(line) for line in tsume.FILE.read_text("utf-8").splitlines()]


@cache
def engine(slug: str) -> hensoku.Engine:
    return hensoku.Engine(hensoku.load(slug, backend="compiled"), hash=8)


def cases(brief: Callable[[dict[str, Any]], bool]) -> list[Any]:
    """All rows; the default run has those that are named so."""
    return [
        pytest.param(row, id=f"{row['variant']}-{number}", marks=[] if brief(row) else [pytest.mark.slow])
        for number, row in enumerate(ROWS)
    ]


OF_SHOGI = cases(lambda row: row["variant"] == "shogi")
OF_ONE_PLY = cases(lambda row: row["plies"] == 1)


def test_how_many_there_are() -> None:
    counts = {slug: sum(row["variant"] == slug for row in ROWS) for slug in tsume.WANTED}
    assert counts == {slug: sum(wanted.values()) for slug, wanted in tsume.WANTED.items()}


@pytest.mark.parametrize("row", OF_SHOGI)
def test_mates_are_found(row: dict[str, Any]) -> None:
    thinker = engine(row["variant"])
    position = thinker.variant.position(row["sfen"])
    report = thinker.think(position, hensoku.Limits(mate=7))
    assert report.score == hensoku.Score(None, row["plies"])
    attacker = position.turn
    for move in report.lines[0].moves:
        position.push(move)
        assert position.is_check() or position.turn == attacker
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == attacker


@pytest.mark.parametrize("row", OF_SHOGI)
def test_the_search_sees_mates_of_few_plies(row: dict[str, Any]) -> None:
    """Deep enough, the search that plays finds them too, or a shorter way that is no row of checks."""
    thinker = engine(row["variant"])
    score = thinker.think(thinker.variant.position(row["sfen"]), hensoku.Limits(depth=row["plies"] + 4)).score
    assert score is not None
    assert score.mate is not None
    assert 0 < score.mate <= row["plies"]


@pytest.mark.parametrize("row", OF_ONE_PLY)
def test_the_reference_proves_them(row: dict[str, Any]) -> None:
    """Over the interpreter: it mates in so many plies, and no sooner."""
    position = hensoku.load(row["variant"], backend="reference").position(row["sfen"])
    assert tsume.Prover(position._core).shortest(row["plies"]) == row["plies"]
