"""Boards as text: squares in a frame, files above, ranks at the right, as shogi diagrams have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import final

from rich.cells import cell_len

from hensoku.runtime.position import Position

EMPTY, EMPTY_WIDE, HOLE = "·", "・", " "


@final
@dataclass(frozen=True)
class Grid:
    """A board to draw: `squares` are (USI name, file from the left, rank from the top); other cells are holes.
    `turned`: as the second player sees it."""

    files: int
    ranks: int
    squares: Sequence[tuple[str, int, int]]
    turned: bool = False

    def file_name(self, file: int) -> str:
        return str(file + 1 if self.turned else self.files - file)


def grid_of(position: Position, *, turned: bool = False) -> Grid:
    board = position.variant.data["board"]
    files, ranks = board["files"], board["ranks"]
    squares = [(name, file, rank) for name, file, rank in board["squares"]]
    if turned:
        squares = [(name, files - 1 - file, ranks - 1 - rank) for name, file, rank in squares]
    return Grid(files, ranks, squares, turned)


def draw(grid: Grid, labels: Mapping[str, str], beside: Mapping[int, str], empty: str = EMPTY) -> str:
    """The board with a label on each square (by USI name), and text beside some rows (by rank from the top)."""
    names = {(file, rank): name for name, file, rank in grid.squares}
    width = max((cell_len(label) for label in labels.values()), default=1)
    width = max(width, len(str(grid.files))) + 1
    rank_names = _rank_names(grid)
    frame = "+" + "-" * (width * grid.files + 1) + "+"
    lines = [" " + "".join(_fit(grid.file_name(file), width) for file in range(grid.files)), frame]
    for rank in range(grid.ranks):
        row = [_label(names.get((file, rank)), labels, empty) for file in range(grid.files)]
        text = "|" + "".join(_fit(label, width) for label in row) + " |" + rank_names.get(rank, "")
        lines.append(f"{text:<{len(text) + 4 - len(rank_names.get(rank, ''))}}{beside.get(rank, '')}".rstrip())
    return "\n".join([*lines, frame])


def draw_position(
    position: Position, *, kanji: bool, turned: bool = False, marks: Mapping[str, str] | None = None
) -> str:
    """The board with its pieces, the hands beside it, and whose turn it is. Gote's kanji have a `v` before them. With
    `marks`, characters by square, each square has room for one before what stands there."""
    labels = {}
    grid = grid_of(position, turned=turned)
    empty = EMPTY_WIDE if kanji else EMPTY
    for name, _, _ in grid.squares:
        piece = position.piece_at(name)
        if piece is not None:
            second = piece.side != position.variant.players[0]
            labels[name] = f"{'v' if second else ' '}{piece.kanji or piece.id}" if kanji else piece.sfen
        if marks is not None:
            labels[name] = marks.get(name, " ") + labels.get(name, empty)
    first, second_player = position.variant.players
    far, near = (first, second_player) if turned else (second_player, first)
    beside = {0: _hand(position, far, kanji=kanji), grid.ranks - 1: _hand(position, near, kanji=kanji)}
    return draw(grid, labels, beside, empty) + f"\n{position.turn} to move"


def _hand(position: Position, side: str, *, kanji: bool) -> str:
    kanji_of = {piece["id"]: piece["kanji"] or piece["id"] for piece in position.variant.data["pieces"]}
    held = [
        f"{kanji_of[piece] if kanji else piece}{count if count > 1 else ''}"
        for piece, count in position.hand(side).items()
        if count
    ]
    return f"{side}: {' '.join(held) or '-'}"


def _label(name: str | None, labels: Mapping[str, str], empty: str) -> str:
    return HOLE if name is None else labels.get(name, empty)


def _fit(label: str, width: int) -> str:
    return " " * (width - cell_len(label)) + label


def _rank_names(grid: Grid) -> dict[int, str]:
    return {rank: name.lstrip("0123456789") for name, _, rank in grid.squares}
