"""No agent can see undrawn cards or future dice: where only these differ, it does the same.

Every agent of the table plays a few battles. At each of its decisions a second one, which began with the same seed, is
shown the same battles with other random streams: other dice to come, other cards to be drawn. It must see the same and
do the same. That holds for agents that draw their choices, too: for each seed the choice is the same, so that the
distribution is.
"""

import numpy as np
import pytest

from brimstone_agents.arguments import parameters_of
from brimstone_agents.batch import Batch, load_match
from brimstone_agents.random_agent import RandomAgent
from brimstone_agents.roster import make_agent, roster
from brimstone_agents.seeds import TRAINING
from tests.agents.peeking import first_difference, other_dice

pytestmark = pytest.mark.compiled
OWN = [name for name, entry in roster().items() if entry.plugin is None and entry.plays("battle")]
OF_ROUNDS = [name for name, entry in roster().items() if entry.plugin is None and entry.plays("rounds")]


def cheap(name):
    """The spec of an agent with a small budget, where it has one."""
    arguments = parameters_of(roster()[name].load())
    return f"{name}:simulations=12" if "simulations" in arguments else name


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("scenario", ["quick", "mine-medium"])
def test_agents__do_the_same_whatever_the_dice_to_come(name, scenario):
    assert first_difference(lambda: make_agent(cheap(name)), scenario, seed=1) is None


@pytest.mark.parametrize("name", OF_ROUNDS)
def test_agents__do_the_same_whatever_the_dice_of_rounds_to_come(name):
    assert first_difference(lambda: make_agent(cheap(name)), "rounds-quick", seed=1) is None


@pytest.mark.parametrize("name", OWN)
def test_agents__do_the_same_whatever_the_cards_to_be_drawn(name):
    assert first_difference(lambda: make_agent(cheap(name)), "delve-mine", seed=2, decisions=20) is None


class Peeker:
    """Cheats: plays the true battle on, and does what will have gone best."""

    def attach(self, simulator):
        self.simulator = simulator

    def reset(self, count, seed=0):
        pass

    def act(self, observations, masks):
        return np.array([self.best(row, np.flatnonzero(mask)) for row, mask in enumerate(masks)])

    def best(self, row, legal):
        clones = Batch(self.simulator.match, len(legal))
        clones.load(self.simulator._battles[np.full(len(legal), row)])
        clones.step(legal)
        for _ in range(10):
            clones.step(clones.masks.argmax(axis=1))
        heroes = clones.battles["heroes"]["health"].sum(axis=1).astype(int)
        wounds = clones.battles["enemies"]["wounds"].sum(axis=1).astype(int)
        return int(legal[(heroes + wounds).argmax()])


@pytest.mark.parametrize("scenario", ["quick", "mine-medium"])
def test_the_check_notices_one_who_peeks(scenario):
    assert first_difference(Peeker, scenario, seed=1) is not None


def test_the_streams_are_what_is_to_come():
    """Two battles that differ only in their streams draw other cards later, and roll other dice at once."""
    match = load_match("delve-mine")
    batch, agent = Batch(match, 64), RandomAgent()
    batch.reset(TRAINING.seeds(64))
    one = Batch(match, 64)
    one.load(other_dice(batch.battles[np.zeros(64, np.int64)], 0))
    agent.reset(64, 0)
    drawn = set()
    for _ in range(300):
        one.step(agent.act(one.observations, one.masks))
        later = one.battles[one.battles["stage"] > 0]
        drawn |= {battle["drawn"].tobytes() for battle in later}
    assert len(drawn) > 1
