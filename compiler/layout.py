"""The board in one machine word: which bit is which square, and what a step is in it.

Files follow one another, so that a file is a run of bits. Bits that are no square lie between the files (guards), so
that a step off the board ends on none of its squares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, final

from hensoku.compiler.ir.board import Board, SquareIndex
from hensoku.compiler.ir.sets import Word

BITS: Final[dict[Word, int]] = {"u64": 64, "u128": 128}
MOST_GUARDS: Final = 3


@final
@dataclass(frozen=True, slots=True)
class Shift:
    """Part of a step: a shift upwards (downwards if negative) of the pieces on `sources`, None for all."""

    by: int
    sources: int | None


@final
@dataclass(frozen=True)
class Layout:
    board: Board
    word: Word
    stride: int

    @property
    def places(self) -> int:
        """Bits from the first square to the last guard."""
        return self.board.files * self.stride

    def place(self, square: SquareIndex) -> int:
        at = self.board.squares[square]
        return at.file * self.stride + at.rank

    def mask(self, squares: Iterable[SquareIndex]) -> int:
        return sum(1 << self.place(square) for square in set(squares))

    @cached_property
    def all(self) -> int:
        return self.mask(range(len(self.board.squares)))

    def file_mask(self, ranks: Iterable[int]) -> int:
        """The bits of some ranks (guards count on) on every file, whether or not there is a square."""
        return sum(1 << file * self.stride + rank for file in range(self.board.files) for rank in ranks)

    def shifts(self, vector: int) -> tuple[Shift, ...]:
        """A step of a vector: the union of these. What falls off the board may leave bits that are no squares."""
        targets = self.board.vectors[vector].targets
        sources: dict[int, list[SquareIndex]] = defaultdict(list)
        for square, target in enumerate(targets):
            if target >= 0:
                sources[self.place(target) - self.place(square)].append(square)
        return tuple(Shift(by, self._sources(by, squares)) for by, squares in sorted(sources.items()))

    def _sources(self, by: int, squares: list[SquareIndex]) -> int | None:
        """The sources of a shift, None if no other square would be shifted onto the board."""
        stepping = self.mask(squares)
        others = self.all & ~stepping
        stray = (others << by if by >= 0 else others >> -by) & self.all
        return stepping if stray else None

    @cached_property
    def cost(self) -> int:
        """How many shifts all vectors need, and how many of them a mask."""
        shifts = [shift for vector in range(len(self.board.vectors)) for shift in self.shifts(vector)]
        return len(shifts) + sum(shift.sources is not None for shift in shifts)


def choose_layout(board: Board) -> Layout | None:
    """The smallest word that holds the board, with the guards that make steps cheapest; None if it is too large."""
    for word, bits in BITS.items():
        strides = (board.ranks + guards for guards in range(MOST_GUARDS + 1))
        fitting = [Layout(board, word, stride) for stride in strides if board.files * stride <= bits]
        if fitting:
            return min(fitting, key=lambda layout: (layout.cost, layout.stride))
    return None
