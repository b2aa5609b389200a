"""Merged nodes to a definition: everything that can be said of a variant without its board graph.

The tree is the outer mapping of a file whose `engine` has been merged with what it inherits. Its files have been held
against the schema one by one; here the parts are held against each other.
"""

from __future__ import annotations

from hensoku.dsl.build.board import (
    build_meta,
    build_players,
    build_regions,
    build_topology,
    check_outer,
    check_regions,
)
from hensoku.dsl.build.context import Context, entries, flag, group
from hensoku.dsl.build.ends import build_ends, build_repetition
from hensoku.dsl.build.pieces import build_letters, build_pieces, build_sets, check_sets
from hensoku.dsl.build.rules import (
    build_borrow,
    build_drops,
    build_evaluation,
    build_promotion,
    build_royals,
    build_trade,
)
from hensoku.dsl.build.setups import Setups
from hensoku.dsl.definition import Definition, PieceDef, SetupNode, TopologyDef
from hensoku.dsl.findings import Finding, has_errors
from hensoku.dsl.nodes import Mapping
from hensoku.dsl.source import Span

__all__ = ["build_definition"]


def build_definition(tree: Mapping) -> tuple[Definition | None, list[Finding]]:
    """The definition that a merged tree says, None if it is wrong, and all findings about it."""
    engine = group(tree, "engine") or Mapping((), Span(tree.span.source, tree.span.start, tree.span.start))
    context = Context(tree.span.source)
    topology = build_topology(context, engine)
    check_outer(context, tree, engine, topology)
    pieces = build_pieces(context, engine)
    setup, setups = _setups(context, engine, topology, pieces)
    definition = _definition(context, tree, engine, topology, pieces, setup, setups)
    context.say_missing()
    return (None if has_errors(context.findings) else definition), context.findings


def _setups(
    context: Context, engine: Mapping, topology: TopologyDef | None, pieces: tuple[PieceDef, ...]
) -> tuple[SetupNode | None, dict[str, SetupNode]]:
    letters = build_letters(context, pieces)
    builder = Setups(context, topology, letters, build_players(engine))
    main, named = builder.main(engine), builder.named(engine)
    if pieces and topology is not None:
        builder.say_unknown()
    return main, named


def _definition(
    context: Context,
    tree: Mapping,
    engine: Mapping,
    topology: TopologyDef | None,
    pieces: tuple[PieceDef, ...],
    setup: SetupNode | None,
    setups: dict[str, SetupNode],
) -> Definition | None:
    """Everything is read, and so checked, even if the definition can no longer be whole."""
    players = build_players(engine)
    regions, sets = build_regions(context, engine), build_sets(context, engine, pieces)
    promotion, drops = build_promotion(context, engine), build_drops(context, engine)
    royals, borrow = build_royals(context, engine), build_borrow(context, engine)
    trade, ends = build_trade(context, engine), build_ends(context, engine, players)
    repetition, evaluation = build_repetition(context, engine, players), build_evaluation(context, engine)
    check_regions(context, regions, topology)
    if pieces:
        check_sets(context, sets, pieces)
    if topology is None or setup is None:
        return None
    return Definition(
        meta=build_meta(tree),
        topology=topology,
        players=players,
        regions=regions,
        sets=sets,
        setup=setup,
        setups=setups,
        pieces=pieces,
        promotion=promotion,
        drops=drops,
        royals=royals,
        borrow=borrow,
        ends=ends,
        repetition=repetition,
        paths=flag(engine.get("paths"), default=False),
        profiles=tuple(entry.key.text for entry in entries(engine, "profiles")),
        span=tree.span,
        passing=flag(engine.get("pass"), default=False),
        full_circle=flag(engine.get("full_circle"), default=False),
        trade=trade,
        evaluation=evaluation,
    )
