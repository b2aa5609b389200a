"""No pass changes what may be played: the interpreter finds the same legal moves before and after."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hand_built import piece
from hand_variants import VARIANTS
from odd_variants import ODD

from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir.types import Module
from hensoku.compiler.options import DEFAULT
from hensoku.compiler.passes.find_stuck import find_stuck
from hensoku.compiler.passes.kinds import map_kinds
from hensoku.compiler.passes.prune_pieces import prune_pieces
from hensoku.compiler.pipeline import PASSES

ALL = {**VARIANTS, **ODD}
PLIES = 8


def with_moves_apart(module: Module) -> Module:
    """Every direction a move of its own, and every move twice, for `merge_moves` to put together."""
    return replace(
        module,
        pieces=tuple(
            replace(
                piece,
                moves=tuple(
                    replace(move, legs=(replace(move.legs[0], starts=(start,)), *move.legs[1:]))
                    for move in (*piece.moves, *piece.moves)
                    for start in move.legs[0].starts
                ),
            )
            for piece in module.pieces
        ),
    )


@pytest.mark.parametrize("name", ALL)
def test_legal_moves_stay_the_same(name: str) -> None:
    made = find_stuck(with_moves_apart(ALL[name]()))
    stages = [made]
    for change in PASSES:
        stages.append(change(stages[-1], DEFAULT))
    cores = [ReferenceCore(stage) for stage in stages]
    start, choice = made.setups[0], random.Random(name)
    for core in cores:
        core.reset(start.cells, start.hands, start.turn, ())
    for _ in range(PLIES):
        first, *others = (sorted(core.legal()) for core in cores)
        assert others == [first] * len(PASSES)
        if not first:
            break
        code = choice.choice(first)
        for core in cores:
            core.push(code)


@pytest.mark.parametrize("name", ALL)
def test_a_kind_that_is_not_in_the_game_leaves_no_trace(name: str) -> None:
    made = ALL[name]()
    count = len(made.pieces)
    start = made.setups[0]
    (own, other), stranger = start.hands, piece("[ZZ]", count, made.pieces[0].moves)
    setup = replace(start, hands=((*own, 0), (*other, 0)))
    more = replace(made, pieces=(*made.pieces, stranger), setups=(setup,), hand_order=(count, *made.hand_order))
    stranger_first = map_kinds(more, {count: 0} | {kind: kind + 1 for kind in range(count)})
    assert stranger_first.pieces[0].id == "[ZZ]"
    assert prune_pieces(stranger_first) == made
