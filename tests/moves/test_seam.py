"""Moves of several legs over the seam of a cylinder and a torus, worked out by hand, in both backends.

A row: the string, the board, where the piece stands, friends, enemies, and the results as `to` or `to x victims`.
Files run from the highest on the left to 1 on the right, so right of file 1 is the highest file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import pytest
from compiled_strings import BoardOf, compiled_strings
from move_boards import Ends, Place, Scene, scene

from hensoku.compiler.geometry import Geometry

Row: TypeAlias = tuple[str, str, str, str, str, str]

WIDE: BoardOf = ("cylinder", 5, 5)
LOW: BoardOf = ("cylinder", 5, 3)
NARROW: BoardOf = ("cylinder", 3, 3)
TORUS: BoardOf = ("torus", 4, 4)

LION = """
    5b x 5b, 5c, 5d, 1b, 1d, 2b, 2c, 2d, 5a, 5e, 2a, 2e, 4b x 4b, 4d, 3b, 3d, 4a, 4e, 3a, 3e, 1a, 1e, 4c, 3c,
    4a x 5b, 5a x 5b, 1a x 5b, 4b x 5b 4b, 1b x 5b, 4c x 5b, 5c x 5b, 1c x 5b, 1c
"""
HOOK = "5b, 4b, 3b, 5a, 5c, 4a, 4c x 4c, 3a, 3c"

ROWS: dict[BoardOf, list[Row]] = {
    WIDE: [
        # K, then N, A, D; a step from 5b, which is taken; back to 1c, with 5b or with nothing (a pass)
        ("KNADcaKmcabK", "chu lion at the right edge", "1c", "", "5b 4b", LION),
    ],
    LOW: [
        ("cabK", "taking in place, over the seam and not", "1b", "", "5b 2a", "1b x 5b, 1b x 2a"),
        ("cafmW", "jumping off the board's edge", "1b", "", "5b", "4b x 5b"),
        ("cafmW", "the square beyond is taken by a friend", "1b", "4b", "5b", ""),
        ("cafcW", "two in line", "1b", "", "5b 4b", "4b x 5b 4b"),
        ("[cW-aW]", "any step but back after the first", "1b", "", "5b", "4b x 5b, 5a x 5b, 5c x 5b"),
        ("RasR", "hook mover: friends leave it the way over the seam", "1b", "1a 1c 2b", "4c", HOOK),
        ("[R?sR]", "hook mover in brackets", "1b", "1a 1c 2b", "4c", HOOK),
    ],
    NARROW: [
        ("cafmW", "what is taken on the right is passed to the left", "2b", "", "1b", "3b x 1b"),
        ("[cW-fmW-fmW]", "home again, one taken on the way round", "2b", "", "1b", "2b x 1b"),
        ("[mW-fmW-fmW]", "home again with nothing taken is no move", "2b", "", "", ""),
        ("masR", "every square off the lines of a lone hook mover", "2b", "", "", "3a, 3c, 1a, 1c"),
    ],
    TORUS: [
        ("cafcF", "two in line over the corner", "1a", "", "4d 3c", "3c x 4d 3c"),
        ("cabF", "taking in place over the corner", "1a", "", "4d", "1a x 4d"),
        ("[F-fsW]", "griffon's turn: outward over both seams", "1a", "4b 2b 2d", "", "4c, 3d"),
    ],
}


def places(geometry: Geometry, names: str) -> list[Place]:
    squares = [geometry.square(name) for name in names.split()]
    return [geometry.place(square) for square in squares if square is not None]


def laid_out(board: BoardOf, row: Row) -> tuple[Scene, Ends]:
    """The position of a row and its results."""
    _, _, at, friends, enemies, expected = row
    topology, files, ranks = board
    geometry = Geometry(topology, files, ranks)
    (origin,) = places(geometry, at)
    ends = set()
    for result in filter(str.strip, expected.split(",")):
        to, _, victims = result.partition(" x ")
        ends.add((places(geometry, to)[0], frozenset(places(geometry, victims))))
    stands = places(geometry, friends), places(geometry, enemies)
    return scene((files, ranks), origin, *stands, topology=topology), ends


@pytest.mark.parametrize(("board", "row"), [(board, row) for board, rows in ROWS.items() for row in rows], ids=str)
def test_interpreted(board: BoardOf, row: Row) -> None:
    stage, expected = laid_out(board, row)
    assert stage.ends(row[0]) == expected, row[1]


@pytest.mark.parametrize("board", ROWS, ids=str)
def test_compiled(board: BoardOf, tmp_path: Path) -> None:
    strings = compiled_strings({row[0] for row in ROWS[board]}, board, tmp_path)
    for row in ROWS[board]:
        stage, expected = laid_out(board, row)
        assert strings.ends(row[0], stage) == expected, row[1]
