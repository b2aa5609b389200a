"""Games at random: every move is legal, and they end where the rules say so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest
from hand_variants import minishogi, shogi
from played import FOURFOLD, after, played, reload

from hensoku.runtime.chance import below, number_at
from hensoku.runtime.contract import Core
from hensoku.runtime.playout import play_out
from hensoku.runtime.position import Position

# Source: the reference implementation of splitmix64 (prng.di.unimi.it/splitmix64.c), seed 1234567
SPLITMIX = (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821)


def reference_numbers(seed: int, count: int) -> list[int]:
    """The published algorithm, word by word: the state grows by the golden gamma and is mixed."""
    mask, numbers = (1 << 64) - 1, []
    for _ in range(count):
        seed = seed + 0x9E3779B97F4A7C15 & mask
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        numbers.append(z ^ z >> 31)
    return numbers


def test_the_published_numbers() -> None:
    assert tuple(reference_numbers(1234567, 5)) == SPLITMIX
    assert [number_at(0), number_at(1)] == reference_numbers(0, 2)


def test_numbers_below() -> None:
    found = [below(state, 7)[0] for state in range(7000)]
    assert set(found) == set(range(7))
    assert all(850 < found.count(number) < 1150 for number in range(7))


def replayed(position: Position, start: str | None = None) -> Position:
    """The same game by the texts of its moves, each checked; nobody had won before the last."""
    twin = position.variant.position(start)
    for move in position.history:
        assert twin.outcome() is None
        twin.push(str(move))
    return twin


@pytest.mark.parametrize("seed", range(3))
def test_moves_are_legal(seed: int) -> None:
    start = reload("minishogi").position()
    end = start.playout(seed, most=25)
    assert start.history == ()
    assert end == replayed(end)
    assert len(end.history) == 25 or end.outcome() is not None
    assert end.history == start.playout(seed, most=25).history
    assert end.history != start.playout(seed + 1, most=25).history


class Alike:
    """A core whose positions all have one key: what looks for repetitions by keys stops at once."""

    def __init__(self, core: Any) -> None:
        self._core = core

    def wander(self, seed: int, times: int, forbids: bool, most: int) -> int:
        return seed if times else int(self._core.wander(seed, 0, forbids, most))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._core, name)


@pytest.mark.parametrize("result", ["draw", "illegal"])
def test_equal_keys_of_other_positions_end_no_game(result: Any) -> None:
    variant = played(minishogi(), repetition=replace(FOURFOLD, result=result))
    core = Alike(variant.position().core())
    _, verdict = play_out(variant.judge, cast("Core", core), 1, 5, 60)
    assert core.made == 60 or verdict is not None
    assert core.made > 4


def test_a_game_that_is_over_gets_no_moves() -> None:
    mate = reload("shogi").position("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
    assert mate.playout(1).history == ()
    repeated = after(reload("shogi"), "4k4/9/9/9/9/9/9/9/4K4 b - 1", 3 * "5i4i 5a4a 4i5i 4a5a ")
    assert len(repeated.playout(1).history) == 12


def test_repetition_ends_a_game() -> None:
    """Two kings alone come to a position for the second time soon."""
    variant = played(minishogi(), repetition=replace(FOURFOLD, times=2))
    kings = "4k/5/5/5/K4 b - 1"
    end = variant.position(kings).playout(3)
    outcome = end.outcome()
    assert outcome is not None
    assert outcome.reason in ("repetition", "perpetual-check")
    assert end == replayed(end, kings)


def test_forbidden_repetition_is_never_played() -> None:
    variant = played(shogi(), repetition=replace(FOURFOLD, times=2, result="illegal"))
    kings = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
    end = variant.position(kings).playout(5, most=60)
    assert end == replayed(end, kings)
    places = [" ".join(position.split()[:3]) for position in sfens(end)]
    assert len(places) == len(set(places)) == 61


def sfens(position: Position) -> list[str]:
    twin, found = position.copy(), [position.sfen()]
    while twin.history:
        twin.pop()
        found.append(twin.sfen())
    return found


def test_many_games() -> None:
    start = reload("minishogi").position("4k/5/5/5/KR3 b - 1")
    done = start.playouts(6, 1, most=30)
    assert done == start.playouts(6, 1, most=30)
    assert done.games == 6 == sum(done.wins.values()) + done.draws + done.unfinished
    assert set(done.wins) == {"sente", "gote"}
    assert 0 < done.moves <= 180
    assert start.history == ()
    assert start.playouts(0).games == 0
