"""Kings that have both entered, and drops that may not stalemate, on both backends; all of it is worked out by hand."""

from __future__ import annotations

import pytest
from compiled import Workshop
from rulebooks import both_backends, outcome, variant

# (profile, sfen, who has won by the impasse ("" for a draw), None for no end, why)
ENTERED = [
    ("", "K4/5/5/5/4k b - 1", "", "both stand on the last rank"),
    ("", "K4/5/5/5/4k w - 1", "", "whoever is to move"),
    ("", "K4/5/5/4k/5 b - 1", None, "one does not"),
    ("", "K3r/5/5/5/4k b - 1", "", "check is not asked about"),
    ("pair", "K4/5/5/5/4k b - 1", None, "the side to move has nothing beside its king there"),
    ("pair", "KG3/5/5/5/4k b - 1", "", "now it has"),
    ("alone", "K4/5/5/4k/5 b - 1", "sente", "without the other one it has won"),
    ("alone", "K4/5/5/4k/5 w - 1", None, "but only on its turn"),
]

DECLARED = [
    ("K4/5/5/5/4k b - 1", True, "both have entered"),
    ("K4/5/5/4k/5 b - 1", False, "one has not"),
    ("K3r/5/5/5/4k b - 1", False, "the side to move is in check"),
]

# (profile, sfen, the squares on which no gold may be dropped, why): king on 1a, rook on the second file
STALEMATES = [
    ("", "4k/5/5/5/K2R1 b G 1", "1c", "it takes the last free square, 1b, and gives no check"),
    ("free", "4k/5/5/5/K2R1 b G 1", "", "without the rule it may"),
    ("", "4k/5/5/5/K2R1 b Gp 1", "", "the other side has a pawn to drop"),
    ("", "4k/5/4p/5/K2R1 b G 1", "", "or one to move"),
]


@both_backends
@pytest.mark.parametrize(("profile", "sfen", "winner", "why"), ENTERED)
def test_entered(profile: str, sfen: str, winner: str | None, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("entered", profile, backend, workshop).position(sfen)
    expected = None if winner is None else outcome(winner or None, "impasse")
    assert position.outcome() == expected, why
    assert bool(position.legal_moves) == (winner is None), why


@both_backends
@pytest.mark.parametrize(("sfen", "there", "why"), DECLARED)
def test_declared(sfen: str, there: bool, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("entered", "declared", backend, workshop).position(sfen)
    assert position.declaration() == (outcome(None, "impasse") if there else None), why
    assert position.outcome() is None


@both_backends
@pytest.mark.parametrize(("profile", "sfen", "forbidden", "why"), STALEMATES)
def test_stalemating_drops(profile: str, sfen: str, forbidden: str, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("stalemating-drops", profile, backend, workshop).position(sfen)
    board = {f"{file}{rank}" for file in "12345" for rank in "abcde"}
    free = {square for square in board if position.piece_at(square) is None}
    found = {move.to for move in position.legal_moves if str(move).startswith("G*")}
    assert free - found == set(forbidden.split()), why


@both_backends
@pytest.mark.parametrize(("profile", "winner"), [("free", "sente"), ("won", "gote")])
def test_whoever_is_stalemated(profile: str, winner: str, backend: str, workshop: Workshop) -> None:
    position = variant("stalemating-drops", profile, backend, workshop).position("4k/5/5/5/K2R1 b G 1")
    position.push("G*1c")
    assert position.outcome() == outcome(winner, "stalemate")
