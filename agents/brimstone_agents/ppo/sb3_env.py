"""The native batch as a Stable-Baselines3 VecEnv: same-step resets, masks, terminal observations.

Every step hands out fresh arrays that nothing writes to again, so that they are passed on without copying.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvObs, VecEnvStepReturn

from brimstone_agents.batch import name_game
from brimstone_env.core.vector_env import RulebookVectorEnv

SEED_STEP = 2**20  # runs of neighbouring seeds share no battle: more than any number of battles side by side


class NativeVecEnv(VecEnv):
    """Many battles of one scenario for Stable-Baselines3.

    Infos of battles that ended hold `terminal_observation`, `TimeLimit.truncated`, `is_success`, and `episode` with
    return `r`, decisions `l`, turns `turns` and heroes standing `standing`.

    Args:
        scenario: name, path or dict of a scenario.
        num_envs: battles.
        seed: battle `i` draws its episodes from seed `seed * SEED_STEP + i`.
        threads: most threads of the engine.
        tables: folder of card tables, None for those of the package.
    """

    def __init__(
        self, scenario: Any, num_envs: int, seed: int = 0, threads: int | None = None, tables: str | None = None
    ) -> None:
        self.native = RulebookVectorEnv(
            num_envs, name_game(scenario), scenario, tables, autoreset_mode="same_step", threads=threads
        )
        super().__init__(num_envs, self.native.single_observation_space, self.native.single_action_space)
        self.seed(seed * SEED_STEP)
        self.illegal_actions = 0
        self._actions: NDArray[np.int64] = np.zeros(num_envs, np.int64)
        self._masks = self.native.action_masks()
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)

    def reset(self) -> VecEnvObs:
        """Begin all battles afresh; with the seeds of `seed()`, if it was called since the last reset."""
        seeds = None if self._seeds[0] is None else self._seeds
        observations, _ = self.native.reset(seed=seeds)
        self._reset_seeds()
        self._masks = self.native.action_masks()
        self._returns[:] = 0
        self._lengths[:] = 0
        return observations

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Take the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Do the step: observations, rewards float32, dones, and one info a battle."""
        observations, rewards, terminated, truncated, infos = self.native.step(self._actions)
        self._masks = self.native.action_masks()
        self._returns += rewards
        self._lengths += 1
        dones = terminated | truncated
        all_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if dones.any():
            for row in np.flatnonzero(dones):
                all_infos[row] = self._last_info(int(row), bool(truncated[row]), infos)
            self._returns[dones] = 0
            self._lengths[dones] = 0
        return observations, rewards.astype(np.float32), dones, all_infos

    def _last_info(self, row: int, truncated: bool, infos: dict[str, Any]) -> dict[str, Any]:
        final = infos["final_info"]
        self.illegal_actions += int(final["illegal_actions"][row])
        won = bool(final["outcome"][row] == self.native.prepared.game.outcomes.index("won"))
        episode = {
            "r": float(self._returns[row]),
            "l": int(self._lengths[row]),
            "turns": int(final["turn"][row]),
            "standing": int(final["heroes_standing"][row]),
        }
        return {
            "terminal_observation": infos["final_obs"][row],
            "TimeLimit.truncated": truncated,
            "is_success": won,
            "episode": episode,
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """(num_envs, actions) True where legal; the array is never written to again."""
        return self._masks

    def close(self) -> None:
        """Stop the engine's threads."""
        self.native.close()

    # --- states -----------------------------------------------------------------------------------------------------

    def get_state(self) -> dict[str, Any]:
        """All that is needed to go on just so, as bytes and plain numbers."""
        return {
            "native": self.native.get_state(),
            "returns": self._returns.tolist(),
            "lengths": self._lengths.tolist(),
            "illegal_actions": self.illegal_actions,
        }

    def set_state(self, state: dict[str, Any]) -> VecEnvObs:
        """Go back to what `get_state` returned.

        Returns:
            The observations as they were then.

        Raises:
            InputError: if the state is of another scenario, version or number of battles.
        """
        self.native.set_state(state["native"])
        self._reset_seeds()
        self._returns[:] = state["returns"]
        self._lengths[:] = state["lengths"]
        self.illegal_actions = state["illegal_actions"]
        observations, _ = self.native.observe()
        self._masks = self.native.action_masks()
        return observations

    # --- what Stable-Baselines3 asks of the single environments -----------------------------------------------------

    def _rows(self, indices: VecEnvIndices) -> list[int]:
        return [int(row) for row in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute of the batch, once for each battle asked for."""
        source = self if attr_name == "action_masks" else self.native
        return [getattr(source, attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refused: the battles have no attributes of their own.

        Raises:
            AttributeError: always.
        """
        raise AttributeError(f"the battles of a native batch have no attribute {attr_name!r} to be set")

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks` of each battle asked for; there are no other methods.

        Raises:
            AttributeError: for another method.
        """
        if method_name != "action_masks":
            raise AttributeError(f"the battles of a native batch have no method {method_name!r}")
        return [self._masks[row] for row in self._rows(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """False for each battle: nothing wraps them, and episodes are counted here as `Monitor` would."""
        from stable_baselines3.common.monitor import Monitor

        return [wrapper_class is Monitor] * len(self._rows(indices))

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """A picture of each battle."""
        game, prepared = self.native.prepared.game, self.native.prepared
        return [game.draw_rgb(battle, prepared.books[0], prepared.tables) for battle in self.native.battles]
