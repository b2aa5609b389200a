"""Squares, vectors and regions of every type of board. Expected values are counted on paper."""

from __future__ import annotations

import pytest

from hensoku.compiler.geometry import Geometry, rank_letters, rank_number


def names(geometry: Geometry, squares: tuple[int, ...]) -> str:
    return " ".join(geometry.squares[square].name for square in squares)


def target(geometry: Geometry, start: str, right: int, forward: int) -> str | None:
    """The square that a vector leads to."""
    index = geometry.vector(right, forward)
    vector = geometry.board().vectors[index]
    square = geometry.square(start)
    assert square is not None
    end = vector.targets[square]
    return None if end < 0 else geometry.squares[end].name


LETTERS = [(0, "a"), (8, "i"), (25, "z"), (26, "aa"), (27, "ab"), (35, "aj"), (51, "az"), (52, "ba")]


@pytest.mark.parametrize(("number", "letters"), LETTERS)
def test_rank_letters(number: int, letters: str) -> None:
    assert rank_letters(number) == letters
    assert rank_number(letters) == number


def test_squares_are_in_sfen_order_with_usi_names() -> None:
    geometry = Geometry("grid", 3, 2)
    assert names(geometry, tuple(range(6))) == "3a 2a 1a 3b 2b 1b"
    assert geometry.square("3a") == 0
    assert geometry.square("4a") is None
    assert geometry.square("3c") is None
    assert geometry.square("a3") is None
    assert geometry.turned == (5, 4, 3, 2, 1, 0)


def test_python_coordinates_count_from_the_left_and_from_sente() -> None:
    geometry = Geometry("grid", 9, 9)
    assert geometry.at(0, 0) == geometry.square("9i")
    assert geometry.at(4, 4) == geometry.square("5e")
    assert geometry.at(0, 9) is None
    assert geometry.at(-1, 0) is None
    assert geometry.place(0) == (0, 8)


STEPS = [
    # topology, files, ranks, start, right, forward, end
    ("grid", 9, 9, "5e", 0, 1, "5d"),
    ("grid", 9, 9, "5e", 1, 2, "4c"),
    ("grid", 9, 9, "1e", 1, 0, None),
    ("grid", 9, 9, "5a", 0, 1, None),
    ("cylinder", 9, 9, "1e", 1, 0, "9e"),
    ("cylinder", 9, 9, "1e", 2, 1, "8d"),
    ("cylinder", 9, 9, "9e", -2, 0, "2e"),
    ("cylinder", 9, 9, "5a", 0, 1, None),
    ("cylinder", 3, 3, "2b", 3, 0, None),
    ("cylinder", 1, 5, "1c", 1, 0, None),
    ("cylinder", 1, 5, "1c", 1, 1, "1b"),
    ("torus", 5, 5, "5a", -1, 1, "1e"),
    ("torus", 5, 4, "3a", 0, 2, "3c"),
    ("torus", 5, 4, "3a", 0, 4, None),
]


@pytest.mark.parametrize(("topology", "files", "ranks", "start", "right", "forward", "end"), STEPS)
def test_step(topology: str, files: int, ranks: int, start: str, right: int, forward: int, end: str | None) -> None:
    assert target(Geometry(topology, files, ranks), start, right, forward) == end


def test_holes_are_no_squares() -> None:
    geometry = Geometry("grid", 3, 3, holes=["2b"])
    assert len(geometry.squares) == 8
    assert geometry.square("2b") is None
    assert geometry.on_grid("2b")
    assert target(geometry, "2c", 0, 1) is None
    assert target(geometry, "2c", 0, 2) == "2a"
    assert geometry.unpaired == ()
    assert Geometry("grid", 3, 3, holes=["3a"]).unpaired == ("1c",)


def test_lines_that_one_side_only_has_are_found() -> None:
    assert Geometry("grid", 3, 3, lines=[("3c", "2b", "1a")]).unpaired_lines == ()
    assert Geometry("grid", 3, 3, lines=[("3c", "2b")]).unpaired_lines == ("3c-2b", "2b-3c")


def test_vectors_are_made_once_and_in_pairs() -> None:
    geometry = Geometry("grid", 3, 3)
    knight = geometry.vector(1, 2)
    assert geometry.vector(1, 2) == knight
    board = geometry.board()
    assert [vector.name for vector in board.vectors] == ["+1+2", "-1-2"]
    assert [vector.turned for vector in board.vectors] == [1, 0]


@pytest.mark.parametrize("topology", ["grid", "cylinder", "torus"])
@pytest.mark.parametrize("holes", [(), ("2b", "4d")])
def test_turning_the_board_turns_every_vector(topology: str, holes: tuple[str, ...]) -> None:
    geometry = Geometry(topology, 5, 5, holes, [("3b", "2c"), ("3d", "4c")])
    geometry.ring(1)
    geometry.ring(2)
    geometry.vector(1, 2)
    geometry.everywhere()
    geometry.line_vectors([(0, 1)])
    board = geometry.board()
    for vector in board.vectors:
        other = board.vectors[vector.turned]
        for square, end in enumerate(vector.targets):
            turned_end = other.targets[board.turned[square]]
            assert turned_end == (board.turned[end] if end >= 0 else -1), vector.name


def test_ring_is_clockwise_from_forward() -> None:
    geometry = Geometry("grid", 5, 5)
    index = geometry.ring(2)
    assert geometry.ring(2) == index
    board = geometry.board()
    wanted = ["+0+2", "+2+2", "+2+0", "+2-2", "+0-2", "-2-2", "-2+0", "-2+2"]
    assert [board.vectors[vector].name for vector in board.rings[index].vectors] == wanted


def test_everywhere_leads_to_each_other_square_once() -> None:
    geometry = Geometry("grid", 3, 3, holes=["2b"])
    board_vectors = geometry.everywhere()
    vectors = [geometry.board().vectors[index] for index in board_vectors]
    for square in range(8):
        assert sorted(vector.targets[square] for vector in vectors) == [other for other in range(8) if other != square]


REGIONS = [
    ("far", (1,), "3a 2a 1a"),
    ("near", (1,), "3d 2d 1d"),
    ("near", (2,), "3c 2c 1c 3d 2d 1d"),
    ("ranks", ("a", "b"), "3a 2a 1a 3b 2b 1b"),
    ("ranks", ("b", "b"), "3b 2b 1b"),
    ("ranks", ("2", "1"), "3a 2a 1a 3b 2b 1b"),
    ("files", ("3", "3"), "3a 3b 3c 3d"),
    ("files", ("1", "2"), "2a 1a 2b 1b 2c 1c 2d 1d"),
    ("rectangle", ("3a", "2b"), "3a 2a 3b 2b"),
    ("rectangle", ("2d", "3c"), "3c 2c 3d 2d"),
]


@pytest.mark.parametrize(("method", "arguments", "wanted"), REGIONS)
def test_region(method: str, arguments: tuple[object, ...], wanted: str) -> None:
    geometry = Geometry("grid", 3, 4)
    assert names(geometry, getattr(geometry, method)(*arguments)) == wanted


BAD_REGIONS = [("far", (5,)), ("near", (0,)), ("ranks", ("a", "e")), ("files", ("0", "1")), ("rectangle", ("1a", "4a"))]


@pytest.mark.parametrize(("method", "arguments"), BAD_REGIONS)
def test_region_off_the_board(method: str, arguments: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match="board"):
        getattr(Geometry("grid", 3, 4), method)(*arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("moebius", 3, 3), "no topology"),
        (("grid", 0, 3), "no squares"),
        (("grid", 3, 3, ["4a"]), "no square '4a'"),
        (("grid", 3, 3, [], [("1a", "3c")]), "no neighbours"),
        (("grid", 3, 3, ["2b"], [("1a", "2b")]), "hole"),
    ],
)
def test_board_that_cannot_be(arguments: tuple[object, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Geometry(*arguments)  # type: ignore[arg-type]
