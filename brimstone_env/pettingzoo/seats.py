"""The seats of a game as agents that act one at a time (PettingZoo AEC), over the Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from brimstone_env.core.env import RESET_OPTIONS, RulebookEnv


class SeatsEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A battle in which each seat that is played from outside is an agent.

    `hero_0`, `hero_1` ... are the heroes in the scenario's order; the enemies are the environment. Whoever has the
    pending decision is `agent_selection`: nobody acts out of turn, and one hero may act several times in a row. Every
    agent stays until the battle ends, also while its hero is knocked out. A hero whose seat is not `outside` is no
    agent.

    **Observation:** `{"observation": as in the Gymnasium environment, "action_mask": (N,) int8}`. The mask is that of
    the pending decision for the agent that has it, all 0 for the others, who cannot act.

    **Reward:** each hero gets the battle's reward (`info["hero_rewards"]` of the Gymnasium environment). `last()` gives
    what the agent got since it acted last.

    **End:** all agents are terminated, or truncated, together.
    """

    metadata: dict[str, Any]

    def __init__(self, game: str, **arguments: Any) -> None:
        """Load the scenario.

        Args:
            game: which game.
            **arguments: those of the Gymnasium environment.

        Raises:
            InputError: if one cannot be used; one sentence says why.
        """
        super().__init__()
        self.env = RulebookEnv(game, **arguments)
        prepared = self.env.prepared
        self.metadata = {
            "name": f"{prepared.game.name}_v{prepared.game.version}",
            "is_parallelizable": False,
            **RulebookEnv.metadata,
        }
        self.render_mode = self.env.render_mode
        self._seats = {name: seat for seat, name in seat_names(self.env).items()}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        mask = gym.spaces.Box(0, 1, (prepared.game.num_actions,), np.int8)
        self.observation_spaces = {
            name: gym.spaces.Dict({"observation": prepared.observation_space, "action_mask": mask})
            for name in self._seats
        }
        self.action_spaces = {name: gym.spaces.Discrete(prepared.game.num_actions) for name in self._seats}
        self._observation: dict[str, NDArray[np.uint8]] = {}

    def observation_space(self, agent: str) -> gym.spaces.Space[Any]:
        """The space of what an agent sees; the same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gym.spaces.Space[Any]:
        """The space of actions; the same object at every call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a battle; seed and options are those of the Gymnasium environment, other options are let pass."""
        known = {key: value for key, value in (options or {}).items() if key in RESET_OPTIONS}
        self._observation, info = self.env.reset(seed=seed, options=known)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._pass_on(info, over=info["outcome"] != 0 and info["decision"] == 0, cut=False)

    def step(self, action: Any) -> None:
        """Answer the pending decision for `agent_selection`; `None` for an agent whose battle is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._observation, _, over, cut, info = self.env.step(action)
        self._cumulative_rewards[agent] = 0.0
        for name in self.agents:
            self.rewards[name] = float(info["hero_rewards"][self._seats[name]])
        self._accumulate_rewards()
        self._pass_on(info, over, cut)

    def _pass_on(self, info: Mapping[str, Any], over: bool, cut: bool) -> None:
        """Give the turn to whoever has the pending decision; at the end everybody's battle is over."""
        plain = {key: value for key, value in info.items() if key != "action_mask"}
        self.infos = {name: dict(plain) for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        names = {seat: name for name, seat in self._seats.items()}
        self.agent_selection = self.agents[0] if over or cut else names[info["seat"]]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, as fresh arrays."""
        mask = self.env.action_masks().astype(np.int8)
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": {name: leaf.copy() for name, leaf in self._observation.items()}, "action_mask": mask}

    def render(self) -> Any:
        """A picture, as the Gymnasium environment makes it."""
        return self.env.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self.env.close()


def seat_names(env: RulebookEnv) -> dict[int, str]:
    """The agents of the seats that are played from outside, by seat."""
    prepared = env.prepared
    outside = int(prepared.books["rules"]["outside"][0])
    return {seat: f"hero_{seat}" for seat in range(len(prepared.scenario.party)) if outside >> seat & 1}
