"""The compiled tactics: choices in small positions, and what holds for all of them."""

import numpy as np
import pytest

from brimstone_agents.arena import play_battles
from brimstone_agents.batch import Batch, load_match
from brimstone_agents.scripted.agent import ScriptedAgent, choose_actions
from brimstone_agents.scripted.book import PLAYBOOK
from brimstone_agents.scripted.tactics import TACTICS
from brimstone_agents.seeds import TRAINING
from brimstone_env.core.errors import InputError


def test_find_tactic__unknown_names_are_refused():
    with pytest.raises(InputError, match="tactic 'bold' is unknown, allowed are rollout"):
        PLAYBOOK.find_tactic("bold")


def test_agent__wants_a_simulator():
    agent = ScriptedAgent("rollout")
    agent.reset(1)
    with pytest.raises(InputError, match="attach a simulator first"):
        agent.act({}, np.ones((1, 400), np.bool_))


@pytest.mark.parametrize("name", TACTICS)
def test_tactics__choose_legal_actions_whatever_the_dice(name):
    match = load_match("quick")
    batch = Batch(match, 1)
    batch.reset(TRAINING.seeds(1))
    for _ in range(3):
        chosen = choose_actions(match, batch.battles, batch.masks, PLAYBOOK.find_tactic(name))
        assert batch.masks[np.arange(1), chosen].all()
        others = batch.battles.copy()
        others["streams"]["state"] += 1
        assert np.array_equal(chosen, choose_actions(match, others, batch.masks, PLAYBOOK.find_tactic(name)))
        batch.step(chosen)


OPTIONS = {"keep_single": True, "enemy_order": "players", "aftermath": True, "dynamite_chain": True}


@pytest.mark.compiled
@pytest.mark.parametrize("name", TACTICS)
@pytest.mark.parametrize("scenario", ["outfitted", "delve-mine", "last-stand"])
def test_tactics__answer_every_kind_of_decision(name, scenario):
    match = load_match(scenario, options=OPTIONS)
    results = play_battles(ScriptedAgent(name), match, TRAINING.seeds(24))
    assert results["illegal"].sum() == 0
    assert not results["cut_off"].any()


@pytest.mark.compiled
def test_rollout__wins_where_random_loses():
    results = play_battles(ScriptedAgent("rollout"), load_match("mine-medium"), TRAINING.seeds(64))
    assert results["won"].mean() > 0.8
    assert results["illegal"].sum() == 0
