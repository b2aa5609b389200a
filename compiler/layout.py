"""The board as bits: which bit is which square, what holds them, and what a step is there.

Files follow one another, so that a file is a run of bits. In one machine word, bits that are no square lie between the
files (guards), so that a step off the board ends on none of its squares. Above 128 squares each file has a lane of 16
bits of its own: what leaves a lane is gone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias, final

from hensoku.compiler.ir.board import Board, SquareIndex
from hensoku.compiler.ir.sets import Word

BITS: Final[dict[Word, int]] = {"u64": 64, "u128": 128, "lanes": 256}
MACHINE_WORDS: Final[tuple[Word, ...]] = ("u64", "u128")
WORD_BITS: Final = 64
MOST_GUARDS: Final = 3
LANES: Final = 16
LANE_BITS: Final = 16
LANE_MASK: Final = (1 << LANE_BITS) - 1

Step: TypeAlias = tuple[int, int]
"""So many lanes, and so many bits in each."""


@final
@dataclass(frozen=True, slots=True)
class Shift:
    """Part of a step: a shift of the pieces on `sources` (None: of all) by so many lanes, and upwards by so many bits
    in each (downwards if negative). A machine word is one lane."""

    files: int
    ranks: int
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

    @property
    def words(self) -> int:
        """So many machine words are written for a set; what is shorter than two is written as two."""
        return max(2, BITS[self.word] // WORD_BITS)

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

    # ---------------------------------------------------------------------------------------------------------- shifts

    def shifts(self, vector: int) -> tuple[Shift, ...]:
        """A step of a vector: the union of these. What falls off the board may leave bits that are no squares."""
        targets = self.board.vectors[vector].targets
        sources: dict[Step, list[SquareIndex]] = defaultdict(list)
        for square, target in enumerate(targets):
            if target >= 0:
                sources[self._step(square, target)].append(square)
        return tuple(Shift(*step, self._sources(step, squares)) for step, squares in sorted(sources.items()))

    def by(self, shift: Shift) -> int:
        """How many places a shift leads on."""
        return shift.files * self.stride + shift.ranks

    def shifted(self, bits: int, files: int, ranks: int) -> int:
        """What a shift makes of some bits."""
        if self.word != "lanes":
            return bits << ranks if ranks >= 0 else bits >> -ranks
        lanes = [bits >> LANE_BITS * lane & LANE_MASK for lane in range(LANES)]
        moved = [(lane << ranks if ranks >= 0 else lane >> -ranks) & LANE_MASK for lane in lanes]
        ends = [(lane + files, its) for lane, its in enumerate(moved) if 0 <= lane + files < LANES]
        return sum(its << LANE_BITS * lane for lane, its in ends)

    def _step(self, square: SquareIndex, target: SquareIndex) -> Step:
        if self.word != "lanes":
            return 0, self.place(target) - self.place(square)
        before, after = self.board.squares[square], self.board.squares[target]
        return after.file - before.file, after.rank - before.rank

    def _sources(self, step: Step, squares: list[SquareIndex]) -> int | None:
        """The sources of a shift, None if no other square would be shifted onto the board."""
        stepping = self.mask(squares)
        stray = self.shifted(self.all & ~stepping, *step) & self.all
        return stepping if stray else None

    @cached_property
    def cost(self) -> int:
        """How many shifts all vectors need, and how many of them a mask."""
        shifts = [shift for vector in range(len(self.board.vectors)) for shift in self.shifts(vector)]
        return len(shifts) + sum(shift.sources is not None for shift in shifts)


def choose_layout(board: Board) -> Layout | None:
    """The smallest word that holds the board, with the guards that make steps cheapest; else lanes. None if the board
    is too large for these."""
    for word in MACHINE_WORDS:
        strides = (board.ranks + guards for guards in range(MOST_GUARDS + 1))
        fitting = [Layout(board, word, stride) for stride in strides if board.files * stride <= BITS[word]]
        if fitting:
            return min(fitting, key=lambda layout: (layout.cost, layout.stride))
    fits = board.files <= LANES and board.ranks <= LANE_BITS
    return Layout(board, "lanes", LANE_BITS) if fits else None
