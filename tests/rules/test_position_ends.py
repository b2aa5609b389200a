"""Ends that a position shows: who has won and by which rule, on both backends, and that no move is left then."""

from __future__ import annotations

import pytest
from compiled import Workshop
from played import after
from rulebooks import outcome, variant

TRY, TAKEN, CHECKED = ("try", "royal-captured", "check-count")
BARE, FEW, MATE, STALEMATE = ("bare-king", "piece-count", "checkmate", "stalemate")

# (definition and profile, sfen, moves, winner and reason, why). Sources: Wikipedia and shogiops for dobutsu shogi (its
# `dobutsu.ts`: a lion on the last rank that is not in check; both at once draw), lishogi for check shogi, Wikipedia for
# the bare king of sho and heian shogi; the rest follows from the words of the language.
GAMES = [
    ("dobutsu", "k2/2K/3/3 b - 1", "", None, "gote's lion stands on its own first rank, which is no goal"),
    ("dobutsu", "k2/2K/3/3 b - 1", "1b1a", ("sente", TRY), "the lion comes to the last rank"),
    ("dobutsu", "3/3/k2/2K w - 1", "3c3d", ("gote", TRY), "gote's last rank is sente's first"),
    ("dobutsu", "1r1/K2/1k1/3 b - 1", "3b3a", None, "a giraffe may take it there"),
    ("dobutsu", "1r1/K2/1k1/3 b - 1", "3b3a 2a3a", ("gote", TAKEN), "and takes it"),
    ("dobutsu", "1r1/K2/1k1/3 b - 1", "3b3a 2a1a", ("sente", TRY), "it has gone away"),
    ("dobutsu", "1r1/K2/1k1/3 b - 1", "3b3a 2c1c", None, "it may still take it when gote is to move again"),
    ("dobutsu", "1r1/K2/1k1/3 b - 1", "3b2a", ("sente", TRY), "the giraffe was taken"),
    ("dobutsu", "K2/3/3/k2 b - 1", "", (None, TRY), "both lions stand on their goals"),
    ("dobutsu", "1k1/1R1/3/1K1 b - 1", "2b2a", ("sente", TAKEN), "check binds nobody, and the lion is taken"),
    ("try", "4k/K4/5/5/5 b - 1", "5b5a", ("sente", TRY), "a try that need not be safe"),
    ("try", "4k/1K3/5/5/5 w - 1", "1a2a", None, "one's own first rank is no goal"),
    ("try rooks", "4k/5/1R3/5/K4 b - 1", "4c4a", ("sente", TRY), "another piece than the king"),
    ("try rooks", "4k/5/1R3/5/K4 b - 1", "4c4a+", ("sente", TRY), "a piece is meant with all its faces"),
    ("try rooks", "2k2/5/1R3/5/K4 b - 1", "4c4a", None, "it can be taken"),
    ("try rooks", "2k2/5/1R3/5/K4 b - 1", "4c4a 3a2b", ("sente", TRY), "it was not"),
    ("check-shogi", "4k4/9/4K4/9/9/9/9/9/9 b P 1", "P*5b", ("sente", CHECKED), "a dropped pawn may give it"),
    ("check-shogi", "4k4/9/9/9/9/9/9/9/R3K4 b - 1", "9i9a", ("sente", CHECKED), "the first check"),
    ("two-checks", "k4/5/5/5/1R2K b - 1", "4e5e", None, "one"),
    ("two-checks", "k4/5/5/5/1R2K b - 1", "4e5e 5a4a 5e4e", ("sente", CHECKED), "two"),
    ("two-checks", "k4/5/5/5/1R2K b - 1", "4e5e 5a4a 1e2e 4a3a 5e3e", ("sente", CHECKED), "whatever lies between"),
    ("two-checks", "k4/5/3r1/4K/1R3 w - 1", "2c2d 1d1e 5a5b 4e5e", None, "one of each side"),
    ("two-checks", "k4/5/5/5/R3K w - 1", "5a4a 5e4e", ("sente", CHECKED), "a check that is there is the first"),
    ("two-checks", "k4/5/1G3/2R2/4K b - 1", "3d5d 5a4a 5d4d", None, "the second is none: a piece stands between"),
    ("bare-king", "k4/4p/5/5/K3R b - 1", "1e1b", ("sente", BARE), "the last pawn is taken"),
    ("bare-king", "k4/4p/5/5/K3R b - 1", "1e1c", None, "it is not"),
    ("bare-king", "k3r/5/5/5/K4 b - 1", "", ("gote", BARE), "bare from the beginning"),
    ("bare-king", "k4/5/5/5/K4 b - 1", "", (None, BARE), "both"),
    ("bare-king", "k4/1pG2/1G3/5/K4 b - 1", "4c4b", ("sente", MATE), "mate goes before it"),
    ("bare-king reply", "k4/4p/5/5/K3R b - 1", "1e1b", ("sente", BARE), "there is no reply"),
    ("bare-king reply", "4k/4p/5/5/K3R b - 1", "1e1b", None, "the rook may be taken"),
    ("bare-king reply", "4k/4p/5/5/K3R b - 1", "1e1b 1a1b", (None, BARE), "and is"),
    ("bare-king reply", "3k1/4p/5/5/K3R b - 1", "1e1b 2a3a", ("sente", BARE), "it might have been taken"),
    ("bare-king reply", "4k/4p/5/5/K2GR b - 1", "1e1b", ("sente", BARE), "taking the rook leaves a gold"),
    ("few-pieces", "kg2s/4p/5/5/KG1SR b - 1", "1e1b", ("sente", FEW), "three are left"),
    ("few-pieces", "kgs1s/4p/5/5/KG1SR b - 1", "1e1b", None, "four are left"),
    ("few-pieces", "kg2s/5/5/5/K2SR w - 1", "", ("sente", FEW), "gote too, and its were taken last"),
    ("few-pieces generals", "k4/g4/R4/5/K1G2 b - 1", "5c5b", ("sente", FEW), "gote's only gold is taken"),
    ("few-pieces generals", "k1s2/g4/R4/5/K1G2 b - 1", "5c5b", ("sente", FEW), "a silver is none"),
    ("few-pieces generals", "k1+s2/g4/R4/5/K1G2 b - 1", "5c5b", None, "a promoted one is"),
]


@pytest.mark.parametrize("backend", ["reference", "compiled"])
@pytest.mark.parametrize(("book", "sfen", "moves", "expected", "why"), GAMES)
def test_games(
    book: str,
    sfen: str,
    moves: str,
    expected: tuple[str | None, str] | None,
    why: str,
    backend: str,
    workshop: Workshop,
) -> None:
    name, _, profile = book.partition(" ")
    position = after(variant(name, profile or None, backend, workshop), sfen, moves)
    assert position.outcome() == (outcome(*expected) if expected else None), why
    assert (position.legal_moves == []) == (expected is not None)
