"""Pieces that are placed first and mates that have to wait, on both backends; every expectation is worked out by hand.

The rules are sittuyin's (all pieces are placed before one moves) and nana shogi's (kolumbus.fi/geodun/nana/rulee.htm:
the kings are dropped first, nothing is dropped on the central square or to give check, nobody mates with a piece in
hand but by a capture from an empty one, and pieces turn over with each move through four faces).
"""

from __future__ import annotations

import pytest
from compiled import Workshop
from rulebooks import both_backends, variant

# (definition, profile, sfen, the moves that are legal, why)
FIRST = [
    ("waiting", "", "3/3/3 b KRBkrb 1", "K*1a K*2a K*3a K*1b K*3b K*1c K*2c K*3c", "the king, not on the centre"),
    ("waiting", "", "3/3/K2 w RBkrb 1", "K*1a K*2a K*3a K*1b K*1c", "the other, not beside it"),
    ("placement", "", "7k/8/8/8/8/8/8/RRRRRRR1 b R 1", "R*1h", "nothing moves while a rook is in hand"),
    ("placement", "", "7k/7p/8/8/8/8/8/RRRRRRRR b R 1", "", "there is no room for it, so there is no move at all"),
]

# (profile, sfen, whether sente has moves on the board, why)
ON_THE_BOARD = [
    ("", "7k/8/8/8/8/8/8/RRRRRRR1 b R 1", False, "a rook is in hand"),
    ("", "7k/8/8/8/8/8/8/RRRRRRR1 b - 1", True, "nothing is"),
    ("", "7k/8/8/8/8/8/8/RRRRRRR1 b r 1", True, "the other side's hand does not matter"),
    ("king-first", "7k/8/8/8/8/8/8/RRRRRRR1 b R 1", True, "the rook need not come first"),
    ("king-first", "7k/8/8/8/8/8/8/RRRRRRR1 b K 1", False, "the king must"),
    ("free", "7k/8/8/8/8/8/8/RRRRRRR1 b K 1", True, "there is no such rule"),
]

# (profile, sfen, whether 1b1a is legal, why): a go-between that moves is a rook and checks along the rank
MATES = [
    ("", "k2/2I/1K1 b - 1", True, "it mates from an empty hand"),
    ("", "k2/2I/1K1 b B 1", False, "not with a bishop in hand"),
    ("hasty", "k2/2I/1K1 b B 1", True, "without the rule it may"),
    ("", "k1r/2I/1K1 b - 1", True, "the hand was empty before the capture that mates"),
    ("", "k1r/2I/1K1 b B 1", False, "and here it was not"),
    ("", "k2/2I/2K b B 1", True, "3b is free: a check, and no mate"),
    ("", "k2/2I/1K1 b b 1", True, "the bishop is the other side's, and can be dropped on 2a"),
]

# (profile, where a rook may be dropped, why): the king on 2c guards 3b and 2b, nothing is dropped on 2b
DROPS = [
    ("", "1b 1c", "no drop may check"),
    ("patient", "2a 3b 3c 1b 1c", "on 1a it would mate"),
    ("hasty", "1a 2a 3b 3c 1b 1c", "it may do so"),
]

# (profile, the face of a piece, what it shows when it has moved)
TURNS = [("", "R", "+R"), ("", "+R", "W"), ("", "W", "I"), ("", "I", "R"), ("chain", "W", "I"), ("chain", "I", "I")]


@both_backends
@pytest.mark.parametrize(("name", "profile", "sfen", "wanted", "why"), FIRST)
def test_first(name: str, profile: str, sfen: str, wanted: str, why: str, backend: str, workshop: Workshop) -> None:
    position = variant(name, profile, backend, workshop).position(sfen)
    assert sorted(map(str, position.legal_moves)) == sorted(wanted.split()), why


@both_backends
@pytest.mark.parametrize(("profile", "sfen", "moves", "why"), ON_THE_BOARD)
def test_on_the_board(profile: str, sfen: str, moves: bool, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("placement", profile, backend, workshop).position(sfen)
    assert any(move.from_ for move in position.legal_moves) == moves, why


@both_backends
@pytest.mark.parametrize(("profile", "sfen", "legal", "why"), MATES)
def test_mates(profile: str, sfen: str, legal: bool, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("waiting", profile, backend, workshop).position(sfen)
    assert any((move.from_, move.to) == ("1b", "1a") for move in position.legal_moves) == legal, why


@both_backends
@pytest.mark.parametrize(("profile", "squares", "why"), DROPS)
def test_drops(profile: str, squares: str, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("waiting", profile, backend, workshop).position("k2/3/1K1 b R 1")
    found = [move.to for move in position.legal_moves if str(move).startswith("R*")]
    assert sorted(found) == sorted(squares.split()), why


@both_backends
@pytest.mark.parametrize(("profile", "face", "after"), TURNS)
def test_turns(profile: str, face: str, after: str, backend: str, workshop: Workshop) -> None:
    position = variant("waiting", profile, backend, workshop).position(f"2k/3/{face}1K b - 1")
    moves = [move for move in position.legal_moves if move.from_ == "3c"]
    assert moves
    for move in moves:
        position.push(move)
        piece = position.piece_at(move.to)
        assert piece is not None
        assert piece.id == after, str(move)
        position.pop()


def test_a_captured_piece_comes_to_hand_as_itself(workshop: Workshop) -> None:
    """The third face of four is in hand what the first is, and is dropped as any of them."""
    position = variant("waiting", None, "reference", workshop).position("2k/w2/I1K b - 1")
    position.push(next(move for move in position.legal_moves if move.to == "3b" and move.from_ == "3c"))
    assert position.hand("sente") == {"R": 1}


# (sfen, a move, what is said of it)
REFUSED = [
    ("waiting", "k2/2I/1K1 b B 1", "1b1a-", "it would give mate while sente has B in hand"),
    ("waiting", "3/3/K2 w RBkrb 1", "R*1a", "gote has to drop K first"),
    ("placement", "7k/8/8/8/8/8/8/RRRRRRR1 b R 1", "8h8g", "sente has to drop R first"),
]


@pytest.mark.parametrize(("name", "sfen", "move", "said"), REFUSED)
def test_what_is_said(name: str, sfen: str, move: str, said: str, workshop: Workshop) -> None:
    position = variant(name, None, "reference", workshop).position(sfen)
    with pytest.raises(ValueError, match=said):
        position.push(move)
