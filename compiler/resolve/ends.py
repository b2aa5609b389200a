"""Ends of the game to IR: each with its terms, in the order in which they go before each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar, final, get_args

from hensoku.compiler.ir import types as ir
from hensoku.compiler.resolve.faces import Faces
from hensoku.compiler.resolve.places import place
from hensoku.compiler.resolve.rules import RESULTS
from hensoku.compiler.resolve.sets import Regions, Sets
from hensoku.dsl.definition import EndDef, PieceSet, Region

T = TypeVar("T")

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
                goal = self.regions.squares(_option(rule, "goal", Region))
                return ir.Try(self._kinds(rule), goal, _option(rule, "safe", bool))
            case "check-count":
                return ir.CheckCount(_option(rule, "count", int))
            case "bare-king":
                return self._bare_king(rule)
            case "piece-count":
                return ir.PieceCount(self._kinds(rule), _option(rule, "below", int))
            case "facing":
                return ir.PassedFacing(self._tally(rule))
            case "passes":
                return ir.Passes(_option(rule, "times", int), self._tally(rule))
            case "impasse":
                return self._impasse(rule)
            case "move-limit":
                moves, captures = _option(rule, "moves", int), _option(rule, "after_capture", bool)
                return ir.MoveLimit(moves, captures, self._kinds(rule, "after_move_of"))
            case "dead-position":
                return ir.DeadPosition(self._kinds(rule))
            case "royal-captured" | "checkmate" | "stalemate":
                return None

    def _kinds(self, rule: EndDef, key: str = "pieces") -> tuple[ir.Kind, ...]:
        return self.faces.of(_option(rule, key, PieceSet), self.sets)

    def _bare_king(self, rule: EndDef) -> ir.BareKing:
        threat = _option(rule, "threat", bool)
        return ir.BareKing(
            reply=threat or _option(rule, "reply", bool),
            threat=threat,
            single=_option(rule, "single", bool),
            ignore_stuck=_option(rule, "ignore_stuck", bool),
            weak=self.faces.printed(_option(rule, "weak", PieceSet), self.sets),
        )

    def _impasse(self, rule: EndDef) -> ir.Impasse:
        points, credit = self._points(rule), _option(rule, "credit", int)
        return ir.Impasse(
            zone=self.regions.squares(_option(rule, "zone", Region)),
            entered=_option(rule, "entered", int),
            points=points,
            needed=_pair(rule, "needed"),
            drawn=_pair(rule, "drawn"),
            declared=_option(rule, "declared", bool),
            checked=_option(rule, "checked", bool),
            credit=credit,
            credits=_credits(points, self.setups) if credit >= 0 else (),
            both=_option(rule, "both", bool),
        )

    def _tally(self, rule: EndDef) -> ir.Tally | None:
        return ir.Tally(self._points(rule), _pair(rule, "bonus")) if _option(rule, "points", tuple) else None

    def _points(self, rule: EndDef) -> tuple[int, ...]:
        """By kind; a later entry wins, and what none names counts nothing."""
        points = [0] * len(self.faces.all)
        for entry in _option(rule, "points", tuple):
            for kind in self.faces.of(entry.pieces, self.sets):
                points[kind] = entry.value.value
        return tuple(points)


def _credits(points: tuple[int, ...], setups: tuple[ir.Setup, ...]) -> tuple[int, ...]:
    """What each setup lacks of what the first counts."""
    first, *_ = totals = [_total(points, setup) for setup in setups]
    return tuple(max(0, first - total) for total in totals)


def _total(points: tuple[int, ...], setup: ir.Setup) -> int:
    """What everything in a setup counts."""
    on_board = sum(points[ir.kind_of(cell)] for cell in setup.cells if cell != ir.EMPTY)
    return on_board + sum(points[kind] * count for hand in setup.hands for kind, count in enumerate(hand))


def _pair(rule: EndDef, key: str) -> tuple[int, int]:
    first, second = _option(rule, key, tuple)
    return first, second


def _option(rule: EndDef, key: str, kind: type[T]) -> T:
    """An option of an end; the builder has seen to its type."""
    value = rule.options[key].value
    assert isinstance(value, kind)
    return value
