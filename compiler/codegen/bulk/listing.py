"""The moves of a side, listed from sets of squares without making any: `list_<side>`.

Pieces that step are listed by direction, all at once; pieces that ride or may promote now, one by one. What a promotion
may become is asked of `finish_<side>`, as for moves that are walked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.boardmoves import BEGAN_INSIDE, ENDS_INSIDE, trigger_masks
from hensoku.compiler.codegen.bulk.drops import DropCountEmitter, DroppedFace
from hensoku.compiler.codegen.bulk.moves import TARGETS, Step
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Kind, Side, SquareIndex


def lists(plan: Plan | None) -> bool:
    """Whether there is a `list_<side>`. Borrowed moves and promotions to royals are made and tested when they are
    listed; so are those of a side that a royal in hand holds back, and where a limit by file binds moves."""
    if plan is None or plan.lends or plan.facts.royals_held_back or plan.filed:
        return False
    return not any(one.rises for one in plan.classes)


@final
@dataclass(frozen=True)
class ListEmitter:
    plan: Plan
    drops: DropCountEmitter
    write: Writer

    def emit(self, side: Side, unusual: str) -> None:
        """`unusual`: when all moves are to be made and tested, as a condition; empty for never."""
        enemy, plan, write = 1 - side, self.plan, self.write
        with write.function(f"void list_{side}(hk_position *p, hk_work *work)", "Adds the lawful moves."):
            write(f"cdef const hk_bits *w = p.sets[{side}]", f"cdef const hk_bits *v = p.sets[{enemy}]")
            write(f"cdef hk_bits own = p.all[{side}], opp = p.all[{enemy}], occ = own | opp, danger, one, x, a, free")
            write(f"cdef hk_bits royal = {plan.union(plan.royal_classes)}")
            write("cdef hk_limits z", "cdef hk_watch watch", "cdef size_t base", "cdef int s")
            plan.bar(write)
            if unusual:
                write(f"if {unusual}:", f"    lawful_moves_{side}(p, work, True, False)", "    return")
            if plan.facts.answers_check:
                with write.block(f"if {plan.bound_royal(side)}:"):
                    write("s = hk_lead(royal)", f"danger = danger_{enemy}(v, occ ^ royal)")
                    write(f"limit_{side}(&z, v, s, own, occ, hk_some(danger & royal))")
                    if plan.unless_barred:
                        write("hk_limit_all(&z, ~barred)")
                    self._royals(side, f"~(own | danger){plan.unless_barred}")
                with write.block("else:"):
                    self._unbound(side)
            else:
                self._unbound(side)
            write("free = own & ~(royal | z.bound)")
            self._steps(side)
            for index in plan.indices("rides"):
                self._one_by_one(f"w[{index}] & free", f"reach_{index}_{side}(s, occ) & z.free", [index], side)
            everything = [index for index, one in enumerate(plan.classes) if one.form != "walks"]
            self._one_by_one("z.bound", f"reach_of_{side}(w, one, s, occ) & hk_limit_of(&z, one)", everything, side)
            self.walks(side)
            if plan.facts.can_drop:
                self._drops(side)
                self.tried_drops(side)

    # ------------------------------------------------------------------------------------------------------- royals

    def _unbound(self, side: Side) -> None:
        board = self.plan.constant(self.plan.layout.all, "BOARD")
        self.write(f"hk_limit_none(&z, {board} & ~own{self.plan.unless_barred})")
        self._royals(side, "z.free")

    def _royals(self, side: Side, targets: str) -> None:
        classes = [index for index in self.plan.royal_classes if self.plan.classes[index].form != "walks"]
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
        for ends, sources in self._by_ends(self._kinds(classes), side).items():
            near = f"hk_some(one & {self.plan.constant(sources)})"
            there = f"hk_some(a & {self.plan.constant(ends)})"
            everywhere = sources == self.plan.layout.all
            terms.append(near if ends == self.plan.layout.all else there if everywhere else f"({near} and {there})")
        return " or ".join(terms)

    def _kinds(self, classes: list[int]) -> list[Kind]:
        return [kind for index in classes for kind in self.plan.classes[index].kinds]

    def _by_ends(self, kinds: list[Kind], side: Side) -> dict[int, int]:
        """From where a move of one of these kinds may promote, by where it then ends."""
        found: dict[int, int] = {}
        for square in range(self.plan.facts.squares):
            ends = 0
            for kind in kinds:
                ends |= self._ends(kind, side, square)
            if ends:
                found[ends] = found.get(ends, 0) | 1 << self.plan.layout.place(square)
        return found

    def _ends(self, kind: Kind, side: Side, square: SquareIndex) -> int:
        promotion = self.plan.facts.pieces[kind].promotion
        if promotion is None or not set(promotion.targets) - {kind}:
            return 0
        ends = 0
        for trigger in promotion.triggers:
            zone = self.plan.facts.seen(trigger.zone, side)
            inside, began = self.plan.layout.mask(zone), BEGAN_INSIDE * (square in zone)
            for mask in trigger_masks(trigger):
                if mask >> (began + ENDS_INSIDE) & 1:
                    ends |= inside
                if mask >> began & 1:
                    ends |= self.plan.layout.all & ~inside
        return ends

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
        for ends, sources in self._by_ends(self._kinds([index]), side).items():
            for square in range(self.plan.facts.squares):
                targets = layout.mask(vector.targets[square] for vector in vectors if vector.targets[square] >= 0)
                if sources >> layout.place(square) & 1 and targets & ends:
                    near |= 1 << layout.place(square)
        return near

    # ----------------------------------------------------------------------------------------- what is made and tested

    def walks(self, side: Side) -> None:
        walking = [index for index, one in enumerate(self.plan.classes) if one.form == "walks"]
        if not walking:
            return
        union = self.plan.union(walking)
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

    def tried_drops(self, side: Side) -> None:
        tried = [one.kind for one in self.plan.sets.tried]
        if tried:
            held = " or ".join(f"p.hands[{side}][{kind}]" for kind in tried)
            with self.write.block(f"if {held}:"):
                if self.plan.facts.answers_check:
                    self.write(f"watch_{side}(p, &watch)")
                else:
                    self.write("hk_clear(&watch.squares)", "watch.checked = 0")
                self.write(f"tried_drops_{side}(p, work, &watch, True, False)")
