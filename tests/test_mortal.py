"""Mortal shogi: what a captured piece becomes and what a piece may promote to, as its inventors' page has it."""

from __future__ import annotations

import pytest
from counts import variant
from played import after

BACKENDS = ("reference", "compiled")
KINGS = "4k4/9/9/9/{}/9/9/9/4K4 b - 1"

# "in this order from highest to lowest: Dragon King, Dragon Horse, Rook, Bishop, Gold General, Silver General, Lance,
# Knight, Pawn"
FALLS = [("d", "H"), ("h", "R"), ("r", "B"), ("b", "G"), ("g", "S"), ("s", "L"), ("l", "N"), ("n", "P"), ("p", None)]


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("taken", "held"), FALLS)
def test_a_captured_piece_falls_one_rank(taken: str, held: str | None, backend: str) -> None:
    position = after(variant("mortal-shogi", backend), KINGS.format(f"R{taken}7"), "9e8e")
    assert position.hand("sente") == ({held: 1} if held else {})


# (piece, from, to, what it may promote to, whether it may stay); "provided there are spaces remaining on the board that
# it could legally move to as the piece it promotes to"
CHOICES = [
    ("P", "8d", "8c", "NLSG", True),
    ("P", "8c", "8b", "LSG", True),
    ("P", "8b", "8a", "SG", False),
    ("N", "8e", "7c", "LSG", True),
    ("N", "8d", "7b", "LSG", False),
    ("N", "8c", "7a", "SG", False),
    ("L", "8d", "8c", "SG", True),
    ("L", "8d", "8a", "SG", False),
    ("S", "8d", "8c", "", True),
    ("R", "8d", "8a", "", True),
]


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("piece", "origin", "to", "choices", "may_stay"), CHOICES)
def test_what_a_piece_may_become(piece: str, origin: str, to: str, choices: str, may_stay: bool, backend: str) -> None:
    rank = "abcdefghi".index(origin[1])
    rows = ["9"] * 9
    rows[8], rows[rank] = "4K4", f"1{piece}7"
    rows[6] = "8k"
    position = variant("mortal-shogi", backend).position(f"{'/'.join(rows)} b - 1")
    found = {move.becomes for move in position.legal_moves if (move.from_, move.to) == (origin, to)}
    promoted = {f"+{choice}" for choice in choices} or {"+"}
    assert found == promoted | ({""} if may_stay else set())
