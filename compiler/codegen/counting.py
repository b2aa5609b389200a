"""Ends that count what the sides have: `tally_<i>`, `impasse_<i>_<side>`, `dead_<i>`; and `credit_of`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.board import BoardTables
from hensoku.compiler.codegen.facts import SIDES, Facts
from hensoku.compiler.codegen.tables import WORD
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import DeadPosition, Impasse, Side, Tally, cell_of
from hensoku.runtime.contract import DRAW


@final
@dataclass(frozen=True, slots=True)
class CountingEmitter:
    facts: Facts
    board: BoardTables
    write: Writer

    def tally(self, index: int, tally: Tally) -> None:
        with self.write.function(
            f"int tally_{index}(const hk_position *p)", f"The side that has more points, {DRAW} for equal ones."
        ):
            sente, gote = (
                f"hk_points(p, {side}, &{self._everywhere}, {self._table(tally.points)}) + {tally.bonus[side]}"
                for side in SIDES
            )
            self.write(f"cdef int sente = {sente}", f"cdef int gote = {gote}")
            self.write(f"return {DRAW} if sente == gote else 0 if sente > gote else 1")

    def impasse(self, index: int, terms: Impasse, side: Side) -> None:
        zone = self.board.set(self.facts.seen(terms.zone, side))
        with self.write.function(
            f"int impasse_{index}_{side}(const hk_position *p)",
            "Whether the side has entered the zone with enough points: 2, or with enough for a draw: 1.",
        ):
            self.write(f"cdef hk_set inside = p.own[{side}]", "cdef int points")
            self.write(f"if not hk_any(&p.royals[{side}]) or not hk_all_inside(&p.royals[{side}], &{zone}):")
            self.write("    return 0")
            if terms.both:
                other = f"&p.royals[{1 - side}]"
                theirs = self.board.set(self.facts.seen(terms.zone, 1 - side))
                self.write(f"if not hk_any({other}) or not hk_all_inside({other}, &{theirs}):", "    return 0")
            self.write(f"hk_keep(&inside, &{zone})")
            self.write(f"if hk_count(&inside) - hk_count(&p.royals[{side}]) < {terms.entered}:", "    return 0")
            if not terms.checked:
                self.write(f"if in_check_{side}(p):", "    return 0")
            self.write(f"points = hk_points(p, {side}, &{zone}, {self._table(terms.points)})")
            if side == terms.credit:
                self.write("points += p.credit")
            drawn = terms.drawn[side]
            otherwise = f"1 if points >= {drawn} else 0" if drawn else "0"
            self.write(f"return 2 if points >= {terms.needed[side]} else {otherwise}")

    def credit(self) -> None:
        """What an impasse adds in a game that begins with a setup; nothing where it is another position."""
        module = self.facts.module
        added = next((end.terms.credits for end in module.ends if isinstance(end.terms, Impasse)), ())
        with self.write.function(
            "int credit_of(const hk_position *p)", "The points that an impasse adds in a game that begins here."
        ):
            for setup, points in zip(module.setups, added, strict=False):
                if points:
                    cells = self.board.tables.numbers("SETUP_0", WORD, setup.cells, per_row=module.board.files)
                    rows = "{" + ", ".join("{" + ", ".join(map(str, hand)) + "}" for hand in setup.hands) + "}"
                    hands = self.board.tables.define("HANDS_0", f"const {WORD}", f"[2][{self.facts.kinds}]", rows)
                    self.write(f"if hk_is_setup(p, {cells}, {hands}, {setup.turn}):", f"    return {points}")
            self.write("return 0")

    def dead(self, index: int, terms: DeadPosition) -> None:
        with self.write.function(
            f"bint dead_{index}(const hk_position *p)", "Whether nothing but pieces without effect is left."
        ):
            wanted = self.board.by_cell(
                "WANTED_0", "uint8_t", {cell_of(kind, side): 1 for kind in terms.kinds for side in SIDES}
            )
            self.write("return " + " and ".join(f"hk_has_only(p, {side}, {wanted})" for side in SIDES))

    def _table(self, points: Iterable[int]) -> str:
        return self.board.tables.numbers("POINTS_0", WORD, list(points), per_row=32)

    @property
    def _everywhere(self) -> str:
        return self.board.set(range(self.facts.squares))
