"""Drops of the replier that must not mate: `guarded_<side>` and `exposed_<side>`, named after the mover.

Replies are counted as if no drop mated. None can as long as none can check, whatever of the mover's stands where; or as
long as the royal may take what is dropped, or has a square to go to that it does not attack.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.bulk.drops import DropCountEmitter, DroppedFace
from hensoku.compiler.codegen.bulk.lending import LendingEmitter
from hensoku.compiler.codegen.delta.plan import DeltaPlan
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Side
from hensoku.compiler.passes.lower_to_deltas import is_plain


@final
@dataclass(frozen=True, slots=True)
class GuardEmitter:
    delta: DeltaPlan
    drops: DropCountEmitter
    write: Writer

    @property
    def lending(self) -> LendingEmitter:
        return self.drops.lending

    def emit(self, side: Side) -> None:
        if self.needed(side):
            for number, one in enumerate(self._faces(side)):
                self._checks(number, one, side)
                self._lawful_checks(number, one, side)
            self._exposed(side)
            self._opened(side)
            self._freeing(side)
            self._guarded(side)

    def needed(self, side: Side) -> bool:
        return self.delta.answers and bool(self._faces(side))

    def _faces(self, side: Side) -> list[DroppedFace]:
        return [one for one in self.drops.faces(1 - side) if one.may_not_mate]

    def _is_plain(self, one: DroppedFace) -> bool:
        return is_plain(self.delta.plan.classes[self.delta.plan.class_of(one.face)])

    # -------------------------------------------------------------------------------------------- what drops may check

    def _checks(self, number: int, one: DroppedFace, side: Side) -> None:
        """A piece that is dropped checks by its own moves, by those that it is lent or by those that it lends."""
        plan, other = self.delta.plan, 1 - side
        index, board = plan.class_of(one.face), plan.constant(plan.layout.all, "BOARD")
        with self.write.function(
            f"hk_bits anyhow_checks_by_drop_{number}_{side}(const hk_position *p, int s)",
            "From where a drop might check a royal at `s` if no piece of the mover's, nor a limit by file, forbids it.",
        ):
            self.write(f"cdef const hk_bits *c = p.sets[{other}]", f"cdef hk_bits opp = p.all[{other}], a, x")
            if not self._is_plain(one):
                self.write(f"return {board}")
                return
            self.write(f"a = x = {self.delta.on_empty(index, other, back=True)}[s]")
            if self.delta.lends:
                self.write(f"a |= {self.delta.lenders_of('(opp & x)', other)}")
                for lender in self._taking(other):
                    seeing = f"{self.delta.on_empty(lender, other, back=True)}[s]"
                    self.write(f"a |= {self.delta.borrowers_of(f'c[{lender}]', other)} & {seeing}")
            self.write(f"return a & {self.drops.squares((one.squares, None), board)} & ~opp")

    def _lawful_checks(self, number: int, one: DroppedFace, side: Side) -> None:
        plan, other = self.delta.plan, 1 - side
        with self.write.function(
            f"hk_bits checks_by_drop_{number}_{side}(const hk_position *p, int s)", "The same within the limit by file."
        ):
            squares = self.drops.squares(
                (plan.layout.all, one.limit), f"anyhow_checks_by_drop_{number}_{side}(p, s)", f"p.sets[{other}]"
            )
            self.write(f"return {squares}")

    def _freeing(self, side: Side) -> None:
        """Such a capture is made."""
        other = 1 - side
        with self.write.function(
            f"hk_bits freeing_{side}(const hk_position *p, int s)",
            "The replier's pieces whose capture may free a file for a drop that checks a royal at `s`.",
        ):
            self.write("cdef hk_bits found = 0")
            for number, one in enumerate(self._faces(side)):
                if one.limit is not None:
                    limited = self.delta.plan.union(self.delta.plan.limited(one.limit.kinds), f"p.sets[{other}]")
                    files = f"hk_full_files(anyhow_checks_by_drop_{number}_{side}(p, s), 1)"
                    self.write(f"if p.hands[{other}][{one.kind}]:", f"    found |= {limited} & {files}")
            self.write("return found")

    def _exposed(self, side: Side) -> None:
        """Where the royal has gone it is asked anew; if it borrows there, or takes a lender, any check may mate."""
        plan, other = self.delta.plan, 1 - side
        with self.write.function(
            f"hk_bits exposed_{side}(const hk_delta *z, const hk_position *p, hk_bits to)",
            "Those of some squares on which a drop that must not mate might mate the mover's royal.",
        ):
            self.write(
                f"cdef hk_bits royal = {plan.union(plan.royal_classes, f'p.sets[{side}]')}",
                "cdef hk_bits own = z.occ & ~(z.theirs | royal), found = 0, kept = 0, near, one",
                "cdef int s",
            )
            safe = "2"
            if self.delta.lends:
                borrowers = self.lending.borrowers("z.theirs", other)
                self.write(f"cdef hk_bits donors = {self.lending.lenders(borrowers, 'z.theirs', other)}")
                safe = f"(1 if {self.delta.lenders_of('one', side)} & own or one & donors else 2)"
            self.write.text(f"""
while to:
    one = hk_lone(to)
    s = hk_lead(to)
    to = hk_rest(to)
    near = {self.delta.ring(side)}[s] & ~z.danger
    if guarded_{side}(p, s, near & ~own{" & ~donors" * self.delta.lends}, near, &kept) > {safe}:
        found |= one
return found
""")

    def _opened(self, side: Side) -> None:
        """Lines over other pieces are also opened where a piece comes."""
        plan, other = self.delta.plan, 1 - side
        royal = plan.union(plan.royal_classes, f"p.sets[{side}]")
        with self.write.function(
            f"bint opened_{side}(const hk_delta *z, const hk_position *p, hk_bits one)",
            "Whether the replier attacks more round the mover's royal once a piece that its own watch has left.",
        ):
            atoms = [atom for index in range(len(plan.classes)) for atom in plan.taking(index, other)]
            if any(atom.blockers or atom.occupied for atom in atoms):
                self.write("return True")
            else:
                attacked = f"danger_{other}({self.delta.moving(f'p.sets[{other}]')}, z.occ & ~(one | {royal}))"
                self.write(f"return {attacked} & z.haven != 0")

    # ------------------------------------------------------------------------------------------------ the royal at home

    def _guarded(self, side: Side) -> None:
        other = 1 - side
        with self.write.function(
            f"int guarded_{side}(const hk_position *p, int s, hk_bits flights, hk_bits near, hk_bits *kept)",
            "Whether the replier has a drop that must not mate: 0 if not; 1 if none can check as long as the royal"
            " stays at `s`; 2 if none can mate as long as, too, no line of the replier's is opened and nothing comes to"
            " `kept`; 3 if one may. `flights`: where the royal may go; `near`: where it may take what is dropped.",
        ):
            self.write("cdef hk_bits a, x, left", "cdef int found = 0, t")
            if self.delta.lends:
                self.write(f"cdef const hk_bits *c = p.sets[{other}]", f"cdef hk_bits opp = p.all[{other}]")
            for number, one in enumerate(self._faces(side)):
                with self.write.block(f"if p.hands[{other}][{one.kind}]:"):
                    self._against(number, one, side)
            self.write("return found")

    def _against(self, number: int, one: DroppedFace, side: Side) -> None:
        if not self._is_plain(one):
            self.write("return 3")
            return
        other = 1 - side
        hits = self.delta.filled.steps(self.delta.plan.taking(self.delta.plan.class_of(one.face), other))
        self.write(f"a = checks_by_drop_{number}_{side}(p, s)", "found = 2 if a or found > 1 else 1", "a &= ~near")
        with self.write.block("while a:"):
            self.write("t = hk_lead(a)", f"left = flights & ~(hk_lone(a) | {hits}[t])")
            if self.delta.lends:
                self._lent_hits(hits, other)
            self.write("if not left:", "    return 3", "if not hk_many(left):", "    kept[0] |= left", "a = hk_rest(a)")

    def _lent_hits(self, hits: str, side: Side) -> None:
        """What the piece that the drop lends to then attacks, and the drop as what is lent to it."""
        self.write(f"x = {self.delta.borrowers_of('hk_lone(a)', side)} & opp")
        self.write("if x:", f"    left &= ~{hits}[hk_lead(x)]")
        self.write(f"x = {self.delta.lenders_of('hk_lone(a)', side)} & opp")
        for lender in self._taking(side):
            self.write(f"if x & c[{lender}]:", f"    left &= ~{self.delta.on_empty(lender, side)}[t]")

    def _taking(self, side: Side) -> list[int]:
        plan = self.delta.plan
        return [index for index in range(len(plan.classes)) if plan.taking(index, side)]
