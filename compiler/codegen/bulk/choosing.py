"""One lawful move of a side by chance, each as likely as the others, without listing them: `choose_<side>`.

It is drawn from the roster of the side, what it has in hand, and what is listed because it is made and tested
(`hensoku/roster.h`). Of what is drawn only is asked whether it is lawful. In check few moves are, so all are listed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, final

from hensoku.compiler.codegen.bulk.attacks import AttackEmitter
from hensoku.compiler.codegen.bulk.drops import DropCountEmitter, DroppedFace
from hensoku.compiler.codegen.bulk.listing import ListEmitter, lists
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.bulk.promotions import Promotions
from hensoku.compiler.codegen.bulk.ranges import Ranges
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Side

MOST_FACES: Final = 64
"""More sorts of drops have no room in a word."""

NO_PATHS: Final = "HK_NO_PATHS"
"""The table of ways where nothing rides."""


def chooses(plan: Plan | None) -> bool:
    """Whether there is a `choose_<side>`: not after counter-strikes, nor where royals come into hand or about by
    promotion, nor for royals alone, nor where a piece has very many moves."""
    if plan is None or plan.facts.module.counter_strike is not None or plan.facts.royals_in_hand:
        return False
    if plan.rising or not plan.indices("steps", "rides") or not lists(plan):
        return False
    faces = sum(len(piece.drop.faces) for piece in plan.facts.pieces if piece.drop)
    return faces <= MOST_FACES and Ranges(plan, Promotions(plan)).fit


def widest(plan: Plan) -> int:
    """The most moves that a piece has."""
    ranges = Ranges(plan, Promotions(plan))
    return max(ranges.widest(index, side) for index in plan.counted for side in (0, 1))


@final
@dataclass(frozen=True)
class ChoiceEmitter:
    plan: Plan
    attacks: AttackEmitter
    drops: DropCountEmitter
    listing: ListEmitter
    write: Writer

    @cached_property
    def _ranges(self) -> Ranges:
        return Ranges(self.plan, self.listing.promotions)

    @cached_property
    def _paths(self) -> str:
        return self._ranges.paths(self.attacks.filled)

    @property
    def _keeps_royal(self) -> bool:
        return self.plan.facts.answers_check and bool(self.plan.counted_royals)

    def emit(self, side: Side, unusual: str) -> None:
        """`unusual`: when all moves are to be made and tested, as a condition; empty for never."""
        for index in self.plan.counted:
            self._fill(index, side)
        self._from_list(side)
        if self._keeps_royal:
            self._attacked(side)
        self._asked(side)
        if self.plan.facts.can_drop:
            self._dropped(side)
        self._choose(side, unusual)

    # ---------------------------------------------------------------------------------------------------- the chances

    def _fill(self, index: int, side: Side) -> None:
        filled, its = self.attacks.filled, f"&hk_ranges[{side}][{index}]"
        asks = self._keeps_royal and index in self.plan.counted_royals
        filled.calls += self._ranges.calls(index, side, filled, self._paths, asks=asks)
        for extras, sources in self.listing.promotions.sources(index, side).items():
            where = self.plan.constant(sources)
            for extra in extras:
                ends = self.plan.constant(extra.quiet | extra.taking)
                filled.calls.append(f"hk_range_promote({its}, {where}, {ends}, {extra.weight})")
        for ends_of, sources in self.listing.by_ends([index], side).items():
            there, where = self.plan.constant(ends_of), self.plan.constant(sources)
            filled.calls.append(f"hk_range_promote({its}, {where}, {there}, 0)")
        filled.calls.append(f"hk_range_round({its})")

    # -------------------------------------------------------------------------------------------------- what is asked

    def _from_list(self, side: Side) -> None:
        with self.write.function(
            f"uint64_t from_list_{side}(hk_position *p, hk_work *work, uint64_t *seed)",
            "A lawful move by chance, one of the list.",
        ):
            self.write.text(f"""
cdef size_t n, base = work.moves.count
list_{side}(p, work)
n = work.moves.count - base
work.moves.count = base
return work.moves.at[base + hk_below(seed, n)] if n else 0
""")

    def _attacked(self, side: Side) -> None:
        enemy = 1 - side
        with self.write.function(
            f"inline bint meets_{enemy}(const hk_bits *v, int s, hk_bits occ)", "Whether a side attacks a square."
        ):
            self.write(f"cdef hk_bits a = steps_to_{enemy}(v, s)")
            for line in self.attacks.line_arguments(enemy, "v"):
                blockers = -1 if line.occupied else line.blockers
                self.write(f"a |= hk_over(occ, {line.attackers}, {line.between}, {blockers})")
            self.write("return hk_some(a)")

    def _asked(self, side: Side) -> None:
        """What the chances of the piece do not say."""
        plan, write = self.plan, self.write
        with write.function(
            f"uint64_t asked_{side}(hk_position *p, hk_work *work, const hk_limits *z, const hk_draw *draw)",
            "The move of a piece that was drawn if it is lawful, else 0.",
        ):
            plan.name_sets(write, side)
            write("cdef int s = draw.place", "cdef hk_bits one = hk_at(s), a = hk_at(hk_chance_end(draw.chance))")
            write("cdef uint64_t code = hk_start(hk_squares[s]) | hk_squares[hk_chance_end(draw.chance)]")
            write("cdef size_t base = work.moves.count, number = hk_chance_result(draw.chance)")
            self._kept(side)
            for index in plan.counted:
                if not self._ranges.plain(index, side, self.attacks.filled, self._paths):
                    write(
                        f"if hk_some(w[{index}] & one) and not hk_some(reach_{index}_{side}(s, occ) & a):",
                        "    return 0",
                    )
            promoting = self.listing.promoting(plan.counted, side)
            if not promoting:
                write("return code")
                return
            write.text(f"""
if not ({promoting}):
    return code
hk_append(&work.moves, code)
finish_{side}(p, work, hk_kind(p.cells[hk_squares[s]]), base)
code = work.moves.at[base + number] if work.moves.count > base + number else 0
work.moves.count = base
return code
""")

    def _kept(self, side: Side) -> None:
        """The royal is not attacked afterwards."""
        limited = "if not hk_some((hk_limit_of(z, one) if hk_some(one & z.bound) else z.free) & a):"
        if not self._keeps_royal:
            self.write(limited, "    return 0")
            return
        enemy = 1 - side
        with self.write.block(f"if hk_some(one & royal) and {self.plan.bound_royal(side)}:"):
            square = "hk_chance_end(draw.chance)"
            self.write(f"if meets_{enemy}(v, {square}, occ ^ royal):", "    return 0")
        self.write(f"el{limited}", "    return 0")

    def _dropped(self, side: Side) -> None:
        """Where a face may be dropped is asked when it is drawn: most may be everywhere."""
        write, faces = self.write, list(self.drops.faces(side))
        with write.function(
            f"uint64_t dropped_{side}(hk_position *p, hk_work *work, uint64_t held, hk_bits empty, uint32_t number)",
            "One of the drops on some empty squares, by number, if it is lawful, else 0.",
        ):
            self.plan.name_sets(write, side)
            write("cdef uint32_t many = hk_ones(empty)", "cdef int face = hk_nth_word(held, number // many)")
            write("cdef hk_bits one = hk_at(hk_nth(empty, number % many)), a")
            write("cdef uint64_t to = hk_squares[hk_lead(one)]")
            for number, one in enumerate(faces):
                with write.block(f"{'elif' if number else 'if'} face == {number}:"):
                    self._drop(one, side)
            write("return 0")

    def _drop(self, one: DroppedFace, side: Side) -> None:
        allowed = self.drops.squares((one.squares, one.limit), "one")
        if one.may_not_mate:
            self.write(f"a = {allowed}")
            self.write(f"if hk_some(a & checks_of_{one.face}_by_{side}(p, occ)):")
            self.write(f"    a ^= mates_{side}(p, work, {one.start}, a)")
            allowed = "a"
        self.write(f"return {one.start} | to if hk_some({allowed}) else 0")

    # ------------------------------------------------------------------------------------------------------- drawing

    def _choose(self, side: Side, unusual: str) -> None:
        plan, write = self.plan, self.write
        with write.function(
            f"uint64_t choose_{side}(hk_position *p, hk_work *work, uint64_t *seed)",
            "A lawful move, each as likely as the others; 0 if there is none.",
        ):
            plan.name_sets(write, side)
            write("cdef hk_bits empty = HK_NONE", "cdef hk_limits z", "cdef hk_watch watch")
            write("cdef hk_draw draw", "cdef size_t base = work.moves.count", "cdef uint64_t code = 0, held = 0")
            if unusual:
                write(f"if {unusual}:", f"    return from_list_{side}(p, work, seed)")
            self._limit(side)
            self.listing.walks(side)
            if plan.facts.can_drop:
                self.drops.tried(side, listed=True)
                held = (
                    f"<uint64_t>(p.hands[{side}][{one.kind}] != 0) << {i}"
                    for i, one in enumerate(self.drops.faces(side))
                )
                write(f"held = {' | '.join(held) or '0'}", "empty = z.free & ~occ")
            write("hk_draw_begin(&draw, hk_popcount(held) * hk_ones(empty), work.moves.count - base)")
            mine, paths = f"&(<hk_roster *>work.roster).sides[{side}]", self._paths or NO_PATHS
            with write.block(f"while not code and hk_draw_one(&draw, {mine}, {paths}, z.all, occ, seed):"):
                self._drawn(side)
            write("work.moves.count = base", f"return code if code else from_list_{side}(p, work, seed)")

    def _limit(self, side: Side) -> None:
        self.plan.limit_none(self.write)
        if not self.plan.facts.answers_check:
            return
        with self.write.block(f"if {self.plan.bound_royal(side)}:"):
            self.write(f"limit_{side}(&z, v, hk_lead(royal), own, occ, True)")
            self.write("if not hk_equal(z.free, z.all) and 2 * hk_ones(z.free) < hk_ones(z.all):")
            self.write(f"    return from_list_{side}(p, work, seed)")

    def _drawn(self, side: Side) -> None:
        write = self.write
        write("if draw.source == HK_OF_LIST:", "    code = work.moves.at[base + draw.number]")
        if self.plan.facts.can_drop:
            write("elif draw.source == HK_OF_HAND:", f"    code = dropped_{side}(p, work, held, empty, draw.number)")
        write("elif hk_chance_asks(draw.chance) or hk_holds(z.bound, draw.place):")
        write(f"    code = asked_{side}(p, work, &z, &draw)")
        write("elif hk_holds(z.free, hk_chance_end(draw.chance)):")
        write("    code = hk_start(hk_squares[draw.place]) | hk_squares[hk_chance_end(draw.chance)]")
