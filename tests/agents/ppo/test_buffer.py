from __future__ import annotations

import numpy as np
import pytest

from brimstone_agents.ppo.buffer import CompactRolloutBuffer, buffer_bytes, check_buffer, memory_bytes
from brimstone_env.core.errors import InputError


def test_the_size_that_is_said_is_the_size_that_is_taken(battle_spaces):
    buffer = CompactRolloutBuffer(4, *battle_spaces, n_envs=3)
    arrays = [*buffer.observations.values(), buffer.action_masks, buffer.actions, buffer.rewards, buffer.returns]
    arrays += [buffer.episode_starts, buffer.values, buffer.log_probs, buffer.advantages]
    assert 2 * sum(array.nbytes for array in arrays) == buffer_bytes(*battle_spaces, 3, 4)
    assert buffer.action_masks.dtype == np.bool_


def test_a_buffer_of_more_than_a_quarter_of_the_memory_is_refused():
    assert check_buffer(250 * 2**20, 1000 * 2**20) == "rollout buffer: 250 MiB of 1,000 MiB memory"
    with pytest.raises(InputError, match="need a buffer of 251 MiB, allowed is a quarter of the 1,000 MiB"):
        check_buffer(251 * 2**20, 1000 * 2**20)


def test_the_machine_has_memory():
    assert 2**28 < memory_bytes() < 2**50
