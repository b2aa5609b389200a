"""Drops of a side, as sets of squares: most are legal without a look, the rest is tried.

A drop is tried when it may stop a check, bring one about, or fall under a rule about drops that check or mate.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.board import BoardTables
from hensoku.compiler.codegen.boardmoves import kept_royals
from hensoku.compiler.codegen.facing import asks_whether_faced, keeps_from_facing
from hensoku.compiler.codegen.facts import Facts, takes
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Drop, Kind, Side, cell_of

CHECK, MATE, STALEMATE = 1, 2, 4
"""What a drop may be forbidden to give."""


@final
@dataclass(frozen=True, slots=True)
class DropEmitter:
    """Emits `drop_is_legal_<side>`, `settle_<side>`, `checks_of_<kind>_<side>` and `drops_<side>`."""

    facts: Facts
    board: BoardTables
    write: Writer

    def emit(self, side: Side) -> None:
        self._drop_is_legal(side)
        self._settle(side)
        for face, everywhere in sorted(self._asked_faces().items()):
            self._checks_of(face, side, everywhere=everywhere)
        self.emit_some(side, f"drops_{side}", range(self.facts.kinds))

    def _drop_is_legal(self, side: Side) -> None:
        enemy, given_up = 1 - side, self._royal_can_be_given_up
        with self.write.function(
            f"bint drop_is_legal_{side}(hk_position *p, hk_work *work, uint64_t code, int forbidden)",
            "Tries a drop.",
        ):
            self.write("cdef hk_undo undo", "cdef bint legal = True")
            if self.facts.module.before_mate:
                self.write(f"cdef bint waits = waits_{side}(p, work)")
            if given_up:
                self.write(f"cdef int before = royals_left_{side}(p)")
            if asks_whether_faced(self.facts):
                self.write("cdef bint faced = faces(p)")
            self.write(f"hk_make_drop(p, code, &undo, {side})")
            if self.facts.answers_check:
                self.write(f"legal = not in_check_{side}(p)")
            if given_up:
                self.write(f"legal = legal and {kept_royals(self.facts, side)}")
            if self.facts.facing is not None:
                self.write(f"legal = legal and {keeps_from_facing(self.facts)}")
            self._effect(enemy)
            self.write(f"hk_unmake_drop(p, code, &undo, {side})", "return legal")

    def _effect(self, enemy: Side) -> None:
        """What the drop may not do to the enemy."""
        waits = bool(self.facts.module.before_mate)
        with self.write.block(f"if legal and {'(forbidden or waits)' if waits else 'forbidden'}:"):
            with self.write.block(f"if in_check_{enemy}(p):"):
                mates = f"forbidden & {MATE} and not can_reply_{enemy}(p, work)"
                self.write(f"legal = not forbidden & {CHECK} and not ({mates})")
                if waits:
                    self.write(f"legal = legal and not (waits and mated_{enemy}(p, work))")
            if any(piece.drop and piece.drop.stalemate == "illegal" for piece in self.facts.pieces):
                with self.write.block(f"elif forbidden & {STALEMATE}:"):
                    self.write(f"legal = can_reply_{enemy}(p, work)")

    @property
    def _royal_can_be_given_up(self) -> bool:
        drops = ((kind, piece.drop) for kind, piece in enumerate(self.facts.pieces) if piece.drop)
        return any(self.facts.drop_gives_up_royal(kind, face) for kind, drop in drops for face in drop.faces)

    def _settle(self, side: Side) -> None:
        """The legal ones among the drops of one face on a set of squares: their number, and the moves if listed."""
        with self.write.function(
            f"size_t settle_{side}(hk_position *p, hk_work *work, const hk_watch *watch, uint64_t start,\n"
            "        hk_set *squares, const hk_set *asked, int forbidden, bint listed, bint first)",
            "The number of legal drops of one face on some squares; they are added if `listed`.",
        ):
            self.write.text(f"""
cdef hk_set tried
cdef size_t count
cdef int at
hk_split(squares, &tried, watch, asked, {int(self.facts.drops_expose)})
count = hk_count(squares)
if listed:
    hk_push_drops(&work.moves, start, squares)
at = hk_pop(&tried)
while at >= 0 and not (first and count):
    if drop_is_legal_{side}(p, work, start | <uint64_t>at, forbidden):
        count += 1
        if listed:
            hk_append(&work.moves, start | <uint64_t>at)
    at = hk_pop(&tried)
return count
""")

    def emit_some(self, side: Side, name: str, kinds: Iterable[Kind]) -> None:
        """A function of the drops of some kinds."""
        with self.write.function(
            f"size_t {name}(hk_position *p, hk_work *work, const hk_watch *watch, bint listed, bint first)",
            "The number of legal drops; they are added if `listed`. If `first` is enough, only whether there are any.",
        ):
            self.write("cdef hk_set squares, asked", "cdef size_t count = 0", "cdef uint16_t on_file[HK_FILES]")
            first = self.facts.module.first
            if first:
                self.write(f"cdef bint places = places_{side}(p)")
            for kind in kinds:
                piece = self.facts.pieces[kind]
                if piece.drop is not None and piece.drop.faces:
                    later = " and not places" if first and kind not in first else ""
                    with self.write.block(f"if p.hands[{side}][{kind}]{later}:"):
                        self.write.origin(piece.line, piece.name)
                        self._drops_of(kind, piece.drop, side)
            self.write("return count")

    def _drops_of(self, kind: Kind, drop: Drop, side: Side) -> None:
        limit = drop.file_limit
        if limit is not None and set(limit.kinds) & set(drop.faces):
            limited = self.board.by_cell("LIMITED_0", "uint8_t", {cell_of(k, side): 1 for k in limit.kinds})
            self.write(f"hk_count_files(p, {side}, {limited}, FILES, on_file, HK_FILES)")
        for face in dict.fromkeys(drop.faces):
            stuck = set(self.facts.pieces[face].stuck) if drop.stuck == "illegal" else set()
            allowed = self.board.set(self.facts.seen((s for s in drop.squares if s not in stuck), side))
            self.write(f"hk_set_empty(p, &squares, &{allowed})")
            if limit is not None and face in limit.kinds:
                self.write(f"hk_without_full_files(&squares, on_file, HK_FILES, {limit.count}, FILE_SETS)")
            asked = "NULL"
            if self._is_asked(kind, drop, face):
                self.write(f"checks_of_{face}_{side}(p, &asked)")
                asked = "&asked"
            effects = ((drop.check, CHECK), (drop.mate, MATE), (drop.stalemate, STALEMATE))
            forbidden = sum(flag for rule, flag in effects if rule == "illegal")
            self.write(
                f"count += settle_{side}(p, work, watch, hk_start_drop({kind}, {face}), &squares, {asked},"
                f" {forbidden}, listed, first)"
            )
            self.write("if first and count:", "    return count")

    # ------------------------------------------------------------------------------------------- drops that check

    def _is_asked(self, kind: Kind, drop: Drop, face: Kind) -> bool:
        """Whether a drop may be illegal for what it does, apart from leaving or answering a check."""
        waits = bool(self.facts.module.before_mate)
        return waits or "illegal" in (drop.mate, drop.check) or self._tried_everywhere(kind, drop, face)

    def _tried_everywhere(self, kind: Kind, drop: Drop, face: Kind) -> bool:
        """Whether it may bring about a check of its own side, face another piece, or forbidden stalemate, wherever it
        ends."""
        royal = self.facts.pieces[kind].royal or self.facts.pieces[face].royal
        faces = self.facts.facing is not None and face in self.facts.facing.kinds
        return faces or drop.stalemate == "illegal" or (self.facts.answers_check and (royal or self.facts.lends_across))

    def _asked_faces(self) -> dict[Kind, bool]:
        """The faces of drops that are asked about; true where that goes for every square."""
        asked: dict[Kind, bool] = {}
        for kind, piece in enumerate(self.facts.pieces):
            for face in piece.drop.faces if piece.drop else ():
                if piece.drop and self._is_asked(kind, piece.drop, face):
                    asked[face] = asked.get(face, False) or self._tried_everywhere(kind, piece.drop, face)
        return asked

    def _checks_of(self, face: Kind, side: Side, *, everywhere: bool) -> None:
        """The squares from which a dropped face may check: seen from the enemy's royals, back along its lines."""
        with self.write.function(
            f"void checks_of_{face}_{side}(const hk_position *p, hk_set *asked)",
            "The squares on which the drop of a face may give check.",
        ):
            attacking = [lowered for lowered in self.facts.lowered(face) if takes(lowered[0])]
            odd = any(form not in ("ray", "gate") for _, form in attacking)
            all_squares = f"asked[0] = {self.board.set(range(self.facts.squares))}"
            if everywhere or odd or self.facts.drops_expose:
                self.write(all_squares)
                return
            enemy = 1 - side
            self.write(f"cdef hk_set left = p.royals[{enemy}]", "cdef int at = hk_pop(&left)")
            self.write(f"if in_check_{enemy}(p):", f"    {all_squares}", "    return", "hk_clear(asked)")
            with self.write.block("while at >= 0:"):
                for move, _ in attacking:
                    leg = move.legs[0]
                    for start in leg.starts:
                        vector = self.facts.seen_vector(start.vector, side)
                        back, turns = self.board.back(vector), int(self.facts.comes_round(vector))
                        reach = self.facts.farthest(leg.reach)
                        self.write(f"hk_mark_ray(p, asked, at, {back}, {reach}, {turns})")
                self.write("at = hk_pop(&left)")
