"""Mates by checks: all that the prover of `tsume` has found in random games are found, no sooner and no later."""

from __future__ import annotations

import json
from functools import cache

import pytest
import tsume

import hensoku

ROWS = [json.loads(line) for line in tsume.FILE.read_text("utf-8").splitlines()]


@cache
def engine(slug: str) -> hensoku.Engine:
    return hensoku.Engine(hensoku.load(slug, backend="compiled"), hash=8)


def cases(*, slow: bool) -> list[object]:
    """Those of shogi are of the default run."""
    return [
        pytest.param(
            row, id=f"{row['variant']}-{number}", marks=pytest.mark.slow if slow or row["variant"] != "shogi" else ()
        )
        for number, row in enumerate(ROWS)
    ]


def test_how_many_there_are() -> None:
    counts = {slug: sum(row["variant"] == slug for row in ROWS) for slug in tsume.WANTED}
    assert counts == {slug: sum(wanted.values()) for slug, wanted in tsume.WANTED.items()}


@pytest.mark.parametrize("row", cases(slow=False))
def test_mates_are_found(row: dict[str, object]) -> None:
    thinker = engine(str(row["variant"]))
    position = thinker.variant.position(str(row["sfen"]))
    report = thinker.think(position, hensoku.Limits(mate=7))
    assert report.score == hensoku.Score(None, int(str(row["plies"])))
    attacker = position.turn
    for move in report.lines[0].moves:
        position.push(move)
        assert position.is_check() or position.turn == attacker
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == attacker


@pytest.mark.parametrize("row", cases(slow=False))
def test_the_search_sees_mates_of_few_plies(row: dict[str, object]) -> None:
    """Deep enough, the search that plays finds them too, or a shorter way that is no row of checks."""
    plies = int(str(row["plies"]))
    thinker = engine(str(row["variant"]))
    score = thinker.think(thinker.variant.position(str(row["sfen"])), hensoku.Limits(depth=plies + 4)).score
    assert score is not None
    assert score.mate is not None
    assert 0 < score.mate <= plies


@pytest.mark.parametrize("row", cases(slow=True))
def test_the_reference_proves_them(row: dict[str, object]) -> None:
    """Over the interpreter: it mates in so many plies. That it does not sooner was proved when the rows were made."""
    position = hensoku.load(str(row["variant"]), backend="reference").position(str(row["sfen"]))
    assert tsume.Prover(position._core).mates(int(str(row["plies"])))
