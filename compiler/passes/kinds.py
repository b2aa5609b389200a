"""Renumbering of kinds, wherever a module names one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from hensoku.compiler.ir.types import (
    EMPTY,
    Drop,
    End,
    FileLimit,
    Kind,
    KindTest,
    Module,
    Move,
    Piece,
    PieceCount,
    Promotion,
    Setup,
    Test,
    Try,
    cell_of,
    kind_of,
    side_of,
)


def map_kinds(module: Module, new: Mapping[Kind, Kind]) -> Module:
    """The module with only the kinds that `new` holds, under their new numbers, which are 0, 1, … in some order.

    Lists of kinds (conditions, limits, takers, ends) lose the others. A setup, a hand, a promotion or a drop that
    needs a kind that `new` lacks is a KeyError. The lowering, if there is one, is kept in step.
    """
    old = sorted(new, key=new.__getitem__)
    lowering = module.lowering
    return replace(
        module,
        pieces=tuple(_piece(module.pieces[kind], new) for kind in old),
        setups=tuple(_setup(setup, new, old) for setup in module.setups),
        ends=tuple(_end(end, new) for end in module.ends),
        hand_order=_kinds(module.hand_order, new),
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


def _end(end: End, new: Mapping[Kind, Kind]) -> End:
    if isinstance(end.terms, Try | PieceCount):
        return replace(end, terms=replace(end.terms, kinds=_kinds(end.terms.kinds, new)))
    return end


def _setup(setup: Setup, new: Mapping[Kind, Kind], old: Iterable[Kind]) -> Setup:
    first, second = (tuple(hand[kind] for kind in old) for hand in setup.hands)
    cells = (cell_of(new[kind_of(cell)], side_of(cell)) if cell != EMPTY else EMPTY for cell in setup.cells)
    return replace(setup, cells=tuple(cells), hands=(first, second))
