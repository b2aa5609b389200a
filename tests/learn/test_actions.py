"""Numbers of moves: how many there are, what they mean, and that every legal move has one of its own."""

from __future__ import annotations

import random

import pytest

import hensoku
from hensoku.runtime.actions import ActionError, Actions

# slug, how many, by hand: squares² × (1 + most promotions) + squares × kinds that can be dropped
COUNTS = [
    ("shogi", 81 * 81 * 2 + 81 * 7),
    ("minishogi", 25 * 25 * 2 + 25 * 5),
    ("dobutsu-shogi", 12 * 12 * 2 + 12 * 3),
    ("kyoto-shogi", 25 * 25 * 2 + 25 * 8),  # four pieces, each with two faces
    ("xiangqi", 90 * 90),
    ("mortal-shogi", 81 * 81 * 5 + 81 * 8),  # captured pieces sink: nobody holds the strongest one, or a king
]


@pytest.mark.parametrize(("slug", "count"), COUNTS)
def test_how_many(slug: str, count: int) -> None:
    assert Actions(hensoku.load(slug, backend="reference").data).count == count


# a position of minishogi, a move, its number: worked out by hand from the description
MEANT = [
    # squares are numbered along the ranks from 5a: 5d is 15, 5c is 10
    ("rbsgk/4p/5/P4/KGSBR b - 1", "5d5c", (15 * 25 + 10) * 2),
    # gote sees the board turned: 1b is seen as 5d, 1c as 5c
    ("rbsgk/4p/5/P4/KGSBR w - 1", "1b1c", (15 * 25 + 10) * 2),
    ("4k/P4/5/5/K4 b - 1", "5b5a+", (5 * 25 + 0) * 2 + 1),
    # the hand is in the order R B G S P
    ("4k/5/5/5/K4 b P 1", "P*3c", 25 * 25 * 2 + 4 * 25 + 12),
    ("4k/5/5/5/K4 w r 1", "R*5c", 25 * 25 * 2 + 0 * 25 + 14),
]


@pytest.mark.parametrize(("sfen", "move", "number"), MEANT)
def test_what_they_mean(sfen: str, move: str, number: int) -> None:
    variant = hensoku.load("minishogi", backend="reference")
    assert str(Actions(variant.data).legal(variant.position(sfen))[number]) == move


@pytest.mark.parametrize(
    "slug", ["minishogi", "kyoto-shogi", "micro-shogi", "janggi", "peasants-revolt", "dobutsu-shogi"]
)
def test_no_two_moves_have_one_number(slug: str) -> None:
    variant, rng = hensoku.load(slug, backend="reference"), random.Random(5)
    actions, position = Actions(variant.data), variant.position()
    while len(position.history) < 25 and position.outcome() is None:
        numbered = actions.legal(position)
        assert sorted(numbered.values()) == sorted(position.legal_moves)
        assert all(0 <= number < actions.count for number in numbered)
        position.push(rng.choice(sorted(numbered.values())))


@pytest.mark.parametrize(("slug", "piece"), [("chu-shogi", "Lion"), ("dai-shogi", "Lion")])
def test_variants_without_numbers(slug: str, piece: str) -> None:
    with pytest.raises(ActionError, match=f"the moves of {slug} have no numbers: {piece} moves in several steps"):
        Actions(hensoku.load(slug, backend="reference").data)
