"""Drops the vectors and rings that nothing uses.

In: a module. Out: the same with fewer vectors and rings, renumbered in their order. Invariant: every vector is used by
a move, by borrowing, facing or a protection, or is one of these turned, or is on a ring; every ring is turned on.

A first leg's ring says only where later legs turn from, so a move of one leg loses it. A later leg with a gate passes
over unit steps: it keeps the ring of stride 1.

    vectors 0 '+0+1', 1 '-1+2', 2 '+0-1', 3 '+1-2'   ->  vectors 0 '+0+1', 1 '+0-1'
    move 'R' {starts = 0 2}                              move 'R' {starts = 0 1}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from hensoku.compiler.ir.types import Board, Leg, Module, Move, Ring, Start
from hensoku.compiler.options import DEFAULT, Options


def prune_vectors(module: Module, _options: Options = DEFAULT) -> Module:
    rings = sorted(_rings_used(module))
    vectors = sorted(_vectors_used(module, rings))
    new_ring = {old: new for new, old in enumerate(rings)}
    new_vector = {old: new for new, old in enumerate(vectors)}
    borrow, facing = module.borrow, module.royals.facing
    return replace(
        module,
        board=_board(module.board, new_vector, new_ring),
        pieces=tuple(
            replace(piece, moves=tuple(_move(move, new_vector, new_ring) for move in piece.moves))
            for piece in module.pieces
        ),
        royals=replace(
            module.royals,
            facing=facing and replace(facing, vectors=tuple(new_vector[vector] for vector in facing.vectors)),
        ),
        borrow=borrow and replace(borrow, vectors=tuple(new_vector[vector] for vector in borrow.vectors)),
        protections=tuple(
            replace(rule, near=tuple(new_vector[vector] for vector in rule.near)) for rule in module.protections
        ),
    )


# ------------------------------------------------------------------------------------------------------- what is used


def _rings_used(module: Module) -> set[int]:
    legs = [leg for move in _moves(module) if len(move.legs) > 1 for leg in move.legs]
    used = {leg.ring for leg in legs}
    if any(leg.turns and leg.gate != "open" for leg in legs):
        used |= {index for index, ring in enumerate(module.board.rings) if ring.stride == 1}
    return used


def _vectors_used(module: Module, rings: list[int]) -> set[int]:
    used = {vector for ring in rings for vector in module.board.rings[ring].vectors}
    for move in _moves(module):
        for start in move.legs[0].starts:
            used |= {start.vector, *start.between}
    if module.borrow is not None:
        used.update(module.borrow.vectors)
    if module.royals.facing is not None:
        used.update(module.royals.facing.vectors)
    for rule in module.protections:
        used.update(rule.near)
    return used | {module.board.vectors[vector].turned for vector in used}


def _moves(module: Module) -> Iterator[Move]:
    for piece in module.pieces:
        yield from piece.moves


# --------------------------------------------------------------------------------------------------------- renumbering


def _board(board: Board, new_vector: Mapping[int, int], new_ring: Mapping[int, int]) -> Board:
    vectors = (board.vectors[index] for index in new_vector)
    return replace(
        board,
        vectors=tuple(replace(vector, turned=new_vector[vector.turned]) for vector in vectors),
        rings=tuple(_ring(board.rings[index], new_vector) for index in new_ring),
    )


def _ring(ring: Ring, new_vector: Mapping[int, int]) -> Ring:
    n, ne, e, se, s, sw, w, nw = (new_vector[vector] for vector in ring.vectors)
    return replace(ring, vectors=(n, ne, e, se, s, sw, w, nw))


def _move(move: Move, new_vector: Mapping[int, int], new_ring: Mapping[int, int]) -> Move:
    rings = new_ring if len(move.legs) > 1 else {}
    return replace(move, legs=tuple(_leg(leg, new_vector, rings) for leg in move.legs))


def _leg(leg: Leg, new_vector: Mapping[int, int], rings: Mapping[int, int]) -> Leg:
    return replace(leg, starts=tuple(_start(start, new_vector) for start in leg.starts), ring=rings.get(leg.ring, -1))


def _start(start: Start, new_vector: Mapping[int, int]) -> Start:
    return Start(new_vector[start.vector], tuple(new_vector[vector] for vector in start.between))
