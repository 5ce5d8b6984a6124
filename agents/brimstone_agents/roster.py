"""The table of agents: what the command line offers, and how a spec becomes an agent.

A spec is the name of a row of the table, ``module:Class`` (anyone's class that follows ``base.Agent``), or the path of
a trained model; arguments may follow: ``mcts:simulations=1000``, ``module:Class:depth=2``. Rows are those of this
package, the models that come with it, and what other packages declare (``plugins``).
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from brimstone_agents.arguments import call_with, format_parameters, split_arguments
from brimstone_agents.base import Agent
from brimstone_agents.playbook import all_tactics, games_of_tactic
from brimstone_agents.plugins import Plugin, find_plugins
from brimstone_env.core.errors import InputError

MODEL_LOADER = "brimstone_agents.ppo.model:load_agent"  # takes the model's path, returns an agent
SCRIPTED = "brimstone_agents.scripted.agent:ScriptedAgent"  # plays one named tactic
MODELS = Path(__file__).parent / "models"  # trained models that come with the package

Label = Callable[[str, Mapping[str, str]], str]  # how an agent is called in tables: of its name and given arguments


def plain_label(name: str, given: Mapping[str, str]) -> str:
    """The name, and the arguments behind it: `mcts`, `mcts:simulations=1000`."""
    return name if not given else f"{name}:{','.join(f'{key}={value}' for key, value in given.items())}"


def numbered_label(argument: str) -> Label:
    """A label in which the value of one argument stands behind the name: `mcts-1000`, `mcts-1000:turns=3`."""

    def label(name: str, given: Mapping[str, str]) -> str:
        others = {key: value for key, value in given.items() if key != argument}
        return plain_label(f"{name}-{given[argument]}" if argument in given else name, others)

    return label


@dataclass(frozen=True)
class RosterEntry:
    """One row of the table.

    Attributes:
        name: its name on the command line and in tables.
        description: what it does, one line.
        factory: ``module:name`` of what makes it, imported when it is asked for; a class or function whose keyword
            arguments are typed and have defaults (people may give them).
        fixed: arguments that this row sets.
        label: how it is called in tables, from its name and the arguments given.
        plugin: the other package that it comes from, None for this one's.
        games: the games that it plays; empty: all.
    """

    name: str
    description: str
    factory: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    label: Label = plain_label
    plugin: Plugin | None = None
    games: tuple[str, ...] = ()

    def plays(self, game: str) -> bool:
        """Whether it plays a game."""
        return not self.games or game in self.games

    def load(self) -> Callable[..., Any]:
        """Import what makes the agent.

        Raises:
            InputError: if it cannot be imported.
        """
        factory: Callable[..., Any] = self.plugin.load() if self.plugin else import_object(self.factory)
        return factory


ROSTER = {
    entry.name: entry
    for entry in (
        RosterEntry("random", "any legal action, all equally likely", "brimstone_agents.random_agent:RandomAgent"),
        RosterEntry(
            "open-loop",
            "sees only how many decisions there were: a plan that was found by trying",
            "brimstone_agents.open_loop.agent:OpenLoopAgent",
        ),
        *(
            RosterEntry(name, description, SCRIPTED, {"tactic": name}, games=games_of_tactic(name))
            for name, description in all_tactics().items()
        ),
        RosterEntry(
            "one-ply",
            "tries every action once, with sampled or exact dice, and takes the one with the best score to expect",
            "brimstone_agents.search.one_ply:OnePlyAgent",
        ),
        RosterEntry(
            "flat",
            "plays every action out with the same dice, the better half again, until one is left",
            "brimstone_agents.search.flat:FlatAgent",
            label=numbered_label("simulations"),
        ),
        RosterEntry(
            "mcts",
            "Monte Carlo tree search with tactics for priors and playouts (simulations=100 by default)",
            "brimstone_agents.search.mcts:MctsAgent",
            label=numbered_label("simulations"),
        ),
        RosterEntry(
            "fixed-order",
            "plays like another agent, but heroes act in the order in which they are listed (agent=scripted; rounds)",
            "brimstone_agents.fixed_order:FixedOrderAgent",
            games=("rounds",),
        ),
    )
}


def roster() -> dict[str, RosterEntry]:
    """The whole table by name: this package's agents, models that come with it, agents of other packages.

    An agent of another package whose name is taken is called `NAME@PACKAGE`.
    """
    table = dict(ROSTER)
    for path in sorted(MODELS.glob("*.zip")):
        description = "a trained model that comes with the package"
        games = ("rounds",) if path.stem.startswith("ppo-rounds") else ("battle", "delve")
        table[path.stem] = RosterEntry(path.stem, description, MODEL_LOADER, {"path": path}, games=games)
    for plugin in find_plugins():
        name = f"{plugin.name}@{plugin.package}" if plugin.name in table else plugin.name
        description = f"of package {plugin.package} {plugin.version} ({plugin.point.value})"
        table[name] = RosterEntry(name, description, plugin.point.value, plugin=plugin)
    return table


def roster_help() -> str:
    """The table as lines for the command line's help."""
    rows = {name: entry.description for name, entry in roster().items()}
    rows |= {
        "PATH": "a trained model",
        "module:Class": "an agent of your own",
        "...:key=value,key=value": "any of them with arguments (`brimstone agents` lists them)",
    }
    width = max(len(name) for name in rows)
    return "\n".join(["agents:", *(f"  {name:{width}}  {description}" for name, description in rows.items())])


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


@dataclass(frozen=True)
class AgentSpec:
    """An agent as a person named it, in its parts.

    Attributes:
        text: the whole spec.
        entry: row of the table, None for a path or ``module:Class``.
        target: the row's name, the path, or ``module:Class``.
        given: arguments as text.
    """

    text: str
    entry: RosterEntry | None
    target: str
    given: Mapping[str, str]

    @property
    def is_model(self) -> bool:
        """Whether it is the path of a trained model."""
        return self.entry is None and Path(self.target).exists()


def parse_spec(spec: str) -> AgentSpec:
    """Take an agent's spec apart.

    Raises:
        InputError: if it can mean no agent, or its arguments are not written as `key=value`.
    """
    table = roster()
    if spec in table:
        return AgentSpec(spec, table[spec], spec, {})
    if Path(spec).exists():
        return AgentSpec(spec, None, spec, {})
    name, _, rest = spec.partition(":")
    if name in table:
        return AgentSpec(spec, table[name], name, split_arguments(rest, spec))
    target, _, rest = spec.rpartition(":")
    given = split_arguments(rest, spec) if "=" in rest and target else {}
    target = target if given else spec
    if Path(target).exists() or ":" in target:
        return AgentSpec(spec, None, target, given)
    raise InputError(
        f"agent {spec!r} is unknown, allowed are {', '.join(table)}, module:Class, or the path of a trained model"
    )


def make_agent(spec: str) -> Agent:
    """The agent that a person means.

    Args:
        spec: a name of the table, ``module:Class``, or the path of a trained model; arguments may follow.

    Raises:
        InputError: if it means none, an argument cannot be used, or what it names is not an agent.
    """
    parsed = parse_spec(spec)
    if parsed.entry:
        factory, fixed = parsed.entry.load(), parsed.entry.fixed
    elif parsed.is_model:
        factory, fixed = import_object(MODEL_LOADER), {"path": Path(parsed.target)}
    else:
        factory, fixed = _import_own(parsed.target), {}
    is_ours = parsed.entry is not None and parsed.entry.plugin is None
    return _checked(_make(factory, parsed, fixed, is_ours or parsed.is_model), spec)


def _import_own(target: str) -> Any:
    """What makes an agent of the person's own, from a module that is installed or lies in the present folder."""
    if not all(part.isidentifier() for part in target.partition(":")[0].split(".")):
        raise InputError(f"agent {target!r} names no module, allowed is module:Class as Python imports it")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    factory = import_object(target)
    if not callable(factory):
        raise InputError(f"agent {target!r} is no class or function that makes an agent")
    return factory


def _make(factory: Callable[..., Any], parsed: AgentSpec, fixed: Mapping[str, Any], is_ours: bool) -> object:
    """Make the agent; whatever goes wrong in other people's code is one sentence."""
    try:
        return call_with(factory, parsed.given, fixed, parsed.text)
    except InputError:
        raise
    except Exception as error:
        if is_ours:
            raise
        raise InputError(f"agent {parsed.text!r} cannot be made: {type(error).__name__}: {error}") from error


def agent_name(spec: str) -> str:
    """How the agent is called in tables: its label, its class, or its model's file name without ending."""
    parsed = parse_spec(spec)
    if parsed.entry:
        return parsed.entry.label(parsed.entry.name, parsed.given)
    name = Path(parsed.target).stem if parsed.is_model else parsed.target.rpartition(":")[2]
    return plain_label(name, parsed.given)


def describe_roster() -> str:
    """Every agent of the table with the arguments that it takes, for people."""
    lines = []
    for name, entry in roster().items():
        lines.append(f"{name}: {entry.description}")
        try:
            arguments = format_parameters(entry.load(), entry.fixed)
        except (InputError, ImportError) as error:
            arguments = f"({error})"
        if arguments:
            lines.append(f"    {arguments}")
    return "\n".join(lines)


def _checked(agent: object, spec: str) -> Agent:
    if not isinstance(agent, Agent):
        raise InputError(f"agent {spec!r} has no reset(count, seed) and act(observations, masks)")
    return agent
