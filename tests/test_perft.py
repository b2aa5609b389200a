"""Both backends give every count of others: a program written from the rules, engines, and sites' libraries.

The compiled modules are held against all of them. The interpreter is held against all of depth 1, a sample of depth 2,
and everything in the slow run.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from counts import VARIANTS, Count, counts_of, difference, position, variant

ROWS = [row for file in (*VARIANTS, "traps") for row in counts_of(file)]
TRAPS = counts_of("traps")

FIRST = [row for row in ROWS if row.depth == 1 and row not in TRAPS]
SECOND = [row for row in ROWS if row.depth == 2 and row not in TRAPS]
SAMPLE = (*TRAPS, *FIRST, *SECOND[::6])
"""About a minute of the interpreter, which makes the moves of 100 positions in a second."""

STARTS = [
    ("shogi", (30, 900, 25_470, 719_731, 19_861_490), "published"),
    ("minishogi", (14, 181, 2_512, 35_401, 533_203), "published"),
    ("cannon-shogi", (60, 3_447, 216_600, 13_406_022), "Fairy-Stockfish"),
    ("sho-shogi", (26, 676, 17_368, 445_372), "Fairy-Stockfish"),
    ("annan-shogi", (28, 784, 22_726, 658_600), "brute force"),
    ("cylinder-shogi", (31, 961, 28_303, 832_015), "brute force"),
]

READINGS = [
    ("p3s/2Grk/P1K2/S1G2/1+r+b2 b B 55", 4, 114_295, 114_237),
    ("2Rp1/s2kg/3Bp/1KR2/G1SB1 w - 64", 4, 24_076, 24_075),
    ("1rgk1/1S2R/2G2/b1p2/K2B1 b PS 19", 3, 18_019, 18_017),
]


def named(row: Count) -> str:
    return row.name


def check(row: Count, backend: str) -> None:
    found = position(row, backend).perft(row.depth)
    assert found == row.nodes, difference(row)


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_compiled(row: Count) -> None:
    check(row, "compiled")


@pytest.mark.parametrize("row", SAMPLE, ids=named)
def test_reference(row: Count) -> None:
    check(row, "reference")


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in ROWS if row not in SAMPLE], ids=named)
def test_reference_on_all_others(row: Count) -> None:
    check(row, "reference")


@pytest.mark.parametrize(("slug", "counts", "source"), STARTS, ids=[slug for slug, _, _ in STARTS])
def test_start(slug: str, counts: tuple[int, ...], source: str) -> None:
    start = variant(slug, "compiled").position()
    assert tuple(start.perft(depth) for depth in range(1, len(counts) + 1)) == counts, source


@pytest.mark.parametrize(("sfen", "depth", "theirs", "ours"), READINGS)
@pytest.mark.parametrize("backend", ["compiled", pytest.param("reference", marks=pytest.mark.slow)])
def test_mate_by_a_dropped_pawn(sfen: str, depth: int, theirs: int, ours: int, backend: str) -> None:
    """Fairy-Stockfish counts it as a move that loses, the rules as no move."""
    row = Count("", "minishogi", sfen, depth, ours, "brute force")
    check(row, backend)
    check(replace(row, nodes=theirs, source="Fairy-Stockfish", reading="fairy-stockfish"), backend)


def test_difference_is_told_move_by_move() -> None:
    """The message of a count that fails, on one that does not."""
    told = difference(TRAPS[0]).splitlines()
    assert told[0].startswith("sho-shogi '4r3k/9/9/E8/9/9/9/9/4K4 b - 1' depth 1: 6 by brute force")
    assert told[1].split() == ["compiled", "reference"]
    assert [line.split()[1:] for line in told[2:-1]] == [["1", "1"]] * 6
    assert told[-1].split() == ["6", "6"]
