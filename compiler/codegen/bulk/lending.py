"""Moves lent by neighbours: who moves as what, and captures of pieces that lend.

`b` are a side's sets by what stands there, `w` (the mover's) and `v` (the enemy's) by what it moves as, which may be
several others.

A capture of a lender changes the moves of its borrowers. If one of these could see the royal on an empty board, by its
own moves or the lent ones, it is asked what they attack then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.bulk.filled import FilledTables
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.sets import Atom
from hensoku.compiler.ir.types import Kind, Side


@final
@dataclass(frozen=True, slots=True)
class LendingEmitter:
    plan: Plan
    filled: FilledTables
    write: Writer

    def emit_class_of(self) -> None:
        """For both sides, by what stands there or by what moves."""
        with self.write.function("int class_of(const hk_bits *w, hk_bits one)", "The class of a piece."):
            last = len(self.plan.classes) - 1
            for index in range(last):
                self.write(f"if hk_some(w[{index}] & one):", f"    return {index}")
            self.write(f"return {last}")

    def emit(self, side: Side) -> None:
        self._lend(side)
        self._attackers(side)
        if self.plan.facts.answers_check:
            self._lend_without(side)
            self._lenders_asked(side)
            self._takes_lenders(side)

    def borrowers(self, own: str, side: Side) -> str:
        """The pieces of a side that have a lender."""
        return f"({self.plan.backs(own, self.plan.lenders(side))}) & {own}"

    def lenders(self, borrowers: str, own: str, side: Side) -> str:
        """The pieces of a side that lend to some."""
        vectors = self.plan.lenders(side)
        steps = self.plan.steps(f"({borrowers})", vectors)
        return steps if len(vectors) == 1 else f"({steps}) & {own}"

    def _lend(self, side: Side) -> None:
        with self.write.function(
            f"inline void lend_{side}(const hk_bits *b, hk_bits own, hk_bits *w)",
            "Puts a side's pieces into the classes as which they move.",
        ):
            keeps_own = self.plan.facts.keeps_own
            self.write(f"cdef hk_bits lent = {self.borrowers('own', side)}")
            for index in range(len(self.plan.classes)):
                taken_over = self.plan.backs(f"b[{index}]", self.plan.lenders(side))
                its_own = f"b[{index}]" if keeps_own else f"(b[{index}] & ~lent)"
                self.write(f"w[{index}] = (({taken_over}) & lent) | {its_own}")

    # ---------------------------------------------------------------------------------------------- attackers exactly

    def _attackers(self, side: Side) -> None:
        with self.write.function(
            f"hk_bits attackers_{side}(const hk_bits *w, int s, hk_bits occ)", "The pieces of a side that hit a place."
        ):
            terms = [
                self.hitting(self.plan.taking(index, side), f"w[{index}]") for index in range(len(self.plan.classes))
            ]
            self.write(f"return {' | '.join(term for term in terms if term) or 'HK_NONE'}")

    def hitting(self, atoms: Iterable[Atom], among: str) -> str:
        """Of some places those from which one of the atoms hits the place `s`."""
        atoms = tuple(atoms)
        steps = [atom for atom in atoms if atom.is_step]
        terms = [f"({self.filled.steps(steps, back=True)}[s] & {among})"] if steps else []
        for atom in atoms:
            if atom.is_step:
                continue
            back = (
                self.filled.lame(atom).back
                if atom.between
                else self.filled.rays([(atom.vector, self.filled.reach(atom))], back=True)
            )
            blockers = "-1" if atom.occupied else str(atom.blockers)
            terms.append(f"hk_over(occ, {back}[s] & {among}, {self.filled.paths(atom)} + HK_PLACES * s, {blockers})")
        return " | ".join(terms)

    # ------------------------------------------------------------------------------------------- captures of lenders

    def _lenders_asked(self, side: Side) -> None:
        """For captures by the other side."""
        with self.write.function(
            f"hk_bits lenders_asked_{side}(const hk_bits *v, const hk_bits *b, hk_bits own, int s)",
            "The lenders of a side whose borrower could see a royal at `s`, by its own moves or those lent to it.",
        ):
            self.write(f"cdef hk_bits x = {self.borrowers('own', side)}")
            seeing: dict[str, list[int]] = {}
            for index in range(len(self.plan.classes)):
                rays = [(atom.vector, self.filled.reach(atom)) for atom in self.plan.taking(index, side)]
                if rays:
                    seeing.setdefault(self.filled.rays(rays, back=True), []).append(index)
            terms = [
                f"({back}[s] & ({self.plan.union(classes, 'v')} | {self.plan.union(classes, 'b')}))"
                for back, classes in seeing.items()
            ]
            self.write(f"x &= {' | '.join(terms) or 'HK_NONE'}", f"return {self.lenders('x', 'own', side)}")

    def _lend_without(self, side: Side) -> None:
        with self.write.function(
            f"void lend_without_{side}(hk_position *p, hk_bits one, hk_bits own, hk_bits *w)",
            "The same once one of the pieces `own` is taken.",
        ):
            self.write.text(f"""
cdef hk_bits *b = p.sets[{side}]
cdef int index = class_of(b, one)
b[index] = b[index] ^ one
lend_{side}(b, own ^ one, w)
b[index] = b[index] ^ one
""")

    def _takes_lenders(self, side: Side) -> None:
        enemy = 1 - side
        with self.write.function(
            f"size_t takes_lenders_{side}(hk_position *p, const hk_bits *w, hk_bits asked, hk_bits royal,"
            " hk_bits others, hk_bits opp)",
            "The number of captures of some lenders by pieces but the royal, which they may not leave in check.",
        ):
            self.write.text(f"""
cdef hk_bits v[HK_CLASSES]
cdef hk_bits x, one, taken, occ = others | royal | opp
cdef size_t n = 0
while hk_some(asked):
    taken = hk_lone(asked)
    x = attackers_{side}(w, hk_lead(asked), occ) & others
    if hk_some(x):
        lend_without_{enemy}(p, taken, opp, v)
    while hk_some(x):
        one = hk_lone(x)
        if not hk_some(danger_{enemy}(v, occ ^ one ^ royal) & royal):
            n += results_{side}(p.sets[{side}], one, taken, occ)
        x = hk_rest(x)
    asked = hk_rest(asked)
return n
""")
        with self.write.function(
            f"hk_bits takes_safely_{side}(hk_position *p, hk_bits a, hk_bits one, hk_bits royal, hk_bits opp,"
            " hk_bits occ)",
            "Those of some lenders that a piece, perhaps the royal itself, may take without leaving it in check.",
        ):
            self.write.text(f"""
cdef hk_bits v[HK_CLASSES]
cdef hk_bits taken, kept, found = HK_NONE
while hk_some(a):
    taken = hk_lone(a)
    kept = taken if hk_some(one & royal) else royal
    lend_without_{enemy}(p, taken, opp, v)
    if not hk_some(danger_{enemy}(v, occ ^ one) & kept):
        found |= taken
    a = hk_rest(a)
return found
""")

    def takes_royal_safely(self, side: Side) -> None:
        """Takes from `a`, the targets of the royal, the lenders that it may not take, and what is in danger."""
        self.write("x = a & donors", "a &= ~(danger | donors)")
        self.write("if hk_some(x):", f"    a |= takes_safely_{side}(p, x, royal, royal, opp, occ)")

    # ------------------------------------------------------------------------------------------------------- drops

    def checks(self, face: Kind, side: Side) -> None:
        """Adds to `a` where the drop of a face may hit a royal at `s`: by its own moves where nothing lends to it, by
        those lent to it, or by lending to a piece."""
        index, vectors = self.plan.class_of(face), self.plan.lenders(side)
        everywhere = self.plan.constant(self.plan.layout.all, "BOARD")
        direct = self.hitting(self.plan.taking(index, side), everywhere)
        self.write(f"x = {direct}")
        unlent = "x" if self.plan.facts.keeps_own else f"(x & ~({self.plan.backs('own', vectors)}))"
        self.write(f"a |= {unlent} | ({self.plan.steps('(own & x)', vectors)})")
        for other in range(len(self.plan.classes)):
            atoms = self.plan.taking(other, side)
            if atoms:
                self.write(f"x = {self.plan.backs(f'b[{other}]', vectors)}")
                self.write(f"if hk_some(x & {self._sight(atoms)}[s]):", f"    a |= {self.hitting(atoms, 'x')}")

    def _sight(self, atoms: Iterable[Atom]) -> str:
        return self.filled.rays([(atom.vector, self.filled.reach(atom)) for atom in atoms], back=True)
