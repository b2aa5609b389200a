"""Rules to IR: royals, borrowing, trades, repetition."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, final

from hensoku.compiler.geometry import OCTANTS, Geometry
from hensoku.compiler.ir import types as ir
from hensoku.compiler.lower_moves import lower_moves
from hensoku.compiler.resolve.faces import Faces
from hensoku.compiler.resolve.places import place
from hensoku.compiler.resolve.sets import Regions, Sets
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import (
    BorrowDef,
    EvaluationDef,
    FacingDef,
    PieceSet,
    RepetitionDef,
    RoyalsDef,
    TradeDef,
    said,
)
from hensoku.dsl.findings import Finding
from hensoku.dsl.moves.nodes import Moves
from hensoku.dsl.source import Span

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
        _LOST[said(rules.lost_when, "royals", "lost_when")],
        _CHECK[said(rules.check, "royals", "check")],
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
        findings.append(
            finding("HS457", rule.rule.span, help='such as "vR" or "Q"', rule="royals.facing", text=rule.along.text)
        )
        return None
    vectors = tuple(dict.fromkeys(start.vector for leg in legs for start in leg.starts))
    return ir.Facing(kinds, vectors, _FACING[rule.rule.value])


def _is_limited(leg: ir.Leg) -> bool:
    """Whether a leg does not simply go on to the first piece."""
    return leg.reach != 0 or leg.least != 1 or leg.skip != 0 or leg.screens != (0, 0) or leg.gate != "open"


def borrow(rule: BorrowDef, geometry: Geometry, findings: list[Finding]) -> ir.Borrow | None:
    """Donors stand where single steps or leaps lead."""
    vectors = _steps(rule.from_, "borrow.from", rule.span, geometry, findings)
    return ir.Borrow(vectors, _WHOSE[rule.of], _MODES[rule.mode]) if vectors else None


@final
@dataclass(frozen=True)
class Trade:
    """What a rule about trades is made from."""

    rule: TradeDef
    faces: Faces
    sets: Sets
    geometry: Geometry
    findings: list[Finding]

    def protection(self) -> ir.Protection:
        rule = self.rule
        worthless = self._kinds(rule.worthless) if rule.worthless else ()
        excuses = tuple(face.kind for face in self.faces.all if face.kind not in worthless)
        return ir.Protection(self._kinds(rule.pieces), self._targets(), self._near(), excuses)

    def counter_strike(self) -> ir.CounterStrike | None:
        return None if self.rule.counter_strike else ir.CounterStrike(self._kinds(self.rule.pieces), self._targets())

    def _targets(self) -> tuple[ir.Kind, ...]:
        return self._kinds(self.rule.targets or self.rule.pieces)

    def _kinds(self, wanted: PieceSet) -> tuple[ir.Kind, ...]:
        return self.faces.printed(wanted, self.sets)

    def _near(self) -> tuple[int, ...]:
        near = self.rule.near
        if near is None:
            return tuple(self.geometry.vector(*step) for step in OCTANTS)
        return () if near == "none" else _steps(near, "trade.near", self.rule.span, self.geometry, self.findings)


def _steps(moves: Moves, rule: str, span: Span, geometry: Geometry, findings: list[Finding]) -> tuple[int, ...]:
    """The vectors of single steps or leaps; empty with a finding if the moves are anything else."""
    lowered, problems = lower_moves(moves, geometry, {})
    findings += problems
    legs = [move.legs[0] for move in lowered if len(move.legs) == 1 and not move.tests and not move.initial]
    plain = len(legs) == len(lowered) and all(leg.reach == 1 and leg.gate == "open" for leg in legs)
    if not plain or not legs:
        findings.append(finding("HS457", span, help='such as "bW" or "sW"', rule=rule, text=moves.text))
        return ()
    return tuple(dict.fromkeys(start.vector for leg in legs for start in leg.starts))


def repetition(rule: RepetitionDef) -> ir.Repetition:
    loser = said(rule.loser, "repetition", "loser")
    return ir.Repetition(
        rule.times.value,
        _REPEATED[rule.result.value],
        _LOSERS[loser],
        _PERPETUAL[rule.perpetual.value],
        line=place(rule.span),
    )


def evaluation(
    numbers: EvaluationDef,
    pieces: tuple[ir.Piece, ...],
    faces: Faces,
    sets: Sets,
    regions: Regions,
    held: Collection[ir.Kind],
    findings: list[Finding],
) -> tuple[ir.Weight, ...]:
    """The numbers that a definition says: one for each printed face that a set names, the last that names it; those of
    squares all count. `held` are the kinds that may be in hand."""
    by_piece: dict[tuple[str, str], int] = {}
    for name, values in numbers.by_set.items():
        for wanted, value in values:
            kinds = faces.printed(wanted, sets)
            by_piece |= {(name, pieces[kind].id): value.value for kind in kinds}
            if name == "hand" and not any(kind in held for kind in kinds):
                findings.append(_never_held(wanted, pieces, kinds))
    of_pieces = (ir.Weight(name, value, piece) for (name, piece), value in by_piece.items())
    of_squares = (
        ir.Weight("square", value.value, pieces[kind].id, regions.squares(region))
        for wanted, region, value in numbers.on_squares
        for kind in faces.printed(wanted, sets)
    )
    return (*of_pieces, *of_squares, *(ir.Weight(name, value.value) for name, value in numbers.whole.items()))


def _never_held(wanted: PieceSet, pieces: tuple[ir.Piece, ...], kinds: Sequence[ir.Kind]) -> Finding:
    names = [pieces[kind].id for kind in kinds]
    bases = list(dict.fromkeys(pieces[pieces[kind].base].id for kind in kinds))
    told = f"a piece is in hand as it was printed: {', '.join(bases)}" if bases != names else None
    what = ", ".join(names) or "what is named here"
    return finding("HS440", wanted.span, problem=f"{what} cannot be in hand, so it has no worth there", help=told)
