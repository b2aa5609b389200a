"""Who lends moves to whom, as far as two plies depend on it: `lent_<side>`, named after the mover.

A move changes who lends in three places: the piece that borrowed from the mover has its own moves again, the mover has
those of its new lender, and the piece that now borrows from the mover has the mover's. None of this changes a reply
unless one of these pieces could see the replier's royal, or a square round it, if little stood between, by its own
moves or by those lent to it before or after. The replies to such moves are counted afresh, as are those to captures of
lenders. The replier's captures of lenders whose borrower could see its royal are counted apart, once a node; then the
replies to whatever they depend on are counted afresh. So are all, where that royal borrows more than a step, or may
take such a lender.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.bulk.lending import LendingEmitter
from hensoku.compiler.codegen.delta.plan import DeltaPlan
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Side
from hensoku.compiler.passes.lower_to_deltas import is_plain


def brought(delta: DeltaPlan, side: Side, others: str, after: str) -> Iterator[str]:
    """Where a piece that becomes one of the class `after` would borrow though it sees the royal, or lend to a piece
    that then sees it; `others` are the other pieces of its side."""
    yield f"({delta.borrowers_of(others, side)} & z.sight[{after}])"
    yield delta.lenders_of(f"({others} & z.sight[{after}])", side)


@final
@dataclass(frozen=True, slots=True)
class LentEmitter:
    """Functions named after the mover."""

    delta: DeltaPlan
    lending: LendingEmitter
    write: Writer

    def emit(self, side: Side) -> None:
        if self._riding(side):
            self._in_sight(side)
        self._lent(side)

    def _lent(self, side: Side) -> None:
        with self.write.function(
            f"hk_bits lent_{side}(hk_delta *z, const hk_bits *b, const hk_bits *w, hk_bits own)",
            "Notes which moves change who lends to a piece near the replier's royal; gives the lenders of such pieces.",
        ):
            self.write(f"cdef hk_bits borrowing = {self.lending.borrowers('own', side)}, seeing = 0, plainly = 0")
            for index in range(len(self.delta.plan.classes)):
                sight = self.delta.sight(index, side)
                if not sight:
                    self.write(f"z.sight[{index}] = 0")
                    continue
                seen = "{}" if index not in self._riding(side) else f"in_sight_{side}(z, {index}, own, {{}})"
                self.write(f"z.sight[{index}] = {sight}[z.royal]")
                for noted, at in (
                    ("seeing", f"w[{index}] & borrowing"),
                    ("plainly", f"b[{index}]"),
                    ("z.enter", self.delta.borrowers_of(f"b[{index}]", side)),
                ):
                    self.write(f"{noted} |= {seen.format(f'{at} & z.sight[{index}]')}")
            self.write(
                "seeing |= plainly & borrowing",
                f"z.enter |= {self.delta.lenders_of('plainly', side)}",
                f"z.leave |= {self.delta.lenders_of('seeing', side)}",
                f"return {self.delta.lenders_of('seeing', side)} & own",
            )

    def _riding(self, side: Side) -> list[int]:
        """The classes whose sight ends at what stands on their rays."""
        found = []
        for index in range(len(self.delta.plan.classes)):
            atoms = [atom for atom in self.delta.plan.taking(index, side) if not atom.is_step]
            if atoms and not any(atom.blockers or atom.between for atom in atoms):
                found.append(index)
        return found

    def _in_sight(self, side: Side) -> None:
        with self.write.function(
            f"hk_bits in_sight_{side}(const hk_delta *z, int index, hk_bits own, hk_bits at)",
            "Of some squares those from which a class may see a square round the replier's royal once any one of its"
            " side's pieces has left, or the royal over no more than two pieces.",
        ):
            self.write.text(f"""
cdef hk_bits found = 0, once, twice
cdef int s
while at:
    s = hk_lead(at)
    once = attacks_{side}(index, s, z.lifted)
    twice = attacks_{side}(index, s, z.lifted & ~once)
    if (
        attacks_{side}(index, s, z.lifted & ~(once & own)) & z.around
        or attacks_{side}(index, s, z.lifted & ~(once | twice)) & hk_at(z.royal)
    ):
        found |= hk_lone(at)
    at = hk_rest(at)
return found
""")

    # ---------------------------------------------------------------------------------------------- the whole node

    def around(self, side: Side) -> None:
        """Where the royal of `side`, the replier, steps as what it moves as; nowhere if it may see farther."""
        ring = {atom.vector for atom in self.delta.plan.atoms(self.delta.plan.royal_classes[0], side)}
        for index, one in enumerate(self.delta.plan.classes):
            atoms = self.delta.plan.atoms(index, side)
            if atoms and is_plain(one) and {atom.vector for atom in atoms} <= ring:
                self.write(f"if v[{index}] & target:", f"    z.around = {self.delta.filled.steps(atoms)}[z.royal]")

    def royals(self, side: Side) -> None:
        """What is asked of lenders once both royals are known to be unusual in no way."""
        other = 1 - side
        self.write(f"theirs = lent_{side}(&z, mine, w, own)", "unsettled = not z.around or theirs & z.ring != 0")
        borrowers = self.lending.borrowers("opp", other)
        self.write(f"donors = {self.lending.lenders(borrowers, 'opp', other)}", "z.enter |= donors")
        self.write(f"a = reach_of_{side}(w, royal, s, occ) & ~own")
        self.lending.takes_royal_safely(side)
        self.write("flights = a", f"asked = lenders_asked_{other}(v, others, opp, s)")
        self.write("limits.free &= ~asked", "limits.base &= ~asked")
        self.write(f"theirs &= lenders_asked_{side}(w, mine, own, z.royal)", "y.free &= ~theirs", "y.base &= ~theirs")

    def answered(self, side: Side, made: str) -> None:
        """The replier's captures of lenders that are asked about, once it is known what its other pieces watch: they
        depend on what may take these if little stands between, and on the lines of who borrows from them."""
        other = 1 - side
        with self.write.block("if theirs:"):
            if not self.delta.straight:
                self.write(made.lstrip())
                return
            classes = (index for index in range(len(self.delta.plan.classes)) if self.delta.plan.taking(index, other))
            takers = (f"{self.delta.on_empty(index, other, back=True)}[steps] & v[{index}]" for index in classes)
            self.write.text(f"""
a = theirs
takers = 0
while a:
    steps = hk_lead(a)
    takers |= ({" | ".join(takers)}) & ~target
    a = hk_rest(a)
if takers:
    z.asked = True
    z.takes = <int>takes_lenders_{other}(p, v, theirs, target, opp ^ target, own)
    z.base += z.takes
    a = {self.delta.borrowers_of("theirs", side)} & own
    z.leave |= a
    z.enter |= takers
    found = 0
    while a:
        found |= {self.delta.straight}[HK_PLACES * z.royal + hk_lead(a)]
        a = hk_rest(a)
    for steps in range(z.watchers):
        if takers & hk_at(z.at[steps]):
            found |= z.foot[steps]
    z.leave |= found
    z.enter |= found
""")

    def keeps_royal(self, side: Side) -> None:
        """Where drops may check, what the mover's royal moves as must stay as it is."""
        lender = self.delta.lenders_of("royal", side)
        self.write("if z.guarded > 1:", f"    z.fixed |= {lender} | donors")
