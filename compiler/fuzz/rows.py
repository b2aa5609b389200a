"""SFEN as text: its rows as lists of cells, and what is left of it when something is taken away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_TOKEN: Final = re.compile(r"[0-9]+|\*|\+?(?:[A-Za-z]'?|\[[^\]]*\])")
_HELD: Final = re.compile(r"[0-9]*\+?(?:[A-Za-z]'?|\[[^\]]*\])")


def cells_of(rows: str) -> list[list[str]]:
    """Rows of SFEN as lists of cells; an empty square is empty text."""
    grid = []
    for row in rows.split("/"):
        cells: list[str] = []
        for token in _TOKEN.findall(row):
            cells += [""] * int(token) if token.isdecimal() else [token]
        grid.append(cells)
    return grid


def rows_of(grid: list[list[str]]) -> str:
    return "/".join(map(_row_of, grid))


def _row_of(row: list[str]) -> str:
    text, empty = "", 0
    for cell in row:
        if cell:
            text += f"{empty or ''}{cell}"
        empty = 0 if cell else empty + 1
    return f"{text}{empty or ''}"


def lighter(sfen: str) -> Iterator[str]:
    """The SFEN with a piece less on the board, or in hand."""
    rows, *rest = sfen.split()
    grid = cells_of(rows)
    for rank, row in enumerate(grid):
        for file, cell in enumerate(row):
            if cell not in ("", "*"):
                fewer = [[*row[:file], "", *row[file + 1 :]] if at == rank else other for at, other in enumerate(grid)]
                yield " ".join([rows_of(fewer), *rest])
    if len(rest) > 1 and rest[1] != "-":
        held = _HELD.findall(rest[1])
        for one in range(len(held)):
            yield " ".join([rows, rest[0], "".join(held[:one] + held[one + 1 :]) or "-", *rest[2:]])


def without_letters(sfen: str, gone: set[str]) -> str:
    """The SFEN without the pieces that are spelled so (in upper case)."""
    rows, *rest = sfen.split()
    grid = [["" if cell.upper() in gone else cell for cell in row] for row in cells_of(rows)]
    if len(rest) > 1 and rest[1] != "-":
        held = [one for one in _HELD.findall(rest[1]) if one.lstrip("0123456789").upper() not in gone]
        rest[1] = "".join(held) or "-"
    return " ".join([rows_of(grid), *rest])


def cut(sfen: str, *, ranks: bool, first: bool) -> str | None:
    """The SFEN without the first or last rank or file; None if something stands there."""
    text, *rest = sfen.split()
    grid = cells_of(text)
    lines = grid if ranks else [list(column) for column in zip(*grid, strict=True)]
    if any(lines.pop(0 if first else -1)):
        return None
    kept = lines if ranks else [list(row) for row in zip(*lines, strict=True)]
    return " ".join([rows_of(kept), *rest])
