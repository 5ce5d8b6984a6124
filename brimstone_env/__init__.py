"""Gymnasium environments of battles from tabletop rulebooks. Importing registers them; nothing is compiled yet.

>>> import gymnasium as gym
>>> import brimstone_env
>>> env = gym.make("brimstone/Battle-v0")
>>> batch = gym.make_vec("brimstone/Battle-v0", num_envs=64, vectorization_mode="vector_entry_point")
"""

from __future__ import annotations

import importlib
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import gymnasium as gym

from brimstone_env.core.errors import InputError

if TYPE_CHECKING:
    from brimstone_env.core.conformance import check_game
    from brimstone_env.core.env import RulebookEnv
    from brimstone_env.core.vector_env import RulebookVectorEnv

__version__ = "0.1.0"
__all__ = ["InputError", "RulebookEnv", "RulebookVectorEnv", "check_game"]

# Gymnasium id: what its environments are made with.
GAMES = MappingProxyType(
    {
        "brimstone/Battle-v0": {"game": "battle"},
        "brimstone/Delve-v0": {"game": "delve", "scenario": "delve-mine"},
        "brimstone/Rounds-v0": {"game": "rounds", "scenario": "rounds-standard"},
    }
)
_LAZY = {
    "RulebookEnv": "brimstone_env.core.env",
    "RulebookVectorEnv": "brimstone_env.core.vector_env",
    "check_game": "brimstone_env.core.conformance",
}

for _env_id, _kwargs in GAMES.items():
    if _env_id not in gym.registry:
        gym.register(
            id=_env_id,
            entry_point="brimstone_env.core.env:RulebookEnv",
            vector_entry_point="brimstone_env.core.vector_env:RulebookVectorEnv",
            kwargs=dict(_kwargs),
        )


def __getattr__(name: str) -> Any:
    """Import the classes when they are first asked for: they pull in the compiler."""
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
