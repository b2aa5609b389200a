"""What one node of the search says is a bound that holds, however the game came to the position, and whatever the table
knows of it from elsewhere."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from compiled import searching
from dice_games import random_position

import hensoku
from hensoku.runtime.engine.contract import MATE, WITHOUT_EXTENSION, WITHOUT_PRUNING, WITHOUT_QUIESCENCE, Searcher

WIDE = MATE + 100
ONE_PLY = WITHOUT_QUIESCENCE | WITHOUT_EXTENSION

LIMITED = """---
title: Limited
slug: limited
engine:
  topology: {rows: 4, cols: 4}
  pieces:
    K: {moves: "K", royal: true}
    G: {moves: "WfF"}
  drops: none
  setup: "k3/4/4/1GGK b - 1"
  ends: {move_limit: {moves: 110, result: draw}}
---
"""

SHUTTLE = """---
title: Shuttle
slug: shuttle
engine:
  topology: {rows: 3, cols: 2}
  pieces:
    K: {moves: "sW", royal: true}
    X: {moves: "none"}
  drops: none
  setup: "k1/XX/K1 b - 1"
  repetition: {times: 4, result: draw}
  evaluation: {price: {X: 500}}
---
"""
"""Each king goes from one square to another and back, and there are no other moves."""


def searcher_at(position: hensoku.Position, megabytes: int = 1) -> Searcher:
    module = position.variant.search_module()
    searcher: Searcher = module.Searcher(module.Table(megabytes))
    hand(position, searcher)
    return searcher


def hand(position: hensoku.Position, searcher: Searcher) -> None:
    position.hand_to(searcher)
    searcher.begin()


@pytest.fixture(scope="module")
def shogi() -> hensoku.Variant:
    return hensoku.load("shogi", backend="compiled")


@pytest.mark.parametrize("number", range(20))
def test_moves_that_are_left_out_are_worth_no_less_than_is_said(number: int, shogi: hensoku.Variant) -> None:
    """With a ply left, late moves are left out; in a window round the score of all of them, they may be what it is."""
    position = random_position(shogi, 60, random.Random(f"late{number}"))
    searcher = searcher_at(position, megabytes=0)
    searcher.leave_out(ONE_PLY | WITHOUT_PRUNING)
    score = searcher.bounded(1, -WIDE, WIDE)
    searcher.leave_out(ONE_PLY)
    assert searcher.bounded(1, score, score + 1) >= score, position.sfen()


def test_near_the_move_limit_the_table_says_nothing_of_before(tmp_path: Path) -> None:
    file = tmp_path / "limited.md"
    file.write_text(LIMITED, "utf-8")
    variant = searching(file, tmp_path)
    searcher = searcher_at(variant.position())
    searcher.leave_out(WITHOUT_PRUNING)
    assert searcher.bounded(4, 99, 100) >= 100
    hand(variant.position("k3/4/4/1GGK b - 109"), searcher)
    assert searcher.bounded(3, 99, 100) == 0


def test_before_a_repetition_the_table_says_nothing_of_before(tmp_path: Path) -> None:
    file = tmp_path / "shuttle.md"
    file.write_text(SHUTTLE, "utf-8")
    variant = searching(file, tmp_path)
    position = variant.position()
    for _ in range(11):
        position.push(next(iter(position.legal_moves)))
    searcher = searcher_at(variant.position(position.sfen()))
    searcher.leave_out(WITHOUT_PRUNING)
    assert searcher.bounded(2, -100, -99) <= -100
    hand(position, searcher)
    assert searcher.bounded(2, -100, -99) == 0


NO_MOVES = (
    # SFEN, why it is lost
    ("k8/9/G8/9/9/9/9/9/1R6K w - 1", "stalemate"),
    ("k8/1G7/1P7/9/9/9/9/9/8K w - 1", "checkmate"),
)


@pytest.mark.parametrize(("sfen", "reason"), NO_MOVES)
@pytest.mark.parametrize("window", [(-WIDE, WIDE), (-2000, -1999), (0, 1)])
def test_who_has_no_move_does_not_stand_pat(
    sfen: str, reason: str, window: tuple[int, int], shogi: hensoku.Variant
) -> None:
    position = shogi.position(sfen)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("sente", reason)
    assert searcher_at(position).bounded(0, *window) == 1 - MATE
