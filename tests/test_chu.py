"""The lion and its trade, and promotion in chu shogi, as lishogi's library shogiops has them.

Positions and answers are those of its tests (`test/rules/chushogi.test.ts`), which follow the diagrams of Wikipedia's
"Chu shogi". Many have no kings: they are played without ends.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from counts import variant
from played import after

import hensoku
from hensoku import Position

BACKENDS = ("reference", "compiled")
EMPTY_ROWS = "12/12/12/12/12/12"


@cache
def endless(backend: Any) -> hensoku.Variant:
    """The game without its ends, for positions without kings."""
    ends = {"royal_captured": None, "bare_king": None}
    return hensoku.load("chu-shogi", backend=backend, overrides={"ends": ends})


def placed(sfen: str, moves: str, backend: str) -> Position:
    return after(endless(backend), sfen, moves)


# ------------------------------------------------------------------------------------------------------- single pieces

ALONE = [
    (
        "5N6",
        24 + 8 * 8,
        "a lion: 24 squares at once, and eight steps each followed by eight",
    ),
    ("5+O6", 24 + 8 * 8, "a promoted kirin"),
    ("5+H6", 41, "a horned falcon"),
    ("5+D6", 40, "a soaring eagle"),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("row", "nodes", "why"), ALONE)
def test_one_piece_alone(row: str, nodes: int, why: str, backend: str) -> None:
    assert placed(f"{EMPTY_ROWS}/{row}/12/12/12/12/12 b - 1", "", backend).perft(1) == nodes, why


AMONG_OTHERS = [
    ("12/12/12/12/7g4/6n5/5N6/12/12/12/12/12 b - 1", 88),
    ("12/12/12/12/4B2l4/4S7/5N6/7n4/12/12/12/12 b - 1", 98),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("sfen", "nodes"), AMONG_OTHERS)
def test_a_lion_among_others(sfen: str, nodes: int, backend: str) -> None:
    assert placed(sfen, "", backend).perft(1) == nodes


COUNTER_STRIKE = "11k/12/12/12/12/4r7/12/12/9n2/4+o7/12/6B4K b {} 1"


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("third", "nodes"), [("8j", 7), ("-", 8)])
def test_the_square_of_the_last_capture(third: str, nodes: int, backend: str) -> None:
    position = variant("chu-shogi", backend).position(COUNTER_STRIKE.format(third))
    assert position.perft(1) == nodes
    assert position.sfen() == COUNTER_STRIKE.format(third)


# --------------------------------------------------------------------------------------------------------------- moves

ALONE_6F = "12/12/12/12/12/6+O5/12/12/12/12/12/12 b - 1"
CROWD = "3l8/11p/10p1/3n5+D2/2i1f7/3N5G2/9+H2/2t2P1i4/2p3+D5/2+H9/12/12 b - 1"
LIONS = "11l/6l5/5Nn5/11n/9N2/12/1N10/9n2/1n7N2/4r7/4nN6/4r7 b - 1"
ADJACENT = "12/12/12/12/7g4/6n5/5N6/12/12/12/12/12 {} - 1"
GUARDED = "12/12/12/12/4B2l4/4S7/5N6/7n4/12/12/12/12 {} - 1"
HIDDEN = "12/12/12/12/3n8/12/5N6/5P6/7b4/12/12/12 {} - 1"
ON_THE_WAY = "12/12/12/12/3n1H6/3sp7/5N6/5P6/1k5b4/12/12/12 b - 1"
PAWN_BETWEEN = "12/12/12/12/12/4N7/4p7/4n7/12/12/12/12 b - 1"
SEVERAL = "12/12/12/12/6+o1r3/4gi6/6N5/7s4/8n3/12/12/12 b - 1"
STRIKE = "12/12/12/12/12/4r7/12/12/5o3n1n/4N6P/12/6B5 w - 1"
FALCON_STRIKE = "12/12/12/12/12/12/12/12/4+ho3n2/4N7/12/6B5 w - 1"
FALCON_SECOND = "k11/12/12/12/6n5/6P5/12/5+h6/12/5N6/12/11K b - 1"
EAGLE_SECOND = "k11/12/12/12/6n5/6P5/12/7+d4/12/5N6/12/11K b - 1"
PROMOTION = "10p1/2I1pP2p1LL/1Rp1PB2LL2/12/7L4/1p10/12/12/11k/12/11K/12 b - 1"

# (sfen, moves made before, legal moves, moves that are not)
MOVES = [
    (ALONE_6F, "", "6f5e 6f7g 6f7d 6f4h 6f6g6f 6f5e6d 6f7g8h", "6f6f"),
    (CROWD, "", "3g3e 6i4g 6i8g 6i5h 6i5h6i 6i5h4g", "3g3f 6i7h"),
    (CROWD, "", "3d2c 3d1b 3d2c1b 10j10i 10j10h 10j10i10h", "3d1b2c 10j10h10i"),
    (CROWD, "", "9f10e 9f8e 9f8e9d", "9f9d 9f10e9d 9f9e9d"),
    (LIONS, "", "7c6c 7c6b6c 3i3h 3i3h3g 3i2h3h 11g11i 11g11h11i", "3e1d 3e2e1d"),
    (LIONS, "", "7k8k 7k8j8k 7k8l8k 7k8k8j 7k8k8l 7k7j8k", ""),
    ("11k/12/12/10bm/9N2/12/5n6/6N5/5r6/12/9K2/12 b - 1", "6h7g", "2d3e", ""),
    (ADJACENT.format("b"), "", "7g6f 7g6f5e 7g6f6e", ""),
    (GUARDED.format("b"), "", "7g5e 8e5h", "7g5h"),
    (GUARDED.format("w"), "", "5h5j", "5h7g"),
    (HIDDEN.format("b"), "", "7g5i", "7g9e"),
    (HIDDEN.format("w"), "", "9e10e 5i7g", "9e7g"),
    (ON_THE_WAY, "", "7g9e", "7g8f9e"),
    (PAWN_BETWEEN, "", "8f8g", "8f8h 8f8g8h"),
    (SEVERAL, "", "6g5h4i 6g7f 6g7f8f", "6g4i 6g6e 6g7f6e 6g6f6e"),
    ("12/12/3l8/12/3b4+o3/6n5/4N7/6R5/7K4/12/12/12 b - 1", "", "", "8g6f"),
    (STRIKE, "8f8j", "6l8j", "6l3i"),
    (STRIKE, "7i8j+", "6l8j", "6l3i"),
    (STRIKE, "7i8j", "6l8j", "6l3i"),
    (STRIKE, "3i4i3i", "6l3i 1j1i", ""),
    (FALCON_STRIKE, "8i8j8i", "", "6l3i"),
    (FALCON_STRIKE, "8i8j", "", "6l3i"),
    (FALCON_STRIKE, "7i8j+", "6l8j", "6l3i"),
    (FALCON_SECOND, "6f6e", "7h7i", "7h7i7j"),
    (EAGLE_SECOND, "6f6e", "5h6i", "5h6i7j"),
    (PROMOTION, "", "7c8b+ 7c8b 7c6b 7b7a+ 7b7a 5e5c+ 5e5c 11c11f+ 11c11f", "7c6b+"),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("sfen", "before", "legal", "illegal"), MOVES)
def test_moves(sfen: str, before: str, legal: str, illegal: str, backend: str) -> None:
    position = placed(sfen, before, backend)
    assert [move for move in legal.split() if not position.is_legal(move)] == []
    assert [move for move in illegal.split() if position.is_legal(move)] == []


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("move", ["7i8j+", "7i8j", "8f8j"])
def test_sfen_has_the_square_until_the_next_move(move: str, backend: str) -> None:
    position = placed(STRIKE, move, backend)
    assert position.sfen().split()[2] == "8j"
    position.push("6l5k")
    assert position.sfen().split()[2] == "-"
    position.pop()
    assert position == endless(backend).position(position.sfen())
    assert position != endless(backend).position(position.sfen().replace(" 8j ", " - "))
