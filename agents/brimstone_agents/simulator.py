"""What an agent may try out: clones of the battles that it plays, with fresh dice.

Whoever runs battles (the arena, ``act_in`` for an environment) hands a simulator to agents that have ``attach``. Clones
never have the true random streams, so that nobody can look at dice or cards to come.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.base import Actions, Agent, Masks, Observations
from brimstone_agents.batch import Batch, Match
from brimstone_env.core.dice import stream_states
from brimstone_env.core.errors import InputError
from brimstone_env.core.prepared import FIRST_DRAWN_SEED, LAST_SEED
from brimstone_env.core.records import copy_records


@runtime_checkable
class PlanningAgent(Agent, Protocol):
    """An agent that tries out what may come."""

    def attach(self, simulator: Simulator) -> None:
        """Take the simulator of the battles that are played next; called before each ``reset``."""


class Simulator:
    """Positions of the battles that an agent plays, and clones of them.

    Args:
        match: what is played.
        battles: (n,) the battles, row for row those of the agent's observations. The simulator reads them when it is
            asked, so that it is always where the battles are.
    """

    def __init__(self, match: Match, battles: NDArray[Any]) -> None:
        self.match = match
        self._battles = battles

    @classmethod
    def of_env(cls, env: Any) -> Simulator:
        """The simulator of an environment, wrapped or not.

        Args:
            env: a Gymnasium environment of this package or its native batch, the PettingZoo view of one, or the
                Stable-Baselines3 batch. A batch begins battles that are over anew by itself: an agent that remembers
                something of a battle is not told, and plays best in the arena or in single environments.

        Raises:
            InputError: if it is none of these.
        """
        inner = getattr(env, "unwrapped", env)
        for holder in ("native", "env"):  # the views of Stable-Baselines3 and of PettingZoo
            inner = getattr(inner, holder, inner)
        if not hasattr(inner, "prepared"):
            raise InputError(
                f"{type(env).__name__} is no environment that can be simulated, allowed are those of this package and "
                "its native batch (a batch of processes or of single environments is none)"
            )
        prepared = inner.prepared
        return cls(Match(prepared.game, str(prepared.scenario.name), prepared.tables, prepared.books), inner._battles)

    @property
    def count(self) -> int:
        """Battles played side by side."""
        return len(self._battles)

    def positions(self, seed: int = 0) -> NDArray[Any]:
        """Copies of all battles as they stand, (n,), with fresh dice.

        Args:
            seed: the dice follow from it and from the row, and from nothing else.
        """
        return self._fresh(self._battles, np.arange(self.count), seed)

    def clone(self, row: int, copies: int = 1, seed: int = 0) -> Batch:
        """Clones of one battle, each with fresh dice of its own, to be played on in any way.

        Args:
            row: which battle.
            copies: how many clones.
            seed: the dice follow from it, the row and the clone's number, and from nothing else.
        """
        batch = Batch(self.match, copies)
        rows = np.full(copies, row)
        batch.load(self._fresh(self._battles[rows], rows * 2**20 + np.arange(copies), seed))
        return batch

    def _fresh(self, battles: NDArray[Any], numbers: NDArray[np.int64], seed: int) -> NDArray[Any]:
        copies = copy_records(np.asarray(battles))
        span = LAST_SEED - FIRST_DRAWN_SEED
        words = np.random.default_rng(seed).integers(1, 2**31)
        seeds = FIRST_DRAWN_SEED + (numbers.astype(np.int64) * 2**20 + int(words)) % span
        copies["streams"]["state"] = stream_states(seeds)
        return copies


def attach(agent: Agent, simulator: Simulator) -> None:
    """Give an agent its simulator, if it takes one."""
    if isinstance(agent, PlanningAgent):
        agent.attach(simulator)


def act_in(env: Any, agent: Agent, observation: Observations, mask: NDArray[Any], seed: int | None = None) -> int:
    """The action of an agent in a single environment.

    Args:
        env: the environment, wrapped or not, or the PettingZoo view of one.
        agent: any agent.
        observation: what ``reset`` or ``step`` of the environment returned (PettingZoo: ``last()[0]["observation"]``).
        mask: (actions,) ``info["action_mask"]`` or ``action_masks()`` (PettingZoo: ``last()[0]["action_mask"]``).
        seed: given at the first decision of a battle: the agent begins anew, with this seed.
    """
    if seed is not None:
        attach(agent, Simulator.of_env(env))
        agent.reset(1, seed)
    batch = {name: np.asarray(array)[None] for name, array in observation.items()}
    masks: Masks = np.asarray(mask, dtype=np.bool_)[None]
    actions: Actions = agent.act(batch, masks)
    return int(actions[0])
