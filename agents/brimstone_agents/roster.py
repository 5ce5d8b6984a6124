"""The table of agents: what the command line offers, and how a name becomes an agent.

An agent is named by its row of the table, by ``module:Class`` (anyone's class that follows ``base.Agent``; it is
made without arguments), or by the path of a trained model.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brimstone_agents.base import Agent
from brimstone_env.core.errors import InputError

MODEL_LOADER = "brimstone_agents.ppo.model:load_agent"  # takes the model's path, returns an agent


@dataclass(frozen=True)
class RosterEntry:
    """One row of the table.

    Attributes:
        name: its name on the command line and in tables.
        description: what it does, one line.
        factory: ``module:name`` of what makes it, imported when it is asked for.
    """

    name: str
    description: str
    factory: str


ROSTER = {
    entry.name: entry
    for entry in (
        RosterEntry("random", "any legal action, all equally likely", "brimstone_agents.random_agent:RandomAgent"),
        RosterEntry(
            "nearest", "attacks the nearest enemy, else walks to it", "brimstone_agents.scripted.nearest:NearestAgent"
        ),
        RosterEntry(
            "door", "stands in the nearest doorway and fights there", "brimstone_agents.scripted.door:DoorAgent"
        ),
        RosterEntry(
            "scripted",
            "plays sensibly: kills what it can, few enemies reach it, retreats when hurt, grit where it counts",
            "brimstone_agents.scripted.sensible:SensibleAgent",
        ),
    )
}


def roster_help() -> str:
    """The table as lines for the command line's help."""
    width = max(len(name) for name in ROSTER)
    lines = [f"  {entry.name:{width}}  {entry.description}" for entry in ROSTER.values()]
    return "\n".join(
        ["agents:", *lines, f"  {'PATH':{width}}  a trained model", f"  {'module:Class':{width}}  an agent of your own"]
    )


def import_object(path: str) -> Any:
    """Import ``module:name``.

    Raises:
        InputError: if the module or the name does not exist.
    """
    module_name, _, name = path.partition(":")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise InputError(f"{path!r}: module {error.name!r} is not installed") from error
    if not hasattr(module, name):
        raise InputError(f"{path!r}: module {module_name!r} has no {name!r}")
    return getattr(module, name)


def make_agent(spec: str) -> Agent:
    """The agent that a person means.

    Args:
        spec: a name of the roster, ``module:Class``, or the path of a trained model.

    Raises:
        InputError: if it means none, or what it names is not an agent.
    """
    if spec in ROSTER:
        factory: Callable[[], Agent] = import_object(ROSTER[spec].factory)
        return factory()
    if Path(spec).exists():
        return _checked(import_object(MODEL_LOADER)(Path(spec)), spec)
    if ":" in spec:
        return _checked(_make_own(spec), spec)
    raise InputError(
        f"agent {spec!r} is unknown, allowed are {', '.join(ROSTER)}, module:Class, or the path of a trained model"
    )


def _make_own(spec: str) -> object:
    """An agent of the person's own, from a module that is installed or lies in the present folder."""
    if not all(part.isidentifier() for part in spec.partition(":")[0].split(".")):
        raise InputError(f"agent {spec!r} names no module, allowed is module:Class as Python imports it")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    factory = import_object(spec)
    try:
        return factory()
    except TypeError as error:
        raise InputError(f"agent {spec!r} cannot be made without arguments: {error}") from error


def agent_name(spec: str) -> str:
    """How the agent is called in tables: its roster name, its class, or its model's file name without ending."""
    if spec in ROSTER:
        return spec
    if Path(spec).exists():
        return Path(spec).stem
    return spec.rpartition(":")[2]


def _checked(agent: object, spec: str) -> Agent:
    if not isinstance(agent, Agent):
        raise InputError(f"agent {spec!r} has no reset(count, seed) and act(observations, masks)")
    return agent
