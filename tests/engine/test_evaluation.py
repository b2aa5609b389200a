"""The numbers of the evaluation: in the order that players know, the same every time, and as a definition says."""

from __future__ import annotations

from pathlib import Path

import pytest

from hensoku.compiler import evaluation
from hensoku.compiler.evaluation import Evaluation, evaluate, king_steps
from hensoku.compiler.resolve import resolve


def numbers(slug: str) -> Evaluation:
    return evaluate(resolve(slug).module)


ORDERS = (
    # slug, pieces from the least to the most valuable, source
    ("shogi", "P N L S G B R +B +R", "Japanese Wikipedia on shogi, the values of Yamaoka and others"),
    ("shogi", "P N S +P G B R", "the same"),
    ("xiangqi", "P N C R", "Wikipedia on xiangqi: the approximate relative values, cannon a little above horse"),
    ("xiangqi", "B N R", "the same"),
    ("makruk", "P N R", "Wikipedia on makruk"),
    ("chu-shogi", "P I L R Q N", "Wikipedia on chu shogi: the average values"),
    ("minishogi", "P S B R +B +R", "as in shogi"),
)


@pytest.mark.parametrize(("slug", "order", "_source"), ORDERS)
def test_order_of_pieces(slug: str, order: str, _source: str) -> None:
    faces = numbers(slug).faces
    values = [faces[piece].price for piece in order.split()]
    assert values == sorted(values)


def test_numbers_are_the_same_every_time() -> None:
    assert numbers("shogi") == numbers("shogi")


def test_nearer_to_promotion_is_worth_more() -> None:
    pawn = numbers("shogi").faces["P"]
    file = [pawn.worth[9 * rank + 4] for rank in range(9)]
    assert file[3] > file[4] > file[5] > file[6] >= pawn.price


def test_kings_step_over_the_seam() -> None:
    board = resolve("cylinder-shogi").module.board
    near = numbers("cylinder-shogi").near
    names = [square.name for square in board.squares]
    assert {names[square] for square in near[names.index("9e")]} == {
        "9d",
        "9e",
        "9f",
        "8d",
        "8e",
        "8f",
        "1d",
        "1e",
        "1f",
    }
    assert len(king_steps(board)) == 8


WIDE = """---
title: Wide
slug: wide
engine:
  topology: {rows: 19, cols: 19}
  pieces:
    K: {moves: "K", royal: true}
    P: {moves: "fW", promotes: {moves: "QaQ"}}
  promotion: {zone: "far 3"}
  evaluation: {advance: 200}
  setup: "9k9/9p9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/9P9/9K9 b - 1"
---
"""


def test_numbers_fit_into_16_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece that comes to nearly all of 361 squares would be worth more than 32,767."""
    monkeypatch.setattr(evaluation, "LEAST_BOARDS", 1)
    monkeypatch.setattr(evaluation, "MOST_BOARDS", 1)
    file = tmp_path / "wide.md"
    file.write_text(WIDE, "utf-8")
    faces = numbers(str(file)).faces
    assert faces["+P"].price == evaluation.MOST
    assert evaluation.MOST < max(faces["P"].worth) < 2**15


SAID = """---
title: Other Numbers
parent: minishogi
engine:
  evaluation:
    price: {all: 300, P: 50, +P: 444}
    hand: {P: 60}
    mobility: {R B: 7}
    force: {G: 9}
    advance: 0
    square: {K: {near 1: 30, 5e: 12, file 1: -7}, P +P: {rank a-b: 9}}
    tempo: 33
    danger: 1
    most_danger: 2
---
"""


def test_a_definition_says_others(tmp_path: Path) -> None:
    file = tmp_path / "other-numbers.md"
    file.write_text(SAID, "utf-8")
    said, own = numbers(str(file)), evaluate(resolve("minishogi", evaluation="none").module)
    faces = said.faces
    assert [faces[piece].price for piece in ("P", "+P", "G", "+R")] == [50, 444, 300, own.faces["+R"].price]
    assert (faces["P"].hand, faces["R"].mobility, faces["G"].force) == (60, 7, 9)
    squares = {"5e": 42, "1e": 23, "3e": 30, "1a": -7, "3c": 0}
    names = [square.name for square in resolve(str(file)).module.board.squares]
    assert {name: faces["K"].worth[names.index(name)] - faces["K"].price for name in squares} == squares
    assert {faces["P"].worth[names.index(name)] for name in ("5a", "1b")} == {59}
    assert {faces["P"].worth[names.index(name)] for name in ("5c", "1e")} == {50}
    assert faces["+P"].worth[0] == 453
    assert (said.tempo, said.danger, said.most_danger) == (33, 1, 2)
