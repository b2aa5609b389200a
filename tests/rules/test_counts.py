"""Both backends give the counts of others for the small definitions of this folder.

The table `rules` holds random positions near an end. Fairy-Stockfish counted them with these variants of its minishogi:
two-checks: `checkCounting`, 2+2. bare-king, few-pieces: `extinctionPieceTypes = *`, `extinctionPieceCount` 1 (with
`extinctionOpponentPieceCount` 2) and 3, without drops. try: `flagPiece = k` on the last rank.
"""

from __future__ import annotations

import pytest
from compiled import Workshop
from rulebooks import Counted, counted, variant

ROWS = [*counted("rules"), *counted("dobutsu-shogi", "dobutsu"), *counted("check-shogi", "check-shogi")]
FEW = 300
"""So many positions the interpreter visits for one row; it makes the moves of 100 in a second, more on small boards."""

STARTS = [
    ("dobutsu", (4, 17, 123, 976, 8_122, 71_677), "Fairy-Stockfish, shogiops"),
    ("check-shogi", (30, 900, 25_470, 719_408), "Fairy-Stockfish, shogiops"),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_compiled(row: Counted, workshop: Workshop) -> None:
    found = variant(row.name, row.profile, "compiled", workshop).position(row.sfen).perft(row.depth)
    assert found == row.nodes, row


@pytest.mark.parametrize("row", [row for row in ROWS if row.nodes <= FEW], ids=str)
def test_reference(row: Counted, workshop: Workshop) -> None:
    found = variant(row.name, row.profile, "reference", workshop).position(row.sfen).perft(row.depth)
    assert found == row.nodes, row


@pytest.mark.slow
@pytest.mark.parametrize("row", counted("rules"), ids=str)
def test_reference_on_positions_near_an_end(row: Counted, workshop: Workshop) -> None:
    test_reference(row, workshop)


@pytest.mark.parametrize(("name", "counts", "source"), STARTS, ids=[name for name, _, _ in STARTS])
def test_start(name: str, counts: tuple[int, ...], source: str, workshop: Workshop) -> None:
    start = variant(name, None, "compiled", workshop).position()
    assert tuple(start.perft(depth) for depth in range(1, len(counts) + 1)) == counts, source
