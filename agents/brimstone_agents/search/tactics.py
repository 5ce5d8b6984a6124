"""The tactics that a search plays on with, and those that propose actions at the root."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.scripted.tactics import TACTICS, find_tactic
from brimstone_env.core.records import as_records

USUAL_ROLLOUTS = "scripted"  # 2.5 times slower than the tactic `rollout`, and plays better
PROPOSERS = (
    "scripted",
    "focus",
    "nearest",
    "dangerous",
    "door",
    "guard",
    "aggressive",
    "careful",
    "lavish",
    "headhunter",
)


def is_tactic(name: str) -> bool:
    """Whether there is a tactic of this name."""
    return name in TACTICS


def tactic_names() -> str:
    """The names of all tactics, for messages."""
    return ", ".join(TACTICS)


def tactic_rows(rollouts: str, proposers: tuple[str, ...] = PROPOSERS) -> NDArray[Any]:
    """Records of `Tactic`, (t,): first the one that plays on unless another one takes the lead, then the proposers.

    Raises:
        InputError: if there is no tactic of a name.
    """
    names = dict.fromkeys((rollouts, *proposers))
    return as_records(np.concatenate([np.asarray(find_tactic(name)) for name in names]))
