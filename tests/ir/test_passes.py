"""Each pass on a module small enough to be read: what goes in and what comes out, as IR text."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields, is_dataclass, replace

import pytest
from hand_built import FORWARD, KNIGHT, MOVE, RIGHT, TAKE, Direction, Grid, K, W, Walker, module, piece
from hand_variants import VARIANTS, minishogi, shogi
from odd_variants import ODD

from hensoku.compiler.ir import types
from hensoku.compiler.ir.text import parse_module, print_module
from hensoku.compiler.ir.types import (
    Borrow,
    DeadPosition,
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
    Piece,
    PromotionLimit,
    Royals,
    Tally,
)
from hensoku.compiler.ir.verify import IRError, verify
from hensoku.compiler.options import Options
from hensoku.compiler.passes import kinds as renumbering
from hensoku.compiler.passes.find_stuck import find_stuck
from hensoku.compiler.passes.kinds import map_kinds
from hensoku.compiler.passes.merge_moves import merge_moves
from hensoku.compiler.passes.prune_pieces import prune_pieces
from hensoku.compiler.passes.prune_vectors import prune_vectors
from hensoku.compiler.pipeline import PASSES, run

BOARD = """board('line' 1 3) {
  squares = [square('1a' 0 0) square('1b' 0 1) square('1c' 0 2)]
  turned = [2 1 0]
  vectors = [vector('+0+1' 1) {targets=[-1 0 1]} vector('+0-1' 0) {targets=[1 2 -1]}]
  rings = []
}
"""
BOARD_OF_FOUR = """board('line' 1 3) {
  squares = [square('1a' 0 0) square('1b' 0 1) square('1c' 0 2)]
  turned = [2 1 0]
  vectors = [
    vector('+0-2' 2) {targets=[2 -1 -1]} vector('+0-1' 3) {targets=[1 2 -1]}
    vector('+0+2' 0) {targets=[-1 -1 0]} vector('+0+1' 1) {targets=[-1 0 1]}
  ]
  rings = []
}
"""


def line_module(pieces: str, *, board: str = BOARD, cells: str = "0 0 0", hands: str = "", rest: str = "") -> Module:
    """A module on a board of three squares in a line."""
    setup = f"setup('start') {{cells=[{cells}] hands=[[{hands}] [{hands}]] turn=0}}"
    rules = "royals{} ends=[] repetition=null"
    return parse_module(f"module('line' '' '') {{ {board} pieces=[{pieces}] setups=[{setup}] {rules} {rest} }}")


def steps(*vectors: int, text: str = "", rest: str = "") -> str:
    starts = " ".join(f"start({vector})" for vector in vectors)
    return f"move{{legs=[leg{{lands=[empty] starts=[{starts}]}}] {rest} text='{text}'}}"


# ---------------------------------------------------------------------------------------------- what rules refer to


def test_rules_keep_their_kinds_and_vectors() -> None:
    """Facing and the ends name kinds and vectors, or have numbers by kind; both are renumbered with the others."""
    made = minishogi()
    king = next(kind for kind, piece in enumerate(made.pieces) if piece.royal)
    lines = tuple(start.vector for move in made.pieces[king].moves for leg in move.legs for start in leg.starts)[:2]
    points = tuple(range(len(made.pieces)))
    ends = (
        End("facing", "draw", "ends.facing", terms=PassedFacing(Tally(points))),
        End("impasse", "win", "ends.impasse", terms=Impasse((0,), 0, points, (1, 1))),
        End("move-limit", "draw", "ends.move_limit", terms=MoveLimit(9, kinds=(king,))),
        End("dead-position", "draw", "ends.dead_position", terms=DeadPosition((king, 0))),
    )
    facing = Facing((king, 0), lines)
    pawn = next(kind for kind, piece in enumerate(made.pieces) if piece.id == "P")
    ruled = replace(
        made,
        royals=Royals(facing=facing),
        ends=ends,
        promotion_limits=(PromotionLimit(2, (0, king)),),
        first=(pawn,),
        before_mate=(pawn,),
    )
    turned = map_kinds(ruled, {kind: len(points) - 1 - kind for kind in points})
    verify(turned)
    last = len(points) - 1
    assert turned.promotion_limits == (PromotionLimit(2, (last, last - king)),)
    assert (turned.first, turned.before_mate) == ((last - pawn,), (last - pawn,))
    assert turned.royals.facing is not None
    assert set(turned.royals.facing.kinds) == {last - king, last}
    terms = {end.kind: end.terms for end in turned.ends}
    assert terms["facing"] == PassedFacing(Tally(points[::-1]))
    assert terms["impasse"] == Impasse((0,), 0, points[::-1], (1, 1))
    assert terms["move-limit"] == MoveLimit(9, kinds=(last - king,))
    assert terms["dead-position"] == DeadPosition((last - king, last))
    pruned = prune_vectors(turned)
    verify(pruned)
    assert pruned.royals.facing is not None
    names = [
        [of.board.vectors[vector].name for vector in seen]
        for of, seen in ((made, lines), (pruned, pruned.royals.facing.vectors))
    ]
    assert names[0] == names[1]


# ------------------------------------------------------------------------------------------------------- prune_pieces


def test_prune_pieces_renumbers_every_kind() -> None:
    tests = "tests=[kind_test(target) {kinds=[0 1] among=false} rank_test(self > 1)]"
    before = line_module(
        f"""
        piece('X' '' '') {{moves=[] base=0 hand=0}}
        piece('P' '' '') {{
          moves=[{steps(0, rest=tests)}] base=1 hand=1
          promotion{{targets=[3] triggers=[] forced=never}}
          drop{{faces=[1 4] squares=[0] file_limit(1) {{kinds=[0 1 2]}}}}
          uncapturable_by=[0 5]
        }}
        piece('Y' '' '') {{moves=[] base=2 hand=1}}
        piece('+P' '' '') {{moves=[] base=1 hand=1}}
        piece('Q' '' '') {{moves=[] base=4 hand=-1}}
        piece('K' '' '') {{moves=[] base=5 hand=-1 royal}}
        """,
        cells="13 0 4",
        hands="0 2 0 0 0 0",
        rest="hand_order=[0 1]",
    )
    tests = "tests=[kind_test(target) {kinds=[0] among=false} rank_test(self > 1)]"
    after = line_module(
        f"""
        piece('P' '' '') {{
          moves=[{steps(0, rest=tests)}] base=0 hand=0
          promotion{{targets=[1] triggers=[] forced=never}}
          drop{{faces=[0 2] squares=[0] file_limit(1) {{kinds=[0]}}}}
          uncapturable_by=[3]
        }}
        piece('+P' '' '') {{moves=[] base=0 hand=0}}
        piece('Q' '' '') {{moves=[] base=2 hand=-1}}
        piece('K' '' '') {{moves=[] base=3 hand=-1 royal}}
        """,
        cells="9 0 2",
        hands="2 0 0 0",
        rest="hand_order=[0]",
    )
    assert print_module(prune_pieces(before)) == print_module(after)


NAMED = [
    ("base=0 hand=-1", 1),
    ("base=1 hand=-1", 2),
    ("base=0 hand=1", 2),
    ("base=0 hand=-1 promotion{targets=[1] triggers=[] forced=never}", 2),
    ("base=0 hand=-1 drop{faces=[1] squares=[]}", 2),
    ("base=0 hand=-1 uncapturable_by=[1]", 1),
]


@pytest.mark.parametrize(("fields", "kept"), NAMED)
def test_what_keeps_a_kind(fields: str, kept: int) -> None:
    pieces = f"piece('P' '' '') {{moves=[] {fields}}} piece('Q' '' '') {{moves=[] base=1 hand=-1}}"
    assert len(prune_pieces(line_module(pieces, cells="2 0 0", hands="0 0")).pieces) == kept


def test_a_setup_other_than_the_start_keeps_its_kinds() -> None:
    pieces = "piece('P' '' '') {moves=[] base=0 hand=-1} piece('Q' '' '') {moves=[] base=1 hand=-1}"
    made = line_module(pieces, cells="2 0 0", hands="0 0")
    other = replace(made.setups[0], name="handicap", cells=(0, 5, 0))
    assert [p.id for p in prune_pieces(made).pieces] == ["P"]
    assert [p.id for p in prune_pieces(replace(made, setups=(*made.setups, other))).pieces] == ["P", "Q"]


LATER = {"Deltas", "SetClass", "TriedDrop"}
"""Made by the last passes: nothing is renumbered after them."""


def kind_fields() -> set[tuple[str, str]]:
    """Class and field of the IR wherever kinds are named."""
    classes = [cls for cls in vars(types).values() if isinstance(cls, type) and is_dataclass(cls)]
    named = ((cls.__name__, each) for cls in classes if cls.__name__ not in LATER for each in fields(cls))
    return {(owner, each.name) for owner, each in named if re.search(r"\bKind\b", str(each.type))}


@pytest.mark.parametrize(("owner", "name"), sorted(kind_fields()))
def test_kinds_are_renumbered_wherever_they_are_named(owner: str, name: str) -> None:
    """A field of kinds that the renumbering does not know keeps numbers of pieces that are no more."""
    source = inspect.getsource(renumbering)
    assert re.search(rf"\b{name}=", source), owner
    assert owner in source or owner.lower() in source


def test_map_kinds_there_and_back() -> None:
    made = run(shogi())
    there = {kind: len(made.pieces) - 1 - kind for kind in range(len(made.pieces))}
    assert map_kinds(made, there) != made
    assert map_kinds(map_kinds(made, there), there) == made


# -------------------------------------------------------------------------------------------------------- merge_moves

MERGED = [
    ("directions", [steps(0, text="fW"), steps(1, text="bW")], [steps(0, 1, text="fW bW")]),
    ("the same twice", [steps(0, 1, text="vW"), steps(0, 1, text="vW")], [steps(0, 1, text="vW")]),
    ("one direction in both", [steps(1, text="bW"), steps(1, 0, text="vW")], [steps(1, 0, text="bW vW")]),
    ("the first one's place", [steps(0), steps(0, rest="initial"), steps(1)], [steps(0, 1), steps(0, rest="initial")]),
    ("another origin", [steps(0, rest="where=[1]"), steps(1)], [steps(0, rest="where=[1]"), steps(1)]),
    (
        "another test",
        [steps(0, rest="tests=[rank_test(target < 1)]"), steps(1)],
        [steps(0, rest="tests=[rank_test(target < 1)]"), steps(1)],
    ),
]


@pytest.mark.parametrize(("_what", "before", "after"), MERGED)
def test_merge_moves(_what: str, before: list[str], after: list[str]) -> None:
    made, wanted = (
        line_module(f"piece('P' '' '') {{moves=[{' '.join(moves)}] base=0 hand=-1}}", hands="0")
        for moves in (before, after)
    )
    assert print_module(merge_moves(made)) == print_module(wanted)


# ------------------------------------------------------------------------------------------------------ prune_vectors


def test_prune_vectors_keeps_what_is_used_and_its_turned() -> None:
    before = line_module(f"piece('P' '' '') {{moves=[{steps(3)}] base=0 hand=-1}}", board=BOARD_OF_FOUR, hands="0")
    board = BOARD.replace(
        "[vector('+0+1' 1) {targets=[-1 0 1]} vector('+0-1' 0) {targets=[1 2 -1]}]",
        "[vector('+0-1' 1) {targets=[1 2 -1]} vector('+0+1' 0) {targets=[-1 0 1]}]",
    )
    after = line_module(f"piece('P' '' '') {{moves=[{steps(1)}] base=0 hand=-1}}", board=board, hands="0")
    assert print_module(prune_vectors(before)) == print_module(after)


GRID = Grid(5, 5)
WALKER = Walker(GRID)


def alone(*moves: Move, grid: Grid = GRID, **rest: object) -> Module:
    return module(grid, [piece("P", 0, moves, hand=-1, **rest)])


def two_legs(stride: int, gate: str = "open") -> Move:
    """One step ahead, then one to the right, both of that length."""
    first = WALKER.leg(((0, stride),), MOVE, ring=stride - 1)
    return Move((first, Leg(MOVE, ring=stride - 1, turns=(2,), gate=gate)))  # type: ignore[arg-type]


def names(*directions: Direction) -> set[str]:
    return {f"{right * sign:+}{forward * sign:+}" for right, forward in directions for sign in (1, -1)}


KEPT: list[tuple[str, Module, set[str], list[int]]] = [
    ("a step", alone(WALKER.move((FORWARD,))), names(FORWARD), []),
    ("a lame leap", alone(Move((WALKER.lame((1, 2), (FORWARD,), "empty"),))), names((1, 2), FORWARD), []),
    ("two legs", alone(two_legs(1)), names(*K), [1]),
    ("two leaps", alone(two_legs(2)), names(*((2 * x, 2 * y) for x, y in K)), [2]),
    ("two lame leaps", alone(two_legs(2, "empty")), names(*K, *((2 * x, 2 * y) for x, y in K)), [1, 2]),
    ("a ring of one leg", alone(WALKER.move((FORWARD,), ring=0)), names(FORWARD), []),
    ("nothing", alone(), set(), []),
    ("borrowing", replace(alone(), borrow=Borrow((GRID.vector((0, -1)),))), names(FORWARD), []),
]


@pytest.mark.parametrize(("_what", "made", "vectors", "rings"), KEPT)
def test_vectors_kept(_what: str, made: Module, vectors: set[str], rings: list[int]) -> None:
    pruned = prune_vectors(made)
    verify(pruned)
    assert {vector.name for vector in pruned.board.vectors} == vectors
    assert [ring.stride for ring in pruned.board.rings] == rings
    assert prune_vectors(pruned) == pruned


# --------------------------------------------------------------------------------------------------------- find_stuck

ALL = GRID.names
RANK_A, RANK_B = ALL[:5], ALL[5:10]
INITIAL = replace(WALKER.move((FORWARD,)), initial=True)
AND_BACK = Leg(MOVE, ring=0, turns=(4,))
SMALL = Walker(Grid(3, 3))
FILE_1 = tuple(name for name in ALL if name[0] == "1")


def but(*free: str) -> tuple[str, ...]:
    return tuple(name for name in ALL if name not in free)


STUCK: list[tuple[str, Module, tuple[str, ...]]] = [
    # counted by hand on a board of 5x5
    ("a pawn", alone(WALKER.move((FORWARD,))), RANK_A),
    ("a lance", alone(WALKER.ride((FORWARD,))), RANK_A),
    ("a knight", alone(WALKER.move(KNIGHT)), (*RANK_A, *RANK_B)),
    ("a rook", alone(WALKER.ride(W)), ()),
    ("no moves at all", alone(), ALL),
    ("only captures", alone(WALKER.move((FORWARD,), TAKE)), RANK_A),
    ("a cannon up the file needs a screen and a square", alone(WALKER.hop((FORWARD,))), (*RANK_A, *RANK_B)),
    ("a cannon of two screens", alone(WALKER.ride((FORWARD,), screens=(2, 2))), ALL[:15]),
    ("a hopper that lands next to its screen", alone(WALKER.ride((FORWARD,), screens=(1, 1), beyond="next")), ALL[:10]),
    ("a cannon that has room one way", alone(WALKER.hop(W)), ()),
    ("a hop of two steps where one has no room for it", alone(SMALL.hop(K, reach=2), grid=SMALL.grid), ("2b",)),
    ("R{min=3} forward", alone(WALKER.ride((FORWARD,), least=3)), ALL[:15]),
    ("jR forward", alone(WALKER.ride((FORWARD,), skip=1)), ALL[:10]),
    ("nN, its lame square on the board", alone(Move((WALKER.lame((0, 2), (FORWARD,), "empty"),))), ALL[:10]),
    ("only while it has never moved", alone(INITIAL), RANK_A),
    ("only from the near ranks", alone(replace(WALKER.move(W), where=tuple(range(15, 25)))), ALL[:15]),
    ("confined to a row of two", alone(WALKER.move((RIGHT,)), within=GRID.squares("3c 2c")), but("4c", "3c")),
    ("out and back", alone(Move((WALKER.leg(K, MOVE, ring=0), AND_BACK))), ALL),
    ("out, taking, and back", alone(Move((WALKER.leg(K, TAKE, ring=0), AND_BACK))), ()),
    ("out, over a friend, and back", alone(Move((WALKER.leg(K, ("hop",), ring=0), AND_BACK))), ALL),
    ("a step forward, then one to the right", alone(two_legs(1)), (*RANK_A, *FILE_1)),
    ("wrapped around", alone(Walker(GRID).ride((FORWARD,)), grid=Grid(5, 5, joined_ranks=True)), ()),
]


@pytest.mark.parametrize(("_what", "made", "stuck"), STUCK)
def test_find_stuck(_what: str, made: Module, stuck: tuple[str, ...]) -> None:
    found = find_stuck(made).pieces[0].stuck
    assert {made.board.squares[square].name for square in found} == set(stuck)


@pytest.mark.parametrize("name", VARIANTS)
def test_stuck_squares_of_the_hand_built_variants(name: str) -> None:
    made = VARIANTS[name]()
    emptied = replace(made, pieces=tuple(replace(piece, stuck=()) for piece in made.pieces))
    assert find_stuck(emptied) == made


def test_conditions_that_no_kind_fulfils() -> None:
    def cannon(**test: object) -> Piece:
        hop = replace(WALKER.hop((FORWARD,)), tests=(KindTest("screen", **test),))  # type: ignore[arg-type]
        return piece("C", 0, [hop], hand=-1)

    for kinds, among, count in [((0,), False, 25), ((0,), True, 10), ((), True, 25), ((), False, 10)]:
        found = find_stuck(module(GRID, [cannon(kinds=kinds, among=among)]))
        assert len(found.pieces[0].stuck) == count


# ----------------------------------------------------------------------------------------------------------- pipeline


def test_passes_are_told_in_order() -> None:
    told: list[tuple[str, Module]] = []
    made = run(shogi(), trace=lambda name, module: told.append((name, module)))
    assert [name for name, _ in told] == [change.__name__ for change in PASSES]
    assert told[-1][1] == made
    assert made.lowering is not None


@pytest.mark.parametrize("name", [*VARIANTS, *ODD])
def test_passes_have_nothing_left_to_do(name: str) -> None:
    made = run({**VARIANTS, **ODD}[name]())
    assert run(made) == made


def test_a_fault_is_told_before_the_passes() -> None:
    made = shogi()
    limit = FileLimit(0, (0,))
    pawn = replace(made.pieces[0], drop=replace(made.pieces[0].drop, file_limit=limit))  # type: ignore[type-var]
    faulty = replace(made, pieces=(pawn, *made.pieces[1:]))
    with pytest.raises(IRError, match=r"pieces\[0\]\.drop\.file_limit\.count: a limit below one"):
        run(faulty)
    assert run(faulty, Options(verify=False)).pieces[0].drop == pawn.drop
