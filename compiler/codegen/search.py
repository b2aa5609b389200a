"""Making and taking back moves, generating, counting: the functions that put the others together, one set per side."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.facts import Facts
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Kind, Side


@final
@dataclass(frozen=True, slots=True)
class SearchEmitter:
    """`can_end`: whether a position may show an end. `by_sets`: whether `count_<side>` counts lawful moves, `lists`:
    whether `list_<side>` lists them, `chooses`: whether `choose_<side>` draws one; `by_deltas`: whether `pairs_<side>`
    counts two plies."""

    facts: Facts
    write: Writer
    can_end: bool
    by_sets: bool
    lists: bool
    chooses: bool
    by_deltas: bool

    def emit_make(self, side: Side) -> None:
        for verb, pointer in (("make", "hk_undo"), ("unmake", "const hk_undo")):
            with self.write.function(
                f"void {verb}_{side}(hk_position *p, uint64_t code, {pointer} *undo)",
                "Executes a move, or takes it back.",
            ):
                passes, vias = self.facts.most_passes, int(self.facts.has_vias)
                if passes and verb == "make":
                    self.write(f"cdef bint passes = hk_is_pass(p, code, {vias})")
                self._carry_out(verb, side)
                if passes:
                    self.write("hk_count_pass(p, undo, passes)" if verb == "make" else "p.passes = undo.passes")
                if self.facts.counts_checks and verb == "make":
                    self.write(f"undo.checks = p.checks[{side}]")
                    self.write(f"if in_check_{1 - side}(p):", f"    hk_add_check(p, {side})")
                elif self.facts.counts_checks:
                    self.write(f"p.checks[{side}] = undo.checks")

    def _carry_out(self, verb: str, side: Side) -> None:
        on_board = f"hk_{verb}_board(p, code, undo, {side}, {int(self.facts.has_vias)})"
        if self.facts.can_drop:
            self.write("if hk_is_drop(code):", f"    hk_{verb}_drop(p, code, undo, {side})", "else:", f"    {on_board}")
        else:
            self.write(on_board)

    def emit_royals(self, side: Side) -> None:
        """How many royals a side has left, on the board and in hand."""
        in_hand = "".join(f" + p.hands[{side}][{kind}]" for kind in self.facts.royals_in_hand)
        with self.write.function(f"int royals_left_{side}(const hk_position *p)", "Royals on the board and in hand."):
            self.write(f"return hk_count(&p.royals[{side}]){in_hand}")
        if self.facts.royals_held_back:
            held = " or ".join(f"p.hands[{side}][{kind}] > 0" for kind in self.facts.royals_in_hand)
            with self.write.function(
                f"bint holds_royal_{side}(const hk_position *p)", "Whether a royal of the side is in its hand."
            ):
                self.write(f"return {held}")

    def emit_waiting(self, side: Side) -> None:
        """What is asked about pieces that are placed first, or before a mate."""
        module, enemy = self.facts.module, 1 - side
        if module.first:
            with self.write.function(
                f"bint places_{side}(const hk_position *p)",
                "Whether the side may only drop what it has to place first.",
            ):
                self.write(f"return {self._holds(module.first, side)}")
        if not module.before_mate:
            return
        with self.write.function(
            f"bint waits_{side}(const hk_position *p, const hk_work *work)", "Whether the side may not mate yet."
        ):
            self.write(f"return not work.lenient and ({self._holds(module.before_mate, side)})")
        with self.write.function(
            f"bint mated_{side}(hk_position *p, hk_work *work)",
            "Whether a side that is in check has no reply, a mate that has to wait being one.",
        ):
            self.write("cdef bint mated", "work.lenient = True", f"mated = not can_reply_{side}(p, work)")
            self.write("work.lenient = False", "return mated")
        with self.write.function(
            f"void keep_from_mate_{side}(hk_position *p, hk_work *work, size_t base)",
            "Keeps the moves from `base` on that do not mate.",
        ):
            self.write.text(f"""
cdef size_t i, end = work.moves.count, kept = base
cdef hk_undo undo
cdef uint64_t code
for i in range(base, end):
    code = work.moves.at[i]
    make_{side}(p, code, &undo)
    if not (in_check_{enemy}(p) and mated_{enemy}(p, work)):
        work.moves.at[kept] = code
        kept += 1
    unmake_{side}(p, code, &undo)
work.moves.count = kept
""")

    def _holds(self, kinds: tuple[Kind, ...], side: Side) -> str:
        return " or ".join(f"p.hands[{side}][{kind}] > 0" for kind in kinds)

    # --------------------------------------------------------------------------------------------------- searching

    def emit_search(self, side: Side) -> None:
        self._lawful_moves(side)
        self._legal_moves(side)
        self._generate(side)
        self._choose(side)
        self._can_reply(side)
        self._perft(side)

    def _lawful_moves(self, side: Side) -> None:
        """`first`: whether the first one is enough, as it is for a reply: a drop that mates is none, and asks in its
        turn for replies, so that the whole number may take for ever."""
        with self.write.function(
            f"size_t lawful_moves_{side}(hk_position *p, hk_work *work, bint listed, bint first)",
            "Adds the legal moves, as far as the game has not ended, and gives their number; drops are only counted"
            " unless `listed`. If `first` is enough, the number only says whether there are any.",
        ):
            drops = self.facts.can_drop
            self.write("cdef size_t base = work.moves.count, count", "cdef hk_watch watch")
            self._lawful_on_board(side)
            if drops and not self.facts.binds_moves:
                self.write("hk_clear(&watch.squares)", "watch.checked = 0")
            if self.facts.module.passing:
                with self._unless_placing(side):
                    self.write(f"pass_{side}(p, work, base)")
            self._keep_from_mate(side)
            self.write("count = work.moves.count - base")
            if drops:
                self.write("if first and count:", "    return count")
                self.write(f"count += drops_{side}(p, work, &watch, listed, first)")
            self.write("return count")

    def emit_forcing(self, side: Side) -> None:
        """Of the lawful moves those that a search of captures looks at."""
        with self.write.function(
            f"void forcing_moves_{side}(hk_position *p, hk_work *work)",
            "Adds the lawful moves on the board that take something or win by promotion.",
        ):
            self.write("cdef size_t base = work.moves.count", "cdef hk_watch watch")
            self._lawful_on_board(side, "hk_keep_forcing(p, &work.moves, base)")
            self._keep_from_mate(side)

    def _lawful_on_board(self, side: Side, *first_of_all: str) -> None:
        """The pieces' moves from `base` on, and what is left of them by the rules; `first_of_all`, what is kept of them
        before that."""
        with self._unless_placing(side):
            self.write(f"board_moves_{side}(p, work)", *first_of_all)
            if self.facts.spares:
                self.write(f"spare_{side}(p, work, base)")
            if self.facts.moves_keep_file_limit:
                self.write(f"keep_in_files_{side}(p, work, base)")
        if self.facts.binds_moves:
            self.write(f"watch_{side}(p, &watch)", f"keep_legal_{side}(p, work, base, &watch)")

    def _unless_placing(self, side: Side) -> AbstractContextManager[None]:
        return self.write.block(f"if not places_{side}(p):") if self.facts.module.first else nullcontext()

    def _keep_from_mate(self, side: Side) -> None:
        if self.facts.module.before_mate:
            self.write(f"if waits_{side}(p, work):", f"    keep_from_mate_{side}(p, work, base)")

    def _legal_moves(self, side: Side) -> None:
        with self.write.function(
            f"size_t legal_moves_{side}(hk_position *p, hk_work *work, bint listed)",
            "The same, but none when the position is an end.",
        ):
            self._unless_ended("return 0")
            if self.by_sets:
                self.write("if not listed:", f"    return count_{side}(p, work, False)")
            self.write(f"return lawful_moves_{side}(p, work, listed, False)")

    def _generate(self, side: Side) -> None:
        with self.write.function(f"void generate_{side}(hk_position *p, hk_work *work)", "Adds the legal moves."):
            if self.lists:
                self._unless_ended("return")
                self.write(f"list_{side}(p, work)")
            else:
                self.write(f"legal_moves_{side}(p, work, True)")

    def _choose(self, side: Side) -> None:
        with self.write.function(
            f"uint64_t chosen_{side}(hk_position *p, hk_work *work, uint64_t *seed)",
            "A legal move by chance, each as likely as the others; 0 if there is none.",
        ):
            if self.chooses:
                self._unless_ended("return 0")
                self.write(f"return choose_{side}(p, work, seed)")
                return
            self.write.text(f"""
cdef size_t base = work.moves.count, count
cdef uint64_t code = 0
generate_{side}(p, work)
count = work.moves.count - base
if count:
    code = work.moves.at[base + hk_below(seed, count)]
work.moves.count = base
return code
""")

    def _unless_ended(self, otherwise: str) -> None:
        if self.can_end:
            self.write("cdef int winner", "if end_of(p, work, &winner) >= 0:", f"    {otherwise}")

    def _can_reply(self, side: Side) -> None:
        with self.write.function(
            f"bint can_reply_{side}(hk_position *p, hk_work *work)", "Whether there is a lawful move."
        ):
            self.write(
                "cdef size_t base = work.moves.count",
                f"cdef size_t count = lawful_moves_{side}(p, work, False, True)",
                "work.moves.count = base",
                "return count > 0",
            )

    def _perft(self, side: Side) -> None:
        with self.write.function(
            f"uint64_t branch_{side}(hk_position *p, hk_work *work, int depth)",
            "The number of legal move sequences of a length of two or more, first moves made.",
        ):
            self.write.text(f"""
cdef size_t i, end, base = work.moves.count
cdef uint64_t code, count = 0
cdef hk_undo undo
generate_{side}(p, work)
end = work.moves.count
for i in range(base, end):
    code = work.moves.at[i]
    make_{side}(p, code, &undo)
    count += perft_{1 - side}(p, work, depth - 1)
    unmake_{side}(p, code, &undo)
work.moves.count = base
return count
""")
        with self.write.function(
            f"uint64_t perft_{side}(hk_position *p, hk_work *work, int depth)",
            "The number of legal move sequences of a length.",
        ):
            self.write.text(f"""
cdef size_t count, base = work.moves.count
if depth == 1:
    count = legal_moves_{side}(p, work, False)
    work.moves.count = base
    return count
if hk_work_tick(work):
    pause(work)
if work.halted:
    return 0
""")
            if self.by_deltas:
                self.write("if depth == 2:", f"    return pairs_{side}(p, work)")
            self.write(f"return branch_{side}(p, work, depth)")
