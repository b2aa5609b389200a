"""The regression finds the numbers that made the results, keeps within bounds, and leaves what nothing depends on."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from hensoku.compiler.evaluation import Evaluation, Face
from hensoku.tuning.fit import Fitted, fit
from hensoku.tuning.games import Sample
from hensoku.tuning.numbers import Number, Numbers

PAWN, ROOK, KING = range(3)
TRUE = {"price": (100.0, 700.0), "hand": (150.0, 800.0)}
SCALE = 300.0


def numbers(pawn: int, rook: int) -> Numbers:
    """Of a game with pawns and rooks, on the board and in hand; nobody has moves or attacks."""
    faces = {
        "P": Face(price=pawn, worth=(pawn,), squares=(0,), hand=pawn, mobility=2, force=2),
        "R": Face(price=rook, worth=(rook,), squares=(0,), hand=rook, mobility=2, force=5),
        "K": Face(price=2000, worth=(2000,), squares=(0,), hand=0, mobility=0, force=0),
    }
    evaluation = Evaluation(faces, ((),), 25, 40, 600, 15)
    free = [Number(name, "PR"[kind], kind, value) for name in TRUE for kind, value in ((PAWN, pawn), (ROOK, rook))]
    free += [Number("mobility", "P", PAWN, 2), Number("price", "K", KING, 2000), Number("most_danger", "", -1, 600)]
    return Numbers(evaluation, tuple(free))


def side(dice: random.Random) -> list[list[int]]:
    nothing = [0, 0, 0]
    board, hand = [dice.randrange(6), dice.randrange(2), 1], [dice.randrange(3), dice.randrange(2), 0]
    return [board, nothing, hand, nothing, nothing]


def worth(counts: list[list[int]]) -> float:
    board, hand = counts[0], counts[2]
    return sum(TRUE["price"][kind] * board[kind] + TRUE["hand"][kind] * hand[kind] for kind in (PAWN, ROOK))


def played(games: int) -> Sequence[Sequence[Sample]]:
    """Single positions whose results are drawn by what they are truly worth."""
    dice, found = random.Random(3), []
    for _ in range(games):
        counts = [side(dice), side(dice)]
        value = worth(counts[0]) - worth(counts[1])
        won = dice.random() < 1 / (1 + math.exp(-value / SCALE))
        found.append([Sample(counts, ((), ()), round(value), float(won))])
    return found


@pytest.fixture(scope="module")
def fitted() -> Fitted:
    return fit(numbers(200, 400), played(4000))


def test_the_numbers_that_made_the_results_are_found(fitted: Fitted) -> None:
    """In proportion: what the results cannot say is the unit."""
    found = {(number.name, number.piece): number.value for number in fitted.numbers}
    ratio = found["price", "R"] / found["price", "P"]
    assert 5 < ratio < 9
    assert 1.2 < found["hand", "P"] / found["price", "P"] < 1.8
    assert 1.0 < found["hand", "R"] / found["price", "R"] < 1.3


def test_the_gain_is_more_than_its_error(fitted: Fitted) -> None:
    assert fitted.after + fitted.error < fitted.before


def test_what_nothing_depends_on_is_left(fitted: Fitted) -> None:
    assert {(number.name, number.piece) for number in fitted.numbers} == {
        ("price", "P"),
        ("price", "R"),
        ("hand", "P"),
        ("hand", "R"),
    }


def test_no_number_is_below_0() -> None:
    """Pawns that lose games: they are worth nothing, not less."""
    turned = [[Sample(one.counts, ((), ()), 0, 1 - one.result)] for (one,) in played(2000)]
    assert all(number.value >= 0 for number in fit(numbers(20, 20), turned).numbers)


def test_games_that_say_nothing() -> None:
    with pytest.raises(ValueError, match="more games"):
        fit(numbers(200, 400), [[], []])
