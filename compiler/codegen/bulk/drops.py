"""The number of drops of a side: `drop_count_<side>`, and which drops mate: `mates_<side>`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, final

from hensoku.compiler.codegen.bulk.lending import LendingEmitter
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import FileLimit, Kind, Side

DropRule: TypeAlias = tuple[int, FileLimit | None]
"""Where a face may be dropped, and the limit on its file."""


@final
@dataclass(frozen=True, slots=True)
class DroppedFace:
    kind: Kind
    face: Kind
    squares: int
    limit: FileLimit | None
    may_not_mate: bool
    royal: bool

    @property
    def start(self) -> str:
        """The code of the drop, but for its destination."""
        return f"hk_start_drop({self.kind}, {self.face})"


@final
@dataclass(frozen=True, slots=True)
class DropCountEmitter:
    plan: Plan
    lending: LendingEmitter
    write: Writer

    def emit(self, side: Side) -> None:
        faces = list(self.faces(side))
        for face in sorted({one.face for one in faces if one.may_not_mate}):
            self._checks(face, side)
        if any(one.may_not_mate for one in faces):
            self._mates(side)
        self._count(faces, side)

    def faces(self, side: Side) -> Iterator[DroppedFace]:
        tried = {one.kind for one in self.plan.sets.tried}
        for kind, piece in enumerate(self.plan.facts.pieces):
            drop = piece.drop
            if drop is None or kind in tried:
                continue
            for face in dict.fromkeys(drop.faces):
                stuck = set(self.plan.facts.pieces[face].stuck) if drop.stuck == "illegal" else set()
                squares = self.plan.region((square for square in drop.squares if square not in stuck), side)
                limit = drop.file_limit if drop.file_limit and face in drop.file_limit.kinds else None
                royal = self.plan.facts.answers_check and self.plan.facts.pieces[face].royal
                yield DroppedFace(kind, face, squares, limit, drop.mate == "illegal", royal)

    # --------------------------------------------------------------------------------------------------------- count

    def _count(self, faces: list[DroppedFace], side: Side) -> None:
        with self.write.function(
            f"inline size_t drop_count_{side}(hk_position *p, hk_work *work, hk_bits empty, hk_bits occ, bint first)",
            "The number of drops on some empty squares; if `first` is enough, only whether there are any.",
        ):
            self.write("cdef size_t n = 0", "cdef hk_bits a", "cdef int held")
            self.write(f"cdef const hk_bits *w = p.sets[{side}]")
            rules: dict[DropRule, list[DroppedFace]] = {}
            for one in faces:
                if one.royal:
                    self._royal(one, side)
                elif not one.may_not_mate:
                    rules.setdefault((one.squares, one.limit), []).append(one)
            for rule, alike in rules.items():
                self._alike(rule, alike, side)
            for one in faces:
                if one.may_not_mate and not one.royal:
                    self._that_may_not_mate(one, side)
            self.write("return n")

    def _alike(self, rule: DropRule, faces: list[DroppedFace], side: Side) -> None:
        counts = [f"(p.hands[{side}][{one.kind}] != 0)" for one in faces]
        self.write(f"held = {' + '.join(counts)}")
        self.write("if held:", f"    n += held * hk_ones({self.squares(rule)})")

    def _royal(self, one: DroppedFace, side: Side) -> None:
        with self.write.block(f"if p.hands[{side}][{one.kind}]:"):
            self.write(f"a = {self.squares((one.squares, one.limit))}")
            self.keep_royal_safe(one, side)
            self.write("n += hk_ones(a)")

    def keep_royal_safe(self, one: DroppedFace, side: Side) -> None:
        """Takes from `a` where a royal would come to stand in check; its side has no other one."""
        if not one.royal:
            return
        safe = f"a &= ~danger_{1 - side}(p.sets[{1 - side}], occ)"
        if self.plan.facts.held_back("captures"):
            self.write(f"if not holds_royal_{1 - side}(p):", f"    {safe}")
        else:
            self.write(safe)

    def squares(self, rule: DropRule, among: str = "empty", sets: str = "w") -> str:
        """Those of some squares on which a rule allows drops; `sets`: the side's sets by what stands there."""
        squares, limit = rule
        terms = [among]
        if squares != self.plan.layout.all:
            terms.append(self.plan.constant(squares))
        if limit is not None:
            limited = self.plan.union(self.plan.limited(limit.kinds), sets)
            terms.append(f"~hk_full_files({limited}, {limit.count})")
        return " & ".join(terms)

    def _that_may_not_mate(self, one: DroppedFace, side: Side) -> None:
        with self.write.block(f"if p.hands[{side}][{one.kind}] and not (first and n):"):
            self.write(f"a = {self.squares((one.squares, one.limit))}", "n += hk_ones(a)")
            self.write(f"a &= checks_of_{one.face}_by_{side}(p, occ)")
            with self.write.block("if hk_some(a):"):
                self.write(f"n -= hk_ones(mates_{side}(p, work, {one.start}, a))")

    # ----------------------------------------------------------------------------------------- what is made and tested

    def tried(self, side: Side, *, listed: bool) -> None:
        """Adds the drops that are made and tested, or to `n` how many they are."""
        held = " or ".join(f"p.hands[{side}][{one.kind}]" for one in self.plan.sets.tried)
        if not held:
            return
        with self.write.block(f"if {held}:" if listed else f"if ({held}) and not (first and n):"):
            if self.plan.facts.answers_check:
                self.write(f"watch_{side}(p, &watch)")
            else:
                self.write("hk_clear(&watch.squares)", "watch.checked = 0")
            if listed:
                self.write(f"tried_drops_{side}(p, work, &watch, True, False)")
            else:
                self.write(f"n += tried_drops_{side}(p, work, &watch, False, first)")

    # --------------------------------------------------------------------------------------------- drops that mate

    def _checks(self, face: Kind, side: Side) -> None:
        enemy, plan = 1 - side, self.plan
        with self.write.function(
            f"hk_bits checks_of_{face}_by_{side}(const hk_position *p, hk_bits occ)",
            "The squares on which the drop of a face may give check.",
        ):
            royal = plan.union(plan.royal_classes, f"p.sets[{enemy}]")
            self.write(f"cdef hk_bits royal = {royal}, a = HK_NONE, x", "cdef int s")
            if plan.lends:
                self.write(f"cdef hk_bits own = p.all[{side}]", f"cdef const hk_bits *b = p.sets[{side}]")
            if plan.facts.last_royal_counts:
                self.write("if hk_many(royal):", "    return HK_NONE")
            if plan.facts.held_back("captures"):
                self.write(f"if holds_royal_{side}(p):", "    return HK_NONE")
            with self.write.block("while hk_some(royal):\n    s = hk_lead(royal)"):
                if plan.lends:
                    self.lending.checks(face, side)
                else:
                    everywhere = plan.constant(plan.layout.all, "BOARD")
                    hitting = self.lending.hitting(plan.taking(plan.class_of(face), side), everywhere)
                    self.write(f"a |= {hitting or 'HK_NONE'}")
                self.write("royal = hk_rest(royal)")
            self.write("return a")

    def _mates(self, side: Side) -> None:
        enemy = 1 - side
        with self.write.function(
            f"hk_bits mates_{side}(hk_position *p, hk_work *work, uint64_t start, hk_bits a)",
            "On which of some squares, on which it may give check, a drop mates.",
        ):
            checks = f"in_check_{enemy}(p) and " if self.plan.lends else ""
            self.write.text(f"""
cdef hk_undo undo
cdef hk_bits found = HK_NONE
cdef uint64_t code
while hk_some(a):
    code = start | <uint64_t>hk_squares[hk_lead(a)]
    hk_make_drop(p, code, &undo, {side})
    if {checks}not count_{enemy}(p, work, True):
        found |= hk_lone(a)
    hk_unmake_drop(p, code, &undo, {side})
    a = hk_rest(a)
return found
""")
