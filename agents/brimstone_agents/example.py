"""An agent of your own that plans, to copy."""

import numpy as np

from brimstone_agents.base import Actions, Masks, Observations
from brimstone_agents.random_agent import RandomAgent
from brimstone_agents.simulator import Simulator


class LookAhead:
    """Tries every legal action on clones, plays them on at random for a while, and takes the best one on average."""

    def __init__(self, tries: int = 8, decisions: int = 15) -> None:
        self.tries, self.decisions = tries, decisions

    def attach(self, simulator: Simulator) -> None:
        """Take the simulator of the battles that come next; agents that do not plan need no such method."""
        self.simulator = simulator

    def reset(self, count: int, seed: int = 0) -> None:
        """Begin new battles; the same seed gives the same choices."""
        self.random = np.random.default_rng(seed)

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """One action for each battle of the batch."""
        return np.array([self.best(row, np.flatnonzero(mask)) for row, mask in enumerate(masks)])

    def best(self, row: int, legal: Actions) -> int:
        """The legal action whose clones fare best; every clone has dice of its own."""
        clones = self.simulator.clone(row, len(legal) * self.tries, seed=int(self.random.integers(2**31)))
        clones.step(np.tile(legal, self.tries))
        player = RandomAgent()
        for _ in range(self.decisions):
            clones.step(player.act(clones.observations, clones.masks))
        after = clones.battles  # fields as in RECORDS.md; a score is -100 (lost) to 100 (won)
        worth = after["score"] + after["enemies"]["wounds"].sum(axis=1) + after["heroes"]["health"].sum(axis=1)
        return int(legal[worth.reshape(self.tries, -1).mean(axis=0).argmax()])
