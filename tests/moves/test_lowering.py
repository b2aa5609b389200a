"""Move strings on boards other than a grid, with lines, conditions and regions. Expected squares are worked by hand."""

from __future__ import annotations

import pytest
from move_boards import Place, codes, parsed, scene

from hensoku.compiler.geometry import Geometry
from hensoku.compiler.lower_moves import lame_path, lower_moves

# Lame paths of docs/notation.md: orthogonal steps along the longer axis first, then diagonal ones.
PATHS = [
    ((1, 2), [(0, 1)]),
    ((-2, 1), [(-1, 0)]),
    ((2, -3), [(0, -1), (1, -1)]),
    ((1, 3), [(0, 1), (0, 1)]),
    ((0, 3), [(0, 1), (0, 1)]),
    ((2, 2), [(1, 1)]),
    ((1, 1), []),
    ((0, 1), []),
]


@pytest.mark.parametrize(("leap", "path"), PATHS)
def test_lame_path(leap: Place, path: list[Place]) -> None:
    assert list(lame_path(*leap)) == path


WRAPPED = [
    # topology, board, string, origin, friends, enemies, ends without a victim, ends with one
    ("cylinder", (5, 1), "R", (0, 0), [], [], {(1, 0), (2, 0), (3, 0), (4, 0)}, set()),
    ("cylinder", (5, 1), "R", (0, 0), [(2, 0)], [(3, 0)], {(1, 0), (4, 0)}, {(3, 0)}),
    ("cylinder", (4, 1), "pR", (0, 0), [], [], set(), set()),
    ("cylinder", (4, 1), "pR", (0, 0), [], [(2, 0)], {(1, 0), (3, 0)}, set()),
    ("cylinder", (3, 3), "fB", (0, 0), [], [], {(1, 1), (2, 2), (2, 1), (1, 2)}, set()),
    ("cylinder", (5, 3), "ffN", (0, 0), [], [], {(1, 2), (4, 2)}, set()),
    ("cylinder", (5, 3), "mafsW", (0, 0), [(1, 0)], [], {(1, 2), (4, 2), (3, 1)}, set()),
    ("cylinder", (5, 1), "mcabK", (0, 0), [(1, 0)], [(4, 0)], set(), {(0, 0)}),
    ("torus", (3, 3), "K", (0, 0), [], [], {(f, r) for f in range(3) for r in range(3)} - {(0, 0)}, set()),
    ("torus", (1, 4), "R", (0, 0), [], [(0, 2)], {(0, 1), (0, 3)}, {(0, 2)}),
    ("torus", (2, 2), "D", (0, 0), [], [], set(), set()),
]


@pytest.mark.parametrize(("topology", "board", "text", "origin", "friends", "enemies", "moves", "captures"), WRAPPED)
def test_joined_boards(
    topology: str,
    board: Place,
    text: str,
    origin: Place,
    friends: list[Place],
    enemies: list[Place],
    moves: set[Place],
    captures: set[Place],
) -> None:
    ends = scene(board, origin, friends, enemies, topology=topology).ends(text)
    assert {to for to, victims in ends if not victims} == moves
    assert {to for to, victims in ends if victims} == captures


HOLES = [
    # string, ends on 3x3 from the lower middle with a hole in the centre
    ("fD", {(1, 2)}),
    ("fR", set()),
    ("fnD", set()),
    ("afW", set()),
    ("fjD", set()),
    ("ffN", {(0, 2), (2, 2)}),
    ("ffnN", set()),
]


@pytest.mark.parametrize(("text", "ends"), HOLES)
def test_a_leap_passes_over_a_hole_and_a_path_does_not(text: str, ends: set[Place]) -> None:
    assert {to for to, _ in scene((3, 3), (1, 0), holes=["2b"]).ends(text)} == ends


# A janggi palace: 3x3 with both diagonals. Soldiers follow them forward only, chariots and cannons to the end, and
# pieces that move diagonally anyway gain nothing.
PALACE = [("3c", "2b", "1a"), ("1c", "2b", "3a")]
LINES = [
    ("W", (0, 0), [], {(0, 1), (1, 0), (1, 1)}),
    ("W", (1, 0), [], {(0, 0), (2, 0), (1, 1)}),
    ("fsW", (0, 0), [], {(0, 1), (1, 0), (1, 1)}),
    ("fsW", (1, 1), [], {(0, 1), (2, 1), (1, 2), (0, 2), (2, 2)}),
    ("sW", (1, 1), [], {(0, 1), (2, 1)}),
    ("bW", (1, 1), [], {(1, 0), (0, 0), (2, 0)}),
    ("mR", (0, 0), [], {(0, 1), (0, 2), (1, 0), (2, 0), (1, 1), (2, 2)}),
    ("mR", (0, 0), [(1, 1)], {(0, 1), (0, 2), (1, 0), (2, 0)}),
    ("mpR", (0, 0), [(1, 1)], {(2, 2)}),
    ("F", (0, 0), [], {(1, 1)}),
]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("text", "origin", "friends", "ends"), LINES)
def test_orthogonal_movers_follow_lines(
    text: str, origin: Place, friends: list[Place], ends: set[Place], side: int
) -> None:
    """The palace is its own image under a turn, so side 1 sees the same with its own eyes."""

    def seen(place: Place) -> Place:
        return (2 - place[0], 2 - place[1]) if side else place

    board = scene((3, 3), seen(origin), [seen(place) for place in friends], lines=PALACE, side=side)
    assert {to for to, _ in board.ends(text)} == {seen(place) for place in ends}


CONDITIONS = [
    # string, kinds standing in front of the mover from near to far (side 1 unless negative), ends on file 0
    ("pR{screen!=A}", [1, 0, 2], set()),
    ("pR{screen!=A}", [2, 0, 1], {2, 3}),
    ("pR{screen!=A,target!=B}", [2, 0, 2], {2}),
    ("pR{screen=A|B}", [2, 0, 1], {2, 3}),
    ("pR{screen=AB}", [2, 0, 1], {2, 3}),
    ("cppR{screen.rank<self.rank}", [1, 2, 1], {2}),
    ("cppR{screen.rank<=1}", [1, 1, 2], {2, 3}),
    ("cppR{target.rank>self.rank}", [1, 2, 1], {2}),
    ("pR{screens=2}", [1, 1, 0], {3, 4}),
    ("pR{screens=1..2}", [1, 1, 0], {2, 3, 4}),
    ("pR{screens>=2}", [1, 1, 1], {3, 4}),
    ("R{min=2}", [0, 0, 1], {2, 3}),
    ("R{min=2}", [1, 0, 0], set()),
    ("cafcR{via=A}", [2, 1, 0], set()),
    ("cafcR{via=A}", [1, 2, 0], {2}),
    ("R{target=A}", [0, 2, 0], {1}),
    ("W{self=M}", [0, 0, 0], {1}),
    ("W{self!=M}", [0, 0, 0], set()),
]


@pytest.mark.parametrize(("text", "ahead", "ends"), CONDITIONS)
def test_conditions(text: str, ahead: list[int], ends: set[int]) -> None:
    """Kind 1 has rank 1, kind 2 rank 3, the mover (kind 0) rank 2. The file has five squares."""
    enemies = {(0, distance): kind for distance, kind in enumerate(ahead, start=1) if kind}
    board = scene((1, 5), (0, 0), enemies=enemies, ranks=(2, 1, 3))
    kinds = {"M": (0,), "A": (1,), "B": (2,), "AB": (1, 2)}
    found = board.results(text, kinds)
    assert {board.geometry.place(result.to)[1] for result in found} == ends


def test_an_unknown_name_is_found_where_it_stands() -> None:
    moves = parsed("pR{screen!=U,target=royl}")
    _, findings = lower_moves(moves, Geometry("grid", 3, 3), {"U": (1,), "royal": (0,)})
    assert codes(findings) == ["HS211"]
    assert findings[0].span.text == "royl"
    assert findings[0].help == "did you mean 'royal'?"


def test_what_the_ir_keeps_for_readers() -> None:
    moves, _ = lower_moves(parsed("mR fW"), Geometry("grid", 3, 3), {}, where=(0, 1), line="sheet.md:7")
    assert [move.text for move in moves] == ["mR", "fW"]
    assert {move.line for move in moves} == {"sheet.md:7"}
    assert {move.where for move in moves} == {(0, 1)}


def test_equal_moves_are_lowered_once() -> None:
    moves, _ = lower_moves(parsed("R W0 mcR"), Geometry("grid", 3, 3), {})
    assert len(moves) == 1


LEGS = [
    # string, index of the leg, fields of the IR
    ("R", 0, {"reach": 0, "lands": ("empty", "enemy"), "ring": -1, "turns": ()}),
    ("jjR3", 0, {"skip": 2, "reach": 3}),
    ("cppB", 0, {"screens": (1, -1), "beyond": "any", "lands": ("enemy",)}),
    ("gR3", 0, {"screens": (1, 1), "beyond": "next", "reach": 3}),
    ("jN", 0, {"gate": "occupied"}),
    ("nW", 0, {"gate": "open"}),
    ("FyafsF", 0, {"reach": 1}),
    ("yafsF", 0, {"reach": 1, "lands": ("empty",)}),
    ("yafsF", 1, {"reach": 0, "turns": (1, 7)}),
    ("gafR", 0, {"reach": 0, "lands": ("hop",)}),
    ("gafR", 1, {"reach": 1, "turns": (0,)}),
    ("yayaW", 1, {"reach": 0}),
    ("yayaW", 2, {"reach": 1}),
    ("aK", 1, {"turns": (0, 1, 2, 3, 5, 6, 7)}),
    ("aW", 1, {"turns": (0, 2, 6)}),
    ("mcptafW", 0, {"lands": ("empty", "enemy", "hop-friend")}),
]


@pytest.mark.parametrize(("text", "leg", "fields"), LEGS)
def test_leg(text: str, leg: int, fields: dict[str, object]) -> None:
    moves, _ = lower_moves(parsed(text), Geometry("grid", 5, 5), {})
    lowered = moves[-1].legs[leg]
    assert {name: getattr(lowered, name) for name in fields} == fields


PASSES = [("mabK", True), ("mavW", True), ("aaK", False), ("aK", False), ("mcarvK", False), ("[K?abK]", True)]


@pytest.mark.parametrize(("text", "passes"), PASSES)
def test_only_straight_back_by_letter_may_pass(text: str, passes: bool) -> None:
    moves, _ = lower_moves(parsed(text), Geometry("grid", 5, 5), {})
    assert moves[-1].passes is passes


def test_first_legs_of_chains_lie_on_their_ring() -> None:
    geometry = Geometry("grid", 5, 5)
    (move,), _ = lower_moves(parsed("nafnD"), geometry, {})
    board = geometry.board()
    first, second = move.legs
    assert {start.vector for start in first.starts} <= set(board.rings[first.ring].vectors)
    assert board.rings[second.ring].stride == 2
    assert second.gate == "empty"
    assert any(ring.stride == 1 for ring in board.rings)
    assert all(len(start.between) == 1 for start in first.starts)
