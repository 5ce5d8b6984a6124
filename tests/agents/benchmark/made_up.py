"""Results that were never played, for the tests of statistics and reports."""

import numpy as np

from brimstone_agents.benchmark.contest import make_contest
from brimstone_agents.benchmark.results import ROW, Timing
from brimstone_agents.benchmark.suite import load_suite

SCENARIOS = (("mine-fight", "train"), ("quick", "train"), ("mine-medium", "test"), ("delve-mine", "test"))
DRAWS = 400

# agent: battles in each scenario, chance to win in each scenario (None: it does not play there)
AGENTS = {
    "random": (40, (0.1, 0.0, 0.2, 0.1)),
    "nearest": (40, (0.3, 0.4, 0.2, 0.3)),
    "scripted": (40, (0.6, 0.5, 0.5, 0.4)),
    "mcts:simulations=100": (20, (0.8, 0.7, 0.9, 0.8)),
    "mcts:simulations=1000": (10, (0.9, 0.9, None, None)),
}
REFERENCE = "mcts:simulations=100"


def make_suite(agents=AGENTS, scenarios=SCENARIOS):
    return load_suite(
        {
            "name": "made-up",
            "title": "Made up",
            "seeds": "report",
            "reference": REFERENCE,
            "scenarios": [{"name": name, "split": split} for name, split in scenarios],
            "agents": [
                {"agent": agent, "episodes": count, "quick": count // 5} for agent, (count, _) in agents.items()
            ],
        }
    )


def battles(agent, scenario, won, split="train", first=0, scores=None):
    """Rows of one agent in one scenario: whether each battle was won, seed by seed."""
    rows = np.zeros(len(won), ROW)
    rows["agent"], rows["scenario"], rows["split"] = agent, scenario, split
    rows["seed"] = first + np.arange(len(won))
    rows["won"] = won
    rows["score"] = np.where(won, 1.0, -1.0) if scores is None else scores
    rows["commit"], rows["versions"] = "0123abc", "Python 3.11.7, numpy 2.4.6"
    return rows


def make_rows(agents=AGENTS, seed=0):
    """Rows of all agents, won by chance."""
    rng = np.random.default_rng(seed)
    rows = [
        battles(agent, name, rng.random(count) < chance, split)
        for agent, (count, chances) in agents.items()
        for (name, split), chance in zip(SCENARIOS, chances, strict=True)
        if chance is not None
    ]
    return np.concatenate(rows)


def make_timings(agents=AGENTS):
    return tuple(
        Timing(agent, name, 100 * count, 0.5 * count, count, "some processor")
        for agent, (count, chances) in agents.items()
        for (name, _), chance in zip(SCENARIOS, chances, strict=True)
        if chance is not None
    )


def made_up_contest(seed=0):
    return make_contest(make_rows(seed=seed), make_suite(), make_timings(), draws=DRAWS)
