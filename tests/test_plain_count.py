"""The plain program of `tests/support/plain_count.py`, whose counts stand in the tables where nobody else has counted.

It must itself be held against others where there are any; and the counts that bear its name must be its own.
"""

from __future__ import annotations

import pytest
from counts import DATA, Count, counts_of, lines
from plain_count import counted
from plain_games import GAMES

SOURCE = "plain_count.py"
OWN = [row for slug in GAMES for row in counts_of(slug) if row.source == SOURCE]
STARTS = [row for row in lines(DATA / "starts.jsonl") if SOURCE in row["source"]]
CHEAP = 1_500

OTHERS = [
    ("dai-shogi", (71, 5_041), "Shogitter"),
    ("chu-shogi", (36, 1_296), "shogiops, Shogitter"),
    ("mortal-shogi", (30, 900, 25_470), "shogi, which it does not leave so soon: published"),
]


@pytest.mark.parametrize(("slug", "nodes", "source"), OTHERS)
def test_starts_that_others_have_counted(slug: str, nodes: tuple[int, ...], source: str) -> None:
    assert tuple(counted(slug, depth) for depth in range(1, len(nodes) + 1)) == nodes, source


def test_chu_shogi_as_shogiops_counts_it() -> None:
    """All positions of its table: lions, promotion, what ends a game."""
    rows = counts_of("chu-shogi")
    assert len(rows) == 186
    assert [row for row in rows if counted(row.variant, row.depth, row.sfen) != row.nodes] == []


@pytest.mark.parametrize("slug", sorted({row.variant for row in OWN}))
def test_rows_are_its_own(slug: str) -> None:
    rows = [row for row in OWN if row.variant == slug and row.nodes <= CHEAP]
    assert [row for row in rows if counted(slug, row.depth, row.sfen) != row.nodes] == []


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in OWN if row.nodes > CHEAP], ids=lambda row: row.name)
def test_deeper_rows_are_its_own(row: Count) -> None:
    assert counted(row.variant, row.depth, row.sfen) == row.nodes


@pytest.mark.slow
@pytest.mark.parametrize("row", STARTS, ids=lambda row: row["variant"])
def test_starts_are_its_own(row: dict[str, object]) -> None:
    slug, nodes = str(row["variant"]), row["counts"]
    assert isinstance(nodes, list)
    assert [counted(slug, depth, str(row.get("sfen", ""))) for depth in range(1, len(nodes) + 1)] == nodes
