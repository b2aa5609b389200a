"""Repetition and perpetual check: whole games, with what lishogi and Fairy-Stockfish say of them.

The games are those of `RepetitionTest` and `PerpetualCheckTest` in lishogi's library scalashogi; Fairy-Stockfish was
asked through pyffish 0.0.90 (`is_optional_game_end`). They agree on all of them, and both look at every move between
the first and the fourth occurrence. cshogi 1.1 looks at the last cycle alone: "not consecutive" is perpetual to it.
"""

from __future__ import annotations

import pytest
from compiled import Workshop
from played import after
from rulebooks import variant

import hensoku
from hensoku import Outcome

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
ROOKS = "2h3h 8b7b 3h2h 7b8b "
KING_OUT = "5g5f 5c5d 2h5h 5a5b 5f5e 5b5c 5h5f 5c6d 5f6f "
CHECKS = "6d7d 6f7f 7d6d 7f6f "
QUIET = "7i6h 3a4b 6h7i 4b3a "
SILVERS = "4c5b+ 6a5b S*4c S*6a "
ROOK_CHECKS = "3a2a 3h2h 2a3a 2h3h "
HORSE = "l2g2B1l/1r2k2g1/p1nsppnp1/2pp4p/9/1pPS2s1P/P2PPPN1B/1PG6/LN2KG2L w S2Prp 66"
HORSE_CHECKS = "5c6b 5a4b 6b5c 4b5a "
ESCAPES = "4b3b 3i4i 3b4b 4i3i "

DRAW = Outcome(None, "repetition", "repetition")
NONE, SENTE, GOTE = None, "sente", "gote"


def perpetual(winner: str) -> Outcome:
    return Outcome(winner, "perpetual-check", "repetition.perpetual")


# (sfen, moves, outcome, what scalashogi and Fairy-Stockfish say)
GAMES = [
    (START, 3 * ROOKS, DRAW, "fourfold"),
    (START, 2 * ROOKS + "2h3h 8b7b 3h2h", None, "one move short of it"),
    (START, KING_OUT + CHECKS, None, "perpetual check, after 2 repetitions"),
    (START, KING_OUT + 2 * CHECKS, None, "perpetual check, after 3 repetitions"),
    (START, KING_OUT + 3 * CHECKS, perpetual(GOTE), "perpetual check, after 4 repetitions"),
    (START, KING_OUT + CHECKS + CHECKS[:15] + QUIET + "7f6f " + CHECKS, DRAW, "not consecutive"),
    ("6k2/1+p7/9/9/9/9/9/1+P2R4/6K2 b - 1", "5h3h " + 3 * ROOK_CHECKS, perpetual(GOTE), "on the checker's move"),
    (HORSE, "9c9d 3a5c+ 5b5a " + 3 * HORSE_CHECKS, perpetual(GOTE), "on the other's move"),
    ("1+s4k2/5r3/9/9/9/9/9/9/1+N4K2 w - 1", 3 * ESCAPES, perpetual(SENTE), "gote checks from the start"),
    ("k5r2/+s8/9/9/9/9/9/9/S5K2 b - 1", 3 * "3i2i 3a2a 2i3i 2a3a ", perpetual(SENTE), "sente begins in check"),
    ("7k1/9/9/9/9/9/9/+N8/K6R1 w - 1", 3 * "2a3a 2i3i 3a2a 3i2i ", perpetual(GOTE), "gote begins in check"),
    (
        "ln1skg1nl/1r1sg2b1/ppp1GSppp/3p1p3/9/9/PPPPPPPPP/1B5R1/LN1GK2NL b Sp 1",
        3 * SILVERS + "4c5b+",
        DRAW,
        "of sente's moves every second gives check",
    ),
]


@pytest.mark.parametrize(("sfen", "moves", "outcome", "why"), GAMES, ids=[row[-1] for row in GAMES])
def test_shogi(sfen: str, moves: str, outcome: Outcome | None, why: str, workshop: Workshop) -> None:
    position = after(variant("impasse", None, "compiled", workshop), sfen, moves)
    assert position.outcome() == outcome, why
    assert position.legal_moves, "repetition changes no moves"


KINGS = "4e4d 2a2b 4d4e 2b2a "
TURNED = "2a2b 4e4d 2b2a 4d4e "
BEGINS = "rbsgk/4p/5/P4/KGSBR w - 1"

# (profile, sfen, moves, winner, source)
MINISHOGI = [
    (None, None, 3 * KINGS, GOTE, "sente loses (Wikipedia, Fairy-Stockfish)"),
    (None, BEGINS, 3 * TURNED, GOTE, "and does if gote began (Fairy-Stockfish)"),
    ("lishogi", None, 3 * KINGS, GOTE, "who began loses (scalashogi)"),
    ("lishogi", BEGINS, 3 * TURNED, SENTE, "be it gote (scalashogi)"),
    ("lishogi", None, 2 * KINGS + "4e4d 2a2b 4d4e", NONE, "one move short of it (scalashogi)"),
]


@pytest.mark.parametrize(("profile", "sfen", "moves", "winner", "source"), MINISHOGI)
def test_minishogi(profile: str | None, sfen: str | None, moves: str, winner: str | None, source: str) -> None:
    position = after(hensoku.load("minishogi", profile=profile, backend="reference"), sfen, moves)
    assert position.outcome() == (Outcome(winner, "repetition", "repetition") if winner else None), source
