"""Limits of moves and dead positions; what the words of the language say, worked out by hand."""

from __future__ import annotations

import pytest
from compiled import Workshop
from played import after
from rulebooks import outcome, variant

KINGS = "4k/p4/5/P4/K3G b - 1"
BARE = "4k/5/5/2p2/K1G2 b - 1"

# (profile, sfen, moves, winner and reason, why)
GAMES = [
    ("", KINGS, "5e4e 1a2a 4e5e", None, "three moves"),
    ("", KINGS, "5e4e 1a2a 4e5e 2a2b", (None, "move-limit"), "four"),
    ("", KINGS, "5e4e 1a2a 4e5e 2a2b 5e4e", (None, "move-limit"), "it is still over"),
    ("", "4k/p4/5/P4/K3G b - 3", "5e4e", None, "the number says that two were made"),
    ("", "4k/p4/5/P4/K3G b - 3", "5e4e 1a2a", (None, "move-limit"), "and so these are four"),
    ("", "4k/p4/5/P4/K3G b - 5", "", (None, "move-limit"), "before any is made"),
    ("first", KINGS, "5e4e 1a2a 4e5e 2a2b", ("gote", "move-limit"), "the result is sente's"),
    ("", "k4/5/K1G2/5/2G2 b - 4", "3c4b", ("sente", "checkmate"), "mate goes before it"),
    ("captures", "4k/p4/5/P4/K3G b - 3", "5e4e 1a2a", None, "what was before is not known"),
    ("captures", KINGS, "5e4e 5b5c 5d5c 1a2a 4e5e 2a1a 5e4e", (None, "move-limit"), "four after the capture"),
    ("captures", KINGS, "5e4e 5b5c 5d5c 1a2a 4e5e 2a1a", None, "three"),
    ("pawns", KINGS, "5e4e 5b5c 4e5e 1a2a 5e4e 2a1a", (None, "move-limit"), "four after the pawn"),
    ("pawns", KINGS, "5e4e 5b5c 4e5e 1a2a 5e4e", None, "three"),
    ("dead", BARE, "3e3d", None, "a gold is left"),
    ("dead", "4k/5/5/2g2/K1G2 b - 1", "3e3d 1a2a", None, "one gold"),
    ("dead", "4k/5/5/5/K4 b - 1", "", (None, "dead-position"), "two kings"),
    ("generals", BARE, "3e3d", (None, "dead-position"), "a king and a gold against a king"),
    ("generals", BARE, "", None, "there is a pawn"),
    ("bare", "4k/5/5/5/K4 b - 1", "", (None, "bare-king"), "that goes before it"),
    ("bare", BARE, "3e3d", ("sente", "bare-king"), "one bare king"),
]


@pytest.mark.parametrize("backend", ["reference", "compiled"])
@pytest.mark.parametrize(("profile", "sfen", "moves", "expected", "why"), GAMES)
def test_games(
    profile: str,
    sfen: str,
    moves: str,
    expected: tuple[str | None, str] | None,
    why: str,
    backend: str,
    workshop: Workshop,
) -> None:
    position = after(variant("limits", profile or None, backend, workshop), sfen, moves)
    assert position.outcome() == (outcome(*expected) if expected else None), why
    goes_on = expected is None or expected[1] == "move-limit"
    assert bool(position.legal_moves) == goes_on, "a limit changes no moves"
