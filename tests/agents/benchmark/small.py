"""A suite of a few short battles, for tests."""

from brimstone_agents.benchmark.suite import load_suite


def small_suite(episodes=20, quick=4, **changes):
    values = {
        "name": "small",
        "title": "a few short battles",
        "seeds": "training",
        "reference": "nearest",
        "scenarios": [{"name": "quick", "split": "train"}, {"name": "solo", "split": "test"}],
        "agents": [
            {"agent": "random", "episodes": episodes, "quick": quick},
            {"agent": "nearest", "episodes": episodes, "quick": quick},
        ],
    }
    return load_suite(values | changes)


SMALL_TOML = """
title = "a few short battles"
seeds = "training"
reference = "nearest"
scenarios = [{ name = "quick", split = "train" }, { name = "solo", split = "test" }]
agents = [{ agent = "random", episodes = 20, quick = 4 }, { agent = "nearest", episodes = 20, quick = 4 }]
"""
