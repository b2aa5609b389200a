"""What lints say of random definitions against the interpreter: in random games, pieces that "never come into the game"
are never seen, pieces that "can move from no square" never move, and regions that nobody enters stay empty."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from hensoku.checking.one import check_one
from hensoku.compiler.fuzz.definitions import draw_definition
from hensoku.compiler.fuzz.dice import Dice
from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir import types as ir
from hensoku.compiler.lint.facts import Facts
from hensoku.compiler.resolve import resolve
from hensoku.runtime.contract import FROM_SHIFT, NO_SQUARE, SQUARE_MASK

GAMES, PLIES = 2, 24

Seen: TypeAlias = tuple[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]], int]


def positions(module: ir.Module, random: Random) -> list[Seen]:
    """Cells, hands and the kind that moved last, of random games from the first setup."""
    seen = []
    for _ in range(GAMES):
        core, setup = ReferenceCore(module), module.setups[0]
        core.reset(setup.cells, setup.hands, setup.turn, ())
        seen.append((tuple(core.cells()), core.hands(), -1))
        for _ in range(PLIES):
            codes = core.legal()
            if not codes:
                break
            code = random.choice(codes)
            origin = code >> FROM_SHIFT & SQUARE_MASK
            passes = origin == code & SQUARE_MASK
            mover = -1 if passes or origin == NO_SQUARE else ir.kind_of(core.cells()[origin])
            core.push(code)
            seen.append((tuple(core.cells()), core.hands(), mover))
    return seen


@pytest.mark.parametrize("seed", range(1000, 1040))
def test_lints_hold_in_play(seed: int, tmp_path: Path) -> None:
    draw_definition(Dice(seed), tmp_path)
    (file,) = tmp_path.glob("*.yaml")
    resolved = resolve(file)
    facts = Facts(resolved, {})
    told = {(finding.code, finding.span) for finding in check_one(str(file)).findings}
    unreached = {kind for kind in range(len(facts.module.pieces)) if ("HS481", facts.place(kind)) in told}
    still = {
        kind
        for kind in range(len(facts.module.pieces))
        if facts.moves(kind) and ("HS480", facts.moves(kind)[0].span) in told
    }
    for cells, hands, mover in positions(resolved.module, Random(seed)):
        there = {ir.kind_of(cell) for cell in cells if cell != ir.EMPTY}
        there |= {kind for hand in hands for kind, count in enumerate(hand) if count}
        assert not there & unreached
        assert mover not in still
        for square, cell in enumerate(cells):
            if cell != ir.EMPTY:
                own = facts.module.board.turned[square] if ir.side_of(cell) else square
                assert own in facts.reach.of([ir.kind_of(cell)])
