"""The ends that a position shows by itself, or that may be declared: `end_of`, `declared_end`, and what they ask."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never, final

from hensoku.compiler.codegen.board import BoardTables
from hensoku.compiler.codegen.counting import CountingEmitter
from hensoku.compiler.codegen.facts import SIDES, Facts
from hensoku.compiler.codegen.walks import WalkTables
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import (
    AFTER_MATE,
    BareKing,
    CheckCount,
    DeadPosition,
    End,
    Impasse,
    Kind,
    MoveLimit,
    PassedFacing,
    Passes,
    PieceCount,
    Side,
    Try,
    cell_of,
)
from hensoku.runtime.contract import DRAW, winner_by


@final
@dataclass(frozen=True, slots=True)
class EndEmitter:
    """Emits `end_of`, `declared_end`, and what they ask: `reached_<i>_<side>` and others for the end of index i."""

    facts: Facts
    board: BoardTables
    walks: WalkTables
    write: Writer

    @property
    def counting(self) -> CountingEmitter:
        return CountingEmitter(self.facts, self.board, self.write)

    @property
    def can_end(self) -> bool:
        ends = enumerate(self.facts.module.ends)
        return any(self._condition(index, end, side) for index, end in ends for side in SIDES)

    def emit(self) -> None:
        for side in SIDES:
            for index, end in enumerate(self.facts.module.ends):
                self._questions(index, end, side)
        if any(end.kind in AFTER_MATE for end in self.facts.module.ends):
            self._has_move()
        self._end_of()
        self._declared_end()
        self.counting.credit()

    def _end_of(self) -> None:
        with self.write.function(
            "int end_of(hk_position *p, hk_work *work, int *winner)",
            "The first end that the position shows, -1 if none, and who has won.",
        ):
            for index, end in enumerate(self.facts.module.ends):
                for side in SIDES:
                    condition = self._condition(index, end, side)
                    if condition:
                        self.write.origin(end.line, end.path)
                        with self.write.block(f"if {condition}:"):
                            self._end(index, end, side)
            self.write("return -1")

    def _end(self, index: int, end: End, side: Side) -> None:
        if end.kind in AFTER_MATE:
            self.write("if not has_move(p, work):  # mate and stalemate go before it", "    return -1")
        self.write(f"winner[0] = {self._winner(index, end, side)}", f"return {index}")

    def _winner(self, index: int, end: End, side: Side) -> str:
        """Who has won when the end is there and names a side."""
        winner = str(winner_by(end.result, side))
        match end.terms:
            case PassedFacing(tally) | Passes(_, tally) if tally is not None:
                return f"tally_{index}(p)"
            case Impasse():
                return f"{winner} if impasse_{index}_{side}(p) == 2 else {DRAW}" if any(end.terms.drawn) else winner
            case _:
                both = self._both(index, end)
                return f"{DRAW} if {both} else {winner}" if both else winner

    def _declared_end(self) -> None:
        with self.write.function(
            "int declared_end(const hk_position *p, int *winner)",
            "The first end that the side to move may declare, -1 if none, and who has won.",
        ):
            for index, end in enumerate(self.facts.module.ends):
                for side in SIDES if isinstance(end.terms, Impasse) and end.terms.declared else ():
                    self.write.origin(end.line, end.path)
                    with self.write.block(f"if p.turn == {side} and impasse_{index}_{side}(p):"):
                        self.write(f"winner[0] = {self._winner(index, end, side)}", f"return {index}")
            self.write("return -1")

    def _condition(self, index: int, end: End, side: Side) -> str:
        """When the end is there and names a side; empty if that cannot be."""
        other = 1 - side
        match end.terms:
            case None:
                return self._loses_royals(side) if end.kind == "royal-captured" else ""
            case Try():
                return f"reached_{index}_{side}(p)"
            case CheckCount(1):
                return f"p.turn == {other} and in_check_{other}(p)"
            case CheckCount(count):
                return f"p.checks[{side}] >= {count} and (p.turn == {other} or p.checks[{other}] < {count})"
            case BareKing() as terms:
                return self._is_bared(terms, side)
            case PieceCount():
                return f"few_{index}_{side}(p) and (p.turn == {side} or not few_{index}_{other}(p))"
            case PassedFacing():
                return f"p.turn == {other} and p.passes and faces(p)"
            case Passes(times):
                return f"p.turn == {other} and p.passes >= {times}"
            case Impasse(declared=declared):
                return "" if declared else f"p.turn == {side} and impasse_{index}_{side}(p)"
            case DeadPosition() if end.result == "draw":  # whoever is to move
                return f"dead_{index}(p)" if side == 0 else ""
            case DeadPosition():
                return f"p.turn == {side} and dead_{index}(p)"
            case MoveLimit():
                return ""
            case _:
                assert_never(end.terms)

    def _is_bared(self, terms: BareKing, side: Side) -> str:
        other = 1 - side
        bared = f"bare_{side}(p) and (bare_{other}(p) or not poor_{other}(p))"
        if terms.threat:
            both = f"bare_{other}(p) and can_bare_{other}(p, work)"
            return f"{bared} and not can_bare_{side}(p, work) and not ({both})"
        if terms.reply:
            return f"{bared} and (p.turn == {other} or bare_{other}(p) or not can_bare_{side}(p, work))"
        return bared

    def _loses_royals(self, side: Side) -> str:
        other = 1 - side
        if not self.facts.can_lose_royals(side):
            return ""
        # should both sides have none left, the side to move has lost: its royal was taken last
        last = f" and (p.turn == {side} or royals_left_{other}(p) > 0)" if self.facts.can_lose_royals(other) else ""
        return f"royals_left_{side}(p) == 0{last}"

    def _both(self, index: int, end: End) -> str:
        """When the end is there for both sides at once, which is a draw; empty if that makes no difference."""
        match end.terms:
            case Try():
                return f"reached_{index}_0(p) and reached_{index}_1(p)"
            case BareKing():
                return "bare_0(p) and bare_1(p)"
            case _:
                return ""

    # --------------------------------------------------------------------------------------------------- questions

    def _questions(self, index: int, end: End, side: Side) -> None:
        match end.terms:
            case Try():
                self._reached(index, end.terms, side)
            case BareKing() as terms:
                self._bare(terms, side)
                if terms.reply:
                    self._can_bare(terms, side)
            case PieceCount():
                self._few(index, end.terms, side)
            case Impasse():
                self.counting.impasse(index, end.terms, side)
            case PassedFacing(tally) | Passes(_, tally) if tally is not None and side == 0:
                self.counting.tally(index, tally)
            case DeadPosition() if side == 0:
                self.counting.dead(index, end.terms)
            case _:
                pass

    def _reached(self, index: int, terms: Try, side: Side) -> None:
        enemy = 1 - side
        if terms.safe:
            self._takes(enemy)
        with self.write.function(
            f"bint reached_{index}_{side}(const hk_position *p)", "Whether the side has a piece on its goal."
        ):
            goal = self.board.set(self.facts.seen(terms.goal, side))
            self.write("cdef hk_set found", "cdef int at")
            self.write(f"hk_find(p, &found, {side}, &{goal}, {self._cells(terms.kinds, side)})")
            if not terms.safe:
                self.write("return hk_any(&found)")
                return
            self.write.text(f"""
at = hk_pop(&found)
while at >= 0:
    if not takes_{enemy}(p, at):
        return True
    at = hk_pop(&found)
return False
""")

    def _takes(self, side: Side) -> None:
        with self.write.function(
            f"bint takes_{side}(const hk_position *p, int at)", "Whether the side attacks what stands on a square."
        ):
            self.write("cdef hk_set target")
            if self.facts.held_back("captures"):
                self.write(f"if holds_royal_{side}(p):", "    return False")
            self.write("hk_clear(&target)", "hk_add(&target, at)")
            self.write(f"return hk_walks_hit(p, &p.own[{side}], &target, {side}, {self.walks.takers(side)})")

    def _bare(self, terms: BareKing, side: Side) -> None:
        """Each side's pieces are counted but for royals, and, in `poor`, weak ones."""
        single = ("royals_left_0(p) == 1", "royals_left_1(p) == 1") if terms.single else ()
        for name, spared, more, doc in (
            ("bare", (), single, "Whether the side has nothing left but royals."),
            ("poor", terms.weak, (), "Whether the side has nothing left but royals and weak pieces."),
        ):
            held = [kind for kind in self.facts.module.hand_order if not self._is_spared(kind, spared)]
            conditions = [*(f"not p.hands[{side}][{kind}]" for kind in held), *more]
            with self.write.function(f"bint {name}_{side}(const hk_position *p)", doc):
                self._unless_army(terms, spared, side)
                self.write(f"return {' and '.join(conditions) or 'True'}")

    def _is_spared(self, kind: Kind, spared: tuple[Kind, ...]) -> bool:
        return self.facts.pieces[kind].royal or kind in spared

    def _unless_army(self, terms: BareKing, spared: tuple[Kind, ...], side: Side) -> None:
        """Returns false if the side has a piece, but for royals, spared kinds and, if they are ignored, those that are
        stuck."""
        army = [kind for kind in range(self.facts.kinds) if not self._is_spared(kind, spared)]
        everywhere = self.board.set(range(self.facts.squares))
        stuck = {kind: self.facts.pieces[kind].stuck for kind in army if terms.ignore_stuck}
        free = [kind for kind in army if not stuck.get(kind)]
        found = [f"hk_finds(p, {side}, &{everywhere}, {self._cells(free, side)})"]
        for kind in army:
            if stuck.get(kind):
                squares = set(range(self.facts.squares)) - self.facts.seen(stuck[kind], side)
                found.append(f"hk_finds(p, {side}, &{self.board.set(squares)}, {self._cells([kind], side)})")
        self.write(f"if {' or '.join(found)}:", "    return False")

    def _can_bare(self, terms: BareKing, side: Side) -> None:
        """Whoever is to move, with a threat."""
        enemy = 1 - side
        taken = f" or royals_left_{enemy}(p) == 0" if self.facts.can_lose_royals(enemy) else ""
        with self.write.function(
            f"bint can_bare_{side}(hk_position *p, hk_work *work)",
            "Whether the side can at once take all but royals and weak pieces of the other, or its last royal.",
        ):
            self.write("cdef int turn = p.turn, struck = p.struck")
            if terms.threat:
                self.write(f"p.turn, p.struck = {side}, -1")
            self.write.text(f"""
cdef size_t i, base = work.moves.count
cdef bint bares = False, was_poor = poor_{enemy}(p)
cdef hk_undo undo
lawful_moves_{side}(p, work, True, False)
for i in range(base, work.moves.count):
    make_{side}(p, work.moves.at[i], &undo)
    bares = bares or (not was_poor and poor_{enemy}(p)){taken}
    unmake_{side}(p, work.moves.at[i], &undo)
work.moves.count = base
p.turn, p.struck = turn, struck
return bares
""")

    def _few(self, index: int, terms: PieceCount, side: Side) -> None:
        with self.write.function(
            f"bint few_{index}_{side}(const hk_position *p)", "Whether the side has too few pieces left."
        ):
            everywhere = self.board.set(range(self.facts.squares))
            self.write("cdef hk_set found")
            self.write(f"hk_find(p, &found, {side}, &{everywhere}, {self._cells(terms.kinds, side)})")
            self.write(f"return hk_count(&found) < {terms.below}")

    def _has_move(self) -> None:
        with self.write.function(
            "bint has_move(hk_position *p, hk_work *work)", "Whether the side to move has a lawful move."
        ):
            self.write("return can_reply_0(p, work) if p.turn == 0 else can_reply_1(p, work)")

    def _cells(self, kinds: Iterable[Kind], side: Side) -> str:
        return self.board.by_cell("WANTED_0", "uint8_t", {cell_of(kind, side): 1 for kind in kinds})
