"""The six first variants, built by hand as IR, counted by the interpreter against somebody else's counts."""

from __future__ import annotations

import pytest
from hand_built import read_sfen
from hand_variants import VARIANTS

from hensoku.compiler.interp.core import ReferenceCore

PUBLISHED = "published; Fairy-Stockfish and shogiops agree"
SHOGIOPS = "shogiops"
BRUTE = "brute force program written from the rules"
ENGINE = "brute force, Fairy-Stockfish agrees"

START = [
    ("shogi", 1, 30, PUBLISHED),
    ("shogi", 2, 900, PUBLISHED),
    ("minishogi", 1, 14, PUBLISHED),
    ("minishogi", 2, 181, PUBLISHED),
    ("minishogi", 3, 2512, PUBLISHED),
    ("annan-shogi", 1, 28, BRUTE),
    ("annan-shogi", 2, 784, BRUTE),
    ("cylinder-shogi", 1, 31, BRUTE),
    ("cylinder-shogi", 2, 961, BRUTE),
]


@pytest.mark.parametrize(("variant", "depth", "nodes", "source"), START)
def test_start(variant: str, depth: int, nodes: int, source: str) -> None:
    assert ReferenceCore(VARIANTS[variant]()).perft(depth) == nodes, source


POSITIONS = [
    ("shogi", "1p2kg1n1/s+N1+P1s2l/5l2b/pB3pPP1/lP3N3/2NpSg1RL/+pS1P2+p2/3G5/4KG3 w R4P3p", 1, 0, SHOGIOPS),
    ("shogi", "4gk3/2gs+P1pb1/1r2p1+Ppl/lp6p/1n3p1P1/2p2P2P/LPP1PSN1S/1S4GRL/1N4K2 w 3Pbgn", 1, 3, SHOGIOPS),
    ("shogi", "3p5/2s3k2/rp1s4l/2Pg1PgPL/3Pb4/N3pp3/L2+p5/P2N1R1SP/2BK1s3 w 3P2g2nl4p", 1, 221, SHOGIOPS),
    ("minishogi", "5/4k/5/KP1g1/3+s1 w RBrbgsp", 1, 108, SHOGIOPS),
    ("minishogi", "4k/+P4/P4/2RKG/5 w R2BG2S", 1, 3, SHOGIOPS),
    ("cannon-shogi", "lnsgk1snl/1r1ig1ub1/pCp2pp2/2A3a1p/9/1u2+c4/P1P1P1P+RP/1B3I1SL/LNSGKG1N1 b -", 2, 2836, ENGINE),
    ("cannon-shogi", "2r1k1s+Rl/2sL2+Uba/ppngppp2/2N1b3p/+I4N1cG/4+c1Pu1/1PPSP4/1+ig2K3/LN1G2S1L w a", 2, 5974, ENGINE),
    ("annan-shogi", "1nk2gsn1/lp1g2P1l/p4pp1p/1PsB2pPb/5SlP1/1P2P4/2P2PN1P/S1K+r3R1/1N3G2L b 2Pgp", 1, 4, SHOGIOPS),
    ("annan-shogi", "ln1gkgsnl/1rs4b1/3pppp1p/p1p4p1/1p7/1P5PR/P1PPP1P1P/1BS1PKS2/LN1G1G1NL w -", 2, 725, BRUTE),
    ("cylinder-shogi", "lns2g1n1/1rgs1k2l/1ppp+Np1pp/p2P2p2/5B3/9/PP1SPPPPP/1B2G3R/L3KGSNL w Pp", 2, 273, BRUTE),
    ("sho-shogi", "1n+N2ksnl/lrs1eg3/3p4p/ppp3pp1/5p3/1PP3PP1/P2P+bP1RP/3KE3L/LS1G1GSN1 b -", 3, 5763, ENGINE),
]


@pytest.mark.parametrize(("variant", "sfen", "depth", "nodes", "source"), POSITIONS)
def test_position(variant: str, sfen: str, depth: int, nodes: int, source: str) -> None:
    assert _perft(variant, sfen, depth) == nodes, source


TRAPS = [
    ("sho-shogi", "4r3k/9/9/E8/9/9/9/9/4K4 b -", 1, 6, "in check, and the elephant may promote: two royals, no check"),
    ("sho-shogi", "4k4/9/4+E4/9/9/9/9/4r4/4K3R b -", 2, 645, "two royals: the king may stay in check"),
    ("cylinder-shogi", "9/4k4/9/9/R8/9/9/9/4K4 b -", 1, 24, "a rook alone on its rank: no null move, each square once"),
    ("cylinder-shogi", "9/9/9/9/k3R4/9/9/9/4K4 w -", 1, 6, "a check along both arcs of the rank"),
    ("cylinder-shogi", "9/9/9/9/k3R4/9/9/9/4K4 w rb2g2s2n2l9p", 1, 6, "one drop cannot block both arcs"),
    ("annan-shogi", "4k4/9/4p4/9/9/9/4P4/4R4/4K4 b -", 2, 120, "a pawn that slides like the rook behind it"),
    ("annan-shogi", "k1S6/1R1n5/ppp6/1R2G4/9/9/9/9/8K b P", 1, 100, "P*8a would mate: illegal wherever it lands"),
    ("annan-shogi", "9/1k7/9/4b4/4p4/5N3/6K2/9/9 b -", 1, 6, "borrowed king and knight"),
    ("cannon-shogi", "4k4/9/4U4/9/9/9/9/9/4K4 w -", 2, 171, "a cannon with no screen gives no check"),
    ("cannon-shogi", "4k4/4p4/4U4/9/9/9/9/9/4K4 w p", 2, 195, "a move or a drop makes or breaks a screen"),
    ("cannon-shogi", "4k4/9/9/3+C5/4p4/9/9/9/4K4 b -", 1, 22, "a flying copper cannon's step and hop"),
    ("shogi", "7lk/9/8S/9/9/9/9/7L1/8K b P", 2, 639, "mate by a dropped pawn is illegal"),
]


@pytest.mark.parametrize(("variant", "sfen", "depth", "nodes", "why"), TRAPS)
def test_trap(variant: str, sfen: str, depth: int, nodes: int, why: str) -> None:
    """Counts of a brute force program; each decides one reading."""
    assert _perft(variant, sfen, depth) == nodes, why


def _perft(variant: str, sfen: str, depth: int) -> int:
    module = VARIANTS[variant]()
    position = read_sfen(module, sfen)
    core = ReferenceCore(module)
    core.reset(position.cells, position.hands, position.turn, ())
    return core.perft(depth)
