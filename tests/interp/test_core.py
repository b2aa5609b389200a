"""The core contract: move codes and which moves are one, push and pop, rule state, keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hand_built import (
    BACKWARD,
    BOTH,
    FORWARD,
    LEFT,
    MOVE,
    RIGHT,
    TAKE,
    Grid,
    K,
    W,
    Walker,
    module,
    piece,
    read_sfen,
)
from hand_variants import VARIANTS

from hensoku.compiler.interp.codes import BoardMove, DropMove, decode, encode
from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir.types import Drop, Leg, Module, Move, Promotion, Trigger, cell_of
from hensoku.runtime.contract import NO_SQUARE, Core

GRID = Grid(5, 5)
WALKER = Walker(GRID)
NONE = NO_SQUARE

CODES = [
    (BoardMove(7, 3), (3, 7, NONE, NONE, NONE, 0)),
    (BoardMove(0, 0, (5,)), (0, 0, 5, NONE, NONE, 0)),
    (BoardMove(2046, 2045, (1, 2, 3), 509), (2045, 2046, 1, 2, 3, 510)),
    (BoardMove(7, 3, (), 0), (3, 7, NONE, NONE, NONE, 1)),
    (DropMove(4, 4, 12), (12, NONE, 4, NONE, NONE, 0)),
    (DropMove(4, 0, 12), (12, NONE, 4, NONE, NONE, 1)),
]


@pytest.mark.parametrize(("move", "fields"), CODES)
def test_codes(move: BoardMove | DropMove, fields: tuple[int, ...]) -> None:
    code = sum(field << 11 * place for place, field in enumerate(fields))
    assert encode(move) == code < 1 << 64
    assert decode(code) == move


def test_a_code_holds_three_squares_on_the_way() -> None:
    with pytest.raises(ValueError, match="holds 3 squares on the way, not 4"):
        encode(BoardMove(0, 1, (2, 3, 4, 5)))


def core_of(variant: Module, sfen: str, state: Sequence[int] = ()) -> ReferenceCore:
    core = ReferenceCore(variant)
    setup = read_sfen(variant, sfen)
    core.reset(setup.cells, setup.hands, setup.turn, state)
    return core


# ------------------------------------------------------------------------------------------------ which moves are one


def stepper(*legs: Leg, passes: bool = False, paths: bool = False) -> Module:
    """A piece M with one chain of king steps, and an X that never moves."""
    return module(GRID, (piece("M", 0, (Move(legs, passes=passes),)), piece("X", 1, ())), paths=paths)


def any_step(*lands: Any) -> Leg:
    return WALKER.leg(K, lands, ring=0)


def on(*lands: Any, turns: tuple[int, ...] = tuple(range(8))) -> Leg:
    return Leg(lands, ring=0, turns=turns)


def moves(variant: Module, sfen: str, origin: str, to: str) -> set[tuple[str, ...]]:
    """The vias of the legal moves between two squares."""
    found = [decode(code) for code in core_of(variant, sfen).legal()]
    ends = (GRID.square(origin), GRID.square(to))
    return {
        tuple(GRID.names[via] for via in move.vias)
        for move in found
        if isinstance(move, BoardMove) and (move.origin, move.to) == ends
    }


AREA = (any_step("empty"), on("empty"))

IDENTITY = [
    ("two quiet steps: one move whatever the way", stepper(*AREA), "5/5/2M2/5/5 b", "3c", "2a", {()}),
    ("with paths, one for each way", stepper(*AREA, paths=True), "5/5/2M2/5/5 b", "3c", "2a", {("3b",), ("2b",)}),
    ("the pass stands for all: smallest code", stepper(*AREA, passes=True), "5/5/2M2/5/5 b", "3c", "3c", {("4b",)}),
    ("4b taken, 3b is the smallest", stepper(*AREA, passes=True), "5/1x3/2M2/5/5 b", "3c", "3c", {("3b",)}),
    ("with paths, a pass for each way", stepper(any_step("empty"), on("empty"), passes=True, paths=True),
     "5/1xxx1/1xM2/1xxx1/5 b", "3c", "3c", {("2c",)}),
    ("victims tell moves apart", stepper(any_step("empty", "enemy"), on("empty")), "5/2x2/2M2/5/5 b", "3c", "2a",
     {(), ("3b",)}),
    ("igui", stepper(any_step("enemy"), on("empty", turns=(4,))), "5/2x2/1xM2/5/5 b", "3c", "3c", {("3b",), ("4c",)}),
    ("what is hopped unharmed is no via", stepper(any_step("hop"), on("empty", turns=(0,)), paths=True),
     "5/2x2/2M2/5/5 b", "3c", "3a", {()}),
    ("one set of victims, two orders: smallest code", stepper(any_step("enemy"), on("enemy"), on("empty")),
     "5/2xx1/2M2/5/5 b", "3c", "1a", {("3b", "2b")}),
]  # fmt: skip


@pytest.mark.parametrize(("why", "variant", "sfen", "origin", "to", "vias"), IDENTITY)
def test_identity(why: str, variant: Module, sfen: str, origin: str, to: str, vias: set[tuple[str, ...]]) -> None:
    assert moves(variant, sfen, origin, to) == vias, why


def test_a_victim_on_the_way_and_at_the_end_are_one_set() -> None:
    """Taking 3b by a step, or on the way to 2b and back: one move; the smallest code has the via."""
    variant = module(
        GRID,
        (
            piece(
                "M", 0, (WALKER.move(K), Move((any_step("enemy"), on("empty", turns=(2,)), on("empty", turns=(4,)))))
            ),
            piece("X", 1, ()),
        ),
    )
    assert moves(variant, "5/2x2/2M2/5/5 b", "3c", "3b") == {("3b",)}


def test_lion_alone_has_24_squares_and_with_paths_64_ways_and_24_leaps() -> None:
    """Source: test/rules/chushogi of shogiops counts every way of a lone lion, 24 + 64, passes included."""
    leaps = [(right, forward) for right in range(-2, 3) for forward in range(-2, 3) if (right, forward) != (0, 0)]
    ways = Move((any_step("empty", "enemy"), on(*BOTH)), passes=True)
    for paths, expected in ((False, 24 + 1), (True, 24 + 64)):
        variant = module(GRID, (piece("M", 0, (WALKER.move(leaps), ways)),), paths=paths)
        assert len(core_of(variant, "5/5/2M2/5/5 b").legal()) == expected


# ------------------------------------------------------------------------------------------------------ push and pop


def test_the_core_implements_the_contract() -> None:
    core: Core = ReferenceCore(VARIANTS["minishogi"]())
    assert core.turn == 0


PLAYED = [
    ("an enemy goes to the hand as its base", "5/5/2+x2/2M2/5 b", BoardMove(17, 12), "5/5/2M2/5/5 w X"),
    ("what has no hand leaves the game", "5/5/2y2/2M2/5 b", BoardMove(17, 12), "5/5/2M2/5/5 w -"),
    ("a friend leaves the game", "5/5/2X2/2M2/5 b", BoardMove(17, 12), "5/5/2M2/5/5 w -"),
    ("promotion", "5/5/5/2X2/5 b", BoardMove(17, 12, (), 2), "5/5/2+X2/5/5 w -"),
    ("gote takes and promotes", "5/5/2x2/2X2/5 w", BoardMove(12, 17, (), 2), "5/5/5/2+x2/5 b x"),
    ("two victims on the way and one at the end", "5/2xx1/1y1M1/5/5 b", BoardMove(13, 11, (8, 7)),
     "5/5/1M3/5/5 w 2X"),
    ("igui", "5/2x2/2M2/5/5 b", BoardMove(12, 12, (7,)), "5/5/2M2/5/5 w X"),
    ("a pass", "5/5/2M2/5/5 b", BoardMove(12, 12, (7,)), "5/5/2M2/5/5 w -"),
    ("a via over the empty origin", "5/5/2M2/5/5 b", BoardMove(12, 7, (12,)), "5/2M2/5/5/5 w -"),
    ("a drop", "5/5/5/5/5 b 2X", DropMove(1, 1, 0), "X4/5/5/5/5 w X"),
    ("a drop as another face", "5/5/5/5/5 w x", DropMove(1, 2, 0), "+x4/5/5/5/5 b -"),
]  # fmt: skip

ACTORS = module(
    GRID,
    (piece("M", 0, ()), piece("X", 1, ()), piece("+X", 2, (), base=1, hand=1), piece("Y", 3, (), hand=-1)),
)


@pytest.mark.parametrize(("why", "before", "move", "after"), PLAYED)
def test_push_and_pop(why: str, before: str, move: BoardMove | DropMove, after: str) -> None:
    core = core_of(ACTORS, before)
    key = core.key()
    core.push(encode(move))
    expected = read_sfen(ACTORS, after)
    assert (core.cells(), core.hands(), core.turn) == (expected.cells, expected.hands, expected.turn), why
    assert core.key() == core_of(ACTORS, after).key() != key
    core.pop()
    old = read_sfen(ACTORS, before)
    assert (core.cells(), core.hands(), core.turn, core.key()) == (old.cells, old.hands, old.turn, key)


VICTIMS = [
    ("5/5/2x2/2M2/5 b", BoardMove(17, 12), (12,)),
    ("5/5/5/2M2/5 b", BoardMove(17, 12), ()),
    ("5/2xx1/1y1M1/5/5 b", BoardMove(13, 11, (8, 7)), (7, 8, 11)),
    ("5/2x2/2M2/5/5 b", BoardMove(12, 12, (7,)), (7,)),
    ("5/5/2M2/5/5 b", BoardMove(12, 12, (7,)), ()),
    ("5/5/5/5/5 b X", DropMove(1, 1, 0), ()),
]


@pytest.mark.parametrize(("sfen", "move", "expected"), VICTIMS)
def test_victims(sfen: str, move: BoardMove | DropMove, expected: tuple[int, ...]) -> None:
    assert core_of(ACTORS, sfen).victims(encode(move)) == expected


def test_pop_ends_where_reset_began() -> None:
    core = core_of(ACTORS, "5/5/2M2/5/5 b X")
    with pytest.raises(IndexError, match="no move to take back"):
        core.pop()


def test_a_copy_goes_its_own_way_with_the_same_record() -> None:
    core = core_of(ACTORS, "5/5/2M2/5/5 b X")
    core.push(encode(DropMove(1, 1, 0)))
    twin = core.copy()
    assert twin.key() == core.key()
    core.pop()
    assert (core.turn, twin.turn, twin.cells()[0]) == (0, 1, cell_of(1, 0))
    twin.pop()
    assert twin.key() == core.key()
    with pytest.raises(IndexError):
        twin.pop()


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_move_of_a_start_goes_back(variant: str) -> None:
    core = ReferenceCore(VARIANTS[variant]())
    before = (core.cells(), core.hands(), core.state(), core.turn, core.key())
    codes = core.legal()
    assert len(codes) == len(set(codes)) == core.perft(1)
    for code in codes:
        core.push(code)
        assert core.key() != before[-1]
        core.pop()
        assert (core.cells(), core.hands(), core.state(), core.turn, core.key()) == before


def test_perft_is_the_number_of_sequences() -> None:
    """A king's step from a corner has 3, then gote none: no sequence of two."""
    variant = module(GRID, (piece("M", 0, (WALKER.move(K),)), piece("X", 1, ())))
    core = core_of(variant, "5/5/5/5/M3x b")
    assert [core.perft(depth) for depth in range(3)] == [1, 3, 0]


# -------------------------------------------------------------------------------------------------------- rule state


def double_stepper() -> Module:
    """A pawn that may step twice at first (`fWifmnD` in short), and drops; another piece that may only then."""
    first = Move((WALKER.leg(((0, 2),), MOVE),), initial=True)
    pawn = (WALKER.move((FORWARD, BACKWARD)), first)
    drop = Drop((0,), tuple(range(25)))
    return module(GRID, (piece("P", 0, pawn, drop=drop), piece("X", 1, (first,))), "xxxxx/5/5/5/PPPPP b")


def tos(core: ReferenceCore, origin: str) -> set[str]:
    found = [decode(code) for code in core.legal()]
    return {GRID.names[move.to] for move in found if isinstance(move, BoardMove) and move.origin == GRID.square(origin)}


def test_who_has_never_moved() -> None:
    core = ReferenceCore(double_stepper())
    assert core.state() == (0b11111_00000_00000_00000_11111, 0, 0, 0, 0, -1)
    assert tos(core, "3e") == {"3d", "3c"}
    core.push(encode(BoardMove(GRID.square("3e"), GRID.square("3d"))))
    assert core.state() == (0b11011_00000_00000_00000_11111, 0, 0, 0, 0, -1)
    core.pop()
    assert core.state() == (0b11111_00000_00000_00000_11111, 0, 0, 0, 0, -1)


FRESH = [
    ("as in the start", "xxxxx/5/5/5/PPPPP b", 0b11111_00000_00000_00000_11111),
    ("away from the start", "5/5/5/2P2/PP3 b", 0b00011_00000_00000_00000_00000),
    ("another piece, or the other side's", "PPPPP/5/5/5/ppppX b", 0),
]


@pytest.mark.parametrize(("why", "sfen", "virgin"), FRESH)
def test_a_fresh_position_compares_with_the_start(why: str, sfen: str, virgin: int) -> None:
    assert core_of(double_stepper(), sfen).state() == (virgin, 0, 0, 0, 0, -1), why


def test_state_is_part_of_the_position() -> None:
    """The pawn that went and came back has moved; the same holds for a piece dropped or taken there."""
    sfen = "xxxxx/5/5/5/2P2 b P"
    fresh, moved = core_of(double_stepper(), sfen), core_of(double_stepper(), sfen, (0, 0, 0, 0, 0, -1))
    assert tos(fresh, "3e") == {"3d", "3c"}
    assert tos(moved, "3e") == {"3d"}
    assert fresh.key() != moved.key()
    fresh.push(encode(DropMove(0, 0, GRID.square("5e"))))
    assert fresh.state() == (1 << GRID.square("3e") | 0b11111, 0, 0, 0, 0, -1)


def test_taking_an_unmoved_piece_and_igui_clear_the_state() -> None:
    core = ReferenceCore(double_stepper())
    core.push(encode(BoardMove(GRID.square("3e"), GRID.square("3a"))))
    assert core.state() == (0b11011_00000_00000_00000_11011, 0, 0, 0, 0, -1)
    core = ReferenceCore(double_stepper())
    core.push(encode(BoardMove(GRID.square("3e"), GRID.square("3e"), (GRID.square("3a"),))))
    assert core.state() == (0b11011_00000_00000_00000_11011, 0, 0, 0, 0, -1)


def test_variants_without_initial_moves_have_no_state() -> None:
    assert ReferenceCore(VARIANTS["shogi"]()).state() == (0, 0, 0, 0, 0, -1)


# ------------------------------------------------------------------------------------------- a promotion in the code


def test_becomes_is_named_only_when_it_changes_the_mover() -> None:
    """Targets that name the mover's own kind are no promotion."""
    promotion = Promotion((0, 1), (Trigger(GRID.far(5), within=True),), "never")
    variant = module(GRID, (piece("P", 0, (WALKER.move((FORWARD,)),), promotion=promotion), piece("+P", 1, ())))
    found = {decode(code) for code in core_of(variant, "5/5/2P2/5/5 b").legal()}
    assert found == {BoardMove(12, 7), BoardMove(12, 7, (), 1)}


def test_two_ways_round_a_cylinder_are_one_move() -> None:
    round_board = Grid(5, 5, joined_files=True)
    rook = Walker(round_board).ride((LEFT, RIGHT), TAKE)
    variant = module(round_board, (piece("R", 0, (rook,)), piece("X", 1, ())))
    assert len(core_of(variant, "5/5/2R1x/5/5 b").legal()) == 1


def test_moves_that_overlap_are_one() -> None:
    variant = module(GRID, (piece("R", 0, (WALKER.ride(W), WALKER.move(W))),))
    assert len(core_of(variant, "5/5/2R2/5/5 b").legal()) == 8
