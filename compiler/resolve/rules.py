"""Rules to IR: royals, borrowing, repetition. What the IR cannot carry yet is an error, never left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hensoku.compiler.geometry import Geometry
from hensoku.compiler.ir import types as ir
from hensoku.compiler.lower_moves import lower_moves
from hensoku.compiler.resolve.places import place
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import BorrowDef, Definition, RepetitionDef, RoyalsDef
from hensoku.dsl.findings import Finding

RESULTS: Final[Mapping[str, ir.Result]] = {"loss": "loss", "win": "win", "draw": "draw"}
_LOST: Final[Mapping[str, ir.LostWhen]] = {"any": "any", "all": "all"}
_CHECK: Final[Mapping[str, ir.CheckRule]] = {"answered": "answered", "ignored": "ignored"}
_WHOSE: Final[Mapping[str, ir.Whose]] = {"friend": "friend", "enemy": "enemy", "any": "any"}
_MODES: Final[Mapping[str, ir.BorrowMode]] = {"replace": "replace", "add": "add"}
_REPEATED: Final[Mapping[str, ir.RepetitionResult]] = {**RESULTS, "illegal": "illegal"}
_LOSERS: Final[Mapping[str, ir.Loser]] = {"repeater": "repeater", "sente": "sente", "gote": "gote"}
_PERPETUAL: Final[Mapping[str, ir.Perpetual]] = {"loss": "loss", "none": "none"}


def royals(rules: RoyalsDef) -> ir.Royals:
    return ir.Royals(
        _LOST[rules.lost_when.value] if rules.lost_when else "any",
        _CHECK[rules.check.value] if rules.check else "answered",
    )


def borrow(rule: BorrowDef, geometry: Geometry, findings: list[Finding]) -> ir.Borrow | None:
    """Donors stand where single steps or leaps lead."""
    moves, problems = lower_moves(rule.from_, geometry, {})
    findings += problems
    legs = [move.legs[0] for move in moves if len(move.legs) == 1 and not move.tests and not move.initial]
    plain = len(legs) == len(moves) and all(leg.reach == 1 and leg.gate == "open" for leg in legs)
    if not plain or not legs:
        findings.append(finding("HS457", rule.span, help='such as "bW" or "sW"', text=rule.from_.text))
        return None
    vectors = tuple(dict.fromkeys(start.vector for leg in legs for start in leg.starts))
    return ir.Borrow(vectors, _WHOSE[rule.of], _MODES[rule.mode])


def repetition(rule: RepetitionDef) -> ir.Repetition:
    loser = rule.loser.value if rule.loser else "repeater"
    return ir.Repetition(
        rule.times.value,
        _REPEATED[rule.result.value],
        _LOSERS[loser],
        _PERPETUAL[rule.perpetual.value],
        line=place(rule.span),
    )


def not_yet(definition: Definition) -> Iterator[Finding]:
    """What the language says and the IR cannot carry yet."""
    facing = definition.royals.facing
    if facing is not None and facing.value != "allowed":
        yield finding("HS456", facing.span, what="royals that may not face each other")
    if definition.passing:
        yield finding("HS456", definition.span, what="passing a turn")
    if definition.trade is not None:
        yield finding("HS456", definition.trade.span, what="the trade of lions")
