"""The ablation of the order of turns."""

import numpy as np
import pytest

from brimstone_agents.batch import Batch, load_match
from brimstone_agents.fixed_order import FixedOrderAgent
from brimstone_agents.random_agent import RandomAgent
from brimstone_agents.roster import make_agent
from brimstone_agents.seeds import TRAINING
from brimstone_agents.simulator import Simulator
from brimstone_env.core.errors import InputError
from brimstone_env.rounds.codes import FIRST_CREATURE, Decision


def test_fixed_order__the_first_listed_acts_next_and_all_else_is_the_other_agents():
    match = load_match("rounds-quick")
    batch = Batch(match, 3)
    batch.reset(TRAINING.seeds(3))
    agent, other = make_agent("fixed-order:agent=random"), RandomAgent()
    agent.attach(Simulator(match, batch.battles))
    agent.reset(3, 5)
    other.reset(3, 5)
    orders = 0
    for _ in range(25):
        asked = batch.battles["pending"]["kind"] == Decision.NEXT
        actions, others = agent.act(batch.observations, batch.masks), other.act(batch.observations, batch.masks)
        assert (actions[~asked] == others[~asked]).all()
        for row in np.flatnonzero(asked):
            orders += 1
            assert actions[row] == FIRST_CREATURE + np.flatnonzero(batch.masks[row, FIRST_CREATURE:])[0]
        batch.step(actions)
    assert orders > 3


def test_fixed_order__games_without_an_order_are_refused():
    match = load_match("quick")
    with pytest.raises(InputError, match="nobody chooses who acts next in 'battle'"):
        FixedOrderAgent("random").attach(Simulator(match, Batch(match, 1).battles))


def test_fixed_order__without_a_simulator_it_says_so():
    with pytest.raises(InputError, match="attach a simulator first"):
        FixedOrderAgent("random").act({}, np.ones((1, 4), np.bool_))
