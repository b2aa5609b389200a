"""The replies to the moves of one piece: `follow_<side>`, named after the mover."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from hensoku.compiler.codegen.delta.guard import GuardEmitter
from hensoku.compiler.codegen.delta.lending import brought
from hensoku.compiler.codegen.delta.plan import DeltaPlan
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Side

ARGUMENTS: Final = "hk_delta *z, hk_position *p, hk_work *work, uint64_t start"
PIECE: Final = "int before, int after, int s, hk_bits one, hk_bits a"


@final
@dataclass(frozen=True, slots=True)
class FollowEmitter:
    delta: DeltaPlan
    guard: GuardEmitter
    write: Writer

    def emit(self, side: Side) -> None:
        self._counted(side)
        if self.delta.lifts:
            self._left(side)
        self._follow(side)

    def made(self, side: Side) -> None:
        with self.write.function(
            f"uint64_t made_{side}(hk_position *p, hk_work *work, uint64_t start, hk_bits a)",
            "The replies to moves of one piece that are made. `start`: their code but for the destination.",
        ):
            self.write.text(f"""
cdef hk_undo undo
cdef uint64_t code, n = 0
while a:
    code = start | <uint64_t>hk_squares[hk_lead(a)]
    make_{side}(p, code, &undo)
    n += legal_moves_{1 - side}(p, work, False)
    unmake_{side}(p, code, &undo)
    a = hk_rest(a)
return n
""")

    def _follow(self, side: Side) -> None:
        with self.write.function(
            f"uint64_t follow_{side}({ARGUMENTS}, {PIECE})",
            "The replies to the moves of one piece; as a drop it comes from nowhere, and `one` is empty.",
        ):
            self.write.text(f"""
cdef uint64_t each, n = 0
cdef hk_bits to
if not HK_SELF_CHECK:
    return counted_{side}(z, p, work, start, before, after, s, one, a)
while a:
    to = hk_lone(a)
    each = counted_{side}(z, p, work, start, before, after, s, one, to)
    hk_delta_check("replies to", start | <uint64_t>hk_squares[hk_lead(to)], each, made_{side}(p, work, start, to))
    n += each
    a = hk_rest(a)
return n
""")

    def _counted(self, side: Side) -> None:
        other = 1 - side
        with self.write.function(
            f"uint64_t counted_{side}({ARGUMENTS}, {PIECE})", "The same by what the moves change."
        ):
            self.write(
                f"cdef const hk_bits *v = {self.delta.moving(f'p.sets[{other}]')}",
                "cdef hk_bits occ = z.occ & ~one, lines, told, checks = 0, met = 0, lost = 0, near = 0, plain, x, to",
                "cdef int64_t freed = 0, gain = 0, each",
                "cdef uint64_t n = 0",
                "cdef int i, t" + ", steps" * self.delta.lends,
            )
            if self.delta.lifts:
                self.write("if hk_rare(one & z.leave):")
                self.write(f"    return left_{side}(z, p, work, start, before, after, s, one, a)")
            self._told(side)
            self._vacated(side)
            if self.delta.answers:
                self.write("near = a if lost & z.ring or one & z.near else z.near | z.hits[after]")
            self.write(f"plain = a & ~(met | near | checks | z.theirs{' | told' * self.delta.lends})")
            self.write.text(f"""
if plain:
    n += hk_ones(plain) * <uint64_t>(z.base + freed + gain)
    if z.drops:
        n -= <uint64_t>drops_on_{other}(z, plain)
    x = plain & z.seen
    while x:
        n += <uint64_t><int64_t>loss_{other}(z, v, hk_lone(x), hk_lead(x))
        x = hk_rest(x)
x = a & ~plain
""")
            with self.write.block("while x:"):
                self.write("to = hk_lone(x)", "t = hk_lead(x)", "x = hk_rest(x)", "each = z.base + freed")
                self._one_by_one(side)
                self.write("n += <uint64_t>each")
            self.write("return n")

    def _one_by_one(self, side: Side) -> None:
        """The replies to one move: `each` are all replies and the drops where the piece came from."""
        other = 1 - side
        if self.delta.lends:
            with self.write.block("if to & told:"):
                self.write("steps = -1", f"n += afresh_{side}(z, p, after, one, to, &steps)")
                self.write("if steps < 0:", "    continue", "each += steps - z.steps - z.takes")
        if self.delta.answers:
            self.write(f"{'elif' if self.delta.lends else 'if'} to & (near | (z.theirs & z.around)) or lost:")
            ours = "z.ours" if self.delta.lends else f"p.sets[{side}]"
            self.write(f"    each += ring_{side}(z, {ours}, before, after, one, to, t, lost) - z.steps")
            if not self.delta.deltas.checks:
                gap = f"{self.delta.straight}[HK_PLACES * z.royal + t] if to & ~z.checks[after] else 0"
                answers = f"answers_{other}(z, v, to, t, {gap if self.delta.straight else '0'}, occ | to)"
                self.write("if to & checks:")
                self.write(f"    n += <uint64_t>(each - z.base - freed + z.steps + {answers})", "    continue")
        if not self.delta.deltas.captures:
            with self.write.block("if to & z.theirs:"):
                self.write(f"each += taken_{other}(z, v, one, to, t, occ)")
                freed = f"drops_freed_{other}(z, {self.delta.standing('v')}, to, z.limits.free & ~(occ | to))"
                self.write("if to & z.prized:", f"    each += {freed}", "n += <uint64_t>each", "continue")
        self.write("if z.drops:", f"    each -= drops_on_{other}(z, to)")
        self.write("if to & met:", f"    each += shift_{other}(z, v, one | to, occ | to)", "else:", "    each += gain")
        self.write("    if to & z.seen:", f"        each += loss_{other}(z, v, to, t)")

    def _told(self, side: Side) -> None:
        """Moves that change more than is known here are made; those that change a line to a royal are left in `told`,
        to be counted afresh."""
        if self.delta.answers:
            self.write(f"lines = lines_{side}(after, z.royal, occ, z.theirs, &checks)")
        anyhow, made = self._fatal(side)
        where, lines = self._linked(side)
        if not self.delta.renews:
            anyhow, made = where + anyhow, made + lines
        self.write(f"told = {self._those(anyhow, made)}")
        if self.guard.needed(side):
            royal = self.delta.plan.royal_classes[0]
            self.write(
                f"if z.guarded and after == {royal}:", f"    told |= exposed_{side}(z, p, a & ~told) | (a & z.prized)"
            )
        self._apart(f"made_{side}(p, work, start, told)", "told" if self.delta.deltas.captures else "hk_rare(told)")
        if self.delta.renews:
            self.write(f"told = {self._those(where, lines)}")
        if self.delta.lifts:
            self._apart(f"afresh_{side}(z, p, before, after, s, one, told)", "hk_rare(told)")
        if self.delta.answers:
            known = "a & (checks | z.checks[after])" + " & ~told" * self.delta.lends
            self.write(f"checks = {'0' if self.delta.deltas.checks else known}")

    def _those(self, anyhow: list[str], ends: list[str]) -> str:
        """All moves under some conditions, else those to some squares."""
        condition = f"a if {' or '.join(f'({one})' for one in anyhow)} else " if anyhow else ""
        return f"{condition}a & ({' | '.join(ends)})"

    def _apart(self, counted: str, condition: str) -> None:
        self.write(f"if {condition}:", f"    n += {counted}", "    a &= ~told", "    if not a:", "        return n")

    def _fatal(self, side: Side) -> tuple[list[str], list[str]]:
        """When all moves of a piece are made, or those to some squares, whatever else they do."""
        made = ["z.theirs" if self.delta.deltas.captures else "z.fatal"]
        for index, goal in self.delta.goals(side).items():
            made.append(f"({self.delta.plan.constant(goal)} if after == {index} else 0)")
        if self.delta.answers and self.delta.deltas.checks:
            made += ["checks", "z.checks[after]"]
        if not self.guard.needed(side):
            return [], made
        royal = self.delta.plan.royal_classes[0]
        opens = f"z.guarded > 1 and one & z.seen and after != {royal} and opened_{side}(z, p, one)"
        return ["one & z.fixed", opens], [*made, "z.fixed"]

    def _linked(self, side: Side) -> tuple[list[str], list[str]]:
        """The same for moves that may change a line to a royal."""
        if not self.delta.answers:
            return [], []
        lines = ["(lines & ~checks)", "(z.prized & (checks | z.checks[after]))"]
        if self.delta.lends:
            lines += brought(self.delta, side, "(z.occ & ~(z.theirs | one))", "after")
            lines.append("((checks | z.checks[after]) if z.asked else 0)")
        return [] if self.delta.lifts else ["one & z.leave"], ["z.enter", *lines]

    def _left(self, side: Side) -> None:
        """`base` still counts the piece as standing; all squares in `enter` have all its moves counted afresh."""
        other = 1 - side
        with self.write.function(
            f"uint64_t left_{side}({ARGUMENTS}, {PIECE})",
            "The same where the piece leaves a line to the replier's royal: what the lines allow without it, or, where"
            " that is other moves to pieces that are not bound, each move afresh.",
        ):
            self.write.text(f"""
cdef const hk_bits *v = p.sets[{other}]
cdef hk_bits *w = p.sets[{side}]
cdef const hk_limits *limits = z.limits
cdef hk_limits y
cdef hk_bits enter = z.enter, leave = z.leave
cdef uint64_t n
z.occ ^= one
w[before] ^= one
limit_{other}(&y, w, z.royal, z.theirs, z.occ, False)
z.enter = 0
mark_{side}(z, w)
w[before] ^= one
z.occ ^= one
z.leave = 0
if y.free != limits.free:
    z.enter = {self.delta.plan.constant(self.delta.plan.layout.all, "BOARD")}
    n = counted_{side}(z, p, work, start, before, after, s, one, a)
else:
    rebind_{other}(z, v, &y)
    n = counted_{side}(z, p, work, start, before, after, s, one, a)
    rebind_{other}(z, v, limits)
z.enter = enter
z.leave = leave
return n
""")

    def _vacated(self, side: Side) -> None:
        """What changes where the piece was."""
        other = 1 - side
        with self.write.block("if one:"):
            self.write("if z.drops:", f"    freed = drops_on_{other}(z, one)")
            self.write.text(f"""
if one & z.seen:
    gain = shift_{other}(z, v, one, occ)
    for i in range(z.watchers):
        if z.foot[i] & one:
            met |= foot_{other}(z.class_[i], z.at[i], occ)
""")
            if self.delta.answers:
                self.write("if z.sole:", f"    lost = attacks_{side}(before, s, z.lifted) & z.sole")

    def ring(self, side: Side) -> None:
        """How the royal's steps change."""
        with self.write.function(
            f"int ring_{side}(const hk_delta *z, hk_bits *w, int before, int after, hk_bits one, hk_bits to, int t,"
            " hk_bits lost)",
            "How many squares the replier's royal may step to after a move; `lost`: where the mover attacked alone.",
        ):
            self.write.text(f"""
cdef hk_bits attacked, occ = z.lifted & ~one | to, ring = z.ring | (to & z.around)
if (one | (to & ~z.theirs)) & z.near:
    w[before] &= ~one
    w[after] |= to
    attacked = danger_{side}(w, occ)
    w[after] &= ~to
    w[before] |= one
else:
    attacked = (z.attacked & ~lost) | attacks_{side}(after, t, occ)
return hk_ones(ring & ~attacked)
""")
