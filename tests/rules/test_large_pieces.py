"""Pieces of the large games, each alone or before a row of pieces, on both backends; where they go is counted by hand.

The board is seven by seven without its corners; the piece stands on 4e unless told. Ranks: pawn 1, general 2, king 3.
"""

from __future__ import annotations

import pytest
from compiled import Workshop
from rulebooks import both_backends, variant

SIDES = "1e 2e 3e 5e 6e 7e 4f 4g"
"""Where a rook on 4e goes but for its own file ahead."""

# (sfen, the piece's square, where it goes, why)
AHEAD = [
    ("*2p2*/3p3/3p3/7/3G3/7/*5* b - 1", "4d 4c 4b 4a", "it takes over any number of pawns"),
    ("*2k2*/3p3/3p3/7/3G3/7/*5* b - 1", "4d 4c 4b", "but no king, which outranks it"),
    ("*2p2*/3g3/3p3/7/3G3/7/*5* b - 1", "4d 4c", "nor does it take or jump its equal"),
    ("*5*/3p3/3p3/7/3G3/7/*5* b - 1", "4d 4c 4b", "it jumps to capture, not to move: 4a is empty"),
    ("*5*/3p3/3p3/7/3J3/7/*5* b - 1", "4d 4c 4b 4a", "the jumper passes two"),
    ("*2p2*/3p3/3p3/3p3/3J3/7/*5* b - 1", "4d 4c 4b", "not three"),
]

# (sfen, square, the number of squares, why)
COUNTS = [
    ("*5*/7/7/7/3H3/7/*5* b - 1", "4e", 44, "with one turn a hook mover gets to every other of 45 squares"),
    ("*5*/7/7/7/7/7/*H4* b - 1", "6g", 44, "from the edge as well"),
    ("*5*/7/7/D6/7/7/*5* b - 1", "7d", 25, "three steps: four files of seven, without two corners and its own square"),
    ("*5*/2ppp2/2pDp2/2ppp2/7/7/*5* b - 1", "4c", 8, "it stops at what it takes: eight neighbours, all captured"),
    ("*5*/7/7/3p3/3T3/7/*5* b - 1", "4e", 7, "the second and third square each way, whatever stands on the first"),
]


@both_backends
@pytest.mark.parametrize(("sfen", "ahead", "why"), AHEAD)
def test_over_others(sfen: str, ahead: str, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("large-pieces", None, backend, workshop).position(sfen)
    found = [move.to for move in position.legal_moves if move.from_ == "4e"]
    assert sorted(found) == sorted([*SIDES.split(), *ahead.split()]), why


@both_backends
@pytest.mark.parametrize(("sfen", "square", "count", "why"), COUNTS)
def test_counts(sfen: str, square: str, count: int, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("large-pieces", None, backend, workshop).position(sfen)
    found = [move.to for move in position.legal_moves if move.from_ == square]
    assert (len(found), len(set(found))) == (count, count), why


@both_backends
def test_nobody_is_royal(backend: str, workshop: Workshop) -> None:
    """A king is taken like any piece, and the game goes on."""
    position = variant("large-pieces", None, backend, workshop).position("*5*/4p2/7/3k3/3P3/7/*5* b - 1")
    assert not position.is_check()
    position.push("4e4d")
    assert position.outcome() is None
    assert [str(move) for move in position.legal_moves] == ["3b3c"]
