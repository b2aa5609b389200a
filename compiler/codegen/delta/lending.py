"""Who lends moves to whom, as far as two plies depend on it: `lent_<side>`, named after the mover.

A move changes who lends in three places: the piece that borrowed from the mover has its own moves again, the mover has
those of its new lender, and the piece that now borrows from the mover has the mover's. None of this changes a reply
unless one of these pieces could see the replier's royal, or a square round it, on an empty board, by its own moves or
by those lent to it before or after. Such moves are made, as are captures of lenders. The replier's captures of lenders
whose borrower could see its royal are tried, once a node; then whatever they depend on is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.bulk.drops import DropCountEmitter, DroppedFace
from hensoku.compiler.codegen.bulk.lending import LendingEmitter
from hensoku.compiler.codegen.delta.plan import DeltaPlan
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Side
from hensoku.compiler.passes.lower_to_deltas import is_plain


def brought(delta: DeltaPlan, side: Side, others: str, after: str) -> Iterator[str]:
    """Where a piece that becomes one of the class `after` would borrow though it sees the royal, or lend to a piece
    that then sees it; `others` are the other pieces of its side."""
    vector = delta.plan.lending(side)
    yield f"(({delta.plan.back(others, vector)}) & z.sight[{after}])"
    yield f"({delta.plan.step(f'({others} & z.sight[{after}])', vector)})"


@final
@dataclass(frozen=True, slots=True)
class LentEmitter:
    """Functions named after the mover."""

    delta: DeltaPlan
    lending: LendingEmitter
    drops: DropCountEmitter
    write: Writer

    def emit(self, side: Side) -> None:
        self._lent(side)
        self._class_of(side)
        self._takes_safely(side)
        if any(one.may_not_mate for one in self.drops.faces(1 - side)):
            self._guarded(side)

    def _back(self, sets: str, side: Side) -> str:
        return f"({self.delta.plan.back(sets, self.delta.plan.lending(side))})"

    def _step(self, sets: str, side: Side) -> str:
        return f"({self.delta.plan.step(sets, self.delta.plan.lending(side))})"

    def _lent(self, side: Side) -> None:
        with self.write.function(
            f"hk_bits lent_{side}(hk_delta *z, const hk_bits *b, const hk_bits *w, hk_bits own)",
            "Notes which moves change who lends to a piece near the replier's royal; gives the lenders of such pieces.",
        ):
            self.write(f"cdef hk_bits borrowing = {self.lending.borrowers('own', side)}, seeing = 0, plainly = 0")
            for index in range(len(self.delta.plan.classes)):
                sight = self.delta.sight(index, side)
                if sight:
                    self.write(
                        f"z.sight[{index}] = {sight}[z.royal]",
                        f"seeing |= w[{index}] & z.sight[{index}]",
                        f"plainly |= b[{index}] & z.sight[{index}]",
                        f"z.enter |= {self._back(f'b[{index}]', side)} & z.sight[{index}]",
                    )
                else:
                    self.write(f"z.sight[{index}] = 0")
            self.write(
                "seeing |= plainly",
                f"z.enter |= {self._step('plainly', side)}",
                "seeing &= borrowing",
                f"z.leave |= seeing | {self._step('seeing', side)}",
                f"return {self._step('seeing', side)} & own",
            )

    def _class_of(self, side: Side) -> None:
        with self.write.function(f"int class_of_{side}(const hk_bits *w, hk_bits one)", "As what a piece moves."):
            last = len(self.delta.plan.classes) - 1
            for index in range(last):
                self.write(f"if w[{index}] & one:", f"    return {index}")
            self.write(f"return {last}")

    def _takes_safely(self, side: Side) -> None:
        with self.write.function(
            f"hk_bits takes_safely_{side}(hk_position *p, int s, hk_bits a)",
            "Those of some lenders that a piece may take.",
        ):
            self.write.text(f"""
cdef hk_bits found = 0
while a:
    if stays_safe_{side}(p, hk_start(hk_squares[s]) | <uint64_t>hk_squares[hk_lead(a)]):
        found |= hk_lone(a)
    a = hk_rest(a)
return found
""")

    # ---------------------------------------------------------------------------------------------- the whole node

    def around(self, side: Side, made: str) -> None:
        """Where the royal of `side`, the replier, steps as what it moves as; what may see farther is made."""
        ring = {atom.vector for atom in self.delta.plan.atoms(self.delta.plan.royal_classes[0], side)}
        for index, one in enumerate(self.delta.plan.classes):
            atoms = self.delta.plan.atoms(index, side)
            if atoms and is_plain(one) and {atom.vector for atom in atoms} <= ring:
                self.write(f"if v[{index}] & target:", f"    z.around = {self.delta.filled.steps(atoms)}[z.royal]")
        self.write("if not z.around:", made)

    def royals(self, side: Side, made: str) -> None:
        """What is asked of lenders once both royals are known to be unusual in no way."""
        other = 1 - side
        self.write(f"if lent_{side}(&z, mine, w, own) & z.ring:", made)
        borrowers = self.lending.borrowers("opp", other)
        self.write(f"donors = {self.lending.lenders(borrowers, 'opp', other)}", "z.enter |= donors")
        self.write(f"a = reach_of_{side}(w, royal, s, occ) & ~own")
        self.lending.takes_royal_safely(side)
        self.write("flights = a", f"asked = lenders_asked_{other}(v, others, opp, s)")
        self.write("limits.free &= ~asked", "limits.base &= ~asked")
        self.write(f"theirs = lenders_asked_{side}(w, mine, own, z.royal)", "y.free &= ~theirs", "y.base &= ~theirs")

    def answered(self, side: Side, made: str) -> None:
        """The replier's captures of lenders that are asked about, once it is known what its other pieces watch."""
        other = 1 - side
        with self.write.block("if theirs:"):
            if not self.delta.straight:
                self.write(made.lstrip())
                return
            self.write(
                "z.asked = True",
                f"z.base += takes_lenders_{other}(p, v, theirs, opp ^ target, occ)",
                f"p.turn = {side}",
                "z.leave |= z.seen",
                "z.enter |= z.seen | opp",
                f"x = {self._back('theirs', side)} & own",
            )
            with self.write.block("while x:"):
                self.write(
                    f"a = {self.delta.straight}[HK_PLACES * z.royal + hk_lead(x)]",
                    "z.leave |= a",
                    "z.enter |= a",
                    "x = hk_rest(x)",
                )

    # ------------------------------------------------------------------------------------------ drops that may mate

    def keeps_royal(self, side: Side) -> None:
        """Where drops may check, what the mover's royal moves as must stay as it is."""
        lender = self._step("royal", side)
        self.write("if z.guarded > 1:", f"    z.leave |= {lender}", f"    z.enter |= {lender}")

    def _guarded(self, side: Side) -> None:
        other = 1 - side
        with self.write.function(
            f"int guarded_{side}(const hk_position *p, int s, hk_bits flights, hk_bits donors)",
            "Whether the replier has a drop that must not mate: 0 if not; 1 if none can check as long as the royal at"
            " `s` stays; 2 if it then has two squares to go to that no such drop attacks; 3 if one may.",
        ):
            self.write(
                f"cdef const hk_bits *c = p.sets[{other}]",
                f"cdef hk_bits opp = p.all[{other}], a, x, hit",
                "cdef int found = 0",
            )
            for one in self.drops.faces(other):
                if one.may_not_mate:
                    with self.write.block(f"if p.hands[{other}][{one.kind}]:"):
                        self._guarded_against(one, side)
            self.write("return found")

    def _guarded_against(self, one: DroppedFace, side: Side) -> None:
        """A piece that is dropped checks by its own moves, by those that it is lent or by those that it lends."""
        plan, other = self.delta.plan, 1 - side
        index = plan.class_of(one.face)
        board = plan.constant(plan.layout.all, "BOARD")
        if not is_plain(plan.classes[index]):
            self.write("return 3")
            return
        steps = plan.atoms(index, other)
        self.write(f"x = {self._seeing(index, other)}", f"a = x | {self._step('(opp & x)', other)}")
        for lender in range(len(plan.classes)):
            if plan.taking(lender, other):
                self.write(f"a |= {self._back(f'c[{lender}]', other)} & {self._seeing(lender, other)}")
        squares = self.drops.squares((one.squares, one.limit), board, "c")
        self.write(f"a &= {squares} & ~opp", "found |= 1")
        with self.write.block("if a:"):
            self.write("found = 2", f"x = a | ({self._back('a', other)} & opp)")
            stepping = " | ".join(f"({plan.step('x', atom.vector)})" for atom in steps)
            self.write(f"hit = a | {stepping}")
            for lender in range(len(plan.classes)):
                self._lent_hits(lender, other)
            ring = self.delta.ring(side)
            self.write(f"if not hk_many(flights & {ring}[s] & ~(hit | donors)):", "    return 3")

    def _lent_hits(self, lender: int, side: Side) -> None:
        rays = [(atom.vector, self.delta.filled.reach(atom)) for atom in self.delta.plan.taking(lender, side)]
        if rays:
            self.write(f"x = {self._back(f'c[{lender}]', side)} & a")
            with self.write.block("while x:"):
                self.write(f"hit |= {self.delta.filled.rays(rays)}[hk_lead(x)]", "x = hk_rest(x)")

    def _seeing(self, index: int, side: Side) -> str:
        """From where a class would see `s` on an empty board."""
        rays = [(atom.vector, self.delta.filled.reach(atom)) for atom in self.delta.plan.taking(index, side)]
        return f"{self.delta.filled.rays(rays, back=True)}[s]"
