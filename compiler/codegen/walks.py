"""Tables for the moves that are walked leg by leg (`runtime/include/hensoku/walk.h`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, assert_never, final

from hensoku.compiler.codegen import names
from hensoku.compiler.codegen.board import BoardTables
from hensoku.compiler.codegen.facts import Facts, takes
from hensoku.compiler.codegen.tables import BYTE, Tables
from hensoku.compiler.ir.types import (
    Comparison,
    Gate,
    Kind,
    KindTest,
    Landing,
    Leg,
    Move,
    RankTest,
    Side,
    Slot,
    Start,
    Test,
)

LANDS: Final[dict[Landing, str]] = {
    "empty": "HK_EMPTY",
    "enemy": "HK_ENEMY",
    "friend": "HK_FRIEND",
    "hop": "HK_HOP",
    "hop-friend": "HK_HOP_FRIEND",
}
GATES: Final[dict[Gate, str]] = {"open": "HK_GATE_OPEN", "empty": "HK_GATE_EMPTY", "occupied": "HK_GATE_OCCUPIED"}
SLOTS: Final[dict[Slot, str]] = {"self": "HK_SELF", "screen": "HK_SCREEN", "target": "HK_TARGET", "via": "HK_VIA"}
COMPARISONS: Final[dict[Comparison, str]] = {
    "<": "HK_LESS",
    "<=": "HK_AT_MOST",
    "=": "HK_EQUAL",
    "!=": "HK_UNEQUAL",
    ">=": "HK_AT_LEAST",
    ">": "HK_MORE",
}
OWN_RANK: Final = -1


def lands_mask(leg: Leg) -> str:
    """Where a leg may land, as an expression in C and in Cython."""
    return " | ".join(name for landing, name in LANDS.items() if landing in leg.lands)


@final
@dataclass(frozen=True, slots=True)
class WalkTables:
    """Defines the tables of moves as a side sees them."""

    facts: Facts
    tables: Tables
    board: BoardTables

    def table(self, side: Side, moves: Sequence[Move]) -> str:
        """An `hk_moves`."""
        return self.tables.define(names.WALK + "0", "const hk_moves", "", self._moves(side, moves))

    def attacks(self, side: Side) -> str:
        """An `hk_moves` for each kind: the moves that have to be walked to see what the kind attacks."""
        rows = (self._moves(side, tuple(self._attacking(kind))) for kind in range(self.facts.kinds))
        return self.tables.define(f"ATTACKS_{side}", "const hk_moves", f"[{self.facts.kinds}]", _braces(rows))

    def takers(self, side: Side) -> str:
        """An `hk_moves` for each kind: all its moves that take something."""
        taking = (tuple(move for move, _ in self.facts.lowered(k) if takes(move)) for k in range(self.facts.kinds))
        rows = (self._moves(side, moves) for moves in taking)
        return self.tables.define(f"TAKERS_{side}", "const hk_moves", f"[{self.facts.kinds}]", _braces(rows))

    def _attacking(self, kind: Kind) -> Iterable[Move]:
        return (
            move
            for move, form in self.facts.lowered(kind)
            if takes(move) and (form == "walk" or self.facts.walks_attack)
        )

    def _moves(self, side: Side, moves: Sequence[Move]) -> str:
        if not moves:
            return "{0, 0}"
        rows = _braces(self._move(side, move) for move in moves)
        return f"{{{self._define('MOVES', 'hk_move', len(moves), rows)}, {len(moves)}}}"

    def _move(self, side: Side, move: Move) -> str:
        legs = self._define("LEGS", "hk_leg", len(move.legs), _braces(self._leg(side, leg) for leg in move.legs))
        tests = "0"
        if move.tests:
            tests = self._define("TESTS", "hk_test", len(move.tests), _braces(self._test(test) for test in move.tests))
        where = "0" if move.where is None else self.board.zone(self.facts.seen(move.where, side))
        flags = f"{len(move.legs)}, {len(move.tests)}, {int(move.initial)}, {int(move.passes)}"
        return f"{{{legs}, {tests}, {where}, {flags}}}"

    def _leg(self, side: Side, leg: Leg) -> str:
        starts, turns = self._directions(leg), "0"
        rows = _braces(self._direction(side, leg, start, eighth) for start, eighth in starts)
        directions = self._define("DIRECTIONS", "hk_direction", len(starts), rows)
        if leg.turns:
            turns = self.tables.numbers("TURNS_0", BYTE, [turn % 8 for turn in leg.turns])
        values = (
            0 if leg.turns else len(starts),
            len(leg.turns),
            self.facts.farthest(leg.reach),
            leg.least,
            leg.skip,
            GATES[leg.gate],
            *leg.screens,
            int(leg.beyond == "next"),
            int(leg.circle),
            lands_mask(leg),
        )
        return f"{{{directions}, {turns}, {', '.join(str(value) for value in values)}}}"

    def _directions(self, leg: Leg) -> tuple[tuple[Start, int], ...]:
        """A first leg's starts, or all eight directions of a later one, each with its eighth."""
        ring = self.facts.module.board.rings[leg.ring].vectors if leg.ring >= 0 else ()
        if not leg.turns:
            return tuple((start, ring.index(start.vector) if ring else 0) for start in leg.starts)
        return tuple((Start(vector, self._between(leg, eighth)), eighth) for eighth, vector in enumerate(ring))

    def _between(self, leg: Leg, eighth: int) -> tuple[int, ...]:
        """The lame path of a later leg: the unit steps in its direction."""
        board = self.facts.module.board
        stride = board.rings[leg.ring].stride
        if leg.gate == "open" or stride == 1:
            return ()
        unit = next(ring for ring in board.rings if ring.stride == 1)
        return (unit.vectors[eighth],) * (stride - 1)

    def _direction(self, side: Side, leg: Leg, start: Start, eighth: int) -> str:
        step = self.board.step(self.facts.seen_vector(start.vector, side))
        between = "0"
        if start.between and leg.gate != "open":
            steps = _braces(self.board.step(self.facts.seen_vector(vector, side)) for vector in start.between)
            between = self.tables.define(
                "BETWEEN_0", "const int16_t *const", f"[{len(start.between)}]", steps, declare=False
            )
        return f"{{{step}, {between}, {len(start.between)}, {eighth}}}"

    def _test(self, test: Test) -> str:
        match test:
            case KindTest(slot, kinds, among):
                table = self.tables.numbers("KINDS_0", BYTE, [int(k in kinds) for k in range(self.facts.kinds)])
                return f"{{{SLOTS[slot]}, {table}, {int(among)}, HK_EQUAL, 0}}"
            case RankTest(slot, comparison, other):
                rank = OWN_RANK if other == "self" else other
                return f"{{{SLOTS[slot]}, 0, 0, {COMPARISONS[comparison]}, {rank}}}"
            case _:
                assert_never(test)

    def _define(self, name: str, kind: str, count: int, value: str) -> str:
        return self.tables.define(f"{name}_0", f"const {kind}", f"[{count}]", value, declare=False)


def _braces(items: Iterable[str]) -> str:
    return "{" + ", ".join(items) + "}"
