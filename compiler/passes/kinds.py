"""Renumbering of kinds, wherever a module names one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from hensoku.compiler.ir.types import (
    EMPTY,
    BareKing,
    CounterStrike,
    DeadPosition,
    Drop,
    End,
    FileLimit,
    Impasse,
    Kind,
    KindTest,
    Module,
    Move,
    MoveLimit,
    PassedFacing,
    Passes,
    Piece,
    PieceCount,
    Promotion,
    PromotionLimit,
    Protection,
    Royals,
    Setup,
    Test,
    Try,
    cell_of,
    kind_of,
    side_of,
)


def map_kinds(module: Module, new: Mapping[Kind, Kind]) -> Module:
    """The module with only the kinds that `new` holds, under their new numbers, which are 0, 1, … in some order.

    Lists of kinds (conditions, limits, takers, facing, ends) lose the others, as do points by kind. A setup, a hand, a
    promotion or a drop that needs a kind that `new` lacks is a KeyError. A lowering is kept in step.
    """
    old = sorted(new, key=new.__getitem__)
    lowering = module.lowering
    return replace(
        module,
        pieces=tuple(_piece(module.pieces[kind], new) for kind in old),
        setups=tuple(_setup(setup, new, old) for setup in module.setups),
        royals=_royals(module.royals, new),
        ends=tuple(_end(end, new, old) for end in module.ends),
        hand_order=_kinds(module.hand_order, new),
        protections=tuple(_protection(rule, new) for rule in module.protections),
        counter_strike=module.counter_strike and _counter_strike(module.counter_strike, new),
        promotion_limits=tuple(_promotion_limit(rule, new) for rule in module.promotion_limits),
        first=_kinds(module.first, new),
        before_mate=_kinds(module.before_mate, new),
        lowering=lowering and replace(lowering, kinds=tuple(lowering.kinds[kind] for kind in old)),
    )


def _kinds(kinds: Iterable[Kind], new: Mapping[Kind, Kind]) -> tuple[Kind, ...]:
    """Of a list in which each kind stands for itself alone."""
    return tuple(new[kind] for kind in kinds if kind in new)


def _piece(piece: Piece, new: Mapping[Kind, Kind]) -> Piece:
    return replace(
        piece,
        moves=tuple(_move(move, new) for move in piece.moves),
        base=new[piece.base],
        hand=new[piece.hand] if piece.hand >= 0 else -1,
        promotion=piece.promotion and _promotion(piece.promotion, new),
        drop=piece.drop and _drop(piece.drop, new),
        uncapturable_by=_kinds(piece.uncapturable_by, new),
    )


def _move(move: Move, new: Mapping[Kind, Kind]) -> Move:
    return replace(move, tests=tuple(_test(test, new) for test in move.tests))


def _test(test: Test, new: Mapping[Kind, Kind]) -> Test:
    return replace(test, kinds=_kinds(test.kinds, new)) if isinstance(test, KindTest) else test


def _promotion(promotion: Promotion, new: Mapping[Kind, Kind]) -> Promotion:
    return replace(promotion, targets=tuple(new[kind] for kind in promotion.targets))


def _drop(drop: Drop, new: Mapping[Kind, Kind]) -> Drop:
    faces = tuple(new[kind] for kind in drop.faces)
    return replace(drop, faces=faces, file_limit=drop.file_limit and _file_limit(drop.file_limit, new))


def _file_limit(limit: FileLimit, new: Mapping[Kind, Kind]) -> FileLimit:
    return replace(limit, kinds=_kinds(limit.kinds, new))


def _end(end: End, new: Mapping[Kind, Kind], old: Sequence[Kind]) -> End:
    """An end with its lists of kinds, and its numbers by kind."""
    match end.terms:
        case Try() | PieceCount() | MoveLimit() | DeadPosition() as terms:
            return replace(end, terms=replace(terms, kinds=_kinds(terms.kinds, new)))
        case BareKing() as terms:
            return replace(end, terms=replace(terms, weak=_kinds(terms.weak, new)))
        case Impasse() as terms:
            return replace(end, terms=replace(terms, points=tuple(terms.points[kind] for kind in old)))
        case PassedFacing(tally) | Passes(_, tally) if tally is not None:
            tally = replace(tally, points=tuple(tally.points[kind] for kind in old))
            return replace(end, terms=replace(end.terms, tally=tally))
        case _:
            return end


def _royals(royals: Royals, new: Mapping[Kind, Kind]) -> Royals:
    facing = royals.facing
    return replace(royals, facing=facing and replace(facing, kinds=_kinds(facing.kinds, new)))


def _protection(rule: Protection, new: Mapping[Kind, Kind]) -> Protection:
    return replace(
        rule,
        takers=_kinds(rule.takers, new),
        targets=_kinds(rule.targets, new),
        excuses=_kinds(rule.excuses, new),
    )


def _counter_strike(rule: CounterStrike, new: Mapping[Kind, Kind]) -> CounterStrike:
    return replace(rule, peers=_kinds(rule.peers, new), targets=_kinds(rule.targets, new))


def _promotion_limit(rule: PromotionLimit, new: Mapping[Kind, Kind]) -> PromotionLimit:
    return replace(rule, kinds=_kinds(rule.kinds, new))


def _setup(setup: Setup, new: Mapping[Kind, Kind], old: Iterable[Kind]) -> Setup:
    first, second = (tuple(hand[kind] for kind in old) for hand in setup.hands)
    cells = (cell_of(new[kind_of(cell)], side_of(cell)) if cell != EMPTY else EMPTY for cell in setup.cells)
    return replace(setup, cells=tuple(cells), hands=(first, second))
