"""The board moves of a side: its pieces' moves with promotion, and what remains of them when royals must be safe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from hensoku.compiler.codegen import names
from hensoku.compiler.codegen.board import BoardTables
from hensoku.compiler.codegen.facing import asks_whether_faced, keeps_from_facing
from hensoku.compiler.codegen.facts import Facts
from hensoku.compiler.codegen.pieces import is_one_of
from hensoku.compiler.codegen.tables import BYTE, Tables
from hensoku.compiler.codegen.walks import WalkTables
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Kind, Promotion, Protection, Side, Trigger, cell_of

BEGAN_INSIDE, ENDS_INSIDE = 2, 1


KEEP_NOT_FULL: Final = """
kept = base
for i in range(base, work.moves.count):
    face = hk_becomes(work.moves.at[i]) - 1
    if face < 0 or not full[face]:
        work.moves.at[kept] = work.moves.at[i]
        kept += 1
work.moves.count = kept
"""
"""Leaves out the moves by which a piece becomes what its side has enough of."""


def trigger_masks(trigger: Trigger) -> tuple[int, int]:
    """When a quiet and when a taking move promotes: bit `2 * (began inside) + (ends inside)`."""
    anyhow = sum(
        1 << path
        for path, holds in (
            (ENDS_INSIDE, trigger.enter),
            (BEGAN_INSIDE, trigger.leave),
            (BEGAN_INSIDE + ENDS_INSIDE, trigger.within),
        )
        if holds
    )
    touching = 1 << ENDS_INSIDE | 1 << BEGAN_INSIDE | 1 << BEGAN_INSIDE + ENDS_INSIDE
    return anyhow | touching * trigger.quiet, anyhow | touching * trigger.capture


def kept_royals(facts: Facts, side: Side) -> str:
    """Whether a side that had `before` royals has kept those on which its game hangs."""
    if facts.last_royal_counts:
        return f"(royals_left_{side}(p) > 0 or before == 0)"
    return f"royals_left_{side}(p) >= before"


@final
@dataclass(frozen=True, slots=True)
class BoardMoveEmitter:
    """Emits `finish_<side>`, `board_moves_<side>`, `spare_<side>`, `stays_safe_<side>` and `keep_legal_<side>`."""

    facts: Facts
    board: BoardTables
    walks: WalkTables
    tables: Tables
    write: Writer

    def emit(self, side: Side) -> None:
        self._finish(side)
        if self.facts.limited:
            self._find_full(side)
        self._board_moves(side)
        if self.facts.spares:
            self._spare(side)
        if self.facts.moves_keep_file_limit:
            self._keep_in_files(side)
        if self.facts.binds_moves:
            self._stays_safe(side)
            self._keep_legal(side)

    # ------------------------------------------------------------------------------------------------ one piece's

    def _finish(self, side: Side) -> None:
        """What the mover's own face says about its moves, whoever lent them."""
        with self.write.function(
            f"void finish_{side}(const hk_position *p, hk_work *work, int kind, size_t base)",
            "What the mover's own face says about its moves from `base` on: where they may end, what they may become.",
        ):
            vias = int(self.facts.has_vias)
            if self.facts.has_confined or self.facts.has_forbidden:
                self.write(f"hk_confine(p, &work.moves, base, hk_cell_of(kind, {side}))")
            if self.facts.held_back("captures"):
                self.write(f"if holds_royal_{side}(p):", f"    hk_keep_quiet(p, &work.moves, base, {vias})")
            if self.facts.held_back("promotion"):
                self.write(f"cdef bint held_back = holds_royal_{side}(p)")
            if self.facts.limited:
                self.write(f"cdef uint8_t full[{self.facts.kinds}]", "cdef size_t i, kept", "cdef int face")
                self.write(f"find_full_{side}(p, kind, full)")
            calls: dict[str, list[Kind]] = {}
            for kind, piece in enumerate(self.facts.pieces):
                targets = piece.promotion and [target for target in piece.promotion.targets if target != kind]
                if piece.promotion and targets and piece.promotion.triggers:
                    calls.setdefault(self._promote(kind, piece.promotion, targets, side), []).append(kind)
            for word, (call, kinds) in zip(["if"] + ["elif"] * len(calls), calls.items(), strict=False):
                with self.write.block(f"{word} {is_one_of('kind', kinds)}:"):
                    self.write(call)
            if self.facts.limited:
                self.write.text(KEEP_NOT_FULL)
            elif not calls:
                self.write("pass")

    def _find_full(self, side: Side) -> None:
        everywhere = self.board.set(range(self.facts.squares))
        with self.write.function(
            f"void find_full_{side}(const hk_position *p, int kind, uint8_t *full)",
            "Marks the kinds of which the side has so many beside a piece of some kind that it may not become one.",
        ):
            self.write("cdef hk_set found", "cdef int face")
            self.write(f"for face in range({self.facts.kinds}):", "    full[face] = 0")
            for limit in self.facts.promotion_limits:
                cells = self.board.by_cell("LIMITED_0", BYTE, {cell_of(kind, side): 1 for kind in limit.kinds})
                self.write(f"hk_find(p, &found, {side}, &{everywhere}, {cells})")
                with self.write.block(f"if hk_count(&found) - {self._kinds(limit.kinds)}[kind] >= {limit.count}:"):
                    self.write(*(f"full[{face}] = 1" for face in limit.kinds))

    def _protection(self, rule: Protection, side: Side) -> str:
        sets = ", ".join(map(self._kinds, (rule.takers, rule.targets, rule.excuses)))
        steps = [self.board.step(self.facts.seen_vector(vector, side)) for vector in rule.near]
        near = "0"
        if steps:
            values = "{" + ", ".join(steps) + "}"
            near = self.tables.define("NEAR_0", "const int16_t *const", f"[{len(steps)}]", values, declare=False)
        name, value = f"{names.PROTECTION}{side}", f"{{{sets}, {near}, {len(steps)}}}"
        return self.tables.define(name, "const hk_protection", "", value)

    def _kinds(self, named: tuple[Kind, ...]) -> str:
        """A table by kind: whether it is named."""
        return self.tables.numbers("KINDS_0", BYTE, [int(kind in named) for kind in range(self.facts.kinds)])

    def _promote(self, kind: Kind, promotion: Promotion, targets: list[Kind], side: Side) -> str:
        rows = []
        for trigger in promotion.triggers:
            quiet, taking = trigger_masks(trigger)
            rows.append(f"{{{self.board.zone(self.facts.seen(trigger.zone, side))}, {quiet}, {taking}}}")
        count, vias = len(rows), int(self.facts.has_vias)
        triggers = self.tables.define(
            f"{names.TRIGGERS}{side}", "const hk_trigger", f"[{count}]", "{" + ", ".join(rows) + "}"
        )
        unique = sorted(set(targets))
        becomes = self.tables.numbers(f"{names.BECOMES}{kind}", "uint16_t", [target + 1 for target in unique])
        most = f"0 if held_back else {len(unique)}" if self.facts.held_back("promotion") else str(len(unique))
        must = self._forced(kind, promotion, side) if kind not in promotion.targets else "NULL"
        barred = self._barred(kind, unique, side) if promotion.forced == "stuck" else "NULL"
        call = f"hk_promote(p, &work.moves, base, {triggers}, {count}, {{}}, {becomes}, {barred}, {{}}, {vias})"
        if promotion.forced != "always" or not set(unique) <= self.facts.limited:
            return call.format(must, most)
        full = " and ".join(f"full[{face}]" for face in unique)
        if self.facts.held_back("promotion"):
            full += " and not held_back"
        return f"if {full}:\n    {call.format(self._stuck(kind, side), 0)}\nelse:\n    {call.format(must, most)}"

    def _barred(self, kind: Kind, targets: list[Kind], side: Side) -> str:
        """By target, the tables of the squares where it could never move and need not be chosen."""
        stuck = {face: set(self.facts.pieces[face].stuck) for face in (kind, *targets)}
        hopeless = set.intersection(*stuck.values())
        if not any(stuck[target] - hopeless for target in targets):
            return "NULL"
        zones = (stuck[target] - hopeless for target in targets)
        rows = [self.board.zone(self.facts.seen(zone, side)) if zone else "0" for zone in zones]
        values = "{" + ", ".join(rows) + "}"
        return self.tables.define("BARRED_0", "const uint8_t *const", f"[{len(rows)}]", values)

    def _forced(self, kind: Kind, promotion: Promotion, side: Side) -> str:
        """The table of the squares on which a promotion that is possible is forced."""
        match promotion.forced:
            case "never":
                return "NULL"
            case "always":
                return self.board.zone(range(self.facts.squares))
            case "stuck":
                return self._stuck(kind, side)

    def _stuck(self, kind: Kind, side: Side) -> str:
        stuck = self.facts.seen(self.facts.pieces[kind].stuck, side)
        return self.board.zone(stuck) if stuck else "NULL"

    # ------------------------------------------------------------------------------------------------ all pieces'

    def _board_moves(self, side: Side) -> None:
        with self.write.function(
            f"void board_moves_{side}(const hk_position *p, hk_work *work)",
            "Adds the moves of all pieces, whatever rule is against them.",
        ):
            borrow = self.facts.module.borrow
            self.write(f"cdef hk_set left = p.own[{side}]", "cdef size_t base")
            self.write("cdef int kind, at = hk_pop(&left)")
            if borrow:
                self.write("cdef int i, donor", "cdef bint borrows")
            with self.write.block("while at >= 0:"):
                self.write("kind = hk_kind(p.cells[at])", "base = work.moves.count")
                if self.facts.compares:
                    self.write("hk_seen_start(&work.seen)")
                if borrow:
                    self._borrowed(side)
                else:
                    self.write(f"moves_of_{side}(p, work, kind, at)")
                self.write(f"finish_{side}(p, work, kind, base)", "at = hk_pop(&left)")

    def _borrowed(self, side: Side) -> None:
        self.write("borrows = False")
        with self.write.block("for i in range(HK_DONORS):"):
            self.write(f"donor = hk_donor(p, {side}, i, at)")
            with self.write.block("if donor >= 0:"):
                self.write("borrows = True", f"moves_of_{side}(p, work, donor, at)")
        with self.write.block("if HK_KEEPS_OWN or not borrows:"):
            self.write(f"moves_of_{side}(p, work, kind, at)")

    def _spare(self, side: Side) -> None:
        with self.write.function(
            f"void spare_{side}(const hk_position *p, hk_work *work, size_t base)",
            "Drops from the moves from `base` on those that rules about captures forbid.",
        ):
            # who may not take back protects nothing
            could_take = f"if not holds_royal_{1 - side}(p):\n    " if self.facts.held_back("captures") else ""
            for rule in self.facts.module.protections:
                spared = f"p, &work.moves, base, &{self._protection(rule, side)}, {self.walks.takers(1 - side)}"
                self.write(f"{could_take}hk_spare_protected({spared})")
            if self.facts.module.counter_strike is not None:
                self.write("hk_strike_not_back(p, &work.moves, base)")

    def _keep_in_files(self, side: Side) -> None:
        """Only where a file limit binds board moves: each move is made and the file counted."""
        with self.write.function(
            f"bint fits_file_{side}(hk_position *p, uint64_t code)",
            "Whether a board move keeps to the limit of pieces on a file.",
        ):
            self.write("cdef hk_undo undo", "cdef bint fits = True", "cdef int kind")
            self.write(f"make_{side}(p, code, &undo)", "kind = hk_kind(p.cells[hk_to(code)])")
            word = "if"
            for kind, piece in enumerate(self.facts.pieces):
                drop = self.facts.pieces[piece.base].drop
                limit = drop.file_limit if drop else None
                if limit is None or not limit.moves or kind not in limit.kinds:
                    continue
                limited = self.board.by_cell("LIMITED_0", "uint8_t", {cell_of(k, side): 1 for k in limit.kinds})
                self.write(f"{word} kind == {kind}:")
                self.write(
                    f"    fits = hk_file_holds(p, hk_to(code), {side}, {limited}, FILES, HK_FILES, {limit.count})"
                )
                word = "elif"
            self.write(f"unmake_{side}(p, code, &undo)", "return fits")
        with self.write.function(
            f"void keep_in_files_{side}(hk_position *p, hk_work *work, size_t base)",
            "Keeps the moves from `base` on that fit their file.",
        ):
            self.write.text(f"""
cdef size_t i, kept = base
for i in range(base, work.moves.count):
    if fits_file_{side}(p, work.moves.at[i]):
        work.moves.at[kept] = work.moves.at[i]
        kept += 1
work.moves.count = kept
""")

    # --------------------------------------------------------------------------------------------------- legality

    def _stays_safe(self, side: Side) -> None:
        """Whether a move leaves the mover without a check, with the royals on which its game hangs, and not facing."""
        answers, given_up = self.facts.answers_check, self.facts.answers_check and self.facts.royal_can_be_given_up
        with self.write.function(
            f"bint stays_safe_{side}(hk_position *p, uint64_t code)",
            "Whether a board move leaves its side without a check.",
        ):
            self.write("cdef hk_undo undo", "cdef bint safe")
            if given_up:
                self.write(f"cdef int before = royals_left_{side}(p)")
            if asks_whether_faced(self.facts):
                self.write("cdef bint faced = faces(p)")
                self.write(f"if faced and hk_is_pass(p, code, {int(self.facts.has_vias)}):", "    return True")
            conditions = (
                f"not in_check_{side}(p)" if answers else "",
                kept_royals(self.facts, side) if given_up else "",
                keeps_from_facing(self.facts),
            )
            self.write(f"make_{side}(p, code, &undo)")
            self.write(f"safe = {' and '.join(condition for condition in conditions if condition)}")
            self.write(f"unmake_{side}(p, code, &undo)", "return safe")

    def _keep_legal(self, side: Side) -> None:
        """A move that touches no watched square leaves the royals as they are: safe, or in check."""
        with self.write.function(
            f"void keep_legal_{side}(hk_position *p, hk_work *work, size_t base, const hk_watch *watch)",
            "Keeps the legal ones of the moves from `base` on: only those that touch a watched square must be tried.",
        ):
            self.write("cdef size_t i, kept = base", "cdef uint64_t code")
            with self.write.block("for i in range(base, work.moves.count):"):
                self.write("code = work.moves.at[i]")
                with self.write.block(f"if {self._must_be_tried(side)}:"):
                    self.write(f"if not stays_safe_{side}(p, code):", "    continue")
                self.write("elif watch.checked:", "    continue")
                self.write("work.moves.at[kept] = code", "kept += 1")
            self.write("work.moves.count = kept")

    def _must_be_tried(self, side: Side) -> str:
        vias = int(self.facts.has_vias)
        if self.facts.lends_across or self.facts.becomes_facing:
            return "True"
        conditions = [f"hk_touches(watch, code, {vias})"]
        if self.facts.becomes_royal:
            conditions.append(f"hk_turns_royal(code, {side})")
        lenders_taken = self.facts.module.borrow and not self.facts.walks_attack
        if lenders_taken or self.facts.captures_end_check:
            conditions.append(f"hk_takes(p, code, {vias})")
        if asks_whether_faced(self.facts):
            conditions.append("hk_from(code) == hk_to(code)")
        return " or ".join(conditions)
