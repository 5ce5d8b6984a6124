"""Delve-v0 with each hero an agent: `delve_v0.env(scenario="delve-mine")`.

The arguments are those of `brimstone/Delve-v0`: `scenario`, `tables`, `outside`, `illegal_action`,
`max_episode_steps`, `render_mode`, and the options of the rules.
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from brimstone_env.pettingzoo.seats import SeatsEnv

__all__ = ["env", "raw_env"]


class raw_env(SeatsEnv):  # noqa: N801 (the name that PettingZoo expects)
    """The bare environment: no check of the order of calls."""

    def __init__(self, **arguments: Any) -> None:
        """Load the scenario; the arguments are those of `brimstone/Delve-v0`."""
        super().__init__("delve", **{"scenario": "delve-mine", **arguments})


def env(**arguments: Any) -> Any:
    """The environment, with PettingZoo's check of the order of calls.

    Args:
        **arguments: those of `brimstone/Delve-v0`.
    """
    return OrderEnforcingWrapper(raw_env(**arguments))
