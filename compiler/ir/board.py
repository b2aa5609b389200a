"""Squares, sides, kinds and cells as numbers, and the board that they live on. See `hensoku.compiler.ir.types`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, final

from hensoku.runtime.contract import cell_of, kind_of, side_of

__all__ = [
    "EMPTY",
    "Board",
    "Kind",
    "Ring",
    "Side",
    "Square",
    "SquareIndex",
    "Vector",
    "cell_of",
    "kind_of",
    "side_of",
]

Side: TypeAlias = int
SquareIndex: TypeAlias = int
Kind: TypeAlias = int

EMPTY = 0


@final
@dataclass(frozen=True, slots=True)
class Square:
    """`name` is USI (`5e`); `file` and `rank` place it in the SFEN grid, from the left and from the top, 0-based."""

    name: str
    file: int
    rank: int


@final
@dataclass(frozen=True, slots=True)
class Vector:
    """One step or leap: `targets[s]` is where it leads from square `s`, -1 off the board.

    `name` is unique on the board and says the step as (right, forward), e.g. `+0+1`, `-1+2`.
    `turned` is the index of the vector that side 1 uses in its stead.
    """

    name: str
    turned: int
    targets: tuple[SquareIndex, ...]


@final
@dataclass(frozen=True, slots=True)
class Ring:
    """Vectors of one stride in the eight directions, clockwise from straight forward; legs turn on it."""

    stride: int
    vectors: tuple[int, int, int, int, int, int, int, int]


@final
@dataclass(frozen=True, slots=True)
class Board:
    """`topology` is only the name that is shown. `files` and `ranks` are the size of the SFEN grid; cells of the grid
    that are no square are holes. `turned[s]` is the square that side 1 sees where side 0 sees `s`."""

    topology: str
    files: int
    ranks: int
    squares: tuple[Square, ...]
    turned: tuple[SquareIndex, ...]
    vectors: tuple[Vector, ...]
    rings: tuple[Ring, ...]
