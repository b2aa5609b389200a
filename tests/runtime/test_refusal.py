"""The reason that a refused move is given: the rule that is against it. Sources: the rules named beside each row."""

from __future__ import annotations

from typing import Any

import pytest

import hensoku
from hensoku import IllegalMoveError

BARE = "4k4/9/9/9/9/9/9/9/4K4"
PALACE = {"pieces": {"K": {"within": "4g-6i"}}}
BACKWARDS = {"P": {"moves": "fW", "demotes": True, "promotes": {"moves": "bW"}}}
BLOCKED = {"pieces": {"P": {"moves": "W"}}, "drops": {"file_limit": {"P": {"count": 1, "moves": True}}}}
TURNING = {"pieces": BACKWARDS, "promotion": {"mode": "every_move"}}
SHOGI: dict[str, Any] = {}

# (rules beside shogi's, position, move, reason)
DROPS: list[tuple[dict[str, Any], str, str, str]] = [
    (SHOGI, "4k4/9/9/9/9/9/4P4/9/4K4 b P", "P*5d", "sente has a P on file 5 already, and may have 1"),
    (SHOGI, "4k4/9/4p4/9/9/9/9/9/4K4 w p", "P*5d", "gote has a P on file 5 already, and may have 1"),
    ({"drops": {"file_limit": {"P": 2}}}, "4k4/9/9/9/4P4/9/4P4/9/4K4 b P", "P*5d", "sente has 2 pieces (P) on file 5"),
    (SHOGI, f"{BARE} b P", "P*1a", "P could never move from 1a"),
    (SHOGI, f"{BARE} w p", "P*1i", "P could never move from 1i"),
    (SHOGI, f"{BARE} b N", "N*1b", "N could never move from 1b"),
    ({"drops": {"region": {"G": "near 3"}}}, f"{BARE} b G", "G*4d", "4d is outside the region where sente may drop G"),
    ({"drops": {"region": {"G": "near 3"}}}, f"{BARE} w g", "G*4g", "4g is outside the region where gote may drop G"),
    ({"drops": {"region": {"G": "5h 5g"}}}, f"{BARE} w g", "G*5h", "where gote may drop G (5c 5b)"),
    (SHOGI, "7nk/9/8G/9/9/9/9/9/4K4 b P", "P*1b", "P may not give mate by a drop"),
    ({"drops": {"check": "illegal"}}, f"{BARE} b R", "R*5e", "R may not give check by a drop"),
    (SHOGI, "4k4/9/9/9/4r4/9/9/9/4K4 b P", "P*1e", "it does not answer the check"),
    (SHOGI, f"{BARE} b P", "P*5a", "5a is occupied"),
    (SHOGI, f"{BARE} b P", "G*5e", "sente has no G in hand"),
    (SHOGI, f"{BARE} b P", "X*5e", "no piece of shogi is called so"),
    (SHOGI, f"{BARE} b P", "+P*5e", "P is dropped as P*5e"),
    ({"drops": "none"}, "4k4/9/9/9/9/9/9/9/4K3R b", "P*5e", "nothing is dropped in this variant"),
    ({"pieces": {"R": {"moves": "pR"}}}, "4k4/9/9/9/4r4/9/9/9/4K4 b P", "P*5g", "it would leave K on 5i attacked"),
]
BOARD_MOVES: list[tuple[dict[str, Any], str, str, str]] = [
    (SHOGI, "4k4/4r4/9/9/9/9/4G4/9/4K4 b", "5g4g", "it would leave K on 5i attacked"),
    (SHOGI, "4k4/3r5/9/9/9/9/9/9/4K4 b", "5i6i", "it would leave K attacked"),
    (SHOGI, "4k4/4r4/9/9/9/9/3G5/9/4K4 b", "6g6f", "it does not answer the check"),
    (SHOGI, f"{BARE} b", "5i5g", "K on 5i cannot reach 5g"),
    (SHOGI, "4k4/9/9/9/9/9/4N4/9/4K4 b", "5g5f", "N on 5g cannot reach 5f"),
    (SHOGI, "4k4/9/9/9/9/4P4/4R4/9/4K4 b", "5g5e", "R on 5g cannot reach 5e"),
    (SHOGI, "4k4/9/9/9/9/9/4P4/9/4K4 b", "5i5g", "5g is occupied by sente's P"),
    (SHOGI, "4k4/P8/9/9/9/9/9/9/4K4 b", "9b9a", "it must promote, what is legal is 9b9a+"),
    (SHOGI, "4k4/9/9/9/9/9/P8/9/4K4 b", "9g9f+", "it does not change there, what is legal is 9g9f"),
    (SHOGI, "4k4/9/9/9/9/9/G8/9/4K4 b", "9g9f+", "it does not change there, what is legal is 9g9f"),
    (TURNING, "4k4/9/+P8/9/9/9/9/9/4K4 b", "9c9d", "it must turn back, what is legal is 9c9d-"),
    (PALACE, "4k4/9/9/9/9/9/4K4/9/9 b", "5g5f", "K may not stand on 5f"),
    (PALACE, "9/9/4k4/9/9/9/4K4/9/9 w", "5c5d", "K may not stand on 5d"),
    (BLOCKED, "4k4/9/9/9/9/9/PP7/9/4K4 b", "8g9g", "9g is occupied"),
    (BLOCKED, "4k4/9/9/9/9/P8/1P7/9/4K4 b", "8g9g", "sente has a P on file 9 already"),
    (SHOGI, "4k4/4G4/4P4/9/9/9/9/9/4K4 w", "5a5b", "the game is over (checkmate)"),
]


@pytest.mark.parametrize("backend", ["reference", pytest.param("compiled", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("rules", "sfen", "move", "reason"), [*DROPS, *BOARD_MOVES])
def test_reason(rules: dict[str, Any], sfen: str, move: str, reason: str, backend: Any) -> None:
    position = hensoku.load("shogi", overrides=rules, backend=backend).position(sfen)
    before = position.sfen(), position.key
    with pytest.raises(IllegalMoveError) as caught:
        position.push(move)
    assert reason in str(caught.value)
    assert (position.sfen(), position.key) == before


def test_a_repetition_that_is_forbidden() -> None:
    rules = {"setup": "4k4/9/9/9/9/9/9/9/4K4", "setups": None, "repetition": {"times": 2, "result": "illegal"}}
    position = hensoku.load("shogi", overrides=rules, backend="reference").position()
    for move in ("5i5h", "5a5b", "5h5i"):
        position.push(move)
    with pytest.raises(IllegalMoveError, match="it would bring this position about 2 times"):
        position.push("5b5a")


@pytest.mark.parametrize("slug", ["minishogi", "annan-shogi", "wa-shogi", "kyoto-shogi", "whale-shogi"])
def test_whatever_is_refused_has_a_reason(slug: str) -> None:
    """Of all moves that may be written with the pieces and squares of a start, those that are not legal say more than
    that another rule forbids them."""
    position = hensoku.load(slug, backend="reference").position()
    names = list(position.variant.square_index)
    legal = set(map(str, position.legal_moves))
    own = [name for name in names if (piece := position.piece_at(name)) and piece.side == position.turn]
    for move in [f"{first}{last}" for first in own[:4] for last in names if f"{first}{last}" not in legal]:
        with pytest.raises(IllegalMoveError) as caught:
            position.push(move)
        assert "another rule" not in str(caught.value)
