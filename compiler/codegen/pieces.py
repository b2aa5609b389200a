"""How each kind of piece moves: one function per side and set of moves, and the loop over a side's pieces."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final

from hensoku.compiler.codegen import names
from hensoku.compiler.codegen.board import BoardTables
from hensoku.compiler.codegen.facts import Facts, Lowered
from hensoku.compiler.codegen.walks import WalkTables, lands_mask
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Form, Gate, Kind, Leg, Move, Side

GATES: Final[dict[Gate, int]] = {"open": 0, "empty": 0, "occupied": 1}


@final
@dataclass(slots=True)
class PieceEmitter:
    """Emits `moves_of_<side>`: the moves of a kind from a square, whether or not a royal is then attacked."""

    facts: Facts
    board: BoardTables
    walks: WalkTables
    write: Writer
    _emitted: dict[tuple[Side, tuple[Lowered, ...], bool], str] = field(default_factory=dict)

    def emit(self, side: Side) -> None:
        calls: dict[str, list[Kind]] = {}
        for kind in range(self.facts.kinds):
            if self.facts.pieces[kind].moves:
                calls.setdefault(self._function(kind, side), []).append(kind)
        self._dispatch(side, calls)

    def _function(self, kind: Kind, side: Side) -> str:
        """The function of a kind's moves; kinds that move alike share one."""
        lowered, repeats = self.facts.lowered(kind), self.facts.kind_lowering(kind).repeats
        key = (side, tuple((_unplaced(move), form) for move, form in lowered), repeats)
        if key not in self._emitted:
            piece = self.facts.pieces[kind]
            self._emitted[key] = name = f"{names.numbered(piece.name, kind)}_moves_{side}"
            with self.write.function(
                f"void {name}(const hk_position *p, hk_work *work, uint64_t start, int at)",
                "Adds the moves from a square.",
            ):
                self.write.origin(piece.line, piece.name)
                self._body(kind, side, repeats)
        return self._emitted[key]

    def _body(self, kind: Kind, side: Side, repeats: bool) -> None:
        lowered = self.facts.lowered(kind)
        plain = [(move, form) for move, form in lowered if form != "walk"]
        walked = [move for move, form in lowered if form == "walk"]
        room = sum(self._most_results(move) for move, _ in plain)
        if room:
            self.write(f"if not hk_reserve(&work.moves, {room}):", "    return")
        for move, form in plain:
            self.write.origin(move.line, move.text)
            self._plain(move, form, side, repeats)
        if walked:
            for move in walked:
                self.write.origin(move.line, move.text)
            self.write(f"hk_walk(p, work, at, {side}, &{self.walks.table(side, walked)})")

    def _plain(self, move: Move, form: Form, side: Side, repeats: bool) -> None:
        lines = [self._call(move.legs[0], form, i, side, repeats) for i in range(len(move.legs[0].starts))]
        if move.where is None:
            self.write(*lines)
            return
        with self.write.block(f"if {self.board.zone(self.facts.seen(move.where, side))}[at]:"):
            self.write(*lines)

    def _call(self, leg: Leg, form: Form, index: int, side: Side, repeats: bool) -> str:
        start = leg.starts[index]
        vector = self.facts.seen_vector(start.vector, side)
        step, reach = self.board.step(vector), self.facts.farthest(leg.reach)
        tail = f"{side}, {lands_mask(leg)}, {int(repeats)})"
        turns = int(self.facts.comes_round(vector))
        match form:
            case "ray" if reach == 1:
                return f"hk_step(p, work, start, {step}[at], {tail}"
            case "ray":
                return f"hk_slide(p, work, start, {step}, {reach}, {turns}, {tail}"
            case "hop":
                least, most = leg.screens
                beyond = int(leg.beyond == "next")
                return f"hk_hop(p, work, start, {step}, {reach}, {turns}, {least}, {most}, {beyond}, {tail}"
            case "gate":
                between = tuple(self.facts.seen_vector(passed, side) for passed in start.between)
                path, length = self.board.path(vector, between), len(between)
                gate = GATES[leg.gate]
                return f"hk_gated_step(p, work, start, {step}[at], {path} + {length} * at, {length}, {gate}, {tail}"
        raise AssertionError(f"no call for form {form!r}")

    def _most_results(self, move: Move) -> int:
        leg = move.legs[0]
        return len(leg.starts) * self.facts.farthest(leg.reach)

    def _dispatch(self, side: Side, calls: dict[str, list[Kind]]) -> None:
        with self.write.function(
            f"void moves_of_{side}(const hk_position *p, hk_work *work, int kind, int at)",
            "Adds the moves that a kind has from a square.",
        ):
            self.write("cdef uint64_t start = hk_start(at)")
            word = "if"
            for name, kinds in calls.items():
                self.write(f"{word} {is_one_of('kind', kinds)}:", f"    {name}(p, work, start, at)")
                word = "elif"


def _unplaced(move: Move) -> Move:
    """The move without what is for reading only."""
    return Move(move.legs, move.initial, move.passes, move.tests, move.where)


def is_one_of(name: str, values: list[int]) -> str:
    return " or ".join(f"{name} == {value}" for value in values)
