"""Both backends give every count of others: a program written from the rules, engines, and sites' libraries.

The compiled modules are held against all of them. The interpreter is held against all of depth 1, a sample of depth 2,
and in the slow run against all that take it seconds, or minutes for the six first variants.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from counts import (
    BRIEF,
    FOLDER,
    SHEETS,
    SIX,
    TABLES,
    Count,
    Start,
    cases,
    counts_of,
    difference,
    position,
    starts,
    variant,
)

ROWS = [row for file in (*TABLES, "traps") for row in counts_of(file)]
TRAPS = counts_of("traps")
OTHER_TABLES = ("lines", "rules", "traps")

FIRST = [row for row in ROWS if row.depth == 1 and row not in TRAPS]
SECOND = [row for row in ROWS if row.depth == 2 and row not in TRAPS]
SAMPLE = (*TRAPS, *FIRST, *SECOND[::6])
"""About a minute of the interpreter, which makes the moves of 100 positions in a second."""

LONG = 30_000
"""Ten seconds or so of the interpreter."""

OTHERS = [row for row in ROWS if row not in SAMPLE and (row.variant in SIX or row.nodes <= LONG)]

READINGS = [
    ("p3s/2Grk/P1K2/S1G2/1+r+b2 b B 55", 4, 114_295, 114_237),
    ("2Rp1/s2kg/3Bp/1KR2/G1SB1 w - 64", 4, 24_076, 24_075),
    ("1rgk1/1S2R/2G2/b1p2/K2B1 b PS 19", 3, 18_019, 18_017),
]


def check(row: Count, backend: str) -> None:
    found = position(row, backend).perft(row.depth)
    assert found == row.nodes, difference(row)


@pytest.mark.parametrize("row", cases(ROWS))
def test_compiled(row: Count) -> None:
    check(row, "compiled")


@pytest.mark.parametrize("row", cases(SAMPLE))
def test_reference(row: Count) -> None:
    check(row, "reference")


@pytest.mark.parametrize("row", cases(OTHERS, slow=True))
def test_reference_on_others(row: Count) -> None:
    check(row, "reference")


def from_start(start: Start, backend: str, most: int) -> None:
    """All depths that have no more positions than `most`."""
    position = variant(start.variant, backend, start.profile).position(start.sfen)
    expected = [count for count in start.counts if count <= most]
    assert [position.perft(depth) for depth in range(1, len(expected) + 1)] == expected, start.source


@pytest.mark.parametrize("start", cases(starts()))
def test_start(start: Start) -> None:
    from_start(start, "compiled", 20_000_000)


@pytest.mark.parametrize("start", cases(starts()))
def test_start_by_the_reference(start: Start) -> None:
    from_start(start, "reference", 1_000)


@pytest.mark.parametrize("start", cases(starts(), slow=True))
def test_more_of_the_start_by_the_reference(start: Start) -> None:
    from_start(start, "reference", LONG)


def test_every_table_and_start_is_of_a_variant() -> None:
    tables = {path.stem for path in FOLDER.glob("*.jsonl")} - set(OTHER_TABLES)
    assert (tables | {start.variant for start in starts()} | set(BRIEF)) - set(SHEETS) == set()
    assert {row.variant for file in TABLES for row in counts_of(file)} == set(TABLES)


@pytest.mark.parametrize(("sfen", "depth", "theirs", "ours"), READINGS)
@pytest.mark.parametrize("backend", ["compiled", pytest.param("reference", marks=pytest.mark.slow)])
def test_mate_by_a_dropped_pawn(sfen: str, depth: int, theirs: int, ours: int, backend: str) -> None:
    """Fairy-Stockfish counts it as a move that loses, the rules as no move."""
    row = Count("", "minishogi", sfen, depth, ours, "brute force")
    check(row, backend)
    check(replace(row, nodes=theirs, source="Fairy-Stockfish", profile="fairy-stockfish"), backend)


def test_difference_is_told_move_by_move() -> None:
    """The message of a count that fails, on one that does not."""
    told = difference(TRAPS[0]).splitlines()
    assert told[0].startswith("sho-shogi '4r3k/9/9/E8/9/9/9/9/4K4 b - 1' depth 1: 6 by brute force")
    assert told[1].split() == ["compiled", "reference"]
    assert [line.split()[1:] for line in told[2:-1]] == [["1", "1"]] * 6
    assert told[-1].split() == ["6", "6"]
