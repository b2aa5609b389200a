"""Impasse: by itself, as lishogi has it, and by declaration.

The positions of lishogi are those of `ImpasseTest` in its library scalashogi. The declarations are the rules of the
Japan Shogi Association: by 27 points (28 for sente), and by 24 (a draw to 30 points, a win from 31).
"""

from __future__ import annotations

import pytest
from compiled import Workshop
from played import after
from rulebooks import outcome, variant

import hensoku
from hensoku.runtime.position import restore

BACKENDS = ["reference", "compiled"]
ENTERED = "2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b - 1"
SHORT = "2SGS4/+B1GKGLLRB/3G5/9/1+R5pp/8k/9/9/9 b - 1"

# (sfen, moves, winner, what scalashogi says of it)
LISHOGI = [
    ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "", None, "starting position"),
    ("2SGS4/+B+RGKG2RB/9/9/7pp/8k/9/9/9 b g2s4n4l16p 1", "", None, "less than 10 other pieces in the zone"),
    ("2SGS4/+B+RG1G2RB/3G5/9/7pp/8k/9/9/4K4 b - 1", "", None, "without the king in the zone"),
    ("9/1G2K2G1/PPPPPPPPP/9/9/7ss/7sk/9/9 w 2r2b2gs4n4l9p 2", "", None, "without enough value"),
    (SHORT, "8e8b", None, "one move away"),
    ("2SGS4/+B1GKGLLRB/3G5/9/1+R5pp/8k/6b2/9/9 b - 1", "8e8b 3g2f", None, "the opponent prevents it by a check"),
    ("9/9/9/9/9/9/3r1lllg/+P+P1+bkssgg/K+P4ssg w r 2", "", None, "26 points for gote"),
    ("G3+R3S/GG5SS/GLPBKBPLS/9/9/7+p+p/7+pk/7+p+p/9 b - 1", "", None, "27 points for sente"),
    (ENTERED, "", "sente", "all pieces on the board"),
    ("G8/4K4/PPPPPPPPP/9/9/7ss/7sk/9/9 b 2R2B 1", "", "sente", "some from hand"),
    (SHORT, "8e8b 2e2f", "sente", "after moves"),
    ("9/9/9/9/9/9/3r1llll/+P+P1+bkssgg/K+P3ssgg w r 2", "", "gote", "27 points for gote"),
    ("G3+R3S/GG2P2SS/GLPBKBPLS/9/9/7+p+p/7+pk/7+p+p/9 b - 1", "", "sente", "28 points for sente"),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("sfen", "moves", "winner", "why"), LISHOGI, ids=[row[-1] for row in LISHOGI])
def test_lishogi(sfen: str, moves: str, winner: str | None, why: str, backend: str, workshop: Workshop) -> None:
    position = after(variant("impasse", "lishogi", backend, workshop), sfen, moves)
    assert position.outcome() == (outcome(winner, "impasse") if winner else None), why
    assert (position.legal_moves == []) == (winner is not None)
    assert position.declaration() is None


# (variant, sfen, winner, what scalashogi says of it)
OTHERS = [
    ("annan-shogi", ENTERED, "sente", "all pieces on the board"),
    ("annan-shogi", "G8/4K4/PPPPPPPPP/9/9/7ss/7sk/9/9 b 2R2B 1", "sente", "some from hand"),
    ("annan-shogi", "2SGS4/+B+RGKG2RB/9/9/7pp/8k/9/9/9 b g2s4n4l16p 1", None, "less than 10 other pieces"),
    ("annan-shogi", "2SGS4/+B+RG1G2RB/3G5/9/7pp/8k/9/9/4K4 b - 1", None, "without the king in the zone"),
    ("annan-shogi", "9/1G2K2G1/PPPPPPPPP/9/9/7ss/7sk/9/9 w 2r2b2gs4n4l9p 2", None, "without enough value"),
    ("check-shogi", ENTERED, "sente", "all pieces on the board"),
]


@pytest.mark.parametrize(("slug", "sfen", "winner", "why"), OTHERS, ids=[f"{row[0]} {row[-1]}" for row in OTHERS])
def test_other_games_of_lishogi(slug: str, sfen: str, winner: str | None, why: str) -> None:
    position = hensoku.load(slug, profile="lishogi", backend="reference").position(sfen)
    assert position.outcome() == (outcome(winner, "impasse") if winner else None), why


SEVENTEEN = "9/9/9/9/9/9/3p1lllg/+P+P2kssgg/K+P4ssg w r 2"

# (the setup from which the game began, sfen, winner, what scalashogi says of it)
HANDICAPS = [
    ("two-piece", SEVENTEEN, "gote", "17 points for gote, but 2 piece handicap"),
    ("start", SEVENTEEN, None, "17 points for gote"),
    ("rook", "9/9/9/9/9/9/3p1lllg/+P+P2kssgr/K+P4ssg w r 2", None, "21 points for gote plus 1 piece handicap"),
    ("rook", "9/9/9/9/9/9/3p1lllr/+P+P2kssgr/K+P4ssg w 2s 2", "gote", "one more (not of scalashogi)"),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("setup", "sfen", "winner", "why"), HANDICAPS, ids=[row[-1] for row in HANDICAPS])
def test_what_a_handicap_lacks_is_credited(
    setup: str, sfen: str, winner: str | None, why: str, backend: str, workshop: Workshop
) -> None:
    """The position is set down in the middle of a game that began with the setup, as scalashogi's test does."""
    of = variant("impasse", "lishogi", backend, workshop)
    began, there = of.new_core(), of.new_core()
    first, later = of.position(setup=setup), of.position(sfen)
    for core, position in ((began, first), (there, later)):
        core.reset(position._core.cells(), position._core.hands(), position._core.turn, ())
    placed = (there.cells(), there.hands(), there.turn, began.state())
    found = restore(of, of.fingerprint, placed, 2, ()).outcome()
    assert found == (outcome(winner, "impasse") if winner else None), why


def test_the_sfen_of_a_setup_is_that_setup(workshop: Workshop) -> None:
    for backend in BACKENDS:
        of = variant("impasse", "lishogi", backend, workshop)
        lance = of.position(setup="lance")
        assert of.position(lance.sfen()) == lance
        lance.push("5a4b")
        assert of.position(lance.sfen()) != lance  # of that game it is not known how it began


# (profile, sfen, winner or None for a draw, or "" for nothing to declare, why)
DECLARED = [
    ("declaration-27", ENTERED, "sente", "28 points, and all pieces on the board"),
    ("declaration-27", "G3+R3S/GG2P2SS/GLPBKBPLS/9/9/7+p+p/7+pk/7+p+p/9 b - 1", "sente", "28 points"),
    ("declaration-27", "G3+R3S/GG5SS/GLPBKBPLS/9/9/7+p+p/7+pk/7+p+p/9 b - 1", "", "27 points of sente"),
    ("declaration-27", "9/9/9/9/9/9/3r1llll/+P+P1+bkssgg/K+P3ssgg w r 2", "gote", "27 points of gote"),
    ("declaration-27", "9/9/9/9/9/9/3r1lllg/+P+P1+bkssgg/K+P4ssg w r 2", "", "26 points"),
    ("declaration-27", "2SGS4/+B1GKGLLRB/3G5/9/1+R5pp/8k/9/9/9 b - 1", "", "a rook outside"),
    ("declaration-27", "2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/8b/9/9 b - 1", "", "in check"),
    ("declaration-27", "2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 w - 1", "", "the other side is to move"),
    ("declaration-24", "2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2P 1", None, "30 points are a draw"),
    ("declaration-24", "2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 3P 1", "sente", "31 points win"),
    ("declaration-24", "G3+P3S/GG5SS/GLPBKBPLS/9/9/7+p+p/7+pk/7+p+p/9 b P 1", None, "24 points are a draw"),
    ("declaration-24", "G3+P3S/GG5SS/GLPBKBPLS/9/9/7+p+p/7+pk/7+p+p/9 b - 1", "", "23 points are nothing"),
    ("in-check", "4K3r/R8/9/9/9/9/9/9/4k4 b - 1", "sente", "where check makes no difference"),
    ("lishogi", ENTERED, "", "it has ended the game already"),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("profile", "sfen", "winner", "why"), DECLARED, ids=[f"{row[0]} {row[-1]}" for row in DECLARED]
)
def test_declarations(profile: str, sfen: str, winner: str | None, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("impasse", profile, backend, workshop).position(sfen)
    assert position.declaration() == (None if winner == "" else outcome(winner, "impasse")), why
    if profile != "lishogi":
        assert position.outcome() is None
        assert position.legal_moves
