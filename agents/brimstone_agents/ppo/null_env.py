"""A VecEnv that costs nothing: it plays back a recording. What training reaches on it is the policy's own ceiling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvObs, VecEnvStepReturn

from brimstone_agents.ppo.sb3_env import NativeVecEnv
from brimstone_agents.random_agent import RandomAgent

RECORDED_STEPS = 48


class NullVecEnv(VecEnv):
    """Plays back observations, masks, rewards and ends of real battles, whatever the actions.

    Args:
        source: battles to record; the random agent plays them for `steps` steps. It can be closed afterwards.
        steps: length of the recording, played over and over.
    """

    def __init__(self, source: NativeVecEnv, steps: int = RECORDED_STEPS) -> None:
        super().__init__(source.num_envs, source.observation_space, source.action_space)
        agent = RandomAgent()
        observations: Any = source.reset()
        self._masks = [source.action_masks()]
        self._steps: list[VecEnvStepReturn] = []
        for _ in range(steps):
            step = source.step(agent.act(observations, source.action_masks()))
            observations = step[0]
            self._steps.append(step)
            self._masks.append(source.action_masks())
        self._first = self._steps[-1][0]
        self._masks[0] = self._masks[-1]
        self._at = 0

    def reset(self) -> VecEnvObs:
        """Rewind the recording."""
        self._at = 0
        return self._first

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Take no notice of the actions."""

    def step_wait(self) -> VecEnvStepReturn:
        """The next recorded step."""
        step = self._steps[self._at]
        self._at = (self._at + 1) % len(self._steps)
        return step

    def close(self) -> None:
        """Nothing to close."""

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute, once for each battle asked for."""
        if attr_name == "render_mode":
            return [None] * self.num_envs
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refused: a recording has no attributes to be set.

        Raises:
            AttributeError: always.
        """
        raise AttributeError(f"a recording has no attribute {attr_name!r} to be set")

    def action_masks(self) -> NDArray[np.bool_]:
        """(num_envs, actions) the masks recorded with the present observations."""
        return self._masks[self._at]

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks` of each battle asked for; there are no other methods.

        Raises:
            AttributeError: for another method.
        """
        if method_name != "action_masks":
            raise AttributeError(f"a recording has no method {method_name!r}")
        masks = self.action_masks()
        return [masks[row] for row in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """False for each battle."""
        return [False] * len(list(self._get_indices(indices)))

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """A recording has no pictures."""
        return [None] * self.num_envs
