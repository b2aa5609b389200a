"""Pieces that face each other, and passes: `faces`, `watch_facing`, `pass_<side>`, and what a move must keep to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.board import BoardTables
from hensoku.compiler.codegen.facts import Facts
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Facing, Side, cell_of


def keeps_from_facing(facts: Facts) -> str:
    """Whether a move that has been made keeps the rule on facing; `faced`: whether pieces faced each other before."""
    if facts.facing is None:
        return ""
    return "not faces(p)" if facts.facing.rule == "illegal" else "not (faced and faces(p))"


def asks_whether_faced(facts: Facts) -> bool:
    """Whether that depends on the position before the move."""
    return facts.facing is not None and facts.facing.rule == "answered"


@final
@dataclass(frozen=True, slots=True)
class FacingEmitter:
    facts: Facts
    board: BoardTables
    write: Writer

    def emit(self) -> None:
        rule = self.facts.facing
        with self.write.function("bint faces(const hk_position *p)", "Whether pieces face each other."):
            if rule is None:
                self.write("return False")
            else:
                self._along_lines(rule, "if hk_meets(p, at, {step}, {other}):", "    return True")
                self.write("return False")
        if rule is not None:
            self._watch(rule)

    def _watch(self, rule: Facing) -> None:
        """Every piece that may face another is watched as well: wherever it comes from, it may come to a line."""
        with self.write.function(
            "void watch_facing(const hk_position *p, hk_watch *watch)",
            "Adds the squares on which it depends whether pieces face each other.",
        ):
            if rule.rule == "answered":
                self.write("if not faces(p):", "    return")
            call = "hk_watch_facing(p, watch, at, {step}, {other}, " + f"{self.facts.lift})"
            self._along_lines(rule, call)
            self.write(f"hk_find(p, &left, 1, &{self._everywhere}, {self._cells(rule, 1)})", "at = hk_pop(&left)")
            self.write("while at >= 0:", "    hk_add(&watch.squares, at)", "    at = hk_pop(&left)")

    def _along_lines(self, rule: Facing, *lines: str) -> None:
        """Some lines for each piece of side 0 and each direction."""
        self.write("cdef hk_set left", "cdef int at")
        self.write(f"hk_find(p, &left, 0, &{self._everywhere}, {self._cells(rule, 0)})", "at = hk_pop(&left)")
        with self.write.block("while at >= 0:"):
            for vector in rule.vectors:
                self.write(*(line.format(step=self.board.step(vector), other=self._cells(rule, 1)) for line in lines))
            self.write("at = hk_pop(&left)")

    def emit_pass(self, side: Side) -> None:
        """The move that hands over the turn is the first royal's, to where it stands."""
        binds = f" and stays_safe_{side}(p, code)" if self.facts.binds_moves else ""
        with self.write.function(
            f"void pass_{side}(hk_position *p, hk_work *work, size_t base)",
            "Adds the pass, if it is legal and not among the moves from `base` on.",
        ):
            self.write.text(f"""
cdef uint64_t code
cdef int at
if not hk_any(&p.royals[{side}]):
    return
at = hk_first(&p.royals[{side}])
code = hk_start(at) | <uint64_t>at
if not hk_listed(&work.moves, base, code){binds}:
    hk_append(&work.moves, code)
""")

    @property
    def _everywhere(self) -> str:
        return self.board.set(range(self.facts.squares))

    def _cells(self, rule: Facing, side: Side) -> str:
        return self.board.by_cell("WANTED_0", "uint8_t", {cell_of(kind, side): 1 for kind in rule.kinds})
