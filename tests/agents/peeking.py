"""Finds out whether an agent's choices depend on dice and cards that are still to come."""

import functools

import numpy as np

from brimstone_agents.batch import Batch, load_match
from brimstone_agents.seeds import TRAINING
from brimstone_agents.simulator import Simulator, attach
from brimstone_env.core.dice import stream_states

BATTLES = 3
DECISIONS = 40


find_match = functools.cache(load_match)


def begin(agent, batch, seed):
    """Let an agent begin the battles of a batch."""
    attach(agent, Simulator(batch.match, batch.battles))
    agent.reset(batch.count, seed)


def other_dice(battles, number):
    """The same battles with other random streams."""
    changed = battles.copy()
    changed["streams"]["state"] = stream_states(np.arange(len(battles)) + 10**6 * (number + 1))
    return changed


def first_difference(make, scenario, seed, decisions=DECISIONS):
    """The first decision at which an agent does otherwise because of the dice to come, None if there is none."""
    real, shown = (Batch(find_match(scenario), BATTLES) for _ in range(2))
    real.reset(TRAINING.seeds(BATTLES, skip=seed))
    shown.load(other_dice(real.battles, 0))
    agent, twin = make(), make()
    begin(agent, real, seed)
    begin(twin, shown, seed)
    for number in range(decisions):
        shown.load(other_dice(real.battles, number))
        assert (shown.masks == real.masks).all()
        for name, leaf in real.observations.items():
            assert (shown.observations[name] == leaf).all(), f"the observation {name} depends on the dice to come"
        before = real.battles.tobytes()
        actions = agent.act(real.observations, real.masks)
        assert real.battles.tobytes() == before, "the agent changed the battles that it plays"
        if (actions != twin.act(shown.observations, shown.masks)).any():
            return number
        real.step(actions)
    return None
