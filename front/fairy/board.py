"""Squares, regions and positions: `*7 d4` and a FEN, told as a definition tells them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias, final

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding
from hensoku.dsl.nodes import Scalar

Square: TypeAlias = tuple[int, int]
"""File from the left and rank from below, as sente sees the board, both from 0."""

_TOKEN: Final = re.compile(r"\d+|\+?[A-Za-z]~?|\*")
_HAND: Final = re.compile(r"^(?P<rows>[^\[]+)(\[(?P<hand>[^\]]*)\])?$")
_CHECKS: Final = re.compile(r"^(\d+)\+(\d+)$")
_SIDES: Final = {"w": "b", "b": "w"}
"""There the first side is white, and here it is black (sente)."""


@final
@dataclass(frozen=True)
class Board:
    files: int
    ranks: int

    def squares(self, text: str) -> frozenset[Square]:
        """The squares of the board that `*7 d4` names; `-` is none."""
        found: set[Square] = set()
        for part in () if text == "-" else text.split():
            file, rank = part[:1], part[1:]
            files = range(self.files) if file == "*" else [ord(file) - ord("a")]
            ranks = range(self.ranks) if rank == "*" else [int(rank) - 1]
            found |= {(f, r) for f in files for r in ranks if f < self.files and r < self.ranks}
        return frozenset(found)

    def turned(self, squares: frozenset[Square]) -> frozenset[Square]:
        """The same squares as the other side sees them."""
        return frozenset((self.files - 1 - file, self.ranks - 1 - rank) for file, rank in squares)

    def region(self, squares: frozenset[Square]) -> str:
        """The squares as a definition's region: whole ranks if they are that, else one by one."""
        whole = {(file, rank) for file in range(self.files) for rank in range(self.ranks)}
        if not squares:
            return "none"
        if squares == whole:
            return "all"
        for count in range(1, self.ranks):
            if squares == {(file, rank) for file, rank in whole if rank >= self.ranks - count}:
                return f"far {count}"
            if squares == {(file, rank) for file, rank in whole if rank < count}:
                return f"near {count}"
        return " ".join(self.name(square) for square in sorted(squares, key=lambda at: (-at[1], at[0])))

    def name(self, square: Square) -> str:
        """A square in USI."""
        file, rank = square
        return f"{self.files - file}{chr(ord('a') + self.ranks - 1 - rank)}"


@final
@dataclass(frozen=True)
class Start:
    """A position: `sfen` as a definition writes it, `letters` of its pieces (lower case), what else a FEN says."""

    sfen: str
    letters: tuple[str, ...]
    holes: str
    castling: str
    checks: int | None


def read_fen(fen: Scalar, board: Board) -> tuple[Start | None, list[Finding]]:
    """A FEN with a hand in brackets; the fields after the side to move may be missing."""
    fields = fen.text.split()
    match = _HAND.match(fields[0]) if fields else None
    if match is None:
        return None, [finding("HS509", fen.span, why="its first field has a bracket that does not end")]
    rows = match["rows"].split("/")
    if len(rows) != board.ranks:
        return None, [finding("HS509", fen.span, why=f"it has {len(rows)} rows, and the board {board.ranks} ranks")]
    told, holes = [], []
    for number, row in enumerate(rows):
        cells = list(_cells(row))
        if len(cells) != board.files or None in cells:
            at = fen.text.index(row)
            why = f"the row {row!r} does not have {board.files} squares" if None not in cells else f"{row!r} is no row"
            return None, [finding("HS509", fen.part(at, at + len(row)), why=why)]
        told.append(_row(cells))
        holes += [board.name((file, board.ranks - 1 - number)) for file, cell in enumerate(cells) if cell == "*"]
    hand, side = match["hand"] or "-", fields[1] if len(fields) > 1 else "w"
    if side not in _SIDES or not re.fullmatch(r"-|[A-Za-z]*", hand):
        return None, [finding("HS509", fen.span, why="the hand is letters in brackets, the side to move w or b")]
    sfen = "/".join(told)
    if (hand not in ("-", "")) or side != "w":
        sfen = f"{sfen} {_SIDES[side]} {_sorted(hand)}"
    letters = tuple(dict.fromkeys(char.lower() for char in sfen.split()[0] + hand if char.isalpha()))
    castling = "".join(char for char in (fields[2] if len(fields) > 2 else "") if char.isalpha())
    counts = [int(found[1]) for field in fields if (found := _CHECKS.match(field))]
    return Start(sfen, letters, " ".join(holes), castling, counts[0] if counts else None), []


def _cells(row: str) -> Iterator[str | None]:
    """A row square by square, `""` for an empty one; None where it is none of these."""
    at = 0
    for token in _TOKEN.finditer(row):
        if token.start() != at or token.group().endswith("~"):
            yield None
        yield from [""] * int(token.group()) if token.group().isdigit() else [token.group()]
        at = token.end()
    if at != len(row):
        yield None


def _row(cells: list[str | None]) -> str:
    text, empty = "", 0
    for cell in (*cells, None):
        if cell == "":
            empty += 1
            continue
        text += (str(empty) if empty else "") + (cell or "")
        empty = 0
    return text


def _sorted(hand: str) -> str:
    """`LNln` or `PPp`, equal letters counted; `-` for none."""
    counts: dict[str, int] = {}
    for char in hand if hand != "-" else "":
        counts[char] = counts.get(char, 0) + 1
    return "".join(f"{count if count > 1 else ''}{char}" for char, count in counts.items()) or "-"
