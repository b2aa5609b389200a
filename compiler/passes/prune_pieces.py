"""Drops the kinds that no game can have.

In: a module. Out: the same without them, the others renumbered in their order. Invariant: what may be moved or dropped
in any position that a setup leads to stays the same.

A kind stays if a setup has it on the board or in hand, or a kind that stays names it: as a face to promote to, as what
it is in hand, as its base, or as a face to drop.

    piece 0 'P' promotes to 2      ->  piece 0 'P' promotes to 1
    piece 1 'X' (in no setup)          piece 1 '+P'
    piece 2 '+P'
"""

from __future__ import annotations

from collections.abc import Iterator

from hensoku.compiler.ir.types import EMPTY, Kind, Module, Piece, kind_of
from hensoku.compiler.options import DEFAULT, Options
from hensoku.compiler.passes.kinds import map_kinds


def prune_pieces(module: Module, options: Options = DEFAULT) -> Module:
    if not options.prune:
        return module
    kept = _kept(module)
    if len(kept) == len(module.pieces):
        return module
    return map_kinds(module, {old: new for new, old in enumerate(sorted(kept))})


def _kept(module: Module) -> set[Kind]:
    kept: set[Kind] = set()
    waiting = list(_in_setups(module))
    while waiting:
        kind = waiting.pop()
        if kind not in kept:
            kept.add(kind)
            waiting.extend(_named(module.pieces[kind]))
    return kept


def _in_setups(module: Module) -> Iterator[Kind]:
    for setup in module.setups:
        yield from (kind_of(cell) for cell in setup.cells if cell != EMPTY)
        for hand in setup.hands:
            yield from (kind for kind, count in enumerate(hand) if count)


def _named(piece: Piece) -> Iterator[Kind]:
    yield piece.base
    if piece.hand >= 0:
        yield piece.hand
    if piece.promotion is not None:
        yield from piece.promotion.targets
    if piece.drop is not None:
        yield from piece.drop.faces
