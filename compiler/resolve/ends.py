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
from hensoku.dsl.codes import finding
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

    def all(self, rules: Iterable[EndDef]) -> tuple[ir.End, ...]:
        made = []
        for rule in rules:
            if rule.kind in _KINDS:
                made.append(self._end(_KINDS[rule.kind], rule))
            else:
                self.regions.findings.append(finding("HS456", rule.span, what=f"the end {rule.kind!r}"))
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
                return ir.BareKing(_option(rule, "reply", bool))
            case "piece-count":
                return ir.PieceCount(self._kinds(rule), _option(rule, "below", int))
            case "royal-captured" | "checkmate" | "stalemate":
                return None

    def _kinds(self, rule: EndDef) -> tuple[ir.Kind, ...]:
        return self.faces.of(_option(rule, "pieces", PieceSet), self.sets)


def _option(rule: EndDef, key: str, kind: type[T]) -> T:
    """An option of an end; the builder has seen to its type."""
    value = rule.options[key].value
    assert isinstance(value, kind)
    return value
