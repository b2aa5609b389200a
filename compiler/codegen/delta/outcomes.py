"""What a piece may be after a move, by where it began and where it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias, final

from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.bulk.promotions import Promotions
from hensoku.compiler.ir.types import Kind, Side, SquareIndex
from hensoku.compiler.passes.set_classes import promoted_faces


@final
@dataclass(frozen=True, slots=True)
class Outcome:
    """`face`: what it becomes, None if it stays what it is. Where it may end so, if it takes nothing or something."""

    face: Kind | None
    quiet: int
    taking: int


Sources: TypeAlias = tuple[tuple[tuple[Outcome, ...], int], ...]
"""Outcomes, and from which squares they are so. The last outcome is staying."""


@final
@dataclass(frozen=True, eq=False)
class Outcomes:
    plan: Plan
    promotions: Promotions

    @cache  # noqa: B019 - lives as long as the module is generated
    def of(self, kind: Kind, side: Side) -> Sources:
        """The outcomes of a kind's moves from the squares where they are more than staying."""
        found: dict[tuple[Outcome, ...], int] = {}
        piece = self.plan.facts.pieces[kind]
        if piece.promotion is None or not piece.promotion.triggers:
            return ()
        faces, stays = self._faces(kind, side)
        for square in range(self.plan.facts.squares):
            quiet, taking = self.promotions.ends(kind, side, square)
            if quiet | taking:
                outcomes = [Outcome(face, quiet & where, taking & where) for face, where in faces.items()]
                kept = [self.plan.layout.all & ~(ends & ~stays) for ends in (quiet, taking)]
                outcomes = [one for one in outcomes if one.quiet | one.taking]
                key = (*outcomes, Outcome(None, kept[0], kept[1]))
                found[key] = found.get(key, 0) | 1 << self.plan.layout.place(square)
        return tuple(found.items())

    def _faces(self, kind: Kind, side: Side) -> tuple[dict[Kind, int], int]:
        """Where each face may be taken on by a move that promotes, and where such a move may leave the piece as is."""
        module = self.plan.facts.module
        piece = module.pieces[kind]
        assert piece.promotion is not None
        targets = set(piece.promotion.targets) - {kind}
        where: dict[Kind, list[SquareIndex]] = {target: [] for target in sorted(targets)}
        stays: list[SquareIndex] = []
        for square in range(self.plan.facts.squares):
            faces, stay = promoted_faces(module, piece, piece.promotion.forced, targets, square)
            for face in faces:
                where[face].append(square)
            if stay:
                stays.append(square)
        return {face: self.plan.region(at, side) for face, at in where.items()}, self.plan.region(stays, side)

    def groups(self, kinds: Iterable[Kind], side: Side) -> dict[tuple[int, Sources], list[Kind]]:
        """Some kinds, those of one class with the same outcomes together."""
        groups: dict[tuple[int, Sources], list[Kind]] = {}
        for kind in kinds:
            groups.setdefault((self.plan.class_of(kind), self.of(kind, side)), []).append(kind)
        return groups

    def plainly(self, index: int, side: Side) -> tuple[int, int]:
        """Where the quiet moves of a class's pieces, which promote alike, may promote or have to from most squares; and
        from where they do so there only."""
        layout = self.plan.layout
        changes = {1 << layout.place(square): 0 for square in range(self.plan.facts.squares)}
        for (*promoted, staying), where in self.of(self.plan.classes[index].kinds[0], side):
            change = layout.all & ~staying.quiet
            for outcome in promoted:
                change |= outcome.quiet
            changes |= {one: change for one in changes if one & where}
        common = Counter(changes.values()).most_common(1)[0][0]
        return common, sum(one for one, change in changes.items() if not change & ~common)

    def changing(self, index: int, side: Side) -> int:
        """From where some piece of a class may promote."""
        mask = 0
        for kind in self.plan.classes[index].kinds:
            for _, sources in self.of(kind, side):
                mask |= sources
        return mask
