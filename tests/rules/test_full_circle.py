"""Slides that come round to where they began, on both backends; every expectation is worked out by hand.

Sources that say anything leave such a move out (Shogitter's loop, the rule sheet of cylinder shogi), so that it is one
only where a definition asks for it.
"""

from __future__ import annotations

import pytest
from compiled import Workshop
from rulebooks import both_backends, variant

# (profile, sfen, the piece's square, whether it may stay there, why)
CIRCLES = [
    ("", "4k/5/2R2/5/K4 b - 1", "3c", True, "the rank is empty"),
    ("without", "4k/5/2R2/5/K4 b - 1", "3c", False, "a ray stops before its own square"),
    ("", "4k/5/1cR2/5/K4 b - 1", "3c", False, "something stands on the rank, whichever way"),
    ("", "4k/5/2R2/2K2/5 b - 1", "3c", True, "the file is no circle on a cylinder, and does not matter"),
    ("", "4k/5/2S2/5/K4 b - 1", "3c", False, "four steps do not get it round five files"),
    ("", "4k/5/2T2/5/K4 b - 1", "3c", True, "five do"),
    ("", "4k/5/2C2/5/K4 b - 1", "3c", False, "it moves only to capture"),
    ("", "4k/5/2K2/5/5 b - 1", "3c", False, "a step is no slide"),
    ("torus", "5/4k/1cR2/5/K4 b - 1", "3c", True, "up the file and round"),
    ("torus", "5/2c1k/1cR2/5/K4 b - 1", "3c", False, "neither line is empty"),
    ("torus", "5/1k3/2M2/5/4K b - 1", "3c", True, "a rider of knight's leaps comes round too"),
    ("", "r3k/5/R4/5/K4 b - 1", "5c", True, "between the rook and the king: it stays between"),
    ("", "r3k/5/5/2R2/K4 b - 1", "3d", False, "the king is in check, and stays so"),
]


@both_backends
@pytest.mark.parametrize(("profile", "sfen", "square", "stays", "why"), CIRCLES)
def test_circles(profile: str, sfen: str, square: str, stays: bool, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("full-circle", profile, backend, workshop).position(sfen)
    assert [str(move) for move in position.legal_moves if move.from_ == move.to == square] == [square * 2] * stays, why


@both_backends
@pytest.mark.parametrize(("profile", "count"), [("", 14), ("without", 13), ("torus", 15)])
def test_count(profile: str, count: int, backend: str, workshop: Workshop) -> None:
    """The rook has four squares on the rank, four on the file and the circle, which is one move though both ways round
    lead to it; the king on the edge has five, and eight on a torus, but for two next to the other king."""
    sfen = {"torus": "5/4k/2R2/5/K4 b - 1"}.get(profile, "4k/5/2R2/5/K4 b - 1")
    assert variant("full-circle", profile, backend, workshop).position(sfen).perft(1) == count


@both_backends
def test_it_hands_over_the_turn(backend: str, workshop: Workshop) -> None:
    position = variant("full-circle", None, backend, workshop).position("4k/5/2R2/5/K4 b - 1")
    move = next(move for move in position.legal_moves if str(move) == "3c3c")
    assert position.victims(move) == ()
    position.push(move)
    assert position.sfen() == "4k/5/2R2/5/K4 w - 2"
