"""PettingZoo's own tests of the environment, and a game in it."""

from __future__ import annotations

import pytest
from numbered import NUMBERED

import hensoku
from hensoku.runtime.actions import ActionError

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed: pip install '.[learn]'")

from pettingzoo.test import api_test, seed_test

from hensoku.learn.environment import Game, env

QUICK = ("minishogi", "dobutsu-shogi", "kyoto-shogi", "minixiangqi")


@pytest.mark.parametrize(
    "slug", [slug if slug in QUICK else pytest.param(slug, marks=pytest.mark.slow) for slug in NUMBERED]
)
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")  # it is a dictionary, as
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # those of PettingZoo's own board games
def test_api(slug: str) -> None:
    api_test(env(slug, backend="reference"), num_cycles=20)
    seed_test(lambda: env(slug, backend="reference"), num_cycles=10)


def test_a_game() -> None:
    game = env("minishogi", backend="reference", render_mode="ansi")
    game.reset(options={"sfen": "4k/5/4G/5/K4 b G 1"})
    assert game.agent_selection == "player_0"
    seen, _, _, _, _ = game.last()
    assert seen["action_mask"].sum() == len(
        hensoku.load("minishogi", backend="reference").position("4k/5/4G/5/K4 b G 1").legal_moves
    )
    mate = 25 * 25 * 2 + 2 * 25 + 9  # G*1b
    assert seen["action_mask"][mate]
    game.step(mate)
    assert game.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(game.terminations.values())
    assert game.infos["player_1"]["outcome"].reason == "checkmate"
    assert game.render().endswith("gote to move")


def test_truncated_and_illegal() -> None:
    game = Game(hensoku.load("minishogi", backend="reference"), most_plies=1)
    game.reset()
    with pytest.raises(ActionError, match="0 is no legal action"):
        game.step(0)
    game.step((15 * 25 + 10) * 2)
    assert game.truncations == {"player_0": True, "player_1": True}
    with pytest.raises(ActionError, match="have no numbers"):
        env("chu-shogi", backend="reference")
