"""Promotion by a capture alone, by piece, and up to a number, on both backends; all of it is worked out by hand.

Fairy-Stockfish's counts for the same limits are in `tests/data/perft/rules.jsonl`.
"""

from __future__ import annotations

import pytest
from compiled import Workshop
from rulebooks import both_backends, variant

# (profile, sfen, origin and end, what may come of it, why)
PROMOTIONS = [
    ("by-capture", "k5/6/6/3p2/3S2/K5 b - 1", "3e3d", "- +", "a capture, wherever it is"),
    ("by-capture", "k5/3S2/6/6/6/K5 b - 1", "3b3a", "-", "no capture, not even on the last rank"),
    ("pawn-late", "k5/6/3P2/6/6/K5 b - 1", "3c3b", "-", "not yet"),
    ("pawn-late", "k5/3P2/6/6/6/K5 b - 1", "3b3a", "+", "there it must"),
    ("pawn-late", "k5/6/3S2/6/6/K5 b - 1", "3c3b", "- +", "the silver's zone is as large as before"),
    ("", "k5/6/3R2/6/6/K5 b - 1", "3c3b", "- +", "there is no dragon yet"),
    ("", "k5/6/3R2/6/6/K4+R b - 1", "3c3b", "-", "there is one"),
    ("free", "k5/6/3R2/6/6/K4+R b - 1", "3c3b", "- +", "without the limit"),
    ("", "k5/6/3R2/6/6/K5 b R 1", "3c3b", "- +", "what is in hand does not count"),
    ("", "k4+r/6/3R2/6/6/K5 b - 1", "3c3b", "- +", "nor does the other side's"),
    ("", "k5/6/3S2/6/6/KGGG2 b - 1", "3c3b", "-", "three golds are enough, of whatever kind"),
    ("", "k5/6/3S2/6/6/KGG+P2 b - 1", "3c3b", "-", "a tokin is one"),
    ("", "k5/6/3S2/6/6/KGG3 b - 1", "3c3b", "- +", "two are not"),
    ("", "k5/3P2/6/6/6/KGGG2 b - 1", "3b3a", "", "a pawn that would be stuck cannot move"),
    ("always", "k5/3P2/6/6/6/KGGG2 b - 1", "3b3a", "", "there neither"),
    ("always", "k5/6/3P2/6/6/KGGG2 b - 1", "3c3b", "-", "where it is not stuck it stays a pawn"),
    ("always", "k5/6/3P2/6/6/KGG3 b - 1", "3c3b", "+", "or else must promote"),
    ("held", "6/6/3P2/6/6/GGG3 b Kk 1", "3c3b", "", "while it may not promote at all it cannot move, golds or not"),
    ("held", "6/6/3P2/6/6/KGGG2 b k 1", "3c3b", "-", "and with the king on the board it stays a pawn again"),
]


@both_backends
@pytest.mark.parametrize(("profile", "sfen", "move", "wanted", "why"), PROMOTIONS)
def test_promotions(
    profile: str, sfen: str, move: str, wanted: str, why: str, backend: str, workshop: Workshop
) -> None:
    position = variant("promotion-limit", profile, backend, workshop).position(sfen)
    found = [str(legal)[4:] or "-" for legal in position.legal_moves if str(legal).startswith(move)]
    assert sorted(found) == sorted(wanted.split()), why
