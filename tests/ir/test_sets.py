"""What is counted by sets of squares, what is left to be made and tested, and the board as bits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_variants import VARIANTS, cannon_shogi, minishogi, sho_shogi, shogi

from hensoku.compiler.geometry import Geometry
from hensoku.compiler.ir.types import Board, Borrow, CounterStrike, Module, Protection, Royals, Sets
from hensoku.compiler.layout import choose_layout
from hensoku.compiler.options import DEFAULT, Options
from hensoku.compiler.pipeline import run

STEPS = ((0, 1), (1, 0), (1, 1), (-1, 1), (1, 2), (-2, 1), (0, -3), (3, 0))


def bare(type_: str, files: int, ranks: int) -> Board:
    geometry = Geometry(type_, files, ranks)
    for right, forward in STEPS:
        geometry.vector(right, forward)
    return geometry.board()


LAYOUTS = [
    (minishogi().board, "u64", 25),
    (shogi().board, "u128", 81),
    (VARIANTS["cylinder-shogi"]().board, "u128", 81),
    (bare("grid", 16, 8), "u128", 128),
    (bare("grid", 12, 12), "lanes", 144),
    (bare("cylinder", 13, 13), "lanes", 169),
    (bare("torus", 16, 16), "lanes", 256),
]


@pytest.mark.parametrize(("board", "word", "squares"), LAYOUTS)
def test_the_board_as_bits(board: Board, word: str, squares: int) -> None:
    layout = choose_layout(board)
    assert layout is not None
    assert layout.word == word
    assert layout.all.bit_count() == squares


@pytest.mark.parametrize("shape", [(17, 8), (8, 17)])
def test_a_board_of_more_lanes_or_longer_ones_has_no_layout(shape: tuple[int, int]) -> None:
    assert choose_layout(bare("grid", *shape)) is None


@pytest.mark.parametrize("board", [board for board, _, _ in LAYOUTS])
def test_every_shift_leads_where_the_vector_does(board: Board) -> None:
    layout = choose_layout(board)
    assert layout is not None
    for index, vector in enumerate(board.vectors):
        for square, target in enumerate(vector.targets):
            there = 0
            for shift in layout.shifts(index):
                one = 1 << layout.place(square) & (layout.all if shift.sources is None else shift.sources)
                there |= layout.shifted(one, shift.files, shift.ranks)
            assert there & layout.all == (1 << layout.place(target) if target >= 0 else 0)


def sets_of(module: Module) -> Sets:
    lowering = run(module).lowering
    assert lowering is not None
    assert lowering.sets is not None
    return lowering.sets


PROTECTED = Protection(takers=(0,), targets=(1,))


def in_hand(module: Module) -> Module:
    """Sente begins with a king in hand as well."""
    king = next(kind for kind, piece in enumerate(module.pieces) if piece.royal)
    start = module.setups[0]
    hand = tuple(int(kind == king) for kind in range(len(module.pieces)))
    setups = (replace(start, hands=(hand, start.hands[1])),)
    return replace(module, setups=setups, hand_order=(*module.hand_order, king))


def confined(piece: str) -> Module:
    """Shogi with a piece that stays on the first nine squares, the far rank."""
    module = shogi()
    pieces = (replace(each, within=tuple(range(9))) if each.id == piece else each for each in module.pieces)
    return replace(module, pieces=tuple(pieces))


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
    (replace(shogi(), protections=(PROTECTED,)), "P", "walks", "may not take what is protected"),
    (replace(shogi(), protections=(PROTECTED,)), "L", "rides", ""),
    (replace(shogi(), counter_strike=CounterStrike((0,), (1,))), "P", "walks", "may strike back where others may not"),
    (lent(Borrow((0, 1))), "P", "steps", ""),
    (confined("G"), "G", "steps", ""),
    (confined("R"), "R", "walks", "confined"),
    (lent(Borrow((0,), mode="add")), "G", "steps", ""),
]


@pytest.mark.parametrize(("module", "piece", "form", "why"), FORMS, ids=lambda value: getattr(value, "slug", value))
def test_forms(module: Module, piece: str, form: str, why: str) -> None:
    kind = next(kind for kind, one in enumerate(module.pieces) if one.id == piece)
    found = next(one for one in sets_of(module).classes if kind in one.kinds)
    assert (found.form, found.why, found.hides) == (form, why, why == "confined")


def test_a_confined_piece_steps_from_where_its_step_stays_inside() -> None:
    """A gold general on the far rank may go left and right there, and not back."""
    module = run(confined("G"))
    gold = next(kind for kind, piece in enumerate(module.pieces) if piece.id == "G")
    atoms = next(one.atoms for one in sets_of(module).classes if gold in one.kinds)
    ends = {module.board.vectors[atom.vector].targets[square] for atom in atoms for square in atom.sources or ()}
    assert ends == set(range(9))
    assert all(atom.sources is not None for atom in atoms)


def test_faces_that_move_alike_share_a_set() -> None:
    module = shogi()
    shared = [[module.pieces[kind].id for kind in one.kinds] for one in sets_of(module).classes if len(one.kinds) > 1]
    assert [sorted(ids) for ids in shared] == [["+L", "+N", "+P", "+S", "G"]]


REFUSED = [
    (minishogi(), Options(tier=0), "tier 0"),
    (replace(minishogi(), passing=True), DEFAULT, "a rule that sets do not know: passing"),
    (lent(Borrow((0,), whose="any")), DEFAULT, "moves are borrowed from the enemy"),
    (replace(lent(Borrow((0,))), protections=(PROTECTED,)), DEFAULT, "captures are forbidden, and moves are borrowed"),
    (in_hand(sho_shogi()), DEFAULT, "a royal can be in hand, and others be left"),
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
