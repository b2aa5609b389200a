"""Where one move leads, on boards small enough to count by hand.

Every table row is a picture in words: friends and enemies by square, and the results as `to`, or `to x victim victim`
with the victims in walking order.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hand_built import BACKWARD, BOTH, CLOCKWISE, FORWARD, LEFT, MOVE, RIGHT, TAKE, F, Grid, K, W, Walker

from hensoku.compiler.interp.walk import Result, results
from hensoku.compiler.ir.types import KindTest, Leg, Move, RankTest, Slot, cell_of

OPEN = Grid(5, 5)
CYLINDER = Grid(5, 5, joined_files=True)
TORUS = Grid(4, 4, joined_files=True, joined_ranks=True)
HOLED = Grid(5, 5, holes=("3b", "3d"))

ANY_TURN = tuple(range(8))
ON, BACK = (0,), (4,)
LEFT_OR_RIGHT = (2, 6)


def walk(
    grid: Grid, move: Move, origin: str, friends: str = "", enemies: str = "", side: int = 0, *, virgin: bool = True
) -> list[Result]:
    pieces = {name: cell_of(0, side) for name in (origin, *friends.split())}
    pieces |= {name: cell_of(0, 1 - side) for name in enemies.split()}
    return list(results(grid.board(), move, grid.cells(pieces), grid.square(origin), side, virgin=virgin))


def shown(grid: Grid, found: list[Result]) -> set[str]:
    names = grid.names
    return {" x ".join(names[square] for square in (result.to, *result.victims)) for result in found}


def lines(text: str) -> set[str]:
    return {line.strip() for line in text.split(",") if line.strip()}


# ---------------------------------------------------------------------------------------------------- single legs

SINGLE: list[tuple[str, Grid, Callable[[Walker], Move], str, str, str, str]] = [
    ("R: a friend stops it, an enemy is taken", OPEN, lambda w: w.ride(W), "3c", "3b", "4c", "4c x 4c, 2c, 1c, 3d, 3e"),
    ("mR takes nothing", OPEN, lambda w: w.ride(W, MOVE), "3c", "3b", "4c", "2c, 1c, 3d, 3e"),
    ("cR does nothing but take", OPEN, lambda w: w.ride(W, TAKE), "3c", "3b", "4c 1c", "4c x 4c, 1c x 1c"),
    ("R2 is short", OPEN, lambda w: w.move((FORWARD,), reach=2), "3e", "", "", "3d, 3c"),
    ("dW removes a friend", OPEN, lambda w: w.move(W, ("friend",)), "3c", "3b", "4c", "3b x 3b"),
    ("{min=2}", OPEN, lambda w: w.ride((FORWARD,), least=2), "3e", "", "3b", "3c, 3b x 3b"),
    ("{min=2}: a piece too near ends the ray", OPEN, lambda w: w.ride((FORWARD,), least=2), "3e", "", "3d", ""),
    ("jR passes the first square whatever it holds", OPEN, lambda w: w.ride((FORWARD,), skip=1), "3e", "3d", "3b",
     "3c, 3b x 3b"),
    ("jR2: the square passed counts", OPEN, lambda w: w.move((FORWARD,), reach=2, skip=1), "3e", "", "", "3c"),
    ("pR: beyond one screen, up to the second piece", OPEN, lambda w: w.hop((FORWARD,)), "3e", "3d", "3a",
     "3c, 3b, 3a x 3a"),
    ("pR: no screen, no move", OPEN, lambda w: w.hop(W), "3c", "", "", ""),
    ("cpR does not stop on empty squares", OPEN, lambda w: w.hop((FORWARD,), TAKE), "3e", "3d", "3b", "3b x 3b"),
    ("pR2: the screen counts for the range", OPEN, lambda w: w.hop((FORWARD,), reach=2), "3e", "3d", "", "3c"),
    ("ppR goes on behind every piece", OPEN, lambda w: w.ride((FORWARD,), screens=(1, -1)), "3e", "3c", "3d 3b",
     "3b x 3b, 3a"),
    ("{screens=1..2}", OPEN, lambda w: w.ride((FORWARD,), screens=(1, 2)), "3e", "3d", "3c 3a", "3c x 3c, 3b, 3a x 3a"),
    ("gR lands right behind its screen", OPEN, lambda w: w.ride((FORWARD,), screens=(1, 1), beyond="next"), "3e", "3c",
     "", "3b"),
    ("gR3: the landing is within the range", OPEN,
     lambda w: w.move((FORWARD,), reach=3, screens=(1, 1), beyond="next"), "3e", "3b", "", ""),
    ("nN: a piece on the straight step stops it", OPEN,
     lambda w: Move((w.lame((1, 2), (FORWARD,), "empty"), )), "3e", "3d", "", ""),
    ("nN: nothing there lets it", OPEN, lambda w: Move((w.lame((1, 2), (FORWARD,), "empty"), )), "3e", "2d", "", "2c"),
    ("nN: a hole stops it", HOLED, lambda w: Move((w.lame((1, 2), (FORWARD,), "empty"), )), "3c", "", "", ""),
    ("N leaps over a hole", HOLED, lambda w: w.move(((1, 2),)), "3c", "", "", "2a"),
    ("jD must jump", OPEN, lambda w: Move((w.lame((0, 2), (FORWARD,), "occupied"), )), "3e", "", "", ""),
    ("jD jumps anybody", OPEN, lambda w: Move((w.lame((0, 2), (FORWARD,), "occupied"), )), "3e", "", "3d", "3c"),
    ("a slider stops at a hole", HOLED, lambda w: w.ride((RIGHT,)), "5d", "", "", "4d"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "grid", "make", "origin", "friends", "enemies", "expected"), SINGLE)
def test_one_leg(
    why: str, grid: Grid, make: Callable[[Walker], Move], origin: str, friends: str, enemies: str, expected: str
) -> None:
    assert shown(grid, walk(grid, make(Walker(grid)), origin, friends, enemies)) == lines(expected), why


# -------------------------------------------------------------------------------------------------- wrapped boards

WRAPPED: list[tuple[str, Grid, Callable[[Walker], Move], str, str, str, str]] = [
    ("sR alone on its rank stops before its origin", CYLINDER, lambda w: w.ride((RIGHT,)), "3c", "", "",
     "2c, 1c, 5c, 4c"),
    ("a lone cannon is not its own screen", CYLINDER, lambda w: w.hop((LEFT, RIGHT)), "3c", "", "", ""),
    ("a cannon hops and comes round, but not past itself", CYLINDER, lambda w: w.hop((RIGHT,)), "3c", "1c", "",
     "5c, 4c"),
    ("ppR ends on coming home", CYLINDER, lambda w: w.ride((RIGHT,), screens=(1, -1)), "3c", "", "2c 1c",
     "1c x 1c, 5c, 4c"),
    ("upper and lower edge stay edges", CYLINDER, lambda w: w.ride((FORWARD, BACKWARD)), "3c", "", "",
     "3b, 3a, 3d, 3e"),
    ("a bishop on a 4x4 torus", TORUS, lambda w: w.ride(((1, 1),)), "4d", "", "", "3c, 2b, 1a"),
    ("a lame leap round the edge may pass its own origin", Grid(3, 1, joined_files=True),
     lambda w: Move((w.leg_of(w.lame((2, 0), (RIGHT,), "empty"), reach=2), )), "3a", "", "", "1a, 2a"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "grid", "make", "origin", "friends", "enemies", "expected"), WRAPPED)
def test_wrapped_board(
    why: str, grid: Grid, make: Callable[[Walker], Move], origin: str, friends: str, enemies: str, expected: str
) -> None:
    assert shown(grid, walk(grid, make(Walker(grid)), origin, friends, enemies)) == lines(expected), why


def test_both_ways_round_are_two_results() -> None:
    """They are made one where moves are numbered, not here."""
    assert len(walk(CYLINDER, Walker(CYLINDER).ride((LEFT, RIGHT)), "3c")) == 8


# ------------------------------------------------------------------------------------------------------ more legs


def two(
    first: Leg, turns: tuple[int, ...], last: tuple[str, ...] = BOTH, *, passes: bool = False, reach: int = 1
) -> Move:
    return Move((first, Leg(last, ring=0, turns=turns, reach=reach)), passes=passes)  # type: ignore[arg-type]


def first(walker: Walker, lands: tuple[str, ...], directions: tuple[tuple[int, int], ...] = K, reach: int = 1) -> Leg:
    return walker.leg(directions, lands, ring=0, reach=reach)  # type: ignore[arg-type]


CHAINS: list[tuple[str, Callable[[Walker], Move], str, str, str, str]] = [
    ("afsW: mao, over the empty square alone", lambda w: two(first(w, MOVE, (FORWARD, RIGHT)), (1, 7)), "3c", "2c", "",
     "4a, 2a"),
    ("afsW: a friend beside the path is no bar", lambda w: two(first(w, MOVE, (FORWARD,)), (1, 7)), "3c", "2c 4c", "2a",
     "4a, 2a x 2a"),
    ("cabK: igui", lambda w: two(first(w, TAKE), BACK), "3c", "3b", "4b", "3c x 4b"),
    ("mabW without the pass", lambda w: two(first(w, MOVE, W), BACK), "3c", "3b", "", ""),
    ("mabW with the pass", lambda w: two(first(w, MOVE, W), BACK, passes=True), "3c", "3b", "", "3c"),
    ("cafcF takes two", lambda w: two(first(w, TAKE, F), ON, TAKE), "3c", "", "2b 1a 4d", "1a x 2b x 1a"),
    ("cafmF takes what it jumps", lambda w: two(first(w, TAKE, F), ON, MOVE), "3c", "", "2b 4d 5e", "1a x 2b"),
    ("dafW removes a friend on the way", lambda w: two(first(w, ("friend",), W), ON), "3c", "3b", "2c", "3a x 3b"),
    ("mpafW passes anything", lambda w: two(first(w, ("empty", "hop"), (FORWARD,)), ON), "3c", "", "3b", "3a"),
    ("pafW must hop", lambda w: two(first(w, ("hop",), (FORWARD, RIGHT)), ON), "3c", "3b", "", "3a"),
    ("tpafW hops friends only", lambda w: two(first(w, ("hop-friend",), (FORWARD, RIGHT)), ON), "3c", "3b", "2c", "3a"),
    ("cpafW both ways", lambda w: two(first(w, ("enemy", "hop"), (FORWARD,)), ON), "3c", "", "3b", "3a, 3a x 3b"),
    ("RmasR: a hook turns on empty squares only",
     lambda w: two(first(w, MOVE, (FORWARD,), reach=0), LEFT_OR_RIGHT, MOVE, reach=0), "5c", "5a", "",
     "4b, 3b, 2b, 1b"),
    ("from the second leg on the origin is empty",
     lambda w: two(first(w, MOVE, (RIGHT,)), BACK, MOVE, reach=0), "3c", "", "", "4c, 5c"),
    ("what was taken is gone", lambda w: Move((first(w, TAKE, (RIGHT,)), Leg(MOVE, ring=0, turns=ON),
                                              Leg(MOVE, ring=0, turns=BACK, reach=0))), "5c", "", "4c",
     "4c x 4c, 5c x 4c"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "make", "origin", "friends", "enemies", "expected"), CHAINS)
def test_chain(
    why: str, make: Callable[[Walker], Move], origin: str, friends: str, enemies: str, expected: str
) -> None:
    assert shown(OPEN, walk(OPEN, make(Walker(OPEN)), origin, friends, enemies)) == lines(expected), why


def test_stops_and_hops_are_told_apart() -> None:
    move = two(first(Walker(OPEN), ("empty", "enemy", "hop"), (FORWARD, RIGHT)), ON)
    found = walk(OPEN, move, "3c", enemies="3b")
    assert {(result.to, result.via, result.stops, result.hopped) for result in found} == {
        (OPEN.square("3a"), OPEN.squares("3b"), OPEN.squares("3b"), ()),
        (OPEN.square("3a"), (), (), OPEN.squares("3b")),
        (OPEN.square("1c"), (), OPEN.squares("2c"), ()),
    }


def test_a_later_leg_has_the_lame_path_of_its_direction() -> None:
    """`mafnD`: the second leap passes the square between, which must be empty."""
    double = Grid(5, 7)
    walker = Walker(double)
    leap = walker.leg(((0, 2),), MOVE, ring=1)
    move = Move((leap, Leg(BOTH, ring=1, turns=ON, gate="empty")))
    assert shown(double, walk(double, move, "3g")) == {"3c"}
    assert shown(double, walk(double, move, "3g", friends="3f")) == {"3c"}
    assert shown(double, walk(double, move, "3g", friends="3d")) == set()


# --------------------------------------------------------------------------------------- sides, squares, first moves


def test_gote_walks_turned_by_half_a_circle_not_mirrored() -> None:
    """Straight ahead and to the right of gote is down and to the left; its right turn stays a right turn."""
    walker = Walker(OPEN)
    assert shown(OPEN, walk(OPEN, walker.move(((1, 2),)), "3c", side=1)) == {"4e"}
    assert shown(OPEN, walk(OPEN, two(first(walker, MOVE, (FORWARD,)), (2,)), "3c", side=1)) == {"4d"}
    assert shown(OPEN, walk(OPEN, two(first(walker, MOVE, (FORWARD,)), (2,)), "3c", side=0)) == {"2b"}


@pytest.mark.parametrize(("side", "origin", "expected"), [(0, "3a", {"2a"}), (0, "3e", set()), (1, "3e", {"4e"})])
def test_where_is_in_the_eyes_of_its_side(side: int, origin: str, expected: set[str]) -> None:
    move = Move((Walker(OPEN).leg((RIGHT,)),), where=OPEN.far(2))
    assert shown(OPEN, walk(OPEN, move, origin, side=side)) == expected


@pytest.mark.parametrize(("virgin", "expected"), [(True, {"3c"}), (False, set())])
def test_initial_moves_are_for_the_unmoved(virgin: bool, expected: set[str]) -> None:
    move = Move((Walker(OPEN).leg(((0, 2),)),), initial=True)
    assert shown(OPEN, walk(OPEN, move, "3e", virgin=virgin)) == expected


# ----------------------------------------------------------------------------------------------------------- tests

PAWN, CANNON, GENERAL = range(3)
RANKS = (0, 1, 2)

TESTS = [
    ("no cannon as screen", KindTest("screen", (CANNON,), False), PAWN, PAWN, {"3c", "3b", "3a"}),
    ("no cannon as screen", KindTest("screen", (CANNON,), False), CANNON, PAWN, set()),
    ("target among", KindTest("target", (GENERAL,), True), PAWN, GENERAL, {"3c", "3b", "3a"}),
    ("no target: the test holds", KindTest("target", (GENERAL,), True), PAWN, PAWN, {"3c", "3b"}),
    ("the mover itself", KindTest("self", (PAWN,), True), PAWN, PAWN, set()),
    ("screens below the mover", RankTest("screen", "<", "self"), PAWN, GENERAL, {"3c", "3b", "3a"}),
    ("a screen of equal rank is not below", RankTest("screen", "<", "self"), CANNON, PAWN, set()),
    ("rank by number", RankTest("target", ">=", 1), PAWN, PAWN, {"3c", "3b"}),
    ("rank by number", RankTest("target", "!=", 0), PAWN, CANNON, {"3c", "3b", "3a"}),
    ("via is empty on a single leg", KindTest("via", (), True), PAWN, PAWN, {"3c", "3b", "3a"}),
]


@pytest.mark.parametrize(("why", "test", "screen", "target", "expected"), TESTS)
def test_conditions(why: str, test: KindTest | RankTest, screen: int, target: int, expected: set[str]) -> None:
    """A cannon on 3e looks at a screen on 3d and a target on 3a."""
    cells = OPEN.cells({"3e": cell_of(CANNON, 0), "3d": cell_of(screen, 1), "3a": cell_of(target, 1)})
    move = Move(Walker(OPEN).hop((FORWARD,)).legs, tests=(test,))
    found = results(OPEN.board(), move, cells, OPEN.square("3e"), 0, ranks=RANKS)
    assert {OPEN.names[result.to] for result in found} == expected, why


@pytest.mark.parametrize(
    ("lands", "slot", "holds"), [("enemy", "via", False), ("hop", "via", False), ("hop", "target", True)]
)
def test_via_is_what_earlier_legs_took_or_hopped(lands: str, slot: Slot, holds: bool) -> None:
    cells = OPEN.cells({"3e": cell_of(CANNON, 0), "3d": cell_of(GENERAL, 1)})
    move = Move(two(first(Walker(OPEN), (lands,), (FORWARD,)), ON).legs, tests=(KindTest(slot, (GENERAL,), False),))
    assert bool(list(results(OPEN.board(), move, cells, OPEN.square("3e"), 0))) == holds


def test_the_clock_of_directions_goes_round() -> None:
    """`WyafsW` turned by every eighth from straight forward lands on all eight neighbours of the square ahead."""
    move = two(first(Walker(OPEN), MOVE, (FORWARD,)), ANY_TURN, MOVE)
    ahead = {OPEN.names[OPEN.square("3b") + right - 5 * forward] for right, forward in CLOCKWISE}
    assert shown(OPEN, walk(OPEN, move, "3c")) == ahead - {"3c"}
