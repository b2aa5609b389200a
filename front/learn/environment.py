"""A variant as an environment of PettingZoo for two players who take turns (AEC).

    from hensoku.learn.environment import env
    game = env("minishogi")

The agents are `player_0`, who moves first, and `player_1`. An action is a number of `hensoku.runtime.actions`; an
observation is a dictionary of `observation` (planes of pieces and hands, from the eyes of the agent: see
`Batch.observe`) and `action_mask`. The side that wins gets 1 and the other -1, both get 0 for a draw.
"""

from __future__ import annotations

import os
from typing import Any, final

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import hensoku
from hensoku.loading import Overrides
from hensoku.runtime.actions import ActionError, Actions
from hensoku.runtime.contract import kind_of, side_of
from hensoku.runtime.move import Move
from hensoku.runtime.numbers import MOST, whole
from hensoku.runtime.variant import Variant

MOST_PLIES = 1000
"""A game of so many moves is truncated, unless one asks for more or less."""


def env(
    name_or_path: str | os.PathLike[str],
    *,
    backend: hensoku.Backend = "auto",
    profile: str | None = None,
    overrides: Overrides | None = None,
    setup: str = "start",
    most_plies: int = MOST_PLIES,
    render_mode: str | None = None,
) -> AECEnv[str, dict[str, npt.NDArray[Any]], int]:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the game and costs 1.

    Raises ActionError for a variant whose moves have no numbers, and what `hensoku.load` raises.
    """
    variant = hensoku.load(name_or_path, backend=backend, profile=profile, overrides=overrides)
    game: Any = Game(variant, setup=setup, most_plies=most_plies, render_mode=render_mode)
    wrapped: AECEnv[str, dict[str, npt.NDArray[Any]], int] = wrappers.OrderEnforcingWrapper(
        wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    )
    return wrapped


@final
class Game(AECEnv[str, dict[str, npt.NDArray[Any]], int]):  # type: ignore[misc] # pettingzoo ships no types
    """One game at a time. `render_mode` is None, `ansi` (`render` gives the board as text) or `human` (it prints)."""

    metadata = {"render_modes": ["ansi", "human"], "name": "hensoku_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, variant: Variant, *, setup: str = "start", most_plies: int = MOST_PLIES, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.variant, self.render_mode = variant, render_mode
        self._actions, self._setup = Actions(variant.data), setup
        self._most_plies = whole(most_plies, "the most plies", least=1, most=MOST)
        self.metadata = {**self.metadata, "name": f"{variant.slug}_v0"}
        data = variant.data
        self._planes = 2 * (len(data["pieces"]) + len(data["hand_order"]))
        shape = self._planes, data["board"]["ranks"], data["board"]["files"]
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self._actions.count,), np.int8),
            }
        )
        self.possible_agents = ["player_0", "player_1"]
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(self._actions.count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; `options` may name a `setup` or an `sfen`. There is nothing by chance in it for the seed."""
        del seed
        asked = options or {}
        setup = asked.get("setup", None if "sfen" in asked else self._setup)
        self.position = self.variant.position(asked.get("sfen"), setup=setup)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = None if action is None else self._legal.get(whole(action, "an action"))
        if move is None:
            raise ActionError(f"{action} is no legal action")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.position.push(move)
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        mask = np.zeros(self._actions.count, np.int8)
        if agent == self.agent_selection:
            mask[list(self._legal)] = 1
        return {"observation": self._drawn(self.possible_agents.index(agent)), "action_mask": mask}

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        text = str(self.position)
        if self.render_mode == "ansi":
            return text
        import sys

        sys.stdout.write(f"{text}\n\n")
        return None

    def close(self) -> None:
        """There is nothing to close."""

    # ------------------------------------------------------------------------------------------------------- inside

    def _look(self) -> None:
        """Whose turn it is, what can be played, and whether the game is over."""
        players = self.variant.players
        self.agent_selection = self.possible_agents[players.index(self.position.turn)]
        outcome = self.position.outcome()
        self._legal: dict[int, Move] = {} if outcome else self._actions.legal(self.position)
        if outcome is not None:
            won = [_reward(side, outcome.winner) for side in players]
            self.rewards = dict(zip(self.possible_agents, won, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"outcome": outcome} for agent in self.agents}
        elif len(self.position.history) >= self._most_plies:
            self.truncations = dict.fromkeys(self.agents, True)

    def _drawn(self, side: int) -> npt.NDArray[np.uint8]:
        """What `Batch.observe` draws, for a side."""
        data, core = self.variant.data, self.position.core()
        board, kinds, held = data["board"], len(data["pieces"]), data["hand_order"]
        planes = np.zeros((self._planes, board["ranks"], board["files"]), np.uint8)
        squares = data["board"]["squares"]
        for square, cell in enumerate(core.cells()):
            if cell:
                _, file, rank = squares[self._actions.seen(square, side)]
                planes[(side_of(cell) != side) * kinds + kind_of(cell), rank, file] = 1
        for slot, kind in enumerate(held):
            for other in (0, 1):
                count = core.hands()[side ^ other][kind]
                planes[2 * kinds + other * len(held) + slot] = min(count, 255)
        return planes


def _reward(side: str, winner: str | None) -> float:
    return 0.0 if winner is None else 1.0 if winner == side else -1.0
