"""The lion from its text to its undo, in both backends, where paths count and where they do not.

Texts are as lishogi writes them: every square that is stepped on, in order. Which moves there are is worked out here by
a plain program: a leap, or two steps of a king, the second perhaps back to where the lion stood.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

import pytest
from compiled import Workshop
from rulebooks import BACKENDS, variant

from hensoku import Move, Position, Variant
from hensoku.compiler.fuzz.rows import rows_of

SIZE = 7
READINGS = (None, "paths")
Place: TypeAlias = tuple[int, int]
"""File and rank, counted from 0 from square 1a."""


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=READINGS, ids=["moves", "paths"])
def lions(request: pytest.FixtureRequest, backend: str, workshop: Workshop) -> Variant:
    return variant("lion", request.param, backend, workshop)


# ------------------------------------------------------------------------------------------------------------ by hand

# The lion on 6f, pawns of the other side on 6g, 5e and 5d.
PLACED = "k6/7/7/2p4/2p4/1L5/1p4K b - 1"
PLAYED = [
    ("6f6g6f", ("6g",), "k6/7/7/2p4/2p4/1L5/6K w - 2"),  # igui
    ("6f5e6f", ("5e",), "k6/7/7/2p4/7/1L5/1p4K w - 2"),
    ("6f5e5d", ("5d", "5e"), "k6/7/7/2L4/7/7/1p4K w - 2"),  # takes twice
    ("6f5e6d", ("5e",), "k6/7/7/1Lp4/7/7/1p4K w - 2"),  # takes and steps aside
    ("6f6g5f", ("6g",), "k6/7/7/2p4/2p4/2L4/6K w - 2"),
    ("6f5d", ("5d",), "k6/7/7/2L4/2p4/7/1p4K w - 2"),  # leaps over a pawn and takes
    ("6f6g", ("6g",), "k6/7/7/2p4/2p4/7/1L4K w - 2"),
    ("6f4f", (), "k6/7/7/2p4/2p4/3L3/1p4K w - 2"),
    ("6f7f6f", (), "k6/7/7/2p4/2p4/1L5/1p4K w - 2"),  # a pass
    ("6f7g6f", (), "k6/7/7/2p4/2p4/1L5/1p4K w - 2"),
]
REFUSED = ["6f6f", "6f6h6f", "6f6g6f+", "6f6g4g", "6f6g6g", "6f5e5d5e"]
ONLY_AS_PATHS = ["6f7f7e", "6f6e6d", "6f7f6g", "6f5f6g"]
"""Over an empty square: what the leap or the step does, too."""


@pytest.mark.parametrize(("text", "victims", "after"), PLAYED)
def test_played_and_taken_back(lions: Variant, text: str, victims: tuple[str, ...], after: str) -> None:
    position = lions.position(PLACED)
    twin, key = position.copy(), position.key
    assert str(Move.parse(text)) == text
    assert position.victims(text) == victims
    position.push(text)
    assert position.sfen() == after
    assert position == lions.position(after)
    assert position.key == lions.position(after).key != key
    played = position.pop()
    assert str(played) == text or not (victims or lions.data["paths"])
    assert (position.sfen(), position.key, position) == (PLACED, key, twin)
    assert position.legal_moves == twin.legal_moves


@pytest.mark.parametrize("text", REFUSED)
def test_refused(lions: Variant, text: str) -> None:
    assert not lions.position(PLACED).is_legal(text)


@pytest.mark.parametrize("text", ONLY_AS_PATHS)
def test_steps_over_empty_squares_are_moves_of_their_own_where_paths_count(lions: Variant, text: str) -> None:
    assert lions.position(PLACED).is_legal(text) == lions.data["paths"]


@pytest.mark.parametrize(("reading", "count"), [(None, 25), ("paths", 24 + 64)])
def test_alone_in_the_middle(reading: str | None, count: int, backend: str, workshop: Workshop) -> None:
    """24 squares and one pass; 24 squares, and 64 pairs of steps of which 8 are passes."""
    position = variant("lion", reading, backend, workshop).position("k6/7/7/3L3/7/7/6K b - 1")
    assert sum(move.from_ == "4d" for move in position.legal_moves) == count


# ---------------------------------------------------------------------------------------------------- a plain program


def named(place: Place) -> str:
    return f"{place[0] + 1}{'abcdefg'[place[1]]}"


def near(place: Place, distance: int = 1) -> Iterator[Place]:
    steps = range(-distance, distance + 1)
    around = ((place[0] + file, place[1] + rank) for file in steps for rank in steps if file or rank)
    yield from (square for square in around if all(0 <= part < SIZE for part in square))


def walked(origin: Place, friends: set[Place]) -> Iterator[tuple[Place, ...]]:
    """Everything that a lion may do: the squares that it touches after its own."""
    yield from ((to,) for to in near(origin, 2) if to not in friends)
    for first in near(origin):
        if first not in friends:
            yield from ((first, to) for to in near(first) if to not in friends)


def random_position(random: Random, side: str) -> tuple[str, Place, set[Place], set[Place]]:
    """The SFEN of a lion with pawns around it, its place, its friends and its enemies; the kings are in corners."""
    own, other = (6, 6), (0, 0)
    squares = [(file, rank) for file in range(SIZE) for rank in range(SIZE) if (file, rank) not in (own, other)]
    lion = random.choice(squares)
    around = [square for square in near(lion, 2) if square in squares]
    chosen = random.sample(around, random.randint(0, len(around) // 2))
    friends, enemies = set(chosen[::2]), set(chosen[1::2])
    letters = {lion: "L", own: "K", other: "k"} | dict.fromkeys(friends, "P") | dict.fromkeys(enemies, "p")
    grid = [[letters.get((file, rank), "") for file in reversed(range(SIZE))] for rank in range(SIZE)]
    rows = rows_of(grid)
    sfen = f"{rows if side == 'b' else rows.swapcase()} {side} - 1"
    return sfen, lion, friends | {own}, enemies | {other}


def found(position: Position, origin: str) -> Iterator[tuple[Move, frozenset[str]]]:
    """The moves of the piece on a square, and what they take."""
    for move in position.legal_moves:
        if move.from_ == origin:
            yield move, frozenset(position.victims(move))


@pytest.mark.parametrize("side", ["b", "w"])
def test_the_moves_of_a_plain_program(lions: Variant, side: str) -> None:
    random = Random(side)
    for _ in range(40):
        sfen, lion, friends, enemies = random_position(random, side)
        position, origin = lions.position(sfen), named(lion)
        effects = {(move.to, taken): move for move, taken in found(position, origin)}
        walks = list(walked(lion, friends))
        assert effects.keys() == {(named(walk[-1]), frozenset(map(named, enemies & set(walk)))) for walk in walks}
        texts = {str(move) for move, _ in found(position, origin)}
        written = {origin + "".join(map(named, walk)) for walk in walks}
        assert texts == written if lions.data["paths"] else texts <= written
        assert len(texts) == (len(walks) if lions.data["paths"] else len(effects))
