"""Attacks, one pair of functions per side: `hits`/`watch_hits` look back from a square along every vector on which that
side can hit, `attacked`/`watch` ask for all royals.

Pieces that hit along the same vector in the same way share one lookup: their reaches are a table by cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, final

from hensoku.compiler.codegen import names
from hensoku.compiler.codegen.board import BoardTables
from hensoku.compiler.codegen.facts import Facts
from hensoku.compiler.codegen.pieces import GATES
from hensoku.compiler.codegen.tables import WORD
from hensoku.compiler.codegen.walks import WalkTables
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Kind, Leg, Move, Side, SquareIndex, cell_of

Region: TypeAlias = tuple[SquareIndex, ...] | None


@final
@dataclass(frozen=True, slots=True)
class Line:
    """One lookup. `leg` is the leg without its vector, reach and landings; `where` binds the attacker, `within` the
    square that it takes on; vectors and regions as the attacking side has them."""

    form: str
    vector: int
    between: tuple[int, ...]
    leg: Leg
    where: Region
    within: Region


Reaches: TypeAlias = dict[int, int]
"""How far each cell hits."""


@final
@dataclass(frozen=True, slots=True)
class ThreatEmitter:
    """Functions named after the attacking side, but for `in_check_<side>` and `watch_<side>`."""

    facts: Facts
    board: BoardTables
    walks: WalkTables
    write: Writer

    def emit(self, side: Side) -> None:
        lines = {} if self.facts.walks_attack else self.lines(side)
        self._hits(side, lines)
        self._watch_hits(side, lines)
        self._attacked(side)
        self._watch(side)

    def lines(self, side: Side) -> dict[Line, Reaches]:
        """Every way in which the side can hit, with the reach of each of its cells."""
        lines: dict[Line, Reaches] = {}
        for kind in range(self.facts.kinds):
            if not self.facts.can_take_royal(kind):
                continue
            for move, form in self.facts.lowered(kind):
                if form == "walk" or "enemy" not in move.legs[0].lands:
                    continue
                for line, reach in self._of_move(kind, move, form, side):
                    reaches = lines.setdefault(line, {})
                    cell = cell_of(kind, side)
                    reaches[cell] = max(reach, reaches.get(cell, 0))
        return lines

    def _of_move(self, kind: Kind, move: Move, form: str, side: Side) -> Iterator[tuple[Line, int]]:
        leg = move.legs[0]
        for start in leg.starts:
            gated = form == "gate"
            yield (
                Line(
                    form,
                    self.facts.seen_vector(start.vector, side),
                    tuple(self.facts.seen_vector(vector, side) for vector in start.between) if gated else (),
                    Leg((), gate=leg.gate if gated else "open", screens=leg.screens, beyond=leg.beyond),
                    self._region(move.where, side),
                    self._region(self.facts.pieces[kind].within, side),
                ),
                self.facts.farthest(leg.reach),
            )

    def _region(self, squares: Region, side: Side) -> Region:
        return None if squares is None else tuple(sorted(self.facts.seen(squares, side)))

    # ----------------------------------------------------------------------------------------------------- lookups

    def _hits(self, side: Side, lines: dict[Line, Reaches]) -> None:
        with self.write.function(
            f"bint hits_{side}(const hk_position *p, int at)",
            "Whether a piece of the side hits a square, looking back along its lines.",
        ):
            for line, reaches in lines.items():
                guard = f"{self.board.zone(line.within)}[at] and " if line.within is not None else ""
                self.write(f"if {guard}{self._call('hits', 'p', line, reaches, side)}:", "    return True")
            self.write("return False")

    def _watch_hits(self, side: Side, lines: dict[Line, Reaches]) -> None:
        with self.write.function(
            f"void watch_hits_{side}(const hk_position *p, hk_watch *watch, int at)",
            "The same, noting the squares on which it depends.",
        ):
            if not lines:
                self.write("pass")
            for line, reaches in lines.items():
                call = self._call("watch", "p, watch", line, reaches, side)
                if line.within is None:
                    self.write(call)
                else:
                    self.write(f"if {self.board.zone(line.within)}[at]:", f"    {call}")

    def _call(self, verb: str, first: str, line: Line, reaches: Reaches, side: Side) -> str:
        """A call of `hk_<form>_hits` or `hk_watch_<form>`, whose arguments agree but for the first and the last."""
        function = f"hk_{line.form}_hits" if verb == "hits" else f"hk_watch_{line.form}"
        back = self.board.back(line.vector)
        name = f"{names.REACH}{side}_{line.form}_{self.board.direction(line.vector)}"
        reach = self.board.by_cell(name, WORD, reaches)
        where = "NULL" if line.where is None else self.board.zone(line.where)
        most, turns = max(reaches.values()), int(self.facts.comes_round(line.vector))
        lift = f", {self.facts.lift}" if verb == "watch" else ""
        match line.form:
            case "ray":
                return f"{function}({first}, at, {back}, {reach}, {where}, {most}, {turns}{lift})"
            case "hop":
                fewest, limit = line.leg.screens
                beyond = int(line.leg.beyond == "next")
                screens = f"{fewest}, {limit}, {beyond}"
                return f"{function}({first}, at, {back}, {reach}, {where}, {most}, {turns}, {screens}{lift})"
            case "gate":
                path, length = self.board.path(line.vector, line.between), len(line.between)
                squares = f"{path} + {length} * ({back}[at] if {back}[at] >= 0 else 0), {length}"
                return f"{function}({first}, {back}[at], {reach}, {where}, {squares}, {GATES[line.leg.gate]})"
        raise AssertionError(f"no lookup for form {line.form!r}")

    # ------------------------------------------------------------------------------------------------------ royals

    def _attacked(self, side: Side) -> None:
        """Whether the side attacks any square of a set."""
        with self.write.function(
            f"bint attacked_{side}(const hk_position *p, const hk_set *targets)",
            "Whether the side attacks any of some squares.",
        ):
            if self.facts.held_back("captures"):
                self.write(f"if holds_royal_{side}(p):", "    return False")
            if not self.facts.walks_attack:
                self.write.text(f"""
cdef hk_set left = targets[0]
cdef int at = hk_pop(&left)
while at >= 0:
    if hits_{side}(p, at):
        return True
    at = hk_pop(&left)
""")
            if self._walkers(side):
                table = self.walks.attacks(side)
                self.write(f"return hk_walks_hit(p, &p.{self._walkers(side)}, targets, {side}, {table})")
            else:
                self.write("return False")

    def _walkers(self, side: Side) -> str:
        """The set of the side's pieces whose attacks are walked, if there can be any."""
        if self.facts.walks_attack:
            return f"own[{side}]"
        return f"walkers[{side}]" if self.facts.has_walkers else ""

    def _watch(self, enemy: Side) -> None:
        """What the enemy of a side attacks of its royals: `in_check`, and what decides about it: `watch`."""
        side = 1 - enemy
        not_bound = f"royals_left_{side}(p) != 1" if self.facts.last_royal_counts else ""
        with self.write.function(
            f"bint in_check_{side}(const hk_position *p)", "Whether a royal is attacked on which the game hangs."
        ):
            if not_bound:
                self.write(f"if {not_bound}:", "    return False")
            self.write(f"return attacked_{enemy}(p, &p.royals[{side}])")
        with self.write.function(
            f"void watch_{side}(const hk_position *p, hk_watch *watch)",
            "The squares on which it depends whether the side is in check, and whether it is; the same of facing.",
        ):
            self.write(
                f"cdef hk_set left = p.royals[{side}]",
                "cdef int at",
                f"watch.squares = p.royals[{side}]",
                "watch.checked = 0",
            )
            if self.facts.facing is not None:
                self.write("watch_facing(p, watch)")
            if not self.facts.answers_check:
                return
            if self.facts.held_back("captures"):
                self.write(f"if holds_royal_{enemy}(p):", "    return")
            if not_bound:
                self.write(f"if {not_bound}:", "    return")
            if not self.facts.walks_attack:
                self.write("at = hk_pop(&left)")
                with self.write.block("while at >= 0:"):
                    self.write(f"watch_hits_{enemy}(p, watch, at)", "at = hk_pop(&left)")
            if self._walkers(enemy):
                table, attackers = self.walks.attacks(enemy), self._walkers(enemy)
                self.write(f"hk_watch_walks(p, watch, &p.{attackers}, &p.royals[{side}], {enemy}, {table})")
