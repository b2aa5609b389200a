"""Kings that face each other: where no move may leave them so, and where the other side must end it or pass.

The first is the rule of xiangqi; the second, with its two ends, that of janggi, as Fairy-Stockfish and Wikipedia have
it. The expected moves are worked out by hand; counts of that engine are in the tables of the two games.
"""

from __future__ import annotations

import pytest
from compiled import Workshop
from played import after
from rulebooks import outcome, variant

from hensoku.runtime.errors import SfenError

BACKENDS = ["reference", "compiled"]

# (profile, sfen, the legal moves from some squares, why)
MOVES = [
    ("", "2k2/5/5/5/1K3 b - 1", {"4e": "4d 5d 5e"}, "the king may not come to the file of the other"),
    ("", "2k2/2p2/5/5/1K3 b - 1", {"4e": "3d 3e 4d 5d 5e"}, "a pawn stands between"),
    ("", "2k2/5/2G2/5/2K2 b - 1", {"3c": "3b 3d"}, "the piece between may only move on the file"),
    ("", "2k2/2g2/2G2/5/2K2 b - 1", {"3c": "2b 2c 3b 3d 4b 4c"}, "there is another"),
    ("", "2k2/5/2g2/5/1K3 w - 1", {"3c": "2c 2d 3b 3d 4c 4d"}, "it is not between yet"),
    ("", "2k2/5/2G2/3p1/1K3 b - 1", {"4e": "3d 3e 4d 5d 5e"}, "its own piece stands between"),
    ("lines", "4k/5/5/5/1K3 b - 1", {"4e": "3d 3e 5d"}, "4d and 5e are on its diagonal"),
    ("generals", "k2G1/5/5/5/K3g b - 1", {"2a": "2b 3a", "5e": "4d 4e 5d"}, "kings may; generals may not"),
    ("answered", "k4/5/5/5/1K3 b - 1", {"4e": "3d 3e 4d 4e 5d 5e"}, "a move may bring it about, and there is a pass"),
    ("answered", "k4/5/5/5/K4 w - 1", {"5a": "4a 4b 5a"}, "it must be ended, or passed"),
    ("answered", "k4/1g3/5/5/K4 w - 1", {"5a": "4a 5a", "4b": "5b 5c"}, "a piece may come between"),
    ("answered", "k4/5/R4/5/1K3 w - 1", {"5a": "4a 4b"}, "in check there is no pass"),
    ("answered", "k4/2B2/5/5/K4 w - 1", {"5a": "4b 5a"}, "a square beside it is attacked"),
    (
        "answered",
        "kR3/5/5/5/K4 w - 1",
        {"5a": "4a 5a"},
        "facing, it may pass in check (Fairy-Stockfish)",
    ),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("profile", "sfen", "moves", "why"), MOVES, ids=[row[-1] for row in MOVES])
def test_moves(profile: str, sfen: str, moves: dict[str, str], why: str, backend: str, workshop: Workshop) -> None:
    position = variant("facing", profile or None, backend, workshop).position(sfen)
    for origin, ends in moves.items():
        found = {move.to for move in position.legal_moves if move.from_ == origin}
        assert found == set(ends.split()), why
    assert position.perft(1) == len(position.legal_moves)


# (profile, sfen, moves, winner and reason, why)
GAMES = [
    ("answered", "k4/5/5/5/1K3 b - 1", "4e5e", None, "they face each other: gote is to answer"),
    ("answered", "k4/5/5/5/1K3 b - 1", "4e5e 5a5a", (None, "facing"), "gote passes"),
    ("answered", "k4/5/5/5/1K3 b - 1", "4e5e 5a4a 5e5e", None, "gote went away"),
    ("answered", "k4/5/5/5/1K3 b - 1", "4e4e 5a5a", (None, "passes"), "two passes in a row"),
    ("answered", "k4/5/5/5/1K3 b - 1", "4e4e 5a5b 4e4e", None, "not in a row"),
    ("answered", "k4/5/5/5/K4 b - 1", "5e5e", (None, "facing"), "facing from the beginning"),
    ("points", "k3g/5/5/5/1K2R b - 1", "4e5e 5a5a", ("sente", "facing"), "13 points against 3 and 1"),
    ("points", "k3g/5/5/5/1K2G b - 1", "4e5e 5a5a", ("gote", "facing"), "3 against 3 and 1"),
    ("points", "k3g/5/4P/4P/1K3 b - 1", "4e5e 5a5a", (None, "facing"), "4 against 3 and 1"),
    ("points", "k3g/5/5/5/1K2R b - 1", "4e4e 5a5a", None, "the third pass in a row ends it"),
    ("points", "k3g/5/5/5/1K2R b - 1", "4e4e 5a5a 4e4e", ("sente", "passes"), "and so it does"),
]


@pytest.mark.parametrize("backend", BACKENDS)
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
    position = after(variant("facing", profile, backend, workshop), sfen, moves)
    assert position.outcome() == (outcome(*expected) if expected else None), why
    assert (position.legal_moves == []) == (expected is not None)


@pytest.mark.parametrize("backend", BACKENDS)
def test_no_position_has_kings_that_may_not_face_each_other(backend: str, workshop: Workshop) -> None:
    with pytest.raises(SfenError, match="face each other"):
        variant("facing", None, backend, workshop).position("2k2/5/5/5/2K2 b - 1")
    variant("facing", "answered", backend, workshop).position("2k2/5/5/5/2K2 b - 1")
