"""The search of definitions that are like no shipped variant, built as quickly as possible."""

from __future__ import annotations

from pathlib import Path

import pytest
from compiled import searching
from minimax import Plain

import hensoku
from hensoku.compiler.evaluation import evaluate
from hensoku.compiler.resolve import resolve
from hensoku.runtime.engine.contract import PLAIN
from hensoku.runtime.engine.dialogue import Dialogue
from hensoku.runtime.engine.engine import Score
from hensoku.runtime.engine.usi import Usi

LARGE_NUMBERS = """---
title: Large Numbers
slug: large-numbers
engine:
  topology: {rows: 4, cols: 4}
  pieces:
    K: {moves: "K", royal: true}
    R: {moves: "R"}
    P: {moves: "fW"}
  setup: "k3/4/4/2RK b P 1"
  evaluation: {hand: {all: 0}, force: {all: 99}, danger: 9999, most_danger: 9999}
---
"""


SMOTHERED = """---
title: Smothered
slug: smothered
engine:
  topology: {rows: 5, cols: 5}
  pieces:
    K: {moves: "K", royal: true}
    M: {moves: "fW ffN", captures: {never: X}}
    P: {moves: "fW"}
    X: {moves: "none"}
  drops: none
  setup: "kxp2/xx3/5/3XX/1M1XK b - 1"
  ends: {checkmate: loss, stalemate: win}
---
"""
"""Both kings are walled in. M mates by 4e4d and 4d4c; or it leaves its own side without a move at once by 4e5c, which
wins a move sooner, for gote has the moves of one pawn alone."""


DECLARED = """---
title: Declared
slug: declared
engine:
  topology: {rows: 3, cols: 3}
  pieces:
    K: {moves: "K", royal: true}
  setup: "k2/3/2K b - 1"
  ends: {impasse: {zone: far 1, entered: 0}}
---
"""
"""A side whose king stands on the last rank may say that it has won."""


@pytest.fixture(scope="module")
def large_numbers(tmp_path_factory: pytest.TempPathFactory) -> tuple[hensoku.Variant, Path]:
    folder = tmp_path_factory.mktemp("built")
    file = folder / "large-numbers.md"
    file.write_text(LARGE_NUMBERS, "utf-8")
    return searching(file, folder), file


@pytest.mark.parametrize("held", ["-", "P", "300P", "999P"])
def test_danger_of_large_numbers(held: str, large_numbers: tuple[hensoku.Variant, Path]) -> None:
    """The square of 49,000 units, times 9,999, has 64 bits."""
    variant, file = large_numbers
    sfen = f"k3/4/4/1R1K b {held} 1"
    plain = hensoku.load(file, backend="reference").position(sfen)
    module = variant.search_module()
    searcher = module.Searcher(module.Table(0))
    variant.position(sfen).hand_to(searcher)
    assert searcher.evaluate() == Plain(plain, evaluate(resolve(file).module)).evaluate()


def test_a_win_without_moves_is_sooner_than_a_mate(tmp_path: Path) -> None:
    file = tmp_path / "smothered.md"
    file.write_text(SMOTHERED, "utf-8")
    position = searching(file, tmp_path).position()
    module = position.variant.search_module()
    for left_out in (PLAIN, 0):
        searcher = module.Searcher(module.Table(1))
        searcher.leave_out(left_out)
        position.hand_to(searcher)
        searcher.begin()
        found, _ = searcher.iterate(3, [0])
        score, line = found[0]
        assert (Score.of(score), str(position.spell_line(line)[0])) == (Score(None, 2), "4e5c")


def test_a_win_is_declared_where_it_may_be(tmp_path: Path) -> None:
    file = tmp_path / "declared.md"
    file.write_text(DECLARED, "utf-8")
    variant, heard = searching(file, tmp_path), list[str]()
    assert variant.position("2K/3/k2 b - 1").search(depth=1).declares
    assert not variant.position().search(depth=1).declares
    dialogue = Dialogue(Usi(), variant.slug, (), lambda _: variant, "0", heard.append)
    for line in ("position sfen 2K/3/k2 b - 1", "go depth 1"):
        dialogue.hear(line)
    dialogue.close()
    assert "bestmove win" in heard
