"""The replies of a side as if the other passed: `reckon_<side>`, and how they change where something comes or goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.bulk.drops import DropCountEmitter, DroppedFace, DropRule
from hensoku.compiler.codegen.bulk.moves import BoardCountEmitter
from hensoku.compiler.codegen.bulk.promotions import Promotions
from hensoku.compiler.codegen.delta.outcomes import Outcomes
from hensoku.compiler.codegen.delta.plan import DeltaPlan
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Side


@final
@dataclass(frozen=True, slots=True)
class ReplyEmitter:
    """Functions named after the replying side."""

    delta: DeltaPlan
    board: BoardCountEmitter
    promotions: Promotions
    outcomes: Outcomes
    drops: DropCountEmitter
    write: Writer

    def emit(self, side: Side) -> None:
        self._moves_of(side)
        self._foot(side)
        self._drops_on(side)
        self._drops_freed(side)
        self._shift(side)
        self._reckon(side)
        if not self.delta.deltas.captures:
            self._taken(side)
        if self.delta.answers and not self.delta.deltas.checks:
            self._answers(side)
        if self.delta.lifts:
            self._rebind(side)

    # ------------------------------------------------------------------------------------------------------ watchers

    def _moves_of(self, side: Side) -> None:
        with self.write.function(
            f"int watcher_moves_{side}(const hk_bits *v, int index, hk_bits one, int s, hk_bits mask, hk_bits occ)",
            "The number of moves of a piece that watches, with promotions, to some squares.",
        ):
            self.write("cdef hk_bits a", "cdef int n = 0")
            for index in self.delta.watchers:
                with self.write.block(f"if index == {index}:"):
                    self.write(f"a = reach_{index}_{side}(s, occ) & mask")
                    if self.delta.lends:
                        self.write(f"return results_{side}(v, one, a, occ)")
                    else:
                        self.write("n = hk_ones(a)", *self.promotions.lines(index, side), "return n")
            self.write("return n")

    def _foot(self, side: Side) -> None:
        with self.write.function(f"hk_bits foot_{side}(int index, int s, hk_bits occ)", "What a piece watches."):
            for index in self.delta.watchers:
                foot = self.delta.watched(index, side, "s", "occ")
                self.write(f"if index == {index}:", f"    return {foot}")
            self.write("return 0")

    def _shift(self, side: Side) -> None:
        """The work of those who look again."""
        with self.write.function(
            f"int64_t shift_{side}(const hk_delta *z, const hk_bits *v, hk_bits changed, hk_bits occ)",
            "By how much the moves of watchers change where something changes.",
        ):
            self.write.text(f"""
cdef int64_t n = 0
cdef int i, s
for i in range(z.watchers):
    if z.foot[i] & changed:
        s = z.at[i]
        n += watcher_moves_{side}({self.delta.standing("v")}, z.class_[i], hk_at(s), s, z.mask[i], occ) - z.moves[i]
return n
""")
        with self.write.function(
            f"inline int loss_{side}(hk_delta *z, const hk_bits *v, hk_bits to, int t)",
            "The same where a piece comes to an empty square; it is worked out once.",
        ):
            self.write.text(f"""
if not z.known & to:
    z.known |= to
    z.loss[t] = <int>shift_{side}(z, v, to, z.occ | to)
return z.loss[t]
""")

    # --------------------------------------------------------------------------------------------------------- drops

    def _rules(self, side: Side) -> dict[DropRule, list[DroppedFace]]:
        rules: dict[DropRule, list[DroppedFace]] = {}
        for one in self.drops.faces(side):
            rules.setdefault((one.squares, one.limit), []).append(one)
        return rules

    def _is_barred(self, rule: DropRule) -> bool:
        """Whether the rule forbids some squares whatever stands there."""
        return rule[1] is None and rule[0] != self.delta.plan.layout.all

    def drops_move(self, side: Side) -> bool:
        """Whether there may be more drops on some squares than on as many others."""
        return any(limit is not None or self._is_barred((squares, limit)) for squares, limit in self._rules(side))

    def _drops_on(self, side: Side) -> None:
        """Drops by rules that forbid a few squares are counted as if they did not, but on these squares."""
        rules = list(enumerate(self._rules(side)))
        limited = [f"z.held[{i}] * hk_ones({{}} & z.allowed[{i}])" for i, rule in rules if rule[1] is not None]
        barred = [f"z.held[{i}] * hk_ones(a & ~z.allowed[{i}])" for i, rule in rules if self._is_barred(rule)]
        if barred:
            with self.write.function(
                f"int barred_on_{side}(const hk_delta *z, hk_bits a)",
                "How many drops some squares lack, for rules forbid them whatever stands there.",
            ):
                self.write(f"return {' + '.join(barred)}")
        with self.write.function(
            f"inline int drops_on_{side}(const hk_delta *z, hk_bits a)", "The number of drops on some squares."
        ):
            terms = ["z.sorts * hk_ones(a)", *(term.format("a") for term in limited)]
            self.write(f"cdef int n = {' + '.join(terms)}")
            if barred:
                self.write("if a & z.barred:", f"    n -= barred_on_{side}(z, a)")
            self.write("return n")
        if not self.drops_move(side):
            return
        with self.write.function(
            f"inline int drops_moved_{side}(const hk_delta *z, hk_bits a, hk_bits b)",
            "How many drops more there are on some squares than on as many others.",
        ):
            more = [f"{term.format('a')} - {term.format('b')}" for term in limited]
            self.write(f"cdef int n = {' + '.join(more) or '0'}")
            if barred:
                self.write("if (a | b) & z.barred:", f"    n += barred_on_{side}(z, b) - barred_on_{side}(z, a)")
            self.write("return n")

    def _drops_freed(self, side: Side) -> None:
        with self.write.function(
            f"int64_t drops_freed_{side}(const hk_delta *z, const hk_bits *b, hk_bits to, hk_bits a)",
            "How many drops more there are on some squares once the piece at `to` is taken.",
        ):
            self.write("cdef int64_t n = 0")
            for i, (squares, limit) in enumerate(self._rules(side)):
                if limit is not None:
                    left = f"{self.delta.plan.union(self.delta.plan.limited(limit.kinds), 'b')} & ~to"
                    free = f"{self.delta.plan.constant(squares)} & ~hk_full_files({left}, {limit.count})"
                    self.write(f"n += z.held[{i}] * hk_ones(a & {free} & ~z.allowed[{i}])")
            self.write("return n")

    def _hold(self, side: Side) -> None:
        board, standing = self.delta.plan.constant(self.delta.plan.layout.all, "BOARD"), self.delta.standing("w")
        for i, (rule, faces) in enumerate(self._rules(side).items()):
            held = " + ".join(f"(p.hands[{side}][{one.kind}] != 0)" for one in faces)
            self.write(f"z.held[{i}] = {held}")
            with self.write.block(f"if z.held[{i}]:"):
                limit = rule[1]
                if limit is not None:
                    limited = self.delta.plan.limited(limit.kinds)
                    self.write(f"z.prized |= {self.delta.plan.union(limited, standing)}")
                self.write("z.drops = True", f"z.allowed[{i}] = {self.drops.squares(rule, board, standing)}")
                if limit is None:
                    self.write(f"z.sorts += z.held[{i}]")
                if self._is_barred(rule):
                    self.write(f"z.barred |= {board} & ~z.allowed[{i}]")

    # ------------------------------------------------------------------------------------------------------- at once

    def _reckon(self, side: Side) -> None:
        with self.write.function(
            f"void reckon_{side}(hk_delta *z, const hk_position *p, const hk_limits *y)",
            "Counts the replies as if the mover passed, and notes what they depend on.",
        ):
            royal = self._royal
            sets, others = "z.standing, w" if self.delta.lends else "w", f"p.all[{side}] & ~({royal} | y.bound)"
            self.write(
                f"cdef const hk_bits *w = {self.delta.moving(f'p.sets[{side}]')}",
                "cdef hk_bits x, one, mask, a, occ = z.occ",
                "cdef int s, moves",
                f"cdef size_t n = z.steps + step_count_{side}({sets}, y, {others}, occ)",
            )
            watching = f" | {self.delta.plan.union(self.delta.watchers)}" if self.delta.watchers else ""
            self.write("z.limits = y", f"z.loose = p.all[{side}] & ~({royal} | y.bound{watching})")
            if not self.delta.answers:
                self.write(f"z.fatal |= {royal}")
            for index in self.delta.watchers:
                self._watch(index, side)
            self._rest(side)
            if self.delta.plan.facts.can_drop:
                self._hold(side)
                self.write("if z.drops:", f"    n += drops_on_{side}(z, y.free & ~occ)")
            self.write("z.base = n")

    @property
    def _royal(self) -> str:
        return self.delta.plan.union(self.delta.plan.royal_classes, self.delta.standing("w"))

    def _watch(self, index: int, side: Side) -> None:
        counted = self.delta.plan.classes[index].form == "rides" or index in self.delta.plan.royal_classes
        atoms = self.delta.plan.atoms(index, side)
        steps = [atom for atom in atoms if atom.is_step]
        wide = f"a | {self.delta.filled.steps(steps)}[s]" if steps else "a"
        self.write(f"x = w[{index}]" + f" & ~{self._royal}" * self.delta.lends)
        with self.write.block("while x:"):
            self.write(
                "one = hk_lone(x)",
                "s = hk_lead(x)",
                "mask = hk_limit_of(y, one) if one & y.bound else y.free",
                f"moves = watcher_moves_{side}({self.delta.standing('w')}, {index}, one, s, mask, occ)",
                f"a = {self.delta.watched(index, side, 's', 'occ')}",
                f"hk_delta_watch(z, {index}, s, a, {wide}, mask, moves)",
                "n += moves" if counted else "if one & y.bound:\n    n += moves",
                "x = hk_rest(x)",
            )

    def _rest(self, side: Side) -> None:
        """The pieces that neither watch nor are counted at once."""
        plan = self.delta.plan
        rising = [index for index, one in enumerate(plan.classes) if one.rises]
        for index in rising:
            self.board.rises(index, side, limits="y")
        apart = sorted({*self.delta.watchers, *rising})
        self.write(f"x = y.bound & ~{plan.union(apart)}" if apart else "x = y.bound")
        with self.write.block("while x:"):
            self.write(
                "one = hk_lone(x)", "s = hk_lead(x)", f"a = reach_of_{side}(w, one, s, occ) & hk_limit_of(y, one)"
            )
            self.write(f"n += results_{side}({self.delta.standing('w')}, one, a, occ)", "x = hk_rest(x)")
        plain = [index for index in plan.royal_classes if index not in self.delta.watchers]
        if not self.delta.answers and plain:
            self.write(f"x = {plan.union(plain)}")
            with self.write.block("while x:"):
                self.write("one = hk_lone(x)", f"a = reach_of_{side}(w, one, hk_lead(x), occ) & y.free")
                self.write(f"n += results_{side}(w, one, a, occ)", "x = hk_rest(x)")

    # ------------------------------------------------------------------------------------------- captures and checks

    def _taken(self, side: Side) -> None:
        """No piece that is bound takes there, for its line would have to go over several pieces; nor is one that is
        bound taken, for its line would change."""
        plan, changing, standing = self.delta.plan, 0, self.delta.standing("v")
        users: dict[str, list[int]] = {}
        apart = {*self.delta.watchers, *([] if plan.lends else plan.royal_classes)}
        for index in (i for i in range(len(plan.classes)) if i not in apart):
            users.setdefault(self.delta.filled.steps(plan.atoms(index, side), back=True), []).append(index)
        for index in range(len(plan.classes)):
            if plan.lends or index not in apart:
                changing |= self.outcomes.changing(index, side)
        takers = " | ".join(f"({back}[t] & {plan.union(classes, 'v')})" for back, classes in users.items()) or "0"
        royals = [] if self.delta.answers else self.delta.plan.royal_classes
        with self.write.function(
            f"int64_t taken_{side}(hk_delta *z, const hk_bits *v, hk_bits one, hk_bits to, int t, hk_bits occ)",
            "By how much the moves of pieces but the royal change when one of them is taken; `occ` without the taker.",
        ):
            self.write.text(f"""
cdef hk_bits mask, changed = one | to, x = ({takers}) & z.loose & ~to
cdef int64_t n = hk_ones(x)
cdef int i, s
x &= {self.delta.plan.constant(changing)}
while x:
    n += results_{side}({standing}, hk_lone(x), to, occ) - 1
    x = hk_rest(x)
if to & z.loose:
    n -= results_{side}({standing}, to, reach_of_{side}(v, to, t, z.occ) & z.limits.free, z.occ)
for i in range(z.watchers):
    s = z.at[i]
    if s == t:
        n -= z.moves[i]
    elif z.wide[i] & changed:
        mask = z.mask[i] if hk_at(s) & z.limits.bound else z.mask[i] | to
        n += watcher_moves_{side}({standing}, z.class_[i], hk_at(s), s, mask, occ) - z.moves[i]""")
            for index in royals:
                back = self.delta.filled.steps(self.delta.plan.atoms(index, side), back=True)
                self.write(f"n += hk_ones({back}[t] & v[{index}])")
            self.write("return n")

    def _answers(self, side: Side) -> None:
        watching = f" | {self.delta.plan.union(self.delta.watchers, 'v')}" if self.delta.watchers else ""
        standing = self.delta.standing("v")
        sets = f"{standing}, v" if self.delta.lends else "v"
        with self.write.function(
            f"int64_t answers_{side}(const hk_delta *z, const hk_bits *v, hk_bits to, int t, hk_bits gap, hk_bits occ)",
            "The moves of pieces but the royal that answer a check by the piece at `t`, over some empty squares.",
        ):
            self.write.text(f"""
cdef hk_limits only
cdef hk_bits x, a, mask, ends = (gap & z.limits.free) | to
cdef int64_t n
cdef int i, s
only.free = ends
n = step_count_{side}({sets}, &only, z.loose & ~to, occ)
for i in range(z.watchers):
    s = z.at[i]
    if s != t:
        mask = z.mask[i] if hk_at(s) & z.limits.bound else z.mask[i] | to
        n += watcher_moves_{side}({standing}, z.class_[i], hk_at(s), s, mask & ends, occ)
x = z.limits.bound & ~(to{watching})
while x:
    a = hk_lone(x)
    n += results_{side}({standing}, a, reach_of_{side}(v, a, hk_lead(x), occ) & hk_limit_of(z.limits, a) & ends, occ)
    x = hk_rest(x)
if z.drops and gap:
    n += drops_on_{side}(z, gap & z.limits.free)
return n
""")

    def _rebind(self, side: Side) -> None:
        watching = self.delta.plan.union(self.delta.watchers, "v") if self.delta.watchers else "0"
        with self.write.function(
            f"void rebind_{side}(hk_delta *z, const hk_bits *v, const hk_limits *y)",
            "Takes other limits that differ only in what they allow to pieces that are bound by them, or were.",
        ):
            self.write.text(f"""
cdef hk_bits x = z.limits.bound | y.bound, one, a
cdef int i, s, moves
for i in range(z.watchers):
    s = z.at[i]
    one = hk_at(s) & x
    if one:
        z.mask[i] = hk_limit_of(y, one) if one & y.bound else y.free
        moves = watcher_moves_{side}(v, z.class_[i], one, s, z.mask[i], z.occ)
        z.base += moves - z.moves[i]
        z.moves[i] = moves
        z.known = 0
x &= ~({watching})
z.loose = (z.loose | x) & ~y.bound
while x:
    one = hk_lone(x)
    a = reach_of_{side}(v, one, hk_lead(x), z.occ)
    z.base += results_{side}(v, one, a & (hk_limit_of(y, one) if one & y.bound else y.free), z.occ)
    z.base -= results_{side}(v, one, a & (hk_limit_of(z.limits, one) if one & z.limits.bound else z.limits.free), z.occ)
    x = hk_rest(x)
z.limits = y
""")
