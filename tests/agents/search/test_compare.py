"""Whole tactics compared by playouts: what is counted, who leads, and that the leader is followed."""

import time

import numpy as np
import pytest

from brimstone_agents.arena import play_battles
from brimstone_agents.batch import Batch, load_match
from brimstone_agents.scripted.agent import ScriptedAgent
from brimstone_agents.scripted.book import PLAYBOOK
from brimstone_agents.search.agent import make_settings
from brimstone_agents.search.layout import MILLION
from brimstone_agents.search.mcts import MctsAgent
from brimstone_agents.search.planner import Lead, Planner
from brimstone_agents.seeds import TRAINING
from brimstone_agents.simulator import Simulator
from brimstone_env.core.errors import InputError

PROPOSERS = PLAYBOOK.proposers


def begin(scenario, proposers=PROPOSERS, horizon=1, rollouts="scripted"):
    """A planner at the first decision of a battle: planner, position, mask, and nothing known of its tactics."""
    match = load_match(scenario)
    batch = Batch(match, 1)
    batch.reset(TRAINING.seeds(1))
    tactics = PLAYBOOK.tactic_rows(rollouts, proposers)
    planner = Planner(match, make_settings(horizon=horizon, candidates=1), tactics, 100)
    return planner, Simulator(match, batch.battles).positions(1), batch.masks[0], new_lead(len(tactics))


def new_lead(count):
    return Lead(0, np.zeros((count, 2), np.int64))


def test_tactic_rows__no_tactic_is_compared_with_itself():
    assert len(PLAYBOOK.tactic_rows("scripted")) == len(PROPOSERS)
    assert len(PLAYBOOK.tactic_rows("rollout")) == len(PROPOSERS) + 1


def test_compare__half_of_the_playouts_are_for_all_and_half_for_the_best_three():
    planner, battles, mask, lead = begin("quick")
    first = 20 // len(PROPOSERS) * len(PROPOSERS)
    played = first + (40 - first) // 3 * 3
    assert planner.compare(battles, mask, lead, 40, 7) == played
    visits = sorted(lead.evidence[:, 0].tolist())
    assert sum(visits) == played
    assert visits[0] >= 2
    assert visits[-1] > 2


def test_compare__too_few_playouts_leave_the_leader():
    planner, battles, mask, lead = begin("quick")
    lead.tactic = 3
    assert planner.compare(battles, mask, lead, 2, 7) == 0
    assert lead.tactic == 3


def test_compare__same_seed_same_evidence_and_the_position_stays():
    planner, battles, mask, lead = begin("quick")
    before = battles.tobytes()
    planner.compare(battles, mask, lead, 30, 7)
    again = new_lead(len(lead.evidence))
    planner.compare(battles, mask, again, 30, 7)
    assert (again.evidence == lead.evidence).all()
    assert battles.tobytes() == before
    other = new_lead(len(lead.evidence))
    planner.compare(battles, mask, other, 30, 8)
    assert (other.evidence != lead.evidence).any()


def test_compare__one_who_fares_better_takes_the_lead_and_a_little_better_is_not_enough():
    planner, battles, mask, lead = begin("quick", ("scripted", "focus"))
    lead.evidence[:] = [[1000, 0], [1000, 1000 * 0.3 * MILLION]]
    planner.compare(battles, mask, lead, 2, 7)
    assert lead.tactic == 1
    lead = new_lead(2)
    lead.evidence[:] = [[100_000, 0], [100_000, 100_000 * 0.01 * MILLION]]
    planner.compare(battles, mask, lead, 2, 7)
    assert lead.tactic == 0


def test_fade__what_is_known_counts_less_and_means_stay():
    lead = Lead(1, np.array([[1000, 500 * MILLION], [100, -100 * MILLION]], np.int64))
    lead.fade(900)
    assert lead.evidence.tolist() == [[900, 450 * MILLION], [90, -90 * MILLION]]


def test_compare__stops_at_a_time():
    planner, battles, mask, lead = begin("quick")
    assert planner.compare(battles, mask, lead, 10**6, 7, until=time.perf_counter()) == 0


@pytest.mark.parametrize("comparing", [-0.1, 1.5])
def test_mcts__a_share_outside_0_to_1_is_refused(comparing):
    with pytest.raises(InputError, match="comparing is"):
        MctsAgent(comparing=comparing)


@pytest.mark.compiled
def test_compare__playouts_fare_as_battles_of_the_tactic_do():
    planner, battles, mask, lead = begin("quick", ("door",), horizon=99, rollouts="door")
    playouts = planner.compare(battles, mask, lead, 2000, 7)
    mean = lead.evidence[0, 1] / playouts / MILLION
    match = load_match("quick")
    batch = Batch(match, 1)
    batch.reset(TRAINING.seeds(1))
    clones = Simulator(match, batch.battles).clone(0, 1000, seed=3)
    agent = ScriptedAgent("door")
    agent.attach(Simulator(match, clones.battles))
    agent.reset(1000, 5)
    while (clones.battles["outcome"] == 0).any():
        clones.step(agent.act(clones.observations, clones.masks))
    scores = clones.battles["score"] / 100
    error = (scores.std() ** 2 / 1000 + (1 - mean * mean) / playouts) ** 0.5
    assert mean == pytest.approx(scores.mean(), abs=4 * error)


@pytest.mark.compiled
def test_mcts__comparing_only_follows_the_leader():
    match = load_match("quick")
    batch = Batch(match, 6)
    batch.reset(TRAINING.seeds(6))
    agent = MctsAgent(simulations=40, comparing=1.0, horizon=2)
    simulator = Simulator(match, batch.battles)
    agent.attach(simulator)
    agent.reset(6, 1)
    for _ in range(12):
        actions = agent.act(batch.observations, batch.masks)
        asked = np.flatnonzero(batch.masks.sum(axis=1) > 1)
        for row in asked.tolist():
            leader = ScriptedAgent(PROPOSERS[agent._leads[row].tactic])
            leader.attach(simulator)
            leader.reset(6, 1)
            assert actions[row] == leader.act(batch.observations, batch.masks)[row]
        batch.step(actions)


@pytest.mark.compiled
def test_mcts__follows_the_better_tactic_where_one_is_much_better():
    # in this corridor who holds a door hardly ever wins
    agent = MctsAgent(simulations=48, comparing=1.0, rollouts="door")
    match = load_match("corridor-guns")
    results = play_battles(agent, match, TRAINING.seeds(8))
    door = play_battles(ScriptedAgent("door"), match, TRAINING.seeds(200))
    assert door["won"].mean() < 0.15
    assert results["won"].mean() > door["won"].mean() + 0.1
