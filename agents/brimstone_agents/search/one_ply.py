"""`one-ply`: every legal action is tried once, and what comes of it is scored."""

from __future__ import annotations

from dataclasses import replace

from brimstone_agents.playbook import QUICK_ROLLOUTS
from brimstone_agents.search.agent import SearchAgent, check_number, make_settings
from brimstone_agents.search.entry import Command
from brimstone_agents.search.exact import exact_value
from brimstone_agents.search.planner import Option, Planner
from brimstone_env.core.errors import InputError

DICE = ("sampled", "exact")


class OnePlyAgent(SearchAgent):
    """Takes the action after which the expected score is greatest; of equal ones, a tactic's choice.

    With sampled dice an action is scored where the next decision is asked. With exact dice it is followed through all
    that it begins (rerolls, hits), with every way that the dice can fall and the best choices.

    Args:
        dice: `sampled` or `exact`.
        samples: how often each action is tried with sampled dice, or where there are too many outcomes.
        limit: most outcomes of an action that are enumerated; beyond it the action is sampled, and `sampled` counts it.
        threads: decisions of a batch that are thought about at once.
    """

    def __init__(self, dice: str = "sampled", samples: int = 32, limit: int = 2000, threads: int = 1) -> None:
        if dice not in DICE:
            raise InputError(f"dice is {dice!r}, allowed are {', '.join(DICE)}")
        check_number("samples", samples, 1, 10**6)
        check_number("limit", limit, 1, 10**6)
        settings = make_settings(trust=600, candidates=400, rounds=1)
        super().__init__(Command.HALVE, settings, QUICK_ROLLOUTS, samples, threads=threads)
        self.dice, self.limit = dice, limit

    def reset(self, count: int, seed: int = 0) -> None:
        """Forget all battles, and how many actions were `enumerated` and `sampled`."""
        super().reset(count, seed)
        self.enumerated = self.sampled = 0

    def search(self, planner: Planner, simulations: int, seed: int) -> list[Option]:
        """Score every legal action of the planner's position."""
        sampled = self.dice == "sampled"
        values = {} if sampled else self._exact_values(planner)
        options = planner.options()
        if len(values) < len(options):
            planner.call(Command.HALVE, self.simulations * len(options), seed)
        self.enumerated += len(values)
        self.sampled += len(options) - len(values)
        return [
            replace(option, mean=values[option.action], error=0.0) if option.action in values else option
            for option in planner.options()
        ]

    def choose(self, planner: Planner, options: list[Option]) -> int:
        """The action with the greatest value; of equal ones the one with the greater prior."""
        return max(options, key=lambda option: (round(option.mean, 9), option.prior)).action

    def _exact_values(self, planner: Planner) -> dict[int, float]:
        """The values of the actions that have few enough outcomes."""
        found = {}
        for option in planner.options():
            value = exact_value(planner.match, planner.roots, self.tactics, option.action, self.limit)
            if value is not None:
                found[option.action] = value
        return found
