"""What the verifier refuses, and that it names the place. One field of a good module is changed at a time."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import FORWARD, Grid, K, Walker, module, piece
from hand_variants import VARIANTS
from ir_edits import changed
from odd_variants import ODD

from hensoku.compiler.ir.types import (
    BareKing,
    Borrow,
    CheckCount,
    DeadPosition,
    Drop,
    End,
    Facing,
    FileLimit,
    Impasse,
    KindTest,
    Leg,
    Module,
    Move,
    MoveLimit,
    PassedFacing,
    Passes,
    PieceCount,
    Promotion,
    PromotionLimit,
    RankTest,
    Repetition,
    Ring,
    Royals,
    Start,
    Tally,
    Trigger,
    Try,
)
from hensoku.compiler.ir.verify import IRError, verify

GRID = Grid(3, 3)
WALKER = Walker(GRID)
ZONE = Trigger((0, 1, 2), enter=True)
STEP = GRID.vector(FORWARD)


ENDS = (
    End("try", "win", "ends.try", terms=Try((0,), (0, 1, 2))),
    End("check-count", "win", "ends.check_count", terms=CheckCount(2)),
    End("checkmate", "loss", "ends.checkmate"),
    End("bare-king", "loss", "ends.bare_king", terms=BareKing()),
    End("piece-count", "loss", "ends.piece_count", terms=PieceCount((0, 1), 1)),
    End("impasse", "win", "ends.impasse", terms=Impasse((0, 1, 2), 1, (0, 1, 1), (2, 3), credit=1, credits=(0,))),
    End("move-limit", "draw", "ends.move_limit", terms=MoveLimit(9, kinds=(1,))),
    End("dead-position", "draw", "ends.dead_position", terms=DeadPosition((0,))),
)
FACING = (
    End("facing", "draw", "ends.facing", terms=PassedFacing(Tally((0, 1, 1), (0, 1)))),
    End("passes", "draw", "ends.passes", terms=Passes(2)),
)


def tiny() -> Module:
    """A king with a move of two legs, a pawn that promotes and is dropped, its promoted face; one pawn in hand."""
    first = WALKER.leg(K, ("empty", "enemy"), ring=0)
    pawn = Drop((1,), GRID.far(3), file_limit=FileLimit(1, (1,)))
    pieces = (
        piece("K", 0, [WALKER.move(K), Move((first, Leg(("empty",), ring=0, turns=(4,))))], royal=True, hand=-1),
        piece("P", 1, [WALKER.move((FORWARD,))], drop=pawn, promotion=Promotion((2,), (ZONE,), "stuck")),
        piece("+P", 2, [WALKER.move(K)], base=1, hand=1),
    )
    made = module(GRID, pieces, "1k1/3/1K1 b P", borrow=Borrow((STEP,)))
    held = replace(made, promotion_limits=(PromotionLimit(1, (2,)),), first=(1,), before_mate=(1,))
    return replace(held, repetition=Repetition(4, "draw"), ends=ENDS)


@pytest.mark.parametrize("make", [tiny, *VARIANTS.values(), *ODD.values()])
def test_good_modules(make: object) -> None:
    assert callable(make)
    verify(make())


def test_ends_are_in_the_order_in_which_they_go_before_each_other() -> None:
    with pytest.raises(IRError, match="not in the order") as caught:
        verify(replace(tiny(), ends=ENDS[::-1]))
    assert caught.value.path == "ends"


def later(count: int, *lands: str) -> Leg:
    return Leg(lands or ("empty",), ring=0, turns=(count,))  # type: ignore[arg-type]


FIRST = WALKER.leg(K, ("empty", "enemy"), ring=0)
LEG, LATER = "pieces[0].moves[0].legs[0]", "pieces[0].moves[1].legs[1]"
SETUP = "setups[0]"


def with_facing() -> Module:
    made = tiny()
    return replace(made, royals=Royals(facing=Facing((0,), (STEP,))), ends=FACING, passing=True)


FACING_FAULTS: list[tuple[str, object, str | None]] = [
    ("royals.facing", None, "ends[0].terms"),
    ("royals.facing.kinds", (3,), None),
    ("royals.facing.vectors", (), None),
    ("royals.facing.vectors", (48,), None),
    ("royals.facing.rule", "allowed", None),
    ("passing", None, None),
    ("ends[0].terms", Passes(2), None),
    ("ends[0].terms.tally.points", (0, 1), None),
    ("ends[0].terms.tally.points", (0, 1, -1), None),
    ("ends[0].terms.tally.bonus", (0, -1), None),
    ("ends[1].terms.times", 0, None),
]


@pytest.mark.parametrize(("path", "value", "named"), FACING_FAULTS)
def test_faults_of_facing_and_passes(path: str, value: object, named: str | None) -> None:
    verify(with_facing())
    with pytest.raises(IRError) as caught:
        verify(changed(with_facing(), path, value))
    assert caught.value.path == (named or path)


FAULTS: list[tuple[str, object, str | None]] = [
    # changed, to, named (None: the same place)
    # the type of a field
    ("slug", None, None),
    ("paths", 1, None),
    ("royals", None, None),
    ("royals.check", "answer", None),
    ("players", ("sente",), None),
    ("pieces", [], None),
    ("pieces[0].rank", True, None),
    ("pieces[0].moves[0]", tiny(), None),
    (f"{LEG}.lands", ("nowhere",), f"{LEG}.lands[0]"),
    # the board
    ("board.squares", (), None),
    ("board.squares[0].name", "1c", "board.squares"),
    ("board.squares[0].file", 3, "board.squares[0]"),
    ("board.squares[0].file", 1, "board.squares"),
    ("board.turned", (0,), None),
    ("board.turned[0]", 9, None),
    ("board.turned[0]", 0, "board.turned[8]"),
    ("board.vectors[0].name", "+0+1", "board.vectors"),
    ("board.vectors[0].turned", 48, None),
    ("board.vectors[0].turned", 0, "board.vectors[47].turned"),  # 47 still says 0, which says itself
    (f"board.vectors[{STEP}].targets", (0,), None),
    (f"board.vectors[{STEP}].targets[4]", 9, None),
    (f"board.vectors[{STEP}].targets[4]", 0, f"board.vectors[{STEP - 1}].targets[4]"),
    ("board.rings[0].stride", 0, None),
    ("board.rings[0].stride", 2, "board.rings"),
    ("board.rings[0].vectors[0]", 0, "board.rings[0].vectors[0]"),
    # moves
    ("pieces[0].moves[0].legs", (), None),
    ("pieces[0].moves[0].where", (1, 0), None),
    ("pieces[0].moves[0].where", (9,), None),
    ("pieces[0].moves[0].tests", (KindTest("target", (3,), among=True),), "pieces[0].moves[0].tests[0].kinds"),
    ("pieces[0].moves[0].tests", (RankTest("target", "<", "other"),), "pieces[0].moves[0].tests[0].other"),  # type: ignore[arg-type]
    (f"{LEG}.lands", (), None),
    (f"{LEG}.lands", ("enemy", "enemy"), None),
    (f"{LEG}.lands", ("hop",), None),
    (f"{LEG}.starts", (), None),
    (f"{LEG}.starts", (Start(0), Start(0)), None),
    (f"{LEG}.starts[0].vector", 48, None),
    (f"{LEG}.starts[0].between", (48,), None),
    (f"{LEG}.turns", (0,), None),
    (f"{LEG}.ring", 3, None),
    (f"{LEG}.reach", -1, None),
    (f"{LEG}.least", 0, None),
    (f"{LEG}.least", 2, None),
    (f"{LEG}.skip", 1, None),
    (f"{LEG}.screens", (-1, 0), None),
    (f"{LEG}.screens", (2, 1), None),
    (f"{LEG}.beyond", "next", None),
    ("pieces[0].moves[1].legs[0].ring", -1, None),
    ("pieces[0].moves[1].legs[0].ring", 1, "pieces[0].moves[1].legs[0].starts[0].vector"),
    (f"{LATER}.ring", -1, None),
    (f"{LATER}.turns", (), None),
    (f"{LATER}.turns", (8,), None),
    (f"{LATER}.turns", (1, 1), None),
    (f"{LATER}.starts", (Start(0),), None),
    # pieces
    ("pieces", (), None),
    ("pieces[0].id", "", None),
    ("pieces[1].id", "K", "pieces"),
    ("pieces[0].base", 2, None),
    ("pieces[0].hand", 2, None),
    ("pieces[0].hand", 3, None),
    ("pieces[0].hand", 0, None),
    ("pieces[0].stuck", (9,), None),
    ("pieces[0].within", (1, 1), None),
    ("pieces[0].uncapturable_by", (3,), None),
    ("pieces[1].promotion.targets", (), None),
    ("pieces[1].promotion.targets", (1,), None),
    ("pieces[1].promotion.triggers[0].zone", (2, 1), None),
    ("pieces[1].promotion.triggers[0].enter", False, "pieces[1].promotion.triggers[0]"),
    ("pieces[1].drop.faces", (), None),
    ("pieces[1].drop.squares", (-1,), None),
    ("pieces[1].drop.file_limit.count", 0, None),
    ("pieces[1].drop.file_limit.kinds", (3,), None),
    # rules
    ("setups", (), None),
    (f"{SETUP}.cells", (0,), None),
    (f"{SETUP}.cells[0]", 1, None),
    (f"{SETUP}.cells[0]", 8, None),
    (f"{SETUP}.hands[0]", (0,), None),
    (f"{SETUP}.hands[0]", (0, -1, 0), None),
    (f"{SETUP}.hands[0]", (0, 0, 1), None),
    (f"{SETUP}.turn", 2, None),
    (f"{SETUP}.number", 0, None),
    ("hand_order", (), "setups[0].hands[0]"),
    ("hand_order", (1, 1), None),
    ("first", (0,), None),
    ("first", (1, 1), None),
    ("before_mate", (3,), None),
    ("promotion_limits[0].count", 0, None),
    ("promotion_limits[0].kinds", (3,), None),
    ("pieces[0].moves[0].legs[0].circle", True, None),
    ("ends[0].terms", None, None),
    ("ends[0].terms", PieceCount((0,), 1), None),
    ("ends[0].terms.kinds", (3,), None),
    ("ends[0].terms.goal", (2, 1), None),
    ("ends[1].terms.count", 0, None),
    ("ends[2].terms", CheckCount(1), None),
    ("ends[3].terms", Try((0,), (0,)), None),
    ("ends[4].terms.kinds", (0, 0), None),
    ("ends[4].terms.below", 0, None),
    ("ends[4].path", "ends.try", "ends"),
    ("ends[5].terms.zone", (2, 1), None),
    ("ends[5].terms.entered", -1, None),
    ("ends[5].terms.points", (0, 1), None),
    ("ends[5].terms.needed", (0, 3), None),
    ("ends[5].terms.drawn", (0, -1), None),
    ("ends[5].terms.credit", 2, None),
    ("ends[5].terms.credits", (), None),
    ("ends[5].terms.credits", (-1,), None),
    ("ends[6].terms.moves", 0, None),
    ("ends[6].terms.kinds", (3,), None),
    ("ends[7].terms.kinds", (1, 1), None),
    ("repetition.times", 1, None),
    ("borrow.vectors", (), None),
    ("borrow.vectors", (48,), None),
]


@pytest.mark.parametrize(("path", "value", "named"), FAULTS)
def test_fault_is_found_where_it_is(path: str, value: object, named: str | None) -> None:
    with pytest.raises(IRError) as caught:
        verify(changed(tiny(), path, value))
    assert caught.value.path == (named or path)
    assert str(caught.value).startswith(f"{named or path}: ")


CHAINS: list[tuple[str, Move, bool, bool]] = [
    ("three captures on the way", Move((FIRST, later(0, "enemy"), later(1, "enemy"), later(2))), False, True),
    ("four", Move((FIRST, later(0, "enemy"), later(1, "enemy"), later(2, "friend"), later(3))), False, False),
    ("four turns without a capture", Move((FIRST, later(0), later(1), later(2), later(3))), False, True),
    ("four turns where paths count", Move((FIRST, later(0), later(1), later(2), later(3))), True, False),
    ("four turns of a pass", Move((FIRST, later(0), later(1), later(2), later(3)), passes=True), False, False),
    ("two turns and two captures", Move((FIRST, later(0), later(1, "enemy"), later(2)), passes=True), False, True),
    ("hops leave no via", Move((FIRST, *(later(n, "hop") for n in range(6)), later(7))), True, True),
]


@pytest.mark.parametrize(("_what", "move", "paths", "fits"), CHAINS)
def test_a_move_code_holds_three_vias(_what: str, move: Move, paths: bool, fits: bool) -> None:
    made = replace(changed(tiny(), "pieces[0].moves", (move,)), paths=paths)
    if fits:
        verify(made)
        return
    with pytest.raises(IRError, match="4 vias") as caught:
        verify(made)
    assert caught.value.path == "pieces[0].moves[0].legs"


def test_a_later_leg_that_passes_over_squares_needs_unit_steps() -> None:
    ring = tiny().board.rings[1]
    first = Leg(("empty",), tuple(Start(vector) for vector in ring.vectors), ring=0)
    far = Move((first, Leg(("empty",), ring=0, turns=(0,), gate="empty")))
    made = changed(tiny(), "pieces[0].moves", (far,))
    with pytest.raises(IRError) as caught:
        verify(changed(made, "board.rings", (Ring(2, ring.vectors),)))
    assert caught.value.path == "pieces[0].moves[0].legs[1].gate"


def test_limits_of_a_move_code() -> None:
    pieces = tuple(piece(f"[{kind}]", kind, [], hand=-1) for kind in range(512))
    verify(module(GRID, pieces[:511]))
    with pytest.raises(IRError, match="more than 511 kinds"):
        verify(module(GRID, pieces))
    board = tiny().board
    with pytest.raises(IRError, match="2048 squares instead of 1 to 2047"):
        verify(changed(tiny(), "board.squares", board.squares[:1] * 2048))
