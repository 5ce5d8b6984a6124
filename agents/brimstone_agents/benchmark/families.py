"""The kinds of agents, by which plots colour them."""

from __future__ import annotations

from brimstone_agents.roster import parse_spec
from brimstone_env.core.errors import InputError

OTHER = "other"
# The part of this package that an agent comes from, and what it is called.
FAMILIES = {
    "search": "search",
    "ppo": "learned (PPO)",
    "scripted": "scripted",
    "open_loop": "open loop",
    "random": "random",
    OTHER: "other",
}


def family_of(agent: str) -> str:
    """The kind of an agent, a key of `FAMILIES`.

    Args:
        agent: its spec; one that is not installed here is of the other kind.
    """
    try:
        spec = parse_spec(agent)
    except InputError:
        return OTHER
    if spec.is_model:
        return "ppo"
    if spec.entry is None or spec.entry.plugin is not None:
        return OTHER
    part = spec.entry.factory.removeprefix("brimstone_agents.").partition(":")[0].partition(".")[0]
    part = part.removesuffix("_agent")
    return part if part in FAMILIES else OTHER
