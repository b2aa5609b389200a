"""Replies that are counted afresh, without a move being made: `afresh_<side>`, named after the mover.

The sets are changed for a moment, and the replies counted by them as the last ply is. So count moves that change a line
to the replier's royal.

Where moves are lent, a move near that royal may change who lends to whom there, and with that all lines to it. What is
attacked and what the lines allow is then worked out from the changed sets; mostly they allow what they did before, and
all that is different is where the royal goes: the move then counts like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.bulk.lending import LendingEmitter
from hensoku.compiler.codegen.delta.plan import DeltaPlan
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Side


@final
@dataclass(frozen=True, slots=True)
class AfreshEmitter:
    delta: DeltaPlan
    lending: LendingEmitter
    write: Writer

    def emit(self, side: Side) -> None:
        if self.delta.lends:
            self._renewed(side)
            self._afresh_of_lent(side)
        else:
            self._afresh(side)

    def _afresh(self, side: Side) -> None:
        """As `count_<side>` of one ply counts; that a drop might mate is not asked."""
        other = 1 - side
        with self.write.function(
            f"uint64_t afresh_{side}(const hk_delta *z, hk_position *p, int before, int after, int s, hk_bits one,"
            " hk_bits a)",
            "The replies to moves of one piece; as a drop it comes from nowhere, and `one` is empty.",
        ):
            self.write.text(f"""
cdef hk_bits *w = p.sets[{side}]
cdef hk_bits *v = p.sets[{other}]
cdef hk_bits target = hk_at(z.royal), lost = 0, to, taken, opp, occ, x
cdef hk_limits y
cdef int t, victim
cdef uint64_t n = 0
if z.sole and one:
    lost = attacks_{side}(before, s, z.lifted) & z.sole
while a:
    to = hk_lone(a)
    t = hk_lead(a)
    a = hk_rest(a)
    taken = to & z.theirs
    opp = z.theirs ^ taken
    occ = z.occ ^ one | to
    victim = hk_class_on(p, t)
    n += ring_{side}(z, w, before, after, one, to, t, lost)
    w[before] &= ~one
    w[after] |= to
    v[victim] ^= taken
    limit_{other}(&y, w, z.royal, opp, occ, to & z.checks[after] != 0)
    n += board_count_{other}(v, &y, opp ^ target, occ)
""")
            if self.delta.plan.facts.can_drop:
                self.write("    if z.drops:", f"        x = y.free & ~occ\n        n += drops_on_{other}(z, x)")
                self.write("        if taken & z.prized:", f"            n += drops_freed_{other}(z, v, taken, x)")
            self.write("    v[victim] ^= taken", "    w[after] &= ~to", "    w[before] |= one", "return n")

    def _afresh_of_lent(self, side: Side) -> None:
        other = 1 - side
        with self.write.function(
            f"uint64_t afresh_{side}(const hk_delta *z, hk_position *p, int after, hk_bits one, hk_bits to,"
            " int *steps)",
            "The replies to a move of one piece; as a drop it comes from nowhere, and `one` is empty. Or 0, if lines"
            " change none but the royal's and captures of lenders that are asked about, and the number of these.",
        ):
            self.write.text(f"""
cdef hk_bits w[HK_CLASSES]
cdef hk_bits v[HK_CLASSES]
cdef hk_bits *b = p.sets[{side}]
cdef hk_bits *c = p.sets[{other}]
cdef const hk_bits *moving = z.moving
cdef hk_bits taken = to & z.theirs, own = p.all[{side}] ^ one | to, opp = z.theirs ^ taken
cdef int before = class_of(b, one), victim = class_of(c, taken)
cdef uint64_t n
b[before] ^= one
b[after] ^= to
lend_{side}(b, own, w)
if not taken:
    n = renewed_{side}(z, p, w, moving, own, opp, taken, steps)
else:
    c[victim] ^= taken
    lend_{other}(c, opp, v)
    n = renewed_{side}(z, p, w, v, own, opp, taken, steps)
    c[victim] ^= taken
b[after] ^= to
b[before] ^= one
return n
""")

    def _renewed(self, side: Side) -> None:
        """As `count_<side>` of one ply counts; that a drop might mate is not asked."""
        other = 1 - side
        lenders = self.lending.lenders(self.lending.borrowers("own", side), "own", side)
        lent = f"taken & {self.delta.lenders_of('opp', other)}"
        with self.write.function(
            f"uint64_t renewed_{side}(const hk_delta *z, hk_position *p, const hk_bits *w, const hk_bits *v,"
            " hk_bits own, hk_bits opp, hk_bits taken, int *steps)",
            "The same by the sets after the move.",
        ):
            self.write.text(f"""
cdef hk_bits target = hk_at(z.royal), others = opp ^ target, occ = own | opp, danger, asked, a, x
cdef hk_limits y
cdef int s = z.royal
cdef uint64_t n
asked = lenders_asked_{side}(w, p.sets[{side}], own, s)
danger = danger_{side}(w, occ ^ target)
limit_{other}(&y, w, s, opp, occ, danger & target != 0)
y.free &= ~asked
y.base &= ~asked
a = reach_of_{other}(v, target, s, occ) & ~opp
x = a & ({lenders})
a &= ~(danger | x)
if x:
    a |= takes_safely_{other}(p, x, target, target, own, occ)
n = hk_ones(a)
if asked:
    n += takes_lenders_{other}(p, v, asked, target, others, own)
if not {lent} and hk_limits_alike(&y, z.limits, taken, own ^ z.occ ^ opp):
    steps[0] = <int>n
    return 0
n += board_count_{other}(p.sets[{other}], v, &y, others, occ)
""")
            if self.delta.plan.facts.can_drop:
                self.write("if z.drops:", f"    a = y.free & ~occ\n    n += drops_on_{other}(z, a)")
                self.write(
                    "    if taken & z.prized:", f"        n += drops_freed_{other}(z, p.sets[{other}], taken, a)"
                )
            self.write("return n")
