"""Rules to IR: royals, borrowing, repetition. What the IR cannot carry yet is an error, never left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hensoku.compiler.geometry import Geometry
from hensoku.compiler.ir import types as ir
from hensoku.compiler.lower_moves import lower_moves
from hensoku.compiler.resolve.faces import Faces
from hensoku.compiler.resolve.places import place
from hensoku.compiler.resolve.sets import Sets
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import BorrowDef, Definition, FacingDef, RepetitionDef, RoyalsDef
from hensoku.dsl.findings import Finding

RESULTS: Final[Mapping[str, ir.Result]] = {"loss": "loss", "win": "win", "draw": "draw"}
_LOST: Final[Mapping[str, ir.LostWhen]] = {"any": "any", "all": "all"}
_CHECK: Final[Mapping[str, ir.CheckRule]] = {"answered": "answered", "ignored": "ignored"}
_FORBIDDEN: Final[Mapping[str, ir.Forbidden]] = {"captures": "captures", "promotion": "promotion"}
_WHOSE: Final[Mapping[str, ir.Whose]] = {"friend": "friend", "enemy": "enemy", "any": "any"}
_MODES: Final[Mapping[str, ir.BorrowMode]] = {"replace": "replace", "add": "add"}
_REPEATED: Final[Mapping[str, ir.RepetitionResult]] = {**RESULTS, "illegal": "illegal"}
_LOSERS: Final[Mapping[str, ir.Loser]] = {
    "repeater": "repeater",
    "first_mover": "first-mover",
    "sente": "sente",
    "gote": "gote",
}
_FACING: Final[Mapping[str, ir.FacingRule]] = {"illegal": "illegal", "answered": "answered"}
_PERPETUAL: Final[Mapping[str, ir.Perpetual]] = {"loss": "loss", "none": "none"}


def royals(rules: RoyalsDef, faces: Faces, sets: Sets, geometry: Geometry, findings: list[Finding]) -> ir.Royals:
    facing = rules.facing if rules.facing and rules.facing.rule.value in _FACING else None
    return ir.Royals(
        _LOST[rules.lost_when.value] if rules.lost_when else "any",
        _CHECK[rules.check.value] if rules.check else "answered",
        _facing(facing, faces, sets, geometry, findings) if facing else None,
        tuple(dict.fromkeys(_FORBIDDEN[word] for word in rules.in_hand_forbids)),
    )


def _facing(rule: FacingDef, faces: Faces, sets: Sets, geometry: Geometry, findings: list[Finding]) -> ir.Facing | None:
    """Lines are files, or what slides without limit follow."""
    kinds = faces.of(rule.pieces, sets) if rule.pieces else faces.royals(sets)
    if rule.along is None:
        return ir.Facing(kinds, (geometry.vector(0, 1), geometry.vector(0, -1)), _FACING[rule.rule.value])
    moves, problems = lower_moves(rule.along, geometry, {})
    findings += problems
    legs = [move.legs[0] for move in moves if len(move.legs) == 1 and not move.tests and not move.initial]
    if not legs or len(legs) != len(moves) or any(_is_limited(leg) for leg in legs):
        findings.append(finding("HS457", rule.rule.span, help='such as "vR" or "Q"', text=rule.along.text))
        return None
    vectors = tuple(dict.fromkeys(start.vector for leg in legs for start in leg.starts))
    return ir.Facing(kinds, vectors, _FACING[rule.rule.value])


def _is_limited(leg: ir.Leg) -> bool:
    """Whether a leg does not simply go on to the first piece."""
    return leg.reach != 0 or leg.least != 1 or leg.skip != 0 or leg.screens != (0, 0) or leg.gate != "open"


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
    if definition.trade is not None:
        yield finding("HS456", definition.trade.span, what="the trade of lions")
