"""A plain program written from the rule sheets has the same moves as both backends.

For games of which nobody else's count is known, or only of the first plies: `plain` is brute force over offset tables,
one data file a game, and shares no code with the project. Where others have counted, it is held against them too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from counts import BRIEF, SHEETS, Start, starts, variant
from plain.engine import Position, moves, perft, position, sfen
from plain.game import game, names

GAMES, PLIES, EVERY = 6, 60, 6
MOST = 700
"""So many positions the plain program may look at behind one; it looks at a hundred or two in a second."""


def cases() -> list[object]:
    return [pytest.param(name, marks=[] if name in BRIEF else [pytest.mark.slow]) for name in names()]


def positions(name: str) -> Iterator[Position]:
    """The start, and every sixth position of some random games."""
    start = position(game(name), game(name).start)
    yield start
    for number in range(GAMES):
        rng, at = random.Random(f"{name} {number}"), start
        for ply in range(1, PLIES + 1):
            found = moves(at)
            if not found:
                break
            at = rng.choice(found)[1]
            if ply % EVERY == 0:
                yield at


def test_every_game_is_a_variant() -> None:
    assert set(names()) <= set(SHEETS)


@pytest.mark.parametrize("name", cases())
def test_start_is_the_same(name: str) -> None:
    written = variant(name, "compiled").position().sfen()
    assert variant(name, "compiled").position(game(name).start).sfen() == written


@pytest.mark.parametrize("name", cases())
def test_moves_are_the_same(name: str) -> None:
    compiled, reference = variant(name, "compiled"), variant(name, "reference")
    for number, at in enumerate(positions(name)):
        expected = sorted(move for move, _ in moves(at))
        text = sfen(at)
        assert sorted(map(str, compiled.position(text).legal_moves)) == expected, text
        if number % 10 == 0:
            assert sorted(map(str, reference.position(text).legal_moves)) == expected, text


@pytest.mark.parametrize("name", cases())
def test_counts_are_the_same(name: str) -> None:
    """Two plies from the start and from positions of a game, three where that is quick."""
    for at in list(positions(name))[:8:3]:
        first = compiled(name, at, 1)
        depth = 3 if first < 30 else 2
        if compiled(name, at, depth - 1) <= MOST:
            assert perft(at, depth) == compiled(name, at, depth), sfen(at)


def compiled(name: str, at: Position, depth: int) -> int:
    return variant(name, "compiled").position(sfen(at)).perft(depth)


OTHERS = [start for start in starts() if start.variant in names() and start.profile is None and start.sfen is None]


@pytest.mark.parametrize("start", [pytest.param(start, id=start.name) for start in OTHERS])
def test_counts_of_others(start: Start) -> None:
    """Who else counted: the plain program is an oracle only as far as it is right itself."""
    at = position(game(start.variant), game(start.variant).start)
    for depth, count in enumerate(start.counts, 1):
        if count <= 3_000:
            assert perft(at, depth) == count, start.source
