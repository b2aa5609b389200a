"""Ends of the game to IR: each with its terms, in the order in which they go before each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, final, get_args

from hensoku.compiler.ir import types as ir
from hensoku.compiler.resolve.faces import Faces
from hensoku.compiler.resolve.places import place
from hensoku.compiler.resolve.rules import RESULTS
from hensoku.compiler.resolve.sets import Regions, Sets
from hensoku.dsl.definition import EndDef, PieceSet, Region

_KINDS: Final[Mapping[str, ir.EndKind]] = {kind.replace("-", "_"): kind for kind in get_args(ir.EndKind)}


@final
@dataclass(frozen=True)
class Ends:
    """What ends are made from."""

    faces: Faces
    sets: Sets
    regions: Regions
    setups: tuple[ir.Setup, ...]

    def all(self, rules: Iterable[EndDef]) -> tuple[ir.End, ...]:
        made = [self._end(_KINDS[rule.kind], rule) for rule in rules]
        order = get_args(ir.EndKind)
        return tuple(sorted(made, key=lambda end: order.index(end.kind)))

    def _end(self, kind: ir.EndKind, rule: EndDef) -> ir.End:
        result = RESULTS[rule.result.value]
        return ir.End(kind, result, f"ends.{rule.kind}", place(rule.span), self._terms(kind, rule))

    def _terms(self, kind: ir.EndKind, rule: EndDef) -> ir.Terms | None:
        match kind:
            case "try":
                goal = self.regions.squares(rule.option("goal", Region))
                return ir.Try(self._kinds(rule), goal, rule.option("safe", bool))
            case "check-count":
                return ir.CheckCount(rule.option("count", int))
            case "bare-king":
                return self._bare_king(rule)
            case "piece-count":
                return ir.PieceCount(self._kinds(rule), rule.option("below", int))
            case "facing":
                return ir.PassedFacing(self._tally(rule))
            case "passes":
                return ir.Passes(rule.option("times", int), self._tally(rule))
            case "impasse":
                return self._impasse(rule)
            case "move-limit":
                moves, captures = rule.option("moves", int), rule.option("after_capture", bool)
                return ir.MoveLimit(moves, captures, self._kinds(rule, "after_move_of"))
            case "dead-position":
                return ir.DeadPosition(self._kinds(rule))
            case "royal-captured" | "checkmate" | "stalemate":
                return None

    def _kinds(self, rule: EndDef, key: str = "pieces") -> tuple[ir.Kind, ...]:
        return self.faces.of(rule.option(key, PieceSet), self.sets)

    def _bare_king(self, rule: EndDef) -> ir.BareKing:
        threat = rule.option("threat", bool)
        return ir.BareKing(
            reply=threat or rule.option("reply", bool),
            threat=threat,
            single=rule.option("single", bool),
            ignore_stuck=rule.option("ignore_stuck", bool),
            weak=self.faces.printed(rule.option("weak", PieceSet), self.sets),
        )

    def _impasse(self, rule: EndDef) -> ir.Impasse:
        points, credit = self._points(rule), rule.option("credit", int)
        return ir.Impasse(
            zone=self.regions.squares(rule.option("zone", Region)),
            entered=rule.option("entered", int),
            points=points,
            needed=_pair(rule, "needed"),
            drawn=_pair(rule, "drawn"),
            declared=rule.option("declared", bool),
            checked=rule.option("checked", bool),
            credit=credit,
            credits=_credits(points, self.setups) if credit >= 0 else (),
            both=rule.option("both", bool),
        )

    def _tally(self, rule: EndDef) -> ir.Tally | None:
        return ir.Tally(self._points(rule), _pair(rule, "bonus")) if rule.option("points", tuple) else None

    def _points(self, rule: EndDef) -> tuple[int, ...]:
        """By kind; a later entry wins, and what none names counts nothing."""
        points = [0] * len(self.faces.all)
        for entry in rule.option("points", tuple):
            for kind in self.faces.of(entry.pieces, self.sets):
                points[kind] = entry.value.value
        return tuple(points)


def _credits(points: tuple[int, ...], setups: tuple[ir.Setup, ...]) -> tuple[int, ...]:
    """What each setup lacks of what the first counts."""
    totals = [_total(points, setup) for setup in setups]
    return tuple(max(0, totals[0] - total) for total in totals)


def _total(points: tuple[int, ...], setup: ir.Setup) -> int:
    """What everything in a setup counts."""
    on_board = sum(points[ir.kind_of(cell)] for cell in setup.cells if cell != ir.EMPTY)
    return on_board + sum(points[kind] * count for hand in setup.hands for kind, count in enumerate(hand))


def _pair(rule: EndDef, key: str) -> tuple[int, int]:
    first, second = rule.option(key, tuple)
    return first, second
