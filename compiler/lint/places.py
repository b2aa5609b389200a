"""Regions that nobody can enter."""

from __future__ import annotations

from collections.abc import Iterator

from hensoku.compiler.ir import types as ir
from hensoku.compiler.lint.facts import Facts
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import Region
from hensoku.dsl.findings import Finding
from hensoku.dsl.source import Span


def closed_zones(facts: Facts) -> Iterator[Finding]:
    """A promotion zone, or the region of a move, in which the piece can never stand; a region for drops without a
    square, unless it is `none` in so many words."""
    told: set[Span] = set()
    for kind, piece in enumerate(facts.module.pieces):
        if kind not in facts.on_board:
            continue
        for region in _regions(facts, kind, piece):
            if region.span in told or not facts.is_own(region.span):
                continue
            if not facts.reach.meets([kind], facts.regions.squares(region)):
                told.add(region.span)
                yield finding("HS484", region.span, who=facts.name(kind), what="can never stand in this region")
    yield from _closed_drops(facts)


def _regions(facts: Facts, kind: ir.Kind, piece: ir.Piece) -> Iterator[Region]:
    """Where a kind promotes, and where some of its moves hold."""
    face, rules = facts.faces.all[kind], facts.definition.promotion
    if piece.promotion is not None and face.face is None:
        for zones in (rules.zone, rules.again):
            zone = facts.sets.value(zones, face.piece.id.value)
            if zone is not None and any(trigger.zone for trigger in piece.promotion.triggers):
                yield zone.value
    yield from (group.where for group in facts.moves(kind) if group.where is not None)


def _closed_drops(facts: Facts) -> Iterator[Finding]:
    for kind, piece in enumerate(facts.module.pieces):
        if piece.drop is None or piece.drop.squares or kind not in facts.in_play:
            continue
        region = facts.sets.value(facts.definition.drops.region, facts.faces.all[kind].piece.id.value)
        if region is not None and not region.value.is_none and facts.is_own(region.span):
            yield finding("HS484", region.span, who=facts.name(kind), what="can be dropped nowhere in this region")


def closed_goals(facts: Facts) -> Iterator[Finding]:
    """A goal of a try that none of its pieces can come to."""
    for rule, end in ((rule, end) for rule in facts.definition.ends for end in facts.module.ends):
        goal = rule.options.get("goal")
        if rule.kind != "try" or goal is None or not isinstance(end.terms, ir.Try) or not facts.is_own(goal.span):
            continue
        if not facts.reach.meets(end.terms.kinds, end.terms.goal):
            yield finding("HS484", goal.span, who="no piece of this end", what="can ever stand on its goal")
