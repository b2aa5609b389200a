"""The moves of a side, listed from sets of squares without making any: `list_<side>`; for a search also `force_<side>`,
without drops, and `go_<side>`, whatever rule is against them.

Pieces that step are listed by direction, all at once; pieces that ride or may promote now, one by one. What a promotion
may become is asked of `finish_<side>`, as for moves that are walked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.bulk.drops import DropCountEmitter, DroppedFace
from hensoku.compiler.codegen.bulk.moves import TARGETS, Step
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.bulk.promotions import Promotions
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Kind, Side


def lists(plan: Plan | None) -> bool:
    """Whether there is a `list_<side>`. Borrowed moves are made and tested when they are listed; so are those of a side
    that a royal in hand holds back, and where a limit by file binds moves."""
    return plan is not None and not (plan.lends or plan.facts.royals_held_back or plan.filed)


def goes(plan: Plan | None) -> bool:
    """Whether there is a `go_<side>` in a module that searches."""
    return plan is not None and lists(plan) and not plan.walking


@final
@dataclass(frozen=True)
class ListEmitter:
    plan: Plan
    promotions: Promotions
    drops: DropCountEmitter
    write: Writer

    def emit(self, side: Side, unusual: str) -> None:
        """`unusual`: when all moves are to be made and tested, as a condition; empty for never."""
        with self.write.function(f"void list_{side}(hk_position *p, hk_work *work)", "Adds the lawful moves."):
            self._lawful(side, unusual)
            if self.plan.facts.can_drop:
                self._drops(side)
                self.drops.tried(side, listed=True)

    def emit_for_search(self, side: Side, unusual: str) -> None:
        with self.write.function(
            f"void force_{side}(hk_position *p, hk_work *work)", "Adds the lawful moves but drops, or all."
        ):
            self._lawful(side, unusual)
        if goes(self.plan):
            self._go(side)

    def _lawful(self, side: Side, unusual: str) -> None:
        """The moves on the board."""
        plan, write = self.plan, self.write
        plan.name_sets(write, side)
        write("cdef hk_bits danger, one, x, a, free")
        write("cdef hk_limits z", "cdef hk_watch watch", "cdef size_t base", "cdef int s")
        plan.bar(write)
        if unusual:
            write(f"if {unusual}:", f"    lawful_moves_{side}(p, work, True, False)", "    return")
        if plan.facts.answers_check:
            with write.block(f"if {plan.bound_royal(side)}:"):
                plan.limit(write, side)
                self._royals(side, f"~(own | danger){plan.unless_barred}")
            with write.block("else:"):
                self._unbound(side)
        else:
            self._unbound(side)
        write("free = own & ~(royal | z.bound)")
        self._steps(side)
        self._rides(side, [index for index in plan.indices("rides") if index not in plan.rising])
        bound = f"z.bound & ~{plan.union(plan.rising)}" if plan.rising else "z.bound"
        classes = [index for index in plan.counted if index not in plan.rising]
        self._one_by_one(bound, f"reach_of_{side}(w, one, s, occ) & hk_limit_of(&z, one)", classes, side)
        self.walks(side)

    def _go(self, side: Side) -> None:
        plan, write = self.plan, self.write
        with write.function(
            f"void go_{side}(const hk_position *p, hk_work *work)",
            f"Adds the moves of all pieces, whatever rule is against them, as board_moves_{side} does.",
        ):
            plan.name_sets(write, side)
            write("cdef hk_bits free = own & ~royal, one, x, a")
            write("cdef hk_limits z", "cdef size_t base", "cdef int s")
            write(f"hk_limit_none(&z, {plan.constant(plan.layout.all, 'BOARD')} & ~own)")
            self._royals(side, "z.free")
            self._steps(side)
            self._rides(side, plan.indices("rides"))

    def _rides(self, side: Side, classes: list[int]) -> None:
        for index in classes:
            self._one_by_one(f"w[{index}] & free", f"reach_{index}_{side}(s, occ) & z.free", [index], side)

    # ------------------------------------------------------------------------------------------------------- royals

    def _unbound(self, side: Side) -> None:
        self.plan.limit_none(self.write)
        self._royals(side, "z.free")

    def _royals(self, side: Side, targets: str) -> None:
        classes = self.plan.counted_royals
        if classes:
            union = self.plan.union(classes)
            self._one_by_one(union, f"reach_of_{side}(w, one, s, occ) & {targets}", classes, side)

    # --------------------------------------------------------------------------------------------------- one by one

    def _one_by_one(self, pieces: str, reach: str, classes: list[int], side: Side) -> None:
        """Lists where the pieces of some classes go, each for itself."""
        self.write(f"x = {pieces}")
        with self.write.block("while hk_some(x):"):
            self.write("one = hk_lone(x)", "s = hk_lead(x)", f"a = {reach}")
            promoting = self.promoting(classes, side)
            if promoting:
                self.write("base = work.moves.count")
            self.write("hk_list_ends(&work.moves, hk_start(hk_squares[s]), a)")
            if promoting:
                self.write(f"if {promoting}:", f"    finish_{side}(p, work, hk_kind(p.cells[hk_squares[s]]), base)")
            self.write("x = hk_rest(x)")

    def promoting(self, classes: list[int], side: Side) -> str:
        """Whether one of the moves to `a` of the piece `one` may be a promotion; empty if none ever is."""
        terms = []
        for ends, sources in self.by_ends(classes, side).items():
            near = f"hk_some(one & {self.plan.constant(sources)})"
            there = f"hk_some(a & {self.plan.constant(ends)})"
            everywhere = sources == self.plan.layout.all
            terms.append(near if ends == self.plan.layout.all else there if everywhere else f"({near} and {there})")
        return " or ".join(terms)

    def _kinds(self, classes: list[int]) -> list[Kind]:
        """Those of some classes that may become something else."""
        kinds = (kind for index in classes for kind in self.plan.classes[index].kinds)
        pieces = self.plan.facts.pieces
        return [kind for kind in kinds if (turns := pieces[kind].promotion) and set(turns.targets) - {kind}]

    def by_ends(self, classes: list[int], side: Side) -> dict[int, int]:
        """From where a move of one of these classes may promote, by where it then ends."""
        kinds = self._kinds(classes)
        found: dict[int, int] = {}
        for square in range(self.plan.facts.squares):
            ends = 0
            for kind in kinds:
                quiet, taking = self.promotions.ends(kind, side, square)
                ends |= quiet | taking
            if ends:
                found[ends] = found.get(ends, 0) | 1 << self.plan.layout.place(square)
        return found

    # -------------------------------------------------------------------------------------------------------- steps

    def _steps(self, side: Side) -> None:
        classes = self.plan.indices("steps")
        near = {index: self.near(index, side) for index in classes}
        promoting = [index for index in classes if near[index]]
        if promoting:
            terms = (f"w[{index}] & {self.plan.constant(near[index])}" for index in promoting)
            self.write(f"one = ({' | '.join(terms)}) & free", "free ^= one")
        users: dict[Step, list[int]] = {}
        for index in classes:
            for atom in self.plan.atoms(index, side):
                users.setdefault((atom.vector, atom.lands, self.plan.sources(atom)), []).append(index)
        for (vector, lands, sources), stepping in users.items():
            pieces = self.plan.among(f"({self.plan.union(stepping)} & free)", sources)
            for shift in self.plan.layout.shifts(vector):
                by = self.plan.layout.by(shift)
                self.write(f"hk_list_steps(&work.moves, ({self.plan.shift(pieces, shift)}) & {TARGETS[lands]}, {by})")
        if promoting:
            self._one_by_one("one", f"reach_of_{side}(w, one, s, occ) & z.free", promoting, side)

    def near(self, index: int, side: Side) -> int:
        """From where a step of a class may promote."""
        layout, near = self.plan.layout, 0
        vectors = [self.plan.facts.module.board.vectors[atom.vector] for atom in self.plan.atoms(index, side)]
        for ends, sources in self.by_ends([index], side).items():
            for square in range(self.plan.facts.squares):
                targets = layout.mask(vector.targets[square] for vector in vectors if vector.targets[square] >= 0)
                if sources >> layout.place(square) & 1 and targets & ends:
                    near |= 1 << layout.place(square)
        return near

    # ----------------------------------------------------------------------------------------- what is made and tested

    def walks(self, side: Side) -> None:
        tested = self.plan.walking + self.plan.rising
        if not tested:
            return
        union = self.plan.union(tested)
        with self.write.block(f"if hk_some({union}):"):
            self.write(f"walk_{side}(p, work, {union})")

    # -------------------------------------------------------------------------------------------------------- drops

    def _drops(self, side: Side) -> None:
        self.write("x = z.free & ~occ")
        for one in self.drops.faces(side):
            self._drop(one, side)

    def _drop(self, one: DroppedFace, side: Side) -> None:
        with self.write.block(f"if p.hands[{side}][{one.kind}]:"):
            self.write(f"a = {self.drops.squares((one.squares, one.limit), 'x')}")
            self.drops.keep_royal_safe(one, side)
            if one.may_not_mate:
                self.write(f"one = a & checks_of_{one.face}_by_{side}(p, occ)")
                self.write("if hk_some(one):", f"    a ^= mates_{side}(p, work, {one.start}, one)")
            self.write(f"hk_list_ends(&work.moves, {one.start}, a)")
