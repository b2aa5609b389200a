"""Promotion, drops, royals, borrowing and trades."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast, get_args

from hensoku.dsl.build.context import Context, filled, flag, group, items, located, number, text
from hensoku.dsl.definition import (
    BorrowDef,
    DropsDef,
    EvaluationDef,
    FacingDef,
    FileLimitDef,
    Located,
    PerSet,
    PieceSet,
    PromotionDef,
    Region,
    RoyalsDef,
    TradeDef,
    When,
)
from hensoku.dsl.findings import Finding
from hensoku.dsl.moves.nodes import Moves
from hensoku.dsl.moves.parse import parse_moves
from hensoku.dsl.nodes import Entry, Mapping, Node, Scalar
from hensoku.dsl.schema import default


def build_promotion(context: Context, engine: Mapping) -> PromotionDef:
    node = group(engine, "promotion")

    def get(key: str) -> Node | None:
        return node.get(key) if node is not None else None

    return PromotionDef(
        zone=context.per_set(get("zone"), context.region),
        when=context.per_set(get("when"), _when),
        forced=context.per_set(get("forced"), text),
        mode=context.per_set(get("mode"), text),
        again=context.per_set(get("again"), context.region),
        limit=context.per_set(get("limit"), _plain),
    )


def _when(node: Node) -> tuple[When, ...] | None:
    words = [text(item) for item in items(node)]
    return tuple(cast("When", word) for word in words if word in get_args(When)) or None


def _plain(node: Node) -> int | None:
    """A number without its place."""
    said = number(node)
    return None if said is None else said.value


def build_drops(context: Context, engine: Mapping) -> DropsDef:
    node = engine.get("drops")
    values = node if isinstance(node, Mapping) else None

    def get(key: str) -> Node | None:
        return values.get(key) if values is not None else None

    return DropsDef(
        enabled=flag(get("enabled"), default=not _is_none(node)),
        from_=text(get("from")) or default("drops", "from"),
        faces=context.per_set(get("faces"), text),
        region=context.per_set(get("region"), context.region),
        file_limit=_file_limits(context, get("file_limit")),
        stuck=context.per_set(get("stuck"), text),
        mate=context.per_set(get("mate"), text),
        check=context.per_set(get("check"), text),
        stalemate=context.per_set(get("stalemate"), text),
        first=context.piece_set(get("first")),
        before_mate=context.piece_set(get("before_mate")),
        span=None if node is None else node.span,
    )


def _is_none(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.text == "none"


def _file_limits(context: Context, node: Node | None) -> PerSet[FileLimitDef | None]:
    read = context.per_set(node, lambda value: (_file_limit(value),))  # packed: no limit is a value too
    return tuple((pieces, Located(value.value[0], value.span)) for pieces, value in read)


def _file_limit(node: Node) -> FileLimitDef | None:
    """A number, a mapping with `count` and `moves`, or `none`."""
    if isinstance(node, Mapping):
        said = number(node.get("count"))
        return None if said is None else FileLimitDef(said.value, flag(node.get("moves"), default=False))
    count = _plain(node)
    return None if count is None else FileLimitDef(count, moves=False)


def build_royals(context: Context, engine: Mapping) -> RoyalsDef:
    node = group(engine, "royals")
    if node is None:
        return RoyalsDef(None, None, None)
    return RoyalsDef(
        pieces=context.piece_set(node.get("pieces")),
        lost_when=located(node.get("lost_when")),
        check=located(node.get("check")),
        facing=_facing(context, node.entry("facing")),
        in_hand_forbids=tuple(word for item in items(node.get("in_hand_forbids")) if (word := text(item))),
    )


def _facing(context: Context, entry: Entry | None) -> FacingDef | None:
    """A word, or a mapping that is `illegal` unless it says otherwise."""
    if entry is None:
        return None
    if not isinstance(entry.value, Mapping):
        rule = located(entry.value)
        return None if rule is None else FacingDef(rule)
    node, along = entry.value, None
    scalar = filled(node.get("along"))
    if scalar is not None:
        along, findings = parse_moves(scalar)
        context.findings += findings
    rule = located(node.get("rule")) or Located(default("facing", "rule"), entry.key.span)
    return FacingDef(rule, context.piece_set(node.get("pieces")), along)


def build_borrow(context: Context, engine: Mapping) -> BorrowDef | None:
    entry = engine.entry("borrow")
    if entry is None or not isinstance(entry.value, Mapping):
        return None
    node = entry.value
    scalar = filled(node.get("from"))
    if scalar is None:
        context.say("HS419", entry.key.span, rule="borrow", key="from", help='write where the donors stand: from: "bW"')
        return None
    moves, findings = parse_moves(scalar)
    context.findings += findings
    if moves is None:
        return None
    of, mode = (text(node.get(key)) or default("borrow", key) for key in ("of", "mode"))
    return BorrowDef(moves, of, mode, entry.key.span)


def build_trade(context: Context, engine: Mapping) -> TradeDef | None:
    entry = engine.entry("trade")
    if entry is None or not isinstance(entry.value, Mapping):
        return None
    node = entry.value
    pieces = context.piece_set(node.get("pieces"))
    if pieces is None:
        context.say("HS419", entry.key.span, rule="trade", key="pieces")
        return None
    near, findings = _near(node)
    context.findings += findings
    return TradeDef(
        pieces=pieces,
        worthless=context.piece_set(node.get("worthless")),
        counter_strike=flag(node.get("counter_strike"), default=False),
        span=entry.key.span,
        targets=context.piece_set(node.get("targets")),
        near=near,
    )


def _near(node: Mapping) -> tuple[Moves | Literal["none"] | None, list[Finding]]:
    scalar = filled(node.get("near"))
    if scalar is None:
        return None, []
    return ("none", []) if scalar.text.strip() == "none" else parse_moves(scalar)


def build_evaluation(context: Context, engine: Mapping) -> EvaluationDef | None:
    """What the schema lets through is numbers, by piece set or of the whole variant."""
    node = group(engine, "evaluation")
    if node is None:
        return None
    by_set, whole = {}, {}
    for entry in node.entries:
        value = number(entry.value)
        if entry.key.text == "square":
            continue
        if isinstance(entry.value, Mapping):
            by_set[entry.key.text] = context.per_set(entry.value, _plain)
        elif value is not None:
            whole[entry.key.text] = value
    return EvaluationDef(by_set, whole, tuple(_on_squares(context, node.get("square"))))


def _on_squares(context: Context, node: Node | None) -> Iterator[tuple[PieceSet, Region, Located[int]]]:
    for entry in node.entries if isinstance(node, Mapping) else ():
        pieces = context.piece_set(entry.key)
        for place in entry.value.entries if isinstance(entry.value, Mapping) else ():
            region, value = context.region(place.key), number(place.value)
            if pieces is not None and region is not None and value is not None:
                yield pieces, region, value
