"""Both backends give the counts of others for the small definitions of this folder.

The table `rules` holds random positions near an end. Fairy-Stockfish counted them with these variants of its minishogi:
two-checks: `checkCounting`, 2+2. bare-king, few-pieces: `extinctionPieceTypes = *`, `extinctionPieceCount` 1 (with
`extinctionOpponentPieceCount` 2) and 3, without drops. try: `flagPiece = k` on the last rank.
"""

from __future__ import annotations

import pytest
from compiled import Workshop
from rulebooks import Counted, counted, variant

ROWS = counted("rules")
FEW = 300
"""So many positions the interpreter visits for one row; it makes the moves of 100 in a second, more on small boards."""


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
