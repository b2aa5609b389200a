"""How games of the cousins end: what the rule sheets say.

Fairy-Stockfish agrees (pyffish 0.0.90, `is_immediate_game_end` and `game_result`), but where a line says otherwise.
"""

from __future__ import annotations

import pytest
from played import after

import hensoku
from hensoku import Outcome

START = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR b - 1"
ROOK = "3k5/9/9/9/9/9/9/9/4K4/8R b - 1"
ELEPHANTS = "3k4b/9/9/9/9/9/9/9/4K4/8B b - 1"
SOLDIER = "3k4b/9/9/9/9/9/9/9/4K4/7PB b - 1"
FIRZ = "8/8/8/8/3kp3/8/4R3/K7 b - 1"

# (variant and profile, sfen, moves, winner and reason, why)
GAMES = [
    ("janggi", START, "5i5i 5b5b", ("han", "passes"), "equal pieces: han has one and a half points more"),
    ("janggi", ROOK, "5i6i 6a6a", ("cho", "facing"), "13 points against one and a half"),
    ("janggi", ROOK, "5i6i 6a5a 6i6i", None, "han went out of it, and cho's pass is the first"),
    ("janggi", "3k4n/9/9/9/9/9/9/9/4K4/8B b - 1", "5i6i 6a6a", ("han", "facing"), "3 points against 5"),
    ("janggi", ELEPHANTS, "5i6i 6a6a", ("han", "facing"), "3 points each"),
    ("janggi", SOLDIER, "5i6i 6a6a", ("cho", "facing"), "a soldier of 2 points is more than one and a half"),
    ("janggi traditional", SOLDIER, "5i6i 6a6a", (None, "facing"), "a draw"),
    ("janggi traditional", SOLDIER, "5i5i 6a6a", (None, "passes"), "a draw"),
    ("janggi", "4k4/9/9/9/9/9/9/9/4K4/9 b - 1", "5i5i", ("han", "facing"), "facing from the beginning"),
    ("xiangqi", "3k5/9/4P4/9/9/9/9/9/9/4K4 b - 1", "5c5b", ("red", "stalemate"), "the file of the other is closed"),
    ("xiangqi", "R2k5/9/9/9/9/9/9/9/9/4K4 w - 1", "6a6b", None, "there is a way out of the check"),
    ("xiangqi", "3k5/9/R8/1R7/9/9/9/9/9/5K3 b - 1", "8d8b 6a5a 9c9a", ("red", "checkmate"), "by two chariots"),
    (
        "shatranj",
        "8/8/8/3k4/8/4p3/4K3/R7 b - 1",
        "4g4f",
        ("white", "bare-king"),
        "the last is taken (Fairy-Stockfish: one move later)",
    ),
    ("shatranj", FIRZ, "4g4e", None, "the rook may be taken"),
    ("shatranj", FIRZ, "4g4e 5e4e", (None, "bare-king"), "and is (Fairy-Stockfish plays on with two kings)"),
    ("shatranj", FIRZ, "4g4e 5e5d", ("white", "bare-king"), "it was not"),
    ("shatranj", "8/8/8/8/3kp3/8/4R3/K3R3 b - 1", "4g4e", ("white", "bare-king"), "another rook is left"),
    ("shatranj", "k7/7p/1RP5/8/8/8/8/K7 b - 1", "6c6b", None, "the pawn may move"),
]


@pytest.mark.parametrize(("name", "sfen", "moves", "expected", "why"), GAMES)
def test_games(name: str, sfen: str, moves: str, expected: tuple[str | None, str] | None, why: str) -> None:
    slug, _, profile = name.partition(" ")
    position = after(hensoku.load(slug, profile=profile or None, backend="reference"), sfen, moves)
    told = expected and Outcome(expected[0], expected[1], f"ends.{expected[1].replace('-', '_')}")
    assert position.outcome() == told, why
    assert (position.legal_moves == []) == (expected is not None)
