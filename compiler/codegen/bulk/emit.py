"""The count of a side's moves without making any: `count_<side>`, put together from the emitters of this package."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import final

from hensoku.compiler.codegen.board import BoardTables
from hensoku.compiler.codegen.bulk.attacks import AttackEmitter
from hensoku.compiler.codegen.bulk.choosing import ChoiceEmitter, chooses
from hensoku.compiler.codegen.bulk.drops import DropCountEmitter
from hensoku.compiler.codegen.bulk.filled import FilledTables
from hensoku.compiler.codegen.bulk.lending import LendingEmitter
from hensoku.compiler.codegen.bulk.listing import ListEmitter, lists
from hensoku.compiler.codegen.bulk.moves import BoardCountEmitter
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.bulk.promotions import Promotions
from hensoku.compiler.codegen.bulk.reach import ReachEmitter
from hensoku.compiler.codegen.drops import DropEmitter
from hensoku.compiler.codegen.facts import SIDES
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Side


@final
@dataclass(frozen=True)
class CountEmitter:
    plan: Plan
    board: BoardTables
    drops: DropEmitter
    write: Writer
    searches: bool = False

    @cached_property
    def filled(self) -> FilledTables:
        return FilledTables(self.plan, self.board)

    @cached_property
    def reach(self) -> ReachEmitter:
        return ReachEmitter(self.plan, self.filled, self.write)

    @cached_property
    def attacks(self) -> AttackEmitter:
        return AttackEmitter(self.plan, self.filled, self.reach, self.write)

    @cached_property
    def moves(self) -> BoardCountEmitter:
        return BoardCountEmitter(self.plan, Promotions(self.plan), self.write)

    @cached_property
    def dropping(self) -> DropCountEmitter:
        return DropCountEmitter(self.plan, LendingEmitter(self.plan, self.filled, self.write), self.write)

    def emit(self, then: Callable[[], None] | None = None) -> None:
        """`then` emits what is put together from this."""
        plan = self.plan
        reach, attacks, board, drops = self.reach, self.attacks, self.moves, self.dropping
        lending = drops.lending
        if plan.lends:
            lending.emit_class_of()
        for side in SIDES:
            reach.emit(side)
            if plan.facts.answers_check:
                attacks.emit(side)
            board.emit(side)
            if plan.lends:
                lending.emit(side)
        for side in SIDES:
            if plan.facts.can_drop:
                drops.emit(side)
            self._rest(side)
            self._count(side, lending)
            if lists(plan):
                listing = ListEmitter(plan, board.promotions, drops, self.write)
                listing.emit(side, self._unusual(side))
                if self.searches:
                    listing.emit_for_search(side, self._unusual(side))
                if chooses(plan):
                    ChoiceEmitter(plan, attacks, drops, listing, self.write).emit(side, self._unusual(side))
        if then:
            then()
        self._prepare(self.filled.calls)

    def _prepare(self, calls: list[str]) -> None:
        with self.write.function("void prepare()", "Fills the tables."):
            self.write(*calls or ["pass"])
        self.write("", "", "prepare()")

    # --------------------------------------------------------------------------------------------------------- count

    def _count(self, side: Side, lending: LendingEmitter) -> None:
        enemy, plan = 1 - side, self.plan
        with self.write.function(
            f"size_t count_{side}(hk_position *p, hk_work *work, bint first)",
            "The number of lawful moves; if `first` is enough, only whether there are any.",
        ):
            if plan.lends:
                self.write("cdef hk_bits w[HK_CLASSES]", "cdef hk_bits v[HK_CLASSES]", "cdef hk_bits donors, asked")
                self.write(f"cdef const hk_bits *b = p.sets[{side}]")
            else:
                self.write(f"cdef const hk_bits *w = p.sets[{side}]", f"cdef const hk_bits *v = p.sets[{enemy}]")
            self.write(f"cdef hk_bits own = p.all[{side}], opp = p.all[{enemy}], occ = own | opp, danger, x, a")
            self.write(f"cdef hk_bits royal = {plan.union(plan.royal_classes, plan.by_piece)}, others = own & ~royal")
            self.write("cdef hk_limits z", "cdef size_t n = 0", "cdef int s")
            if plan.sets.tried:
                self.write("cdef hk_watch watch")
            plan.bar(self.write)
            unusual = self._unusual(side)
            if unusual:
                self.write(f"if {unusual}:", f"    return made_count_{side}(p, work, first)")
            if plan.lends:
                self.write(f"lend_{side}(b, own, w)", f"lend_{enemy}(p.sets[{enemy}], opp, v)")
            if plan.facts.answers_check:
                with self.write.block(f"if {plan.bound_royal(side)}:"):
                    self._bound(side, lending)
                with self.write.block("else:"):
                    self._unbound(side)
            else:
                self._unbound(side)
            if plan.facts.royals_held_back:
                self._held_back(side)
            sets = "b, w" if plan.lends else "w"
            self.write(f"n += board_count_{side}({sets}, &z, others, occ)")
            self._others(side)
            self.write("return n")

    def _unusual(self, side: Side) -> str:
        """When all moves are to be made and tested."""
        terms = []
        if self.plan.facts.royals_held_back:
            terms.append(f"hk_some(royal) and holds_royal_{side}(p)")
        if self.plan.facts.answers_check:
            if not self.plan.facts.last_royal_counts:
                terms.append("hk_many(royal)")
            if self.plan.hiding:
                terms.append(f"hk_some({self.plan.union(self.plan.hiding, 'v')})")
        return " or ".join(terms)

    def _bound(self, side: Side, lending: LendingEmitter) -> None:
        enemy, lends = 1 - side, self.plan.lends
        self.plan.limit(self.write, side)
        if lends:
            self.write(f"donors = {lending.lenders(lending.borrowers('opp', enemy), 'opp', enemy)}")
            self.write(f"a = {self._royal_reach(side)} & ~own")
            lending.takes_royal_safely(side)
        else:
            self.write(f"a = {self._royal_reach(side)} & ~(own | danger){self.plan.unless_barred}")
        self.write(f"n += {self._royal_results(side)}")
        if lends:
            self.write(f"asked = lenders_asked_{enemy}(v, p.sets[{enemy}], opp, s)")
            self.write("z.free &= ~asked", "z.base &= ~asked")
            self.write("if hk_some(asked):", f"    n += takes_lenders_{side}(p, w, asked, royal, others, opp)")

    def _unbound(self, side: Side) -> None:
        self.plan.limit_none(self.write)
        self.write("x = royal")
        with self.write.block("while hk_some(x):"):
            self.write("royal = hk_lone(x)", "s = hk_lead(x)", f"a = {self._royal_reach(side)} & z.free")
            self.write(f"n += {self._royal_results(side)}", "x = hk_rest(x)")

    def _held_back(self, side: Side) -> None:
        """While a royal is in hand: the moves on the board are made, drops are counted."""
        with self.write.block(f"if holds_royal_{side}(p):"):
            self.write(f"n = walked_count_{side}(p, work, own)")
            self._drops(side)
            self.write("return n")

    def _royal_reach(self, side: Side) -> str:
        classes = self.plan.royal_classes
        if len(classes) == 1 and self.plan.counted_royals and not self.plan.lends:
            return f"reach_{classes[0]}_{side}(s, occ)"
        return f"reach_of_{side}(w, royal, s, occ)"

    def _royal_results(self, side: Side) -> str:
        return f"results_{side}({self.plan.by_piece}, royal, a, occ)"

    # -------------------------------------------------------------------------------------- what is made and tested

    def _others(self, side: Side) -> None:
        """The classes that walk, and drops."""
        if self.plan.walking:
            self.write(f"x = {self.plan.union(self.plan.walking)}")
            self.write("if hk_some(x):", f"    n += walked_count_{side}(p, work, x)")
        self._drops(side)

    def _drops(self, side: Side) -> None:
        if not self.plan.facts.can_drop:
            return
        self.write("if first and n:", "    return n")
        self.write(f"n += drop_count_{side}(p, work, z.free & ~occ, occ, first)")
        self.dropping.tried(side, listed=False)

    def _rest(self, side: Side) -> None:
        tried = [one.kind for one in self.plan.sets.tried]
        if tried:
            self.drops.emit_some(side, f"tried_drops_{side}", tried)
        if self.plan.facts.royals_held_back or self.plan.walking or self.plan.rising:
            self._walked(side)
        if self._unusual(side):
            self._made(side)

    def _made(self, side: Side) -> None:
        with self.write.function(
            f"size_t made_count_{side}(hk_position *p, hk_work *work, bint first)", "The same, moves made and tested."
        ):
            self.write.text(f"""
cdef size_t base = work.moves.count
cdef size_t n = lawful_moves_{side}(p, work, False, first)
work.moves.count = base
return n
""")

    def _walked(self, side: Side) -> None:
        with self.write.function(
            f"void walk_{side}(hk_position *p, hk_work *work, hk_bits x)",
            "Adds the legal moves of some pieces, which are made and tested.",
        ):
            compares = "\n    hk_seen_start(&work.seen)" if self.plan.facts.compares else ""
            self.write.text(f"""
cdef size_t each, base = work.moves.count
cdef hk_watch watch
cdef int at, kind
while hk_some(x):
    at = hk_squares[hk_lead(x)]
    kind = hk_kind(p.cells[at])
    each = work.moves.count{compares}
    moves_of_{side}(p, work, kind, at)
    finish_{side}(p, work, kind, each)
    x = hk_rest(x)
""")
            if self.plan.facts.spares:
                self.write(f"spare_{side}(p, work, base)")
            if self.plan.facts.moves_keep_file_limit:
                self.write(f"keep_in_files_{side}(p, work, base)")
            if self.plan.facts.answers_check:
                self.write(f"watch_{side}(p, &watch)", f"keep_legal_{side}(p, work, base, &watch)")
        with self.write.function(
            f"size_t walked_count_{side}(hk_position *p, hk_work *work, hk_bits x)", "Their number."
        ):
            self.write.text(f"""
cdef size_t n, base = work.moves.count
walk_{side}(p, work, x)
n = work.moves.count - base
work.moves.count = base
return n
""")
