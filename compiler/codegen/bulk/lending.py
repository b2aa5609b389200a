"""Moves lent by neighbours: who moves as what, and captures of pieces that lend.

`b` are a side's sets by what stands there, `w` (the mover's) and `v` (the enemy's) by what it moves as, which may be
several others.

A capture of a lender changes the moves of its borrowers. It is tried if one of these could see the royal on an empty
board, by its own moves or the lent ones.
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

    def emit(self, side: Side) -> None:
        self._lend(side)
        self._attackers(side)
        if self.plan.facts.answers_check:
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

    def _takes_lenders(self, side: Side) -> None:
        with self.write.function(
            f"size_t takes_lenders_{side}(hk_position *p, const hk_bits *w, hk_bits asked, hk_bits own, hk_bits occ)",
            "The number of captures of some lenders by some pieces, each of which is made and tested.",
        ):
            self.write.text(f"""
cdef size_t n = 0
cdef hk_bits x, one
cdef int s, to
while hk_some(asked):
    s = hk_lead(asked)
    to = hk_squares[s]
    x = attackers_{side}(w, s, occ) & own
    while hk_some(x):
        one = hk_lone(x)
        if stays_safe_{side}(p, hk_start(hk_squares[hk_lead(x)]) | <uint64_t>to):
            n += results_{side}(p.sets[{side}], one, hk_lone(asked), occ)
        x = hk_rest(x)
    asked = hk_rest(asked)
return n
""")

    def takes_royal_safely(self, side: Side) -> None:
        """Takes from `a`, the targets of the royal at `s`, the lenders that it may not take."""
        self.write.text(f"""
x = a & donors
a &= ~(danger | donors)
while hk_some(x):
    if stays_safe_{side}(p, hk_start(hk_squares[s]) | <uint64_t>hk_squares[hk_lead(x)]):
        a |= hk_lone(x)
    x = hk_rest(x)
""")

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
