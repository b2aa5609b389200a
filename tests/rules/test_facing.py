"""Kings that face each other: where no move may leave them so, and where the other side must end it or pass.

The first is the rule of xiangqi; the second that of janggi, whose two ends are in `tests/data/ends`. The expected moves
are worked out by hand. Fairy-Stockfish was asked for its own, with its minishogi without drops and `flyingGeneral`, or
`bikjangRule` and `pass`; its counts are in the tables of the two games.
"""

from __future__ import annotations

import pytest
from compiled import Workshop
from rulebooks import both_backends, variant

from hensoku.runtime.errors import SfenError

GENERALS, BIKJANG, WORDS = ("Wikipedia, Xiangqi", "Wikipedia, Janggi", "docs/semantics.md, facing and passes")
FAIRY, NOBODY = ("Fairy-Stockfish", "")

# (profile, sfen, the legal moves from some squares, why, source, who has the same moves)
MOVES = [
    ("", "2k2/5/5/5/1K3 b - 1", {"4e": "4d 5d 5e"}, "the king may not come to the file of the other", GENERALS, FAIRY),
    ("", "2k2/2p2/5/5/1K3 b - 1", {"4e": "3d 3e 4d 5d 5e"}, "a pawn stands between", GENERALS, FAIRY),
    ("", "2k2/5/2G2/5/2K2 b - 1", {"3c": "3b 3d"}, "the piece between may only move on the file", GENERALS, FAIRY),
    ("", "2k2/2g2/2G2/5/2K2 b - 1", {"3c": "2b 2c 3b 3d 4b 4c"}, "there is another", GENERALS, FAIRY),
    ("", "2k2/5/2g2/5/1K3 w - 1", {"3c": "2c 2d 3b 3d 4c 4d"}, "it is not between yet", GENERALS, FAIRY),
    ("", "2k2/5/2G2/3p1/1K3 b - 1", {"4e": "3d 3e 4d 5d 5e"}, "its own piece stands between", GENERALS, FAIRY),
    ("lines", "4k/5/5/5/1K3 b - 1", {"4e": "3d 3e 5d"}, "4d and 5e are on its diagonal", WORDS, NOBODY),
    ("generals", "k2G1/5/5/5/K3g b - 1", {"2a": "2b 3a", "5e": "4d 4e 5d"}, "generals may not", WORDS, NOBODY),
    ("answered", "k4/5/5/5/1K3 b - 1", {"4e": "3d 3e 4d 4e 5d 5e"}, "a move may do it; and a pass", BIKJANG, FAIRY),
    ("answered", "k4/5/5/5/K4 w - 1", {"5a": "4a 4b 5a"}, "it must be ended, or passed", BIKJANG, FAIRY),
    ("answered", "k4/1g3/5/5/K4 w - 1", {"5a": "4a 5a", "4b": "5b 5c"}, "a piece may come between", BIKJANG, FAIRY),
    ("answered", "k4/5/R4/5/1K3 w - 1", {"5a": "4a 4b"}, "in check there is no pass", BIKJANG, FAIRY),
    ("answered", "k4/2B2/5/5/K4 w - 1", {"5a": "4b 5a"}, "a square beside it is attacked", BIKJANG, FAIRY),
    ("answered", "kR3/5/5/5/K4 w - 1", {"5a": "4a 5a"}, "facing, it may pass in check", FAIRY, FAIRY),
]


@both_backends
@pytest.mark.parametrize(("profile", "sfen", "moves", "why"), [row[:4] for row in MOVES], ids=[row[3] for row in MOVES])
def test_moves(profile: str, sfen: str, moves: dict[str, str], why: str, backend: str, workshop: Workshop) -> None:
    position = variant("facing", profile, backend, workshop).position(sfen)
    for origin, ends in moves.items():
        found = {move.to for move in position.legal_moves if move.from_ == origin}
        assert found == set(ends.split()), why
    assert position.perft(1) == len(position.legal_moves)


@both_backends
def test_no_position_has_kings_that_may_not_face_each_other(backend: str, workshop: Workshop) -> None:
    with pytest.raises(SfenError, match="face each other"):
        variant("facing", None, backend, workshop).position("2k2/5/5/5/2K2 b - 1")
    variant("facing", "answered", backend, workshop).position("2k2/5/5/5/2K2 b - 1")
