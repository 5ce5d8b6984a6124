"""`flat`: flat Monte Carlo with successive halving."""

from __future__ import annotations

from brimstone_agents.playbook import USUAL_ROLLOUTS
from brimstone_agents.search.agent import SearchAgent, make_settings, usual_candidates
from brimstone_agents.search.entry import Command


class FlatAgent(SearchAgent):
    """Flat Monte Carlo: legal actions are tried with the same dice, the better half goes on, until one is left.

    Args:
        simulations: for each decision (each action of the first round gets one at least).
        seconds: time for each decision, 0 for as long as the simulations take.
        turns: playouts stop when so many new turns have begun.
        candidates: most actions that are tried, tactics' choices first; 0: so many that each can be tried a dozen
            times.
        caution: simulations that what was expected of an action before counts as, beside those that tried it.
        margin: how much less is expected of an action that no tactic proposes, in rewards.
        rollouts: the tactic that plays on.
        threads: decisions of a batch that are thought about at once.
    """

    def __init__(
        self,
        simulations: int = 100,
        seconds: float = 0.0,
        turns: int = 2,
        candidates: int = 0,
        caution: float = 70.0,
        margin: float = 0.06,
        rollouts: str = USUAL_ROLLOUTS,
        threads: int = 1,
    ) -> None:
        settings = make_settings(
            turns=turns,
            trust=600,
            caution=round(caution),
            margin=round(1000 * margin),
            candidates=candidates or usual_candidates(simulations),
        )
        super().__init__(Command.HALVE, settings, rollouts, simulations, seconds, threads)
