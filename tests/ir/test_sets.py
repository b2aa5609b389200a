"""What is counted by sets of squares, what is left to be made and tested, and the board as a word."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_variants import VARIANTS, cannon_shogi, minishogi, sho_shogi, shogi

from hensoku.compiler.ir.types import Borrow, Module, Royals, Sets
from hensoku.compiler.layout import choose_layout
from hensoku.compiler.options import DEFAULT, Options
from hensoku.compiler.pipeline import run

LAYOUTS = [
    ("minishogi", "u64", 25),
    ("shogi", "u128", 81),
    ("cylinder-shogi", "u128", 81),
]


@pytest.mark.parametrize(("name", "word", "squares"), LAYOUTS)
def test_the_board_in_a_word(name: str, word: str, squares: int) -> None:
    layout = choose_layout(VARIANTS[name]().board)
    assert layout is not None
    assert layout.word == word
    assert layout.all.bit_count() == squares


@pytest.mark.parametrize("name", VARIANTS)
def test_every_shift_leads_where_the_vector_does(name: str) -> None:
    board = VARIANTS[name]().board
    layout = choose_layout(board)
    assert layout is not None
    for index, vector in enumerate(board.vectors):
        for square, target in enumerate(vector.targets):
            there = 0
            for shift in layout.shifts(index):
                one = 1 << layout.place(square) & (layout.all if shift.sources is None else shift.sources)
                there |= one << shift.by if shift.by >= 0 else one >> -shift.by
            assert there & layout.all == (1 << layout.place(target) if target >= 0 else 0)


def sets_of(module: Module) -> Sets:
    lowering = run(module).lowering
    assert lowering is not None
    assert lowering.sets is not None
    return lowering.sets


def lent(borrow: Borrow) -> Module:
    return replace(VARIANTS["annan-shogi"](), borrow=borrow)


FORMS = [
    (shogi(), "P", "steps", ""),
    (shogi(), "G", "steps", ""),
    (shogi(), "R", "rides", ""),
    (shogi(), "L", "rides", ""),
    (cannon_shogi(), "U", "rides", ""),
    (cannon_shogi(), "+U", "rides", ""),
    (sho_shogi(), "K", "steps", ""),
    (sho_shogi(), "E", "rides", ""),
    (replace(sho_shogi(), royals=Royals("any")), "E", "walks", "may become royal"),
]


@pytest.mark.parametrize(("module", "piece", "form", "why"), FORMS, ids=lambda value: getattr(value, "slug", value))
def test_forms(module: Module, piece: str, form: str, why: str) -> None:
    kind = next(kind for kind, one in enumerate(module.pieces) if one.id == piece)
    found = next(one for one in sets_of(module).classes if kind in one.kinds)
    assert (found.form, found.why, found.hides) == (form, why, False)


def test_faces_that_move_alike_share_a_set() -> None:
    module = shogi()
    shared = [[module.pieces[kind].id for kind in one.kinds] for one in sets_of(module).classes if len(one.kinds) > 1]
    assert [sorted(ids) for ids in shared] == [["+L", "+N", "+P", "+S", "G"]]


REFUSED = [
    (minishogi(), Options(tier=0), "tier 0"),
    (replace(minishogi(), passing=True), DEFAULT, "a rule that sets do not know: passing"),
    (lent(Borrow((0, 1))), DEFAULT, "moves are borrowed from several squares"),
    (lent(Borrow((0,), whose="any")), DEFAULT, "moves are borrowed from the enemy"),
    (lent(Borrow((0,), mode="add")), DEFAULT, "borrowed moves are added to a piece's own"),
]


@pytest.mark.parametrize(("module", "options", "why"), REFUSED)
def test_no_sets(module: Module, options: Options, why: str) -> None:
    lowering = run(module, options).lowering
    assert lowering is not None
    assert (lowering.sets, lowering.no_sets) == (None, why)


def test_a_drop_that_may_mate_as_a_screen_is_tried() -> None:
    module = cannon_shogi()
    pawn = module.pieces[0]
    assert pawn.drop is not None
    strict = replace(module, pieces=(replace(pawn, drop=replace(pawn.drop, mate="illegal")), *module.pieces[1:]))
    assert [(one.kind, one.why) for one in sets_of(strict).tried] == [(0, "may give check as a screen")]


def test_where_check_is_ignored_a_royal_may_be_anything() -> None:
    ignored = replace(sho_shogi(), royals=Royals(lost_when="all", check="ignored"))
    forms = {ignored.pieces[kind].id: one.form for one in sets_of(ignored).classes for kind in one.kinds}
    assert forms["E"] == "steps"
