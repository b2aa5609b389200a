"""Moves by chance that are not listed: each legal move as often as the others. Which are legal says the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt

import pytest
from compiled import Workshop, chosen
from hand_variants import VARIANTS

from hensoku.compiler.data import variant_data
from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir.types import Module
from hensoku.runtime.contract import Code, Core
from hensoku.runtime.variant import Variant

DRAWS_A_MOVE = 40
FAR_APART = 1000  # seeds: a move takes a few numbers of the sequence
DEVIATIONS = 6

PLACED = [
    ("in check, drops between", "4k4/9/9/9/4r4/9/9/9/4K4 b G2P 1"),
    ("in check by two", "4k4/9/9/9/4r3b/9/5n3/9/4K4 b RG 1"),
    ("bound pieces", "k3r4/9/9/1b7/9/9/4G4/3SG4/4K3R b RBP 1"),
    ("promotion, chosen and forced", "8k/1P3L3/2PNS1N2/B2R5/9/9/9/9/4K4 b - 1"),
    ("promotion, chosen and forced, the other side", "4k4/9/9/9/9/b4r3/2pns1n2/1p3l3/8K w - 1"),
    ("a pawn may not mate", "7lk/9/7G1/9/9/9/9/9/4K4 b P 1"),
    ("two pawns on a file", "4k4/9/9/9/P1P6/9/9/9/4K4 b NLP 1"),
    ("mate", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"),
    ("only the royal may move", "8k/9/6G2/7G1/9/9/9/9/4K4 w - 1"),
]


def check_chances(module: Module, core: Core) -> None:
    """Pearson's sum of squares is no further from its mean than so many standard deviations, and then some."""
    reference = ReferenceCore(module)
    reference.reset(core.cells(), core.hands(), core.turn, core.state())
    legal = reference.legal()
    draws = DRAWS_A_MOVE * max(1, len(legal))
    found = Counter(chosen(core, FAR_APART * seed) for seed in range(draws))
    possible: set[Code | None] = {*legal} or {None}
    assert set(found) == possible
    spread = sum((found[code] - DRAWS_A_MOVE) ** 2 / DRAWS_A_MOVE for code in legal)
    assert spread <= len(legal) + DEVIATIONS * sqrt(2 * len(legal)) + DEVIATIONS


@pytest.mark.parametrize(("sfen"), [sfen for _, sfen in PLACED], ids=[name for name, _ in PLACED])
def test_positions_with_few_moves_or_many_rules(workshop: Workshop, sfen: str) -> None:
    module = VARIANTS["shogi"]()
    variant = Variant(variant_data(module), workshop.module(module).Core, "compiled")
    check_chances(module, variant.position(sfen).core())


@pytest.mark.parametrize("variant", VARIANTS)
def test_positions_of_games(workshop: Workshop, variant: str) -> None:
    module = VARIANTS[variant]()
    core = workshop.module(module).Core()
    seed = 5
    for _ in range(6):
        check_chances(module, core)
        seed = core.wander(seed, 0, False, 13)


LINES = [
    ("a piece is taken, and dropped", "k8/1p7/1P7/9/9/9/9/9/8K b - 1"),
    ("a piece promotes, and is taken", "1k7/9/P8/9/9/9/9/9/8K b - 1"),
    ("a rider near the edge", "8k/9/9/9/9/9/9/9/KB7 b - 1"),
]


def chances_of_lines(reference: Core, plies: int) -> Iterator[tuple[tuple[Code, ...], float]]:
    """Every line of so many moves, and how likely it is."""
    legal = reference.legal() if plies else []
    if not legal:
        yield (), 1.0
    for code in legal:
        reference.push(code)
        for line, chance in chances_of_lines(reference, plies - 1):
            yield (code, *line), chance / len(legal)
        reference.pop()


@pytest.mark.parametrize("sfen", [sfen for _, sfen in LINES], ids=[name for name, _ in LINES])
def test_what_a_move_changes(workshop: Workshop, sfen: str) -> None:
    """The chances of the third move are right behind whatever the first two have done."""
    module = VARIANTS["shogi"]()
    core = Variant(variant_data(module), workshop.module(module).Core, "compiled").position(sfen).core()
    reference = ReferenceCore(module)
    reference.reset(core.cells(), core.hands(), core.turn, core.state())
    chances = dict(chances_of_lines(reference, 3))
    draws, found = 20 * len(chances), Counter[tuple[Code, ...]]()
    for seed in range(draws):
        twin = core.copy()
        twin.wander(FAR_APART * seed, 0, False, 3)
        found[tuple(code for code, _ in twin.played())] += 1
    assert found.keys() <= chances.keys()
    spread = sum((found[line] - draws * chance) ** 2 / (draws * chance) for line, chance in chances.items())
    assert spread <= len(chances) + DEVIATIONS * sqrt(2 * len(chances)) + DEVIATIONS


@pytest.mark.parametrize("royals", [0, 2])
def test_no_royal_and_two(workshop: Workshop, royals: int) -> None:
    """No SFEN of shogi says so: the king is taken off, or the gold becomes a second one."""
    module = VARIANTS["shogi"]()
    built = workshop.module(module)
    core = Variant(variant_data(module), built.Core, "compiled").position("4k4/9/9/9/9/9/3r5/9/4K1G2 b P 1").core()
    king, gold = core.cells()[76], core.cells()[78]
    becomes = {king: 0} if royals == 0 else {gold: king}
    core.reset([becomes.get(cell, cell) for cell in core.cells()], core.hands(), 0, ())
    check_chances(module, core)
