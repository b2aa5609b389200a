"""Sentences for pieces; each was read against the rules of the piece, not against the code."""

from __future__ import annotations

import pytest
from move_boards import parsed

from hensoku.dsl.moves.english import sentence

SENTENCES = [
    ("K", "steps one square in any direction"),
    ("Q", "slides any distance in any direction"),
    ("R", "slides any distance orthogonally"),
    ("B", "slides any distance diagonally"),
    ("RF", "slides any distance orthogonally; steps one square diagonally"),
    ("BW", "slides any distance diagonally; steps one square orthogonally"),
    ("WfF", "steps one square orthogonally or diagonally forward"),
    ("FfW", "steps one square forward or diagonally"),
    ("fsWF", "steps one square forward, sideways or diagonally"),
    ("fW", "steps one square forward"),
    ("fR", "slides any distance forward"),
    ("vW", "steps one square forward or backward"),
    ("ffN", "jumps two squares forward and one to the side"),
    ("vN", "jumps two squares forward or backward and one to the side"),
    ("N", "jumps two squares along one axis and one across"),
    ("fsC", "jumps one square forward and three to the side"),
    ("rfN", "jumps two squares forward and one to the right"),
    ("(1,4)", "jumps four squares along one axis and one across"),
    ("NN", "rides any number of times two squares along one axis and one across"),
    ("FD", "steps one square diagonally; jumps two squares orthogonally"),
    ("WA", "steps one square orthogonally; jumps two squares diagonally"),
    ("R3B3", "slides up to three squares in any direction"),
    ("fB2", "slides up to two squares diagonally forward"),
    ("R{min=2}", "slides at least two squares orthogonally"),
    ("U", "jumps to any square"),
    ("mRcpR", "slides any distance orthogonally; captures only by jumping exactly one piece"),
    ("mBcpB", "slides any distance diagonally; captures only by jumping exactly one piece"),
    ("pR", "slides any distance orthogonally, jumping exactly one piece"),
    ("RcppR", "slides any distance orthogonally; captures by jumping one or more pieces"),
    ("pR{screens=1..2}", "slides any distance orthogonally, jumping one to two pieces"),
    ("gQ", "slides any distance in any direction, jumping exactly one piece and landing next to it"),
    ("nA", "jumps two squares diagonally, if the squares passed are empty"),
    ("jD", "jumps two squares orthogonally, if it jumps a piece"),
    ("jB", "slides any distance diagonally, passing over the next square whatever stands there"),
    ("fmWfcF", "steps one square forward; captures only by stepping one square diagonally forward"),
    ("mNcB", "jumps two squares along one axis and one across; captures only by sliding any distance diagonally"),
    (
        "fmWimfnD",
        (
            "steps one square forward without capturing; jumps two squares forward without capturing, if the "
            "squares passed are empty, as its first move"
        ),
    ),
    (
        "pR{screen!=U,target!=U|A}",
        (
            "slides any distance orthogonally, jumping exactly one piece, if every piece jumped is not U and "
            "the piece captured is not A or U"
        ),
    ),
    (
        "cppQ{screen.rank<self.rank}",
        (
            "captures by sliding any distance in any direction, jumping one or more pieces, if every piece "
            "jumped ranks below the mover"
        ),
    ),
    ("dK", "steps one square in any direction, only to take a piece of its own side"),
    (
        "RmasR",
        (
            "slides any distance orthogonally; slides any distance orthogonally to an empty square, then "
            "slides any distance at a right angle"
        ),
    ),
    (
        "[F?R]",
        (
            "steps one square diagonally; steps one square diagonally to an empty square, then slides any "
            "distance outward at half a right angle"
        ),
    ),
    ("cabK", "steps one square in any direction, capturing there, then steps one square straight back"),
    (
        "KNADcaKmcabK",
        (
            "steps one square in any direction; jumps two squares along one axis and one across; jumps two "
            "squares diagonally or orthogonally; steps one square in any direction, capturing there, then "
            "steps one square in any direction but back; steps one square in any direction, capturing there "
            "or not, then steps one square straight back"
        ),
    ),
]


@pytest.mark.parametrize(("text", "wanted"), SENTENCES, ids=[row[0] for row in SENTENCES])
def test_sentence(text: str, wanted: str) -> None:
    assert sentence(parsed(text)) == wanted
