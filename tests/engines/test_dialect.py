"""What is said to engines: positions and moves as Fairy-Stockfish writes them, limits as the protocols have them."""

from __future__ import annotations

import pytest

import hensoku
from hensoku.engines.dialect import DIALECTS, Letters, Uci, Usi, read_move
from hensoku.engines.limits import Limits
from hensoku.runtime.move import Move

# slug, SFEN, FEN: the two lines that Fairy-Stockfish prints for one position (`d`), its counters of moves left out
POSITIONS = [
    (
        "cannon-shogi",
        "lnsgkgsnl/1rci1uab1/p1p1p3p/6p2/2P6/9/P3P1P1P/1BAU1ICR1/LNSGKGSNL w - 4",
        "lnsgkgsnl/1rci1uab1/p1p1p3p/6p2/2P6/9/P3P1P1P/1BAU1ICR1/LNSGKGSNL[] b - - 0 2",
    ),
    ("kyoto-shogi", "p+nks+l/5/5/5/+LSK+NP w Nl 2", "p+nks+l/5/5/5/+LSK+NP[Nl] b - - 0 1"),
    (
        "janggi",
        "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - 2",
        "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR b - - 0 1",
    ),
    ("minishogi", "rbsgk/4R/5/P4/KGSB1 w P 2", "rbsgk/4R/5/P4/KGSB1[P] b - - 0 1"),
]
PROFILES = {"kyoto-shogi": "fairy-stockfish"}  # there its pieces have the letters of that program


@pytest.mark.parametrize(("slug", "sfen", "fen"), POSITIONS)
def test_positions(slug: str, sfen: str, fen: str) -> None:
    variant = hensoku.load(slug, backend="reference", profile=PROFILES.get(slug))
    assert Uci().fen(variant, sfen) == fen
    assert Usi().position(variant, sfen, [Move.parse("5a5b")]) == f"position sfen {sfen} moves 5a5b"


KYOTO = (  # Fairy-Stockfish, `go perft 1` in the position above
    "d5c4+ d5d4+ d5e4+ a5a4+ b5a4- b5b4- b5c4- e5d4- e5e4- c5b4 c5c4 c5d4"
    " +L@a2 +L@b2 +L@c2 +L@d2 +L@e2 +L@a3 +L@b3 +L@c3 +L@d3 +L@e3 +L@a4 +L@b4 +L@c4 +L@d4 +L@e4"
    " L@a2 L@b2 L@c2 L@d2 L@e2 L@a3 L@b3 L@c3 L@d3 L@e3 L@a4 L@b4 L@c4 L@d4 L@e4"
)


def test_moves() -> None:
    variant = hensoku.load("kyoto-shogi", backend="reference", profile="fairy-stockfish")
    position = variant.position("p+nks+l/5/5/5/+LSK+NP w Nl 2")
    assert sorted(Uci().spell(move, variant) for move in position.legal_moves) == sorted(KYOTO.split())
    for text in KYOTO.split():
        move = read_move(Uci(), text, position)
        assert move is not None
        assert position.is_legal(move)
    assert read_move(Uci(), "a1a2", position) is None
    assert read_move(Usi(), "rubbish", position) is None


def test_a_move_of_two_steps() -> None:
    """Squares of a board of twelve files and ranks, counted by hand."""
    variant = hensoku.load("chu-shogi", backend="reference")
    assert Uci().spell(Move.parse("6f6g6f"), variant) == "g7g6g7"
    assert Uci().spell(Move.parse("12l1a"), variant) == "a1l12"


def test_letters() -> None:
    variant = hensoku.load("minishogi", backend="reference")
    letters = Letters({"P": "X", "+P": "+X"})
    assert Usi(letters).spell(Move.parse("P*3c"), variant) == "X*3c"
    assert Uci(letters).spell(Move.parse("P*3c"), variant) == "X@c3"
    lower = Letters({"P": "x", "+P": "+x", "S": "y"})
    assert Uci(lower).spell(Move.parse("P*3c"), variant) == "X@c3"
    assert Uci(lower).spell(Move.parse("3c3b+S"), variant) == "c3c4y"
    assert Usi(letters).position(variant, "4k/5/5/P4/K4 b p 1", []) == "position sfen 4k/5/5/X4/K4 b x 1"
    assert Uci(letters).position(variant, "4k/+P4/5/5/K4 b p 1", []) == "position fen 4k/+X4/5/5/K4[x] w - - 0 1"


# limits, of the other side, side to move, seconds left, and what is said in USI and in UCI
GO = [
    ("depth=6", "depth=6", 0, (0, 0), "depth 6", "depth 6"),
    ("nodes=500,movetime=0.5", "depth=6", 1, (0, 0), "nodes 500 movetime 500", "nodes 500 movetime 500"),
    (
        "10+0.1",
        "10+0.1",
        0,
        (9.5, 10),
        "btime 9500 wtime 10000 binc 100 winc 100",
        "wtime 9500 btime 10000 winc 100 binc 100",
    ),
    (
        "5+1",
        "9+2",
        1,
        (9, 5),
        "btime 9000 wtime 5000 binc 2000 winc 1000",
        "wtime 9000 btime 5000 winc 2000 binc 1000",
    ),
    (
        "byoyomi=1",
        "byoyomi=1",
        0,
        (0, 0),
        "btime 0 wtime 0 byoyomi 1000",
        "wtime 1000 btime 1000 winc 1000 binc 1000",
    ),
    (
        "60,byoyomi=3",
        "60,byoyomi=3",
        1,
        (1, 2),
        "btime 1000 wtime 2000 byoyomi 3000",
        "wtime 4000 btime 5000 winc 3000 binc 3000",
    ),
]


@pytest.mark.parametrize(("own", "other", "turn", "left", "usi", "uci"), GO)
def test_go(own: str, other: str, turn: int, left: tuple[float, float], usi: str, uci: str) -> None:
    said = {name: dialect.go(Limits.parse(own), turn, left, Limits.parse(other)) for name, dialect in DIALECTS.items()}
    assert said == {"usi": f"go {usi}", "uci": f"go {uci}"}
