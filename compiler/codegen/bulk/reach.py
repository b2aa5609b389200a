"""Where one piece of a class may go: `reach_<class>_<side>`, and `reach_of_<side>` for a piece of any class."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, final

from hensoku.compiler.codegen.bulk.filled import FilledTables
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.sets import Atom
from hensoku.compiler.ir.types import Side

KEPT: Final = {("empty", "enemy"): "", ("empty",): " & ~occ", ("enemy",): " & occ"}
"""What of the squares that an atom reaches it lands on; its side's own pieces are left out by whoever asks."""


@final
@dataclass(frozen=True, slots=True)
class ReachEmitter:
    plan: Plan
    filled: FilledTables
    write: Writer

    def emit(self, side: Side) -> None:
        for index, one in enumerate(self.plan.classes):
            if one.form != "walks":
                self._reach(index, side)
        with self.write.function(
            f"hk_bits reach_of_{side}(const hk_bits *w, hk_bits one, int s, hk_bits occ)",
            "Where a piece of any class that is counted by sets may go, its own side's pieces among it.",
        ):
            self._of_any(side)

    def _of_any(self, side: Side) -> None:
        """A piece of one class has what that reaches; where it may be of several, what each does."""
        if self.plan.unites:
            self.write("cdef hk_bits a = HK_NONE")
        for index in self.plan.counted:
            does = "a |=" if self.plan.unites else "return"
            self.write(f"if hk_some(w[{index}] & one):", f"    {does} reach_{index}_{side}(s, occ)")
        self.write("return a" if self.plan.unites else "return HK_NONE")

    def _reach(self, index: int, side: Side) -> None:
        with self.write.function(f"inline hk_bits reach_{index}_{side}(int s, hk_bits occ)", "Where they may go:"):
            for kind in self.plan.classes[index].kinds:
                piece = self.plan.facts.pieces[kind]
                self.write.origin(piece.line, piece.name)
            atoms = self.plan.atoms(index, side)
            terms = []
            for lands in dict.fromkeys(atom.lands for atom in atoms):
                there = self.ends(tuple(atom for atom in atoms if atom.lands == lands))
                terms.append(f"(({there}){KEPT[lands]})" if KEPT[lands] else there)
            self.write(f"return {' | '.join(terms) or 'HK_NONE'}")

    def ends(self, atoms: Iterable[Atom], place: str = "s", occupied: str = "occ") -> str:
        """Where some atoms lead from a place, whatever stands there."""
        atoms = tuple(atoms)
        terms = [self.filled.look(rider, place, occupied) for rider in self.filled.riders(atoms)]
        steps = [atom for atom in atoms if atom.is_step]
        if steps:
            terms.append(f"{self.filled.steps(steps)}[{place}]")
        for atom in atoms:
            if atom.between:
                lame = self.filled.lame(atom)
                legs = f"{lame.legs}[{place}]"
                terms.append(f"hk_lame_end({lame.ends}[{place}], {legs}, {occupied}, {int(atom.occupied)})")
        return " | ".join(terms)
