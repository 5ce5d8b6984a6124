"""The rollout buffer, with masks of one byte, and how much memory it takes."""

from __future__ import annotations

import os
from math import prod
from pathlib import Path
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableDictRolloutBuffer
from stable_baselines3.common.buffers import DictRolloutBuffer

from brimstone_env.core.errors import InputError

NUMBERS = 8 + 6 * 4  # bytes of a decision besides observation and mask: action, and six float32
MOST_MEMORY = 0.25  # share of the machine's memory that the buffer may take
CONTROL_GROUPS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


class CompactRolloutBuffer(MaskableDictRolloutBuffer):
    """sb3-contrib's buffer, with masks kept as one byte an action instead of four."""

    def reset(self) -> None:
        """Empty the buffer."""
        self.mask_dims = int(self.action_space.n)  # type: ignore[attr-defined]
        self.action_masks: np.ndarray[Any, Any] = np.ones((self.buffer_size, self.n_envs, self.mask_dims), np.bool_)
        DictRolloutBuffer.reset(self)


def buffer_bytes(
    observation_space: spaces.Space[Any], action_space: spaces.Space[Any], num_envs: int, steps: int
) -> int:
    """Bytes of a buffer of `num_envs` battles and `steps` decisions each, its shuffled copy included.

    Args:
        observation_space: a Dict of boxes.
        action_space: a Discrete.
        num_envs: battles side by side.
        steps: decisions of each between two updates.
    """
    leaves = cast("spaces.Dict", observation_space).spaces.values()
    observation = sum(prod(leaf.shape or ()) * np.dtype(leaf.dtype).itemsize for leaf in leaves)
    actions = int(cast("spaces.Discrete[Any]", action_space).n)
    return 2 * num_envs * steps * (observation + actions + NUMBERS)


def memory_bytes() -> int:
    """Memory that this process may use: the machine's, or less where a container says so."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for path in CONTROL_GROUPS:
        try:
            total = min(total, int(path.read_text()))
        except (OSError, ValueError):  # no such limit
            continue
    return total


def check_buffer(needed: int, memory: int) -> str:
    """A sentence that says what the buffer takes.

    Raises:
        InputError: if that is over a quarter of the memory.
    """
    said = f"rollout buffer: {needed / 2**20:,.0f} MiB of {memory / 2**20:,.0f} MiB memory"
    if needed > MOST_MEMORY * memory:
        raise InputError(
            f"num_envs and rollout_steps need a buffer of {needed / 2**20:,.0f} MiB, allowed is a quarter of the "
            f"{memory / 2**20:,.0f} MiB of memory"
        )
    return said
