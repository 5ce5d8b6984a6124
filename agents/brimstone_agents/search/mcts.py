"""`mcts`: Monte Carlo tree search."""

from __future__ import annotations

import time
from pathlib import Path

from brimstone_agents.playbook import USUAL_ROLLOUTS, all_tactics
from brimstone_agents.search.agent import SearchAgent, check_number, make_settings, usual_candidates
from brimstone_agents.search.entry import Command
from brimstone_agents.search.layout import MILLION
from brimstone_agents.search.learned import LearnedPlayouts
from brimstone_agents.search.planner import Option, Planner
from brimstone_agents.simulator import Simulator
from brimstone_env.core.errors import InputError

ROOTS = {"selection": Command.SELECT, "halving": Command.HALVE}


class MctsAgent(SearchAgent):
    """Monte Carlo tree search for battles: open-loop nodes, priors from tactics, truncated playouts.

    Args:
        simulations: for each decision; what is known of it from earlier decisions comes on top.
        seconds: time for each decision, 0 for as long as the simulations take.
        turns: playouts stop when so many new turns have begun; 0: at the next decision.
        exploration: constant of the selection rule; values are rewards, -1 to 1.
        trust: share of the prior that tactics get for what they would do, 0 to 1.
        caution: simulations that what was expected of an action before counts as, beside those that tried it.
        margin: how much less is expected of an action that no tactic proposes, in rewards.
        root: how the root's actions share the simulations: `halving` (successively) or `selection` (as below).
        candidates: most actions of the root that halving begins with, tactics' choices first; 0: so many that
            each can be tried a dozen times.
        rollouts: who plays on from leaves: a tactic, or the path of a trained model. With a model and `turns=0` nobody
            does, and the model's critic says what a leaf is worth.
        leaves: simulations that go through the network at once.
        reuse: whether the tree is kept from decision to decision.
        comparing: share of the simulations that are playouts of whole tactics, 0 to 1: the one that fares best plays on
            from leaves, and its choices are trusted most. With 1 it is followed.
        horizon: turns after which these playouts are scored.
        memory: how much of what they said still counts at the next decision, 0 to 1.
        threads: decisions of a batch that are thought about at once.

    Raises:
        InputError: if an argument is outside its range, or `rollouts` is neither a tactic nor a model.
    """

    def __init__(
        self,
        simulations: int = 100,
        seconds: float = 0.0,
        turns: int = 2,
        exploration: float = 0.5,
        trust: float = 0.6,
        caution: float = 70.0,
        margin: float = 0.06,
        root: str = "halving",
        candidates: int = 0,
        rollouts: str = USUAL_ROLLOUTS,
        leaves: int = 32,
        reuse: bool = True,
        comparing: float = 0.5,
        horizon: int = 99,
        memory: float = 0.9,
        threads: int = 1,
    ) -> None:
        if root not in ROOTS:
            raise InputError(f"root is {root!r}, allowed are {', '.join(ROOTS)}")
        check_number("leaves", leaves, 1, 4096)
        check_number("comparing", comparing, 0, 1)
        self.model = find_model(rollouts)
        settings = make_settings(
            turns=turns,
            exploration=round(1000 * exploration),
            trust=round(1000 * trust),
            caution=round(caution),
            margin=round(1000 * margin),
            candidates=candidates or usual_candidates(simulations),
            deepen=1,
            comparing=round(1000 * comparing) if self.model is None else 0,
            horizon=horizon,
        )
        self.leaves = 1 if self.model is None else leaves
        self._learned: dict[int, LearnedPlayouts] = {}
        tactic = USUAL_ROLLOUTS if self.model else rollouts
        super().__init__(ROOTS[root], settings, tactic, simulations, seconds, threads, reuse, memory)

    def make_planner(self, simulator: Simulator) -> Planner:
        """A planner for the simulator's battles, with the network that plays on from its leaves."""
        planner = Planner(simulator.match, self.settings, self.tactics, self.simulations, self.leaves)
        if self.model is not None:
            self._learned[id(planner)] = LearnedPlayouts(self.model, simulator.match, self.tactics, self.leaves)
        return planner

    def search(self, planner: Planner, simulations: int, seed: int) -> list[Option]:
        """Think about the planner's position within the budget, and say what was found out."""
        if self.model is None:
            return super().search(planner, simulations, seed)
        learned = self._learned[id(planner)]
        learned.reset(seed)
        end, played = time.perf_counter() + (self.seconds or 1e9), 0
        while played < simulations and (played == 0 or time.perf_counter() < end):
            count = min(self.leaves, simulations - played)
            planner.call(Command.DESCEND, count, seed)
            turns_left = planner.world.turns_left[:count]
            values = learned.values(planner.world.works[:count], turns_left, int(self.settings["turns"][0]))
            planner.values[:count] = (values * MILLION).round()
            planner.call(Command.CREDIT, count)
            played += count
        return planner.options()


def find_model(rollouts: str) -> Path | None:
    """The model that plays on, None for a tactic.

    Raises:
        InputError: if it is neither.
    """
    if rollouts in all_tactics():
        return None
    if not Path(rollouts).exists():
        tactics = ", ".join(all_tactics())
        raise InputError(f"rollouts is {rollouts!r}, allowed are a tactic ({tactics}) or the path of a trained model")
    return Path(rollouts)
