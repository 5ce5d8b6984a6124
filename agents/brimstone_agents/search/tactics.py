"""The tactics that a search plays on with, and those that propose actions at the root."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from brimstone_agents.scripted.tactic import Tactic
from brimstone_env.core.records import new_records

PROPOSERS = ("scripted",)
KNOWN = ("rollout", "scripted")


def is_tactic(name: str) -> bool:
    """Whether there is a tactic of this name."""
    return name in KNOWN


def tactic_rows(rollouts: str, proposers: tuple[str, ...]) -> NDArray[Any]:
    """Records of `Tactic`, (1 + proposers,): first the one that plays on."""
    return new_records(Tactic, 1 + len(proposers))
