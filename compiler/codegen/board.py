"""Tables of the board: steps, their inverses, paths, regions, sets of squares."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, final

from hensoku.compiler.codegen import names
from hensoku.compiler.codegen.facts import Facts
from hensoku.compiler.codegen.tables import BYTE, SMALL, Tables, bit_words
from hensoku.compiler.ir.types import SquareIndex

NO_PASS: Final = -1
ALWAYS_PASS: Final = -2


@final
@dataclass(frozen=True, slots=True)
class BoardTables:
    """Each method defines a table if need be and gives its name. Squares and vectors are absolute here: whoever calls
    has turned them for its side."""

    facts: Facts
    tables: Tables

    def step(self, vector: int) -> str:
        board = self.facts.module.board
        return self._squares(names.STEP + self.direction(vector), board.vectors[vector].targets)

    def back(self, vector: int) -> str:
        """Where the step of a vector came from; the step of the opposite vector, where that is the same."""
        board = self.facts.module.board
        inverse = [-1] * len(board.squares)
        for square, target in enumerate(board.vectors[vector].targets):
            if target >= 0:
                inverse[target] = square
        same = next((i for i, other in enumerate(board.vectors) if other.targets == tuple(inverse)), None)
        return self.step(same) if same is not None else self._squares(f"BACK_{self.direction(vector)}", tuple(inverse))

    def path(self, vector: int, between: tuple[int, ...]) -> str:
        """The squares between each square and the next along a vector, `len(between)` for each."""
        board = self.facts.module.board
        squares: list[int] = []
        for origin in range(len(board.squares)):
            at = origin
            for passed in between:
                at = board.vectors[passed].targets[at] if at >= 0 else -1
                squares.append(NO_PASS if at < 0 else ALWAYS_PASS if at == origin else at)
        name = names.PATH + self.direction(vector)
        return self.tables.numbers(name, SMALL, squares, per_row=len(between) * self._row)

    def zone(self, squares: Iterable[SquareIndex]) -> str:
        """1 for each square of a region, else 0."""
        inside = set(squares)
        values = [int(square in inside) for square in range(self.facts.squares)]
        return self.tables.numbers(names.ZONE + str(len(inside)), BYTE, values, per_row=self._row)

    def set(self, squares: Iterable[SquareIndex]) -> str:
        return self.tables.define(names.SET + "0", "const hk_set", "", bit_words(squares, self.facts.squares))

    def by_cell(self, name: str, kind: str, values: dict[int, int]) -> str:
        """A table of numbers by cell, 0 where nothing is said."""
        return self.tables.numbers(name, kind, [values.get(cell, 0) for cell in range(self.facts.cells)], per_row=32)

    def direction(self, vector: int) -> str:
        """A vector's name as part of a table's: `+0-1` is `p0m1`."""
        return names.mangle(self.facts.module.board.vectors[vector].name).replace("_", "")

    @property
    def _row(self) -> int:
        return max(1, self.facts.module.board.files)

    def _squares(self, name: str, targets: tuple[int, ...]) -> str:
        return self.tables.numbers(name, SMALL, targets, per_row=self._row)
