"""How many moves a piece has to one square: one, and one more for each face that it may turn into."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import final

from hensoku.compiler.codegen.boardmoves import BEGAN_INSIDE, ENDS_INSIDE, trigger_masks
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.ir.types import Kind, Side, SquareIndex
from hensoku.compiler.passes.set_classes import moves_limit, promoted_faces, promoting


def landed(quiet: str, taking: str) -> str:
    """One of two masks, by whether something is taken there."""
    return quiet if quiet == taking else f"(occ & {taking} | {quiet} & ~occ)"


@final
@dataclass(frozen=True, slots=True)
class Extra:
    """`weight` more moves to each of these squares, by whether something is taken there."""

    weight: int
    quiet: int
    taking: int

    def count(self, ends: str, quiet: str, taking: str) -> str:
        """So many more moves to `ends`; the other arguments are texts for the two masks."""
        times = f"{self.weight} * " if self.weight > 1 else ""
        return f"{times}hk_ones({ends} & {landed(quiet, taking)})"


@final
@dataclass(frozen=True, eq=False)
class Promotions:
    plan: Plan

    @cache  # noqa: B019 - lives as long as the module is generated
    def extras(self, index: int, side: Side) -> dict[SquareIndex, tuple[Extra, ...]]:
        """What a class's moves from each square have on top; squares without are left out."""
        kind = self.plan.classes[index].kinds[0]
        promotes = promoting(self.plan.facts.module, kind)
        if promotes is None:
            return {}
        more = {
            weight: self.plan.region((square for square, faces in enumerate(promotes[1]) if faces == weight), side)
            for weight in set(promotes[1])
        }
        found = {}
        for square in range(self.plan.facts.squares):
            quiet, taking = self.ends(kind, side, square)
            extras = (Extra(weight, quiet & where, taking & where) for weight, where in sorted(more.items()))
            kept = tuple(extra for extra in extras if extra.weight and (extra.quiet or extra.taking))
            if kept:
                found[square] = kept
        return found

    def ends(self, kind: Kind, side: Side, square: SquareIndex) -> tuple[int, int]:
        """Where a quiet and where a taking move of a kind from a square may promote."""
        promotion = self.plan.facts.pieces[kind].promotion
        assert promotion is not None
        ends = [0, 0]
        for trigger in promotion.triggers:
            zone = self.plan.facts.seen(trigger.zone, side)
            inside = self.plan.layout.mask(zone)
            began = BEGAN_INSIDE * (square in zone)
            for i, mask in enumerate(trigger_masks(trigger)):
                if mask >> (began + ENDS_INSIDE) & 1:
                    ends[i] |= inside
                if mask >> began & 1:
                    ends[i] |= self.plan.layout.all & ~inside
        return ends[0], ends[1]

    def sources(self, index: int, side: Side) -> dict[tuple[Extra, ...], int]:
        """The same by what they have on top: from where."""
        found: dict[tuple[Extra, ...], int] = {}
        for square, extras in self.extras(index, side).items():
            found[extras] = found.get(extras, 0) | 1 << self.plan.layout.place(square)
        return found

    def lines(self, index: int, side: Side) -> list[str]:
        """Adds to `n` what the moves to `a` of the piece `one` at `s` have on top, and takes from it what a limit by
        file forbids."""
        return [*self._on_top(index, side), *self._beyond_limit(index, side)]

    def _beyond_limit(self, index: int, side: Side) -> list[str]:
        """Moves to full files by which a piece stays what it is."""
        limit = moves_limit(self.plan.facts.module, self.plan.classes[index].kinds[0])
        if limit is None:
            return []
        others = f"{self.plan.union(self.plan.limited(limit.kinds))} & ~one"
        full = f"a & hk_full_files({others}, {limit.count})"
        lines, word = [], "if"
        groups = self._turning(index, side)
        for (quiet, taking), sources in groups.items():
            where = self.plan.constant(sources)
            turning = landed(self.plan.constant(quiet), self.plan.constant(taking))
            lines += [f"{word} hk_some(one & {where}):", f"    n -= hk_ones({full} & ~{turning})"]
            word = "elif"
        return lines

    def _turning(self, index: int, side: Side) -> dict[tuple[int, int], int]:
        """Where quiet and taking moves have to promote, by where they begin."""
        module, kind = self.plan.facts.module, self.plan.classes[index].kinds[0]
        piece, found = module.pieces[kind], dict[tuple[int, int], int]()
        promotion, squares = piece.promotion, range(self.plan.facts.squares)
        for square in squares:
            quiet = taking = 0
            if promotion is not None:
                targets = set(promotion.targets)
                stays = (promoted_faces(module, piece, promotion.forced, targets, at)[1] for at in squares)
                must = self.plan.region((at for at, stay in enumerate(stays) if not stay), side)
                quiet, taking = (mask & must for mask in self.ends(kind, side, square))
            key = quiet, taking
            found[key] = found.get(key, 0) | 1 << self.plan.layout.place(square)
        return found

    def _on_top(self, index: int, side: Side) -> list[str]:
        lines = []
        word = "if"
        sources = self.sources(index, side)
        everywhere = len(sources) == 1 and next(iter(sources.values()), 0) == self.plan.layout.all
        for extras, mask in sources.items():
            body = [f"n += {self._counted(extra, 'a')}" for extra in extras]
            if everywhere:
                return body
            lines += [f"{word} hk_some(one & {self.plan.constant(mask)}):", *(f"    {line}" for line in body)]
            word = "elif"
        return lines

    def _counted(self, extra: Extra, ends: str) -> str:
        return extra.count(ends, self.plan.constant(extra.quiet), self.plan.constant(extra.taking))

    def of_step(self, index: int, side: Side, vector: int) -> tuple[Extra, ...]:
        """What the steps of a vector have on top, by where they end."""
        targets = self.plan.facts.module.board.vectors[vector].targets
        found: dict[int, list[int]] = {}
        for square, extras in self.extras(index, side).items():
            if targets[square] < 0:
                continue
            end = 1 << self.plan.layout.place(targets[square])
            for extra in extras:
                masks = found.setdefault(extra.weight, [0, 0])
                masks[0] |= end & extra.quiet
                masks[1] |= end & extra.taking
        return tuple(Extra(weight, *masks) for weight, masks in sorted(found.items()) if any(masks))
