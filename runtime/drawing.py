"""A position as text, in the letters of SFEN: what `print(position)` shows.

 3 2 1
 . k .  a
 . . P  b
 . K .  c
sente: P2
gote: -
sente to move
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hensoku.runtime.view import View

EMPTY, HOLE = ".", " "
_DIGITS: Final = "0123456789"


def text_of(view: View) -> str:
    """The board with files above and ranks at the right, as shogi diagrams have them; the hands, sente's first; and
    whose turn it is. Upper case is sente's, a blank is no square."""
    board = view.data["board"]
    grid = [[HOLE] * board["files"] for _ in range(board["ranks"])]
    ranks = [""] * board["ranks"]
    for (name, file, rank), cell in zip(board["squares"], view.core.cells(), strict=True):
        piece = view.piece(cell)
        grid[rank][file] = piece.sfen if piece else EMPTY
        ranks[rank] = name.lstrip(_DIGITS)
    files = [str(number) for number in range(board["files"], 0, -1)]
    width = max(len(cell) for row in (*grid, files) for cell in row)
    lines = [_row(files, width)]
    lines += [f"{_row(row, width)}  {rank}".rstrip() for row, rank in zip(grid, ranks, strict=True)]
    lines += [f"{side}: {_held(view.hand(side))}" for side in view.players]
    return "\n".join([*lines, f"{view.turn} to move"])


def _row(cells: list[str], width: int) -> str:
    return "".join(f" {cell:>{width}}" for cell in cells)


def _held(hand: Mapping[str, int]) -> str:
    return " ".join(f"{piece}{count if count > 1 else ''}" for piece, count in hand.items()) or "-"
