"""A whole position: the legal moves of a side and the replies to each, counted together: `pairs_<side>`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, final

from hensoku.compiler.codegen.bulk.drops import DropCountEmitter
from hensoku.compiler.codegen.delta.guard import GuardEmitter
from hensoku.compiler.codegen.delta.lending import LentEmitter, brought
from hensoku.compiler.codegen.delta.outcomes import Outcome, Outcomes
from hensoku.compiler.codegen.delta.plan import DeltaPlan
from hensoku.compiler.codegen.delta.replies import ReplyEmitter
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Kind, Side

ENOUGH: Final = 3


@final
@dataclass(frozen=True, slots=True)
class NodeEmitter:
    """`can_end`: whether a position may show an end."""

    delta: DeltaPlan
    outcomes: Outcomes
    replies: ReplyEmitter
    drops: DropCountEmitter
    lent: LentEmitter
    guard: GuardEmitter
    write: Writer
    can_end: bool

    def emit(self, side: Side) -> None:
        if self.delta.lends:
            self.lent.emit(side)
            self._by_kind(side)
        self.guard.emit(side)
        self._counted(side)
        with self.write.function(
            f"uint64_t pairs_{side}(hk_position *p, hk_work *work)",
            "The number of legal moves and legal replies.",
        ):
            self.write(f"cdef uint64_t n = counted_pairs_{side}(p, work)")
            self.write("if HK_SELF_CHECK:", f'    hk_delta_check("pairs", p.key, n, branch_{side}(p, work, 2))')
            self.write("return n")

    @property
    def _standing(self) -> tuple[str, str]:
        """The arrays of the mover's and the replier's sets by what stands there; `w` and `v` are by what moves."""
        return ("mine", "others") if self.delta.lends else ("w", "v")

    @property
    def _board(self) -> str:
        return self.delta.plan.constant(self.delta.plan.layout.all, "BOARD")

    # ------------------------------------------------------------------------------------------------ the whole node

    def _counted(self, side: Side) -> None:
        other, answers = 1 - side, self.delta.answers
        with self.write.function(
            f"uint64_t counted_pairs_{side}(hk_position *p, hk_work *work)", "The same, unless it is made."
        ):
            self._declared(side)
            if self.can_end:
                self.write("cdef int winner", "if end_of(p, work, &winner) >= 0:", "    return 0")
            self._scarce(side)
            self._arrived(side)
            if answers:
                self._royals(side)
            else:
                self.write("hk_delta_begin(&z, own, opp, 0)")
                self.write(f"hk_limit_none(&y, {self._board} & ~opp)", f"hk_limit_none(&limits, {self._board} & ~own)")
            self.write(f"reckon_{other}(&z, p, &y)")
            if self.delta.lends:
                self.lent.answered(side, self._made(side))
                self.write("if unsettled:", f"    z.leave = z.enter = z.seen = {self._board}")
            if answers:
                king = self.delta.plan.royal_classes[0]
                before = "class_of(w, royal)" if self.delta.lends else str(king)
                followed = self._follow(side, before, king, "s", "royal", "flights", "hk_start(hk_squares[s])")
                self.write("if flights:", f"    n += {followed}")
            for index in range(len(self.delta.plan.classes)):
                moves = bool(self.delta.plan.classes[index].atoms)
                if moves and (self.delta.lends or not answers or index not in self.delta.plan.royal_classes):
                    self._class(index, side)
            self._drops(side)
            self.write("return n")

    def _declared(self, side: Side) -> None:
        mine, theirs = self._standing
        self.write(
            f"cdef const hk_bits *{mine} = p.sets[{side}]",
            f"cdef const hk_bits *{theirs} = p.sets[{1 - side}]",
            f"cdef hk_bits own = p.all[{side}], opp = p.all[{1 - side}], occ = own | opp",
            "cdef hk_bits x, a, b, one, clear, calm, stray, found, danger, flights, royal, target",
            "cdef hk_limits y, limits",
            "cdef hk_delta z",
            "cdef uint64_t n = 0, start",
            "cdef int s, kind, steps",
        )
        if self.delta.lends:
            self.write("cdef hk_bits w[HK_CLASSES]", "cdef hk_bits v[HK_CLASSES]")
            self.write("cdef hk_bits donors, asked, theirs, takers", "cdef bint unsettled")

    def _scarce(self, side: Side) -> None:
        """A move takes one piece, and may change one more: with three left there is no end yet."""
        classes = {self.delta.plan.class_of(kind) for kind in self.delta.deltas.scarce}
        if classes:
            ours, theirs = (self.delta.plan.union(classes, sets) for sets in self._standing)
            few = f"hk_ones(own & ~{ours}) < {ENOUGH} or hk_ones(opp & ~{theirs}) < {ENOUGH}"
            self.write(f"if {few}:", self._made(side))

    def _arrived(self, side: Side) -> None:
        """Any move may end the game where a piece stands on its goal, and has not won because it may be taken there, or
        where the royal of the side that replies has entered and the rest follows."""
        mine, theirs = self._standing
        terms = [
            f"{sets}[{index}] & {self.delta.plan.constant(goal)}"
            for sets, whose in ((mine, side), (theirs, 1 - side))
            for index, goal in self.delta.goals(whose).items()
        ]
        zone = self.delta.impasse(1 - side)
        if zone:
            royals = self.delta.plan.union(self.delta.plan.royal_classes, theirs)
            terms.append(f"{royals} & {self.delta.plan.constant(zone)}")
        if terms:
            self.write(f"if {' or '.join(terms)}:", self._made(side))

    def _made(self, side: Side) -> str:
        """What is done under a condition where a whole position is made."""
        return f"    return branch_{side}(p, work, 2)"

    def _royals(self, side: Side) -> None:
        """What is unusual is made: several royals or none, checks; then what is asked of the two royals."""
        other, plan = 1 - side, self.delta.plan
        index = plan.royal_classes[0]
        made, lends = self._made(side), self.delta.lends
        mine, theirs = self._standing
        self.write(f"royal = {mine}[{index}]", f"target = {theirs}[{index}]")
        self.write("if not royal or hk_many(royal) or not target or hk_many(target):", made)
        if lends:
            self.write(f"lend_{side}(mine, own, w)", f"lend_{other}(others, opp, v)")
        self.write(f"danger = danger_{other}(v, occ ^ royal)")
        self.write("hk_delta_begin(&z, own, opp, target)")
        if lends:
            self.write("z.ours = w", "z.moving = v", "z.standing = others")
            self.lent.around(other)
        else:
            self.write(f"z.around = {self.delta.ring(other)}[z.royal]")
        self.write("z.ring = z.around & ~opp")
        self.write(f"survey_{side}(&z, w)", "if z.attacked & target:", made)
        self.write(
            "s = hk_lead(royal)",
            f"limit_{side}(&limits, v, s, own, occ, danger & royal != 0)",
            f"limit_{other}(&y, w, z.royal, opp, occ, False)",
        )
        if lends:
            self.lent.royals(side)
        else:
            self.write(f"flights = reach_{index}_{side}(s, occ) & ~(own | danger)")
        if self.guard.needed(side):
            self._guard(side)

    def _guard(self, side: Side) -> None:
        ring = f"{self.delta.ring(side)}[s]"
        flights, near = "flights", f"{ring} & ~danger"
        if self.delta.lends:
            flights, near = f"flights & {ring} & ~donors", f"reach_of_{side}(w, royal, s, occ) & {near}"
        self.write("found = 0", f"z.guarded = guarded_{side}(p, s, {flights}, {near}, &found)")
        self.write(
            f"z.fixed |= {self._board} if z.guarded > 2 else found", f"z.haven = {ring} & ~danger", "z.danger = danger"
        )
        self.write("if z.guarded:", f"    z.fatal |= freeing_{side}(p, s)")
        if self.delta.lends:
            self.lent.keeps_royal(side)

    # --------------------------------------------------------------------------------------------------- class by class

    def _class(self, index: int, side: Side) -> None:
        """The moves of the pieces of one class."""
        delta = self.delta.deltas.classes[index]
        at_once = delta.followed == "sets" and self.outcomes.plainly(index, side)[0] != self.delta.plan.layout.all
        if at_once:
            self._at_once(index, side)
        else:
            self.write(f"x = {self._movers(index)}")
        rises = self.delta.plan.classes[index].rises
        with self.write.block("while x:"):
            self.write("one = hk_lone(x)", "s = hk_lead(x)", "x = hk_rest(x)")
            reach = f"reach_{index}_{side}(s, occ)"
            self.write(f"a = {reach} & (hk_limit_of(&limits, one) if one & limits.bound else limits.free)")
            if rises:
                self.write(f"b = {reach} & limits.all")
            if at_once:
                self.write("if one & clear:", "    a &= ~calm")
            if self.delta.lends:
                self.write(f"b = {reach} & asked", "if b:", f"    a |= takes_safely_{side}(p, b, one, royal, opp, occ)")
                self.write("if a:", f"    n += follow_as_{side}(&z, p, work, {index}, s, one, a)")
            else:
                with self.write.block(f"if {'a | b' if rises else 'a'}:"):
                    self.write("start = hk_start(hk_squares[s])")
                    self._outcomes(self.delta.plan.classes[index].kinds, str(index), side, rises=rises)

    def _movers(self, index: int) -> str:
        """The pieces that move as a class, but a royal that borrows."""
        return f"w[{index}] & ~royal" if self.delta.lends else f"w[{index}]"

    def _by_kind(self, side: Side) -> None:
        """Whatever a piece moves as, it turns into what its own kind may become."""
        with self.write.function(
            f"uint64_t follow_as_{side}(hk_delta *z, hk_position *p, hk_work *work, int before, int s, hk_bits one,"
            " hk_bits a)",
            "The replies to the moves of one piece, by what it may be after them.",
        ):
            self.write(
                "cdef uint64_t n = 0, start = hk_start(hk_squares[s])",
                "cdef hk_bits occ = z.occ, stray",
                "cdef int kind",
            )
            self._outcomes(range(self.delta.plan.facts.kinds), "before", side, rises=False, z="z")
            self.write("return n")

    def _at_once(self, index: int, side: Side) -> None:
        """Pieces that step, and whose steps meet nothing, all at once."""
        plan, other = self.delta.plan, 1 - side
        vectors = [atom.vector for atom in plan.atoms(index, side)]
        ends, sources = self.outcomes.plainly(index, side)
        met = ["z.seen", "limits.bound"] + ["z.leave", "z.fixed", "z.near"] * self.delta.answers
        if sources != plan.layout.all:
            met.append(plan.constant(plan.layout.all & ~sources))
        plainly = f" & mine[{index}]" if self.delta.lends else ""
        self.write(f"x = {self._movers(index)}", f"clear = x{plainly} & ~({' | '.join(met)})", "calm = 0")
        if self.delta.answers:
            alone = " | ".join(f"({plan.back('z.sole', vector)})" for vector in vectors)
            self.write("if z.sole and clear:", f"    clear &= ~({alone})")
        with self.write.block("if clear:"):
            stray = (
                ["z.enter", "z.fixed", "z.near", f"z.checks[{index}]", f"z.hits[{index}]"] if self.delta.answers else []
            )
            stray += [plan.constant(ends)] if ends else []
            if self.delta.lends:
                stray += brought(self.delta, side, "own", str(index))
            kept = f" & ~({' | '.join(stray)})" if stray else ""
            also = " | asked" if self.delta.lends else ""
            self.write(
                f"calm = limits.free & ~occ{kept}", f"stray = (limits.free & ~calm){also}", "found = 0", "steps = 0"
            )
            for vector in vectors:
                self.write(
                    f"b = {plan.step('clear', vector)}",
                    "a = b & stray",
                    f"found |= {plan.back('a', vector)}",
                    "b &= calm",
                    "steps += hk_ones(b)",
                )
                if self.replies.drops_move(other):
                    with self.write.block("if z.drops:"):
                        self.write(f"a = ({plan.back('b', vector)}) & clear")
                        self.write(f"n += <uint64_t><int64_t>drops_moved_{other}(&z, a, b)")
                self.write("b &= z.seen")
                with self.write.block("while b:"):
                    self.write(f"n += <uint64_t><int64_t>loss_{other}(&z, v, hk_lone(b), hk_lead(b))", "b = hk_rest(b)")
            self.write("n += <uint64_t>(steps * z.base)", "x &= ~clear | found")

    def _outcomes(self, kinds: Iterable[Kind], before: str, side: Side, *, rises: bool, z: str = "&z") -> None:
        """Follows the moves to `a` of the piece `one` of one of these kinds, by what it is after them. `before`: the
        class as which it moves, as a text."""
        groups = self.outcomes.groups(kinds, side)
        if len(groups) > 1:
            self.write("kind = hk_kind(p.cells[hk_squares[s]])")
        for i, ((index, sources), alike) in enumerate(groups.items()):
            among = " or ".join(f"kind == {kind}" for kind in alike)
            head = "if True:" if len(groups) == 1 else f"{'elif' if i else 'if'} {among}:"
            with self.write.block(head):
                for j, (outcomes, where) in enumerate(sources):
                    everywhere = where == self.delta.plan.layout.all
                    condition = "True" if everywhere else f"one & {self.delta.plan.constant(where)}"
                    with self.write.block(f"{'elif' if j else 'if'} {condition}:"):
                        self._ends(outcomes, before, side, rises=rises, z=z)
                self.write("if a:", f"    n += {self._follow(side, before, index, 's', 'one', 'a', z=z)}")

    def _ends(self, outcomes: Iterable[Outcome], before: str, side: Side, *, rises: bool, z: str) -> None:
        for outcome in outcomes:
            ends = self._masked(outcome, "b" if rises and outcome.face is not None else "a")
            if outcome.face is None:
                self.write(f"a = {ends}")
                continue
            becomes = f"start | <uint64_t>{outcome.face + 1} << 55"
            self.write(f"stray = {ends}")
            after = self.delta.plan.class_of(outcome.face)
            followed = self._follow(side, before, after, "s", "one", "stray", becomes, z=z)
            made = f"made_{side}(p, work, {becomes}, stray)"
            self.write("if stray:", f"    n += {made if rises else followed}")

    def _masked(self, outcome: Outcome, ends: str) -> str:
        quiet, taking = (self.delta.plan.constant(mask) for mask in (outcome.quiet, outcome.taking))
        return f"{ends} & {quiet}" if quiet == taking else f"{ends} & (occ & {taking} | {quiet} & ~occ)"

    def _follow(
        self, side: Side, before: str, after: int, s: str, one: str, ends: str, start: str = "start", *, z: str = "&z"
    ) -> str:
        return f"follow_{side}({z}, p, work, {start}, {before}, {after}, {s}, {one}, {ends})"

    # --------------------------------------------------------------------------------------------------------- drops

    def _drops(self, side: Side) -> None:
        """One that must not mate has no replies if it does, and need not be left out."""
        for one in self.drops.faces(side):
            after = self.delta.plan.class_of(one.face)
            with self.write.block(f"if p.hands[{side}][{one.kind}]:"):
                squares = self.drops.squares((one.squares, one.limit), "limits.free & ~occ", self._standing[0])
                self.write(f"a = {squares}", f"start = hk_start_drop({one.kind}, {one.face})")
                self.write("if a:", f"    n += {self._follow(side, str(after), after, '0', '0', 'a')}")
