"""How many moves a piece can have at the most, and where they may end: the tables that a roster is made of
(`hensoku/roster.h`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, final

from hensoku.compiler.codegen.bulk.filled import FilledTables
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.bulk.promotions import Promotions
from hensoku.compiler.ir.sets import BOTH_LANDINGS, Atom
from hensoku.compiler.ir.types import Side, SquareIndex

MOST_CHANCES: Final = 255
MOST_RESULTS: Final = 31
"""More moves of one piece, or more promotions of a move, have no room in a chance."""


@final
@dataclass(frozen=True)
class Ranges:
    plan: Plan
    promotions: Promotions

    @cache  # noqa: B019 - lives as long as the module is generated
    def widest(self, index: int, side: Side) -> int:
        """The most moves that a piece of a class has from any square; one at the least."""
        return max(1, *(self._results(index, side, square) for square in range(self.plan.facts.squares)))

    @property
    def fit(self) -> bool:
        """Whether there is room for all of them."""
        sides = [(index, side) for index in self.plan.counted for side in (0, 1)]
        weights = (
            extra.weight for key in sides for extras in self.promotions.extras(*key).values() for extra in extras
        )
        return max(weights, default=0) <= MOST_RESULTS and all(self.widest(*key) <= MOST_CHANCES for key in sides)

    def _results(self, index: int, side: Side, square: SquareIndex) -> int:
        ends = self.plan.layout.mask(self._reached(index, side, square))
        extras = self.promotions.extras(index, side).get(square, ())
        more = (extra.weight * (ends & (extra.quiet | extra.taking)).bit_count() for extra in extras)
        return ends.bit_count() + sum(more)

    def _reached(self, index: int, side: Side, square: SquareIndex) -> Iterator[SquareIndex]:
        """Every square on which a move may end, whatever stands on the board."""
        vectors = self.plan.facts.module.board.vectors
        for atom in self.plan.atoms(index, side):
            at = square
            for _ in range(self.plan.facts.farthest(atom.reach)):
                at = vectors[atom.vector].targets[at]
                if at < 0 or at == square:
                    break
                yield at

    # ------------------------------------------------------------------------------------------------------ the tables

    def calls(self, index: int, side: Side, filled: FilledTables, paths: str, *, asks: bool) -> Iterator[str]:
        """What fills the chances of a class, but for promotions. `asks`: more is to be known of each move than whether
        the way is free; that is so too where a way is not in `paths`, or more than that bars it."""
        width, tables = self.widest(index, side), self.plan.tables
        chances = tables.reserve("CHANCES", "uint32_t", f"[HK_PLACES * {width}]")
        many = tables.reserve("MANY", "uint8_t", "[HK_PLACES]")
        its = f"&hk_ranges[{side}][{index}]"
        yield f"hk_range_begin({its}, {chances}, {many}, {width})"
        plain = self.plain(index, side, filled, paths)
        atoms = self.plan.atoms(index, side)
        asking = int(asks or not plain)
        steps = [atom for atom in atoms if atom.is_step]
        rides = [atom for atom in atoms if not atom.is_step and not atom.between]
        if rides:
            rays = filled.rays({(atom.vector, filled.reach(atom)) for atom in rides})
            yield f"hk_range_add({its}, {rays}, {int(plain)}, {asking})"
        if steps:
            yield f"hk_range_add({its}, {filled.steps(steps)}, 0, {asking})"
        for atom in atoms:
            if atom.between:
                yield f"hk_range_add({its}, {filled.lame(atom).ends}, 0, {asking})"

    def plain(self, index: int, side: Side, filled: FilledTables, paths: str) -> bool:
        """Whether a class goes wherever the way is free and none of its own side stands."""
        return all(_is_plain(atom) for atom in self.plan.atoms(index, side)) and all(
            atom.is_step or filled.paths(atom) == paths for atom in self.plan.atoms(index, side)
        )

    def paths(self, filled: FilledTables) -> str:
        """The table of the ways of most riders; empty if none rides."""
        named = [
            filled.paths(atom)
            for index in self.plan.counted
            for side in (0, 1)
            for atom in self.plan.atoms(index, side)
            if _is_plain(atom) and not atom.is_step
        ]
        return max(sorted(set(named)), key=named.count, default="")


def _is_plain(atom: Atom) -> bool:
    return set(atom.lands) == set(BOTH_LANDINGS) and not atom.blockers and not atom.between and atom.sources is None
