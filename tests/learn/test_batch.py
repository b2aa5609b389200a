"""Many games at once: each is the game that a `Position` plays, with the same moves and the same end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from compiled import Workshop
from numbered import NUMBERED

import hensoku
from hensoku.compiler.resolve import resolve
from hensoku.runtime.actions import ActionError, Actions
from hensoku.runtime.batch import Batch
from hensoku.runtime.load import open_built

np = pytest.importorskip("numpy", reason="numpy is not installed: pip install '.[learn]'")


def test_without_numpy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hensoku.learn.many.find_spec", {"numpy": None}.get)
    with pytest.raises(ModuleNotFoundError, match=r"needs numpy: pip install 'hensoku\[learn\]'"):
        hensoku.batch("minishogi", 1)


def built(slug: str, workshop: Workshop) -> hensoku.Variant:
    return open_built(workshop.module(resolve(slug).module).__file__ or "")


def checked(batch: Batch, index: int, actions: Actions) -> None:
    """A game of the batch beside the position that was played by its moves."""
    position = batch.variant.position()
    for move in batch.position(index).history:
        position.push(move)
    outcome = position.outcome()
    where = f"{position.variant.slug} {position.sfen()} after {position.history}"
    assert batch.done[index] == (outcome is not None or batch.truncated[index]), where
    assert batch.outcome(index) == outcome, where
    players = position.variant.players
    winner = 2 if outcome is None or outcome.winner is None else players.index(outcome.winner)
    assert batch.winners[index] == (winner if batch.done[index] else -1), where
    legal = {} if batch.done[index] else actions.legal(position)
    assert set(np.flatnonzero(batch.masks[index])) == set(legal), where
    assert batch.legal[index] == len(legal), where
    core = position.core()
    assert (tuple(batch.cells[index]), batch.turns[index]) == (core.cells(), core.turn), where
    assert tuple(map(tuple, batch.hands[index])) == core.hands(), where
    assert batch.plies[index] == len(position.history), where


def play(batch: Batch, seed: int, plies: int, every: int) -> Iterator[int]:
    """Random games, each looked at every so many plies and at its end; games that end begin anew. Gives their ends."""
    rng, actions = np.random.default_rng(seed), Actions(batch.variant.data)
    for ply in range(plies):
        batch.step(batch.sample(rng))
        over = [int(index) for index in np.flatnonzero(batch.done)]
        for index in sorted({*over, *([ply % len(batch)] if ply % every == 0 else [])}):
            checked(batch, index, actions)
        yield from over
        batch.reset(over)


@pytest.mark.parametrize("slug", ["cannon-shogi", "minishogi", "shogi"])
def test_games_are_those_of_positions(slug: str, workshop: Workshop) -> None:
    batch = Batch(built(slug, workshop), 8)
    ended = list(play(batch, 3, 300, 7))
    assert ended or slug != "minishogi"


@pytest.mark.slow
@pytest.mark.parametrize("slug", NUMBERED)
def test_games_of_every_variant(slug: str, workshop: Workshop) -> None:
    list(play(Batch(built(slug, workshop), 6), 9, 600, 11))


def test_repetition_and_what_is_seen(workshop: Workshop) -> None:
    batch = Batch(built("minishogi", workshop), 2)
    actions = batch.actions
    for move in ("2e3d", "4a3b", "3d2e", "3b4a") * 3:
        numbers = {str(one): number for number, one in actions.legal(batch.position(0)).items()}
        assert not batch.done.any()
        batch.step([numbers[move]] * 2)
    outcome = batch.outcome(1)
    assert outcome is not None
    assert (outcome.reason, list(batch.winners)) == ("repetition", [1, 1])  # sente, who began, loses: minishogi's rule
    assert not batch.masks.any()
    batch.reset([0])
    assert (list(batch.done), list(batch.legal)) == ([False, True], [14, 0])
    planes = batch.observe()
    assert planes.shape == (2, 2 * (10 + 5), 5, 5)
    assert planes[0].sum() == 12
    assert planes[0, 0, 4, 0] == 1  # sente's king (kind 0) in the left corner of the last rank
    assert planes[0, 10, 0, 4] == 1  # gote's at the other end
    batch.step([int(np.flatnonzero(batch.masks[0])[0]), 0])
    turned = batch.observe()
    assert turned[0, 0, 4, 0] == 1  # gote sees its own king there


def test_wrong_actions_change_nothing(workshop: Workshop) -> None:
    batch = Batch(built("minishogi", workshop), 2)
    good, before = int(np.flatnonzero(batch.masks[0])[0]), batch.masks.copy()
    with pytest.raises(ActionError, match="0 is no legal action of game 1"):
        batch.step([good, 0])
    with pytest.raises(ActionError, match="an action for each game: 2"):
        batch.step([good])
    assert (batch.masks == before).all()
    assert list(batch.plies) == [0, 0]
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0] = True


def test_most_plies(workshop: Workshop) -> None:
    batch = Batch(built("minishogi", workshop), 3, most_plies=2)
    rng = np.random.default_rng(1)
    for _ in range(2):
        assert not batch.done.any()
        batch.step(batch.sample(rng))
    assert batch.done.all()
    assert batch.truncated.all()
    assert list(batch.winners) == [2, 2, 2]
    assert list(batch.sample(rng)) == [-1, -1, -1]
    assert batch.outcome(0) is None


BEGUN_ANEW = [
    # what reset takes, the games that begin anew
    (None, [0, 1, 2]),
    ([1], [1]),
    ([-1], [2]),
    (np.array([2, 0]), [0, 2]),
    ([True, False, True], [0, 2]),
    (np.array([False, True, False]), [1]),
    ([], []),
]


@pytest.mark.parametrize(("named", "begun"), BEGUN_ANEW)
def test_games_that_begin_anew(named: Any, begun: list[int], workshop: Workshop) -> None:
    batch = Batch(built("minishogi", workshop), 3)
    batch.step(batch.sample(np.random.default_rng(1)))
    batch.reset(named)
    assert [index for index in range(3) if batch.plies[index] == 0] == begun


@pytest.mark.parametrize(
    ("named", "error"),
    [([3], IndexError), ([-4], IndexError), ([2**70], IndexError), ([True], IndexError), ([1.5], TypeError)],
)
def test_games_that_are_none(named: list[Any], error: type[Exception], workshop: Workshop) -> None:
    batch = Batch(built("minishogi", workshop), 3)
    batch.step(batch.sample(np.random.default_rng(1)))
    with pytest.raises(error):
        batch.reset(named)
    assert batch.plies.all()
    for asked in (batch.position, batch.outcome):
        with pytest.raises(IndexError):
            asked(3)


def test_refused(workshop: Workshop) -> None:
    with pytest.raises(ActionError, match="minishogi is not compiled"):
        Batch(hensoku.load("minishogi", backend="reference"), 1)
    with pytest.raises(ValueError, match="the number of games is 1 or more"):
        Batch(built("minishogi", workshop), 0)
    with pytest.raises(ValueError, match="do not begin with a position of shogi"):
        Batch(built("minishogi", workshop), 1, start=hensoku.load("shogi", backend="reference").position())


@pytest.mark.parametrize(
    ("count", "most_plies", "error", "message"),
    [
        ("x", 0, TypeError, "the number of games is a whole number, not 'x'"),
        (1.5, 0, TypeError, "the number of games is a whole number, not 1.5"),
        (0, 0, ValueError, "the number of games is 1 or more"),
        (10**30, 0, ValueError, "the number of games is 1000000000 at most"),
        (1, "x", TypeError, "the most plies is a whole number, not 'x'"),
        (1, -1, ValueError, "the most plies is 0 or more"),
        (1, 10**30, ValueError, "the most plies is 1000000000 at most"),
    ],
)
def test_numbers_that_fit_nothing(
    count: Any, most_plies: Any, error: type[Exception], message: str, workshop: Workshop
) -> None:
    with pytest.raises(error, match=message):
        Batch(built("minishogi", workshop), count, most_plies=most_plies)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([2**70] * 2, "whole numbers below 1375"),
        ([1.0, 2.0], "whole numbers below 1375"),
        (["1", "2"], "whole numbers below 1375"),
        ([[1], [1, 2]], "whole numbers below 1375"),
        (None, "whole numbers below 1375"),
        ([True, False], "whole numbers below 1375"),
        (7, "an action for each game: 2"),
        ([[1, 2]], "an action for each game: 2"),
        ([1, 2, 3], "an action for each game: 2"),
        ([-1, -1], "-1 is no legal action of game 0"),
        (np.array([2**63, 2**63], np.uint64), "^9223372036854775808 is no legal action of game 0$"),
        (np.array([2**64 - 1, 2**64 - 1], np.uint64), "^18446744073709551615 is no legal action of game 0$"),
        (np.array([2**63 - 1, 1], np.uint64), "^9223372036854775807 is no legal action of game 0$"),
        (np.array([-1, -1], np.int8), "^-1 is no legal action of game 0$"),
    ],
)
def test_actions_that_are_none(actions: Any, message: str, workshop: Workshop) -> None:
    batch = Batch(built("minishogi", workshop), 2)
    with pytest.raises(ActionError, match=message):
        batch.step(actions)
    assert not batch.plies.any()


@pytest.mark.parametrize("rng", [None, 1, "x"])
def test_chance_is_a_generator(rng: Any, workshop: Workshop) -> None:
    with pytest.raises(TypeError, match=r"chance is a numpy\.random\.Generator, not"):
        Batch(built("minishogi", workshop), 1).sample(rng)
