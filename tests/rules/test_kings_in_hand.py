"""What a side may not do while its king is in its hand, on both backends; every expectation is counted by hand.

The rule is Unashogi's (Wikipedia, "Unashogi"): no capture, no real check, and in the variation that it recommends no
promotion, until the own king is on the board.
"""

from __future__ import annotations

import pytest
from compiled import Workshop
from rulebooks import both_backends, variant

BOARD = {f"{file}{rank}" for file in "12345" for rank in "abcde"}

# (profile, sfen, the square of a piece, where it may go, why)
MOVES = [
    ("", "5/5/2p2/2R2/5 b Kk 1", "3d", "2d 1d 4d 5d 3e", "no capture while the king is in hand"),
    ("free", "5/5/2p2/2R2/5 b Kk 1", "3d", "3c 2d 1d 4d 5d 3e", "without the rule it takes"),
    ("", "5/5/2p2/2R2/K4 b k 1", "3d", "3c 2d 1d 4d 5d 3e", "the king is there"),
    ("", "5/2P2/5/5/5 b Kk 1", "3b", "", "a pawn that would have to promote does not move"),
    ("promoting", "5/2P2/5/5/5 b Kk 1", "3b", "3a+", "the profile lets it promote"),
    ("", "5/2P2/5/5/K4 b k 1", "3b", "3a+", "the king is there"),
    ("", "5/2S2/5/5/5 b Kk 1", "3b", "2a 3a 4a 2c 4c", "a silver goes to the last rank and does not promote"),
    ("promoting", "5/2S2/5/5/5 b Kk 1", "3b", "2a 3a 4a 2c 4c 2a+ 3a+ 4a+", "or does"),
    ("", "4k/5/4R/5/5 w K 1", "1a", "1b 2a 2b", "no square is attacked"),
    ("", "4k/5/4R/5/K4 w - 1", "1a", "2a 2b", "the king's owner attacks"),
]

# (profile, sfen, the empty squares to which sente's king may not be dropped, why)
KING_DROPS = [
    ("", "r4/5/5/5/5 b Kk 1", "", "the enemy's king is in hand, so its rook attacks nothing"),
    ("free", "r4/5/5/5/5 b Kk 1", "4a 3a 2a 1a 5b 5c 5d 5e", "without the rule it does"),
    ("", "r4/5/5/5/4k b K 1", "4a 3a 2a 1a 5b 5c 5d 5e 1d 2d 2e", "the enemy's king is there"),
    ("taken", "r4/5/5/5/4k b K 1", "", "check binds nobody"),
]

CHECKS = [
    ("4k/5/4R/5/5 w K 1", False, "a rook without its king"),
    ("4k/5/4R/5/K4 w - 1", True, "and with it"),
    ("5/5/4R/5/K4 w k 1", False, "a king in hand is never in check"),
]


@both_backends
@pytest.mark.parametrize(("profile", "sfen", "origin", "targets", "why"), MOVES)
def test_moves(profile: str, sfen: str, origin: str, targets: str, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("kings-in-hand", profile, backend, workshop).position(sfen)
    found = [str(move)[2:] for move in position.legal_moves if str(move).startswith(origin)]
    assert sorted(found) == sorted(targets.split()), why


@both_backends
@pytest.mark.parametrize(("profile", "sfen", "forbidden", "why"), KING_DROPS)
def test_king_drops(profile: str, sfen: str, forbidden: str, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("kings-in-hand", profile, backend, workshop).position(sfen)
    taken = {"5a", "1e"} if "4k" in sfen else {"5a"}
    found = {str(move)[2:] for move in position.legal_moves if str(move).startswith("K*")}
    assert BOARD - taken - found == set(forbidden.split()), why


@both_backends
@pytest.mark.parametrize(("sfen", "checked", "why"), CHECKS)
def test_checks(sfen: str, checked: bool, why: str, backend: str, workshop: Workshop) -> None:
    assert variant("kings-in-hand", None, backend, workshop).position(sfen).is_check() == checked, why


@both_backends
def test_start(backend: str, workshop: Workshop) -> None:
    """First five pieces on 25 squares, and the pawn on the 20 that are not the last rank.

    Then five pieces on 24 squares, and gote's pawn on its own 20, less one if the first piece stands there. After
    sente's king gote's may not come to its neighbours, of which there are 144 for all 25 squares together.
    """
    start = variant("kings-in-hand", None, backend, workshop).position()
    assert start.perft(1) == 5 * 25 + 20
    pieces = 4 * (25 * 5 * 24 + 5 * 20 + 20 * 19)
    king = 25 * 5 * 24 - 144 + 5 * 20 + 20 * 19
    pawn = 20 * 5 * 24 + 5 * 20 + 15 * 19
    assert start.perft(2) == pieces + king + pawn
