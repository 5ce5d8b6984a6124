"""Hints for a person who plays: what an agent would do now, and what it found out about the other actions.

An agent that looks ahead tells more if it has ``found``: for each battle a list of options with the fields ``action``,
``visits``, ``mean`` (of the rewards, -1 to 1) and ``error`` (its standard error), as those of ``search`` do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from brimstone_agents.base import Agent
from brimstone_agents.intervals import Z_95
from brimstone_agents.simulator import act_in
from brimstone_env.core.env import RulebookEnv

SHOWN = 5  # options of a hint


class Explained(Protocol):
    """What was found out about one action."""

    @property
    def action(self) -> int:
        """The action."""

    @property
    def visits(self) -> int:
        """How often it was tried."""

    @property
    def mean(self) -> float:
        """The mean reward of the battles in which it was, -1 to 1."""

    @property
    def error(self) -> float:
        """The standard error of the mean."""


@runtime_checkable
class ExplainingAgent(Protocol):
    """An agent that says what it found out about the options of its last decision."""

    found: Sequence[Sequence[Explained]]


def give_hint(env: RulebookEnv, agent: Agent, name: str, seed: int = 0) -> list[str]:
    """What an agent would do in an environment, in lines.

    Args:
        env: the environment; it stays as it is.
        agent: who is asked. It begins anew: what it remembers of the battle so far does not count.
        name: how it is called.
        seed: of its own random choices.
    """
    observation, info = env.observe()
    action = act_in(env, agent, observation, info["action_mask"], seed)
    lines = [f"{name} would: {env.action_name(action)}"]
    if isinstance(agent, ExplainingAgent):
        lines += _explain(env, agent.found[0])
    return lines


def _explain(env: RulebookEnv, options: Sequence[Explained]) -> list[str]:
    """The options that were tried most, with the reward that each may be expected to lead to."""
    tried = sorted((option for option in options if option.visits), key=lambda option: -option.visits)[:SHOWN]
    names = [env.action_name(option.action) for option in tried]
    width = max(map(len, names), default=0)
    return [f"  {name:{width}}  {_figures(option)}" for name, option in zip(names, tried, strict=True)]


def _figures(option: Any) -> str:
    spread = f" ± {Z_95 * option.error:.2f}" if option.visits > 1 else ""
    return f"reward {option.mean:+.2f}{spread}, tried {option.visits:,} times"
