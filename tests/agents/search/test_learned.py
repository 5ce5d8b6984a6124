"""Simulations that a trained model plays on, or whose leaves its critic judges."""

import numpy as np
import pytest
import torch as th

from brimstone_agents.arena import play_battles
from brimstone_agents.batch import Batch, load_match
from brimstone_agents.ppo import model
from brimstone_agents.ppo.model import PpoAgent, make_policy
from brimstone_agents.ppo.settings import Settings
from brimstone_agents.scripted.book import PLAYBOOK
from brimstone_agents.search.learned import LearnedPlayouts
from brimstone_agents.search.mcts import MctsAgent
from brimstone_agents.seeds import TRAINING
from brimstone_env.core.game import find_game

pytestmark = pytest.mark.compiled


@pytest.fixture
def loads_a_tiny_model(monkeypatch):
    th.manual_seed(0)
    settings = Settings(square_width=8, figure_width=8, latent_width=16, convolutions=1)
    policy = make_policy(find_game("battle"), settings)
    monkeypatch.setattr(model, "load_agent", lambda path: PpoAgent(policy))


def leaves_of(match, count):
    batch = Batch(match, count)
    batch.reset(TRAINING.seeds(count))
    return batch.battles


def test_values__playouts_stop_when_so_many_turns_have_begun(loads_a_tiny_model, tmp_path):
    match = load_match("quick")
    battles = leaves_of(match, 4)
    learned = LearnedPlayouts(tmp_path, match, PLAYBOOK.tactic_rows("rollout", ()), 4)
    learned.reset(0)
    learned._batch.load(battles)
    ends = learned._play_on(np.array([0, 1, 2, 1]))
    assert (ends["turn"] - battles["turn"]).tolist()[0] == 0
    for row, turns in enumerate((0, 1, 2, 1)):
        assert ends["turn"][row] - battles["turn"][row] == turns or ends["outcome"][row] != 0


def test_values__the_critic_judges_what_is_not_decided_and_the_score_what_is(loads_a_tiny_model, tmp_path):
    match = load_match("quick")
    battles = leaves_of(match, 3)
    battles["outcome"][1], battles["score"][1], battles["pending"]["kind"][1] = 2, -100, 0
    values = LearnedPlayouts(tmp_path, match, PLAYBOOK.tactic_rows("rollout", ()), 4).values(
        battles, np.zeros(3, np.int64), 0
    )
    assert values.shape == (3,)
    assert values[1] == -1
    assert -1 < values[0] < 1


@pytest.mark.parametrize("turns", [0, 1])
def test_mcts__with_a_model_the_same_seed_gives_the_same_battles(loads_a_tiny_model, tmp_path, turns):
    match = load_match("quick")
    seeds = TRAINING.seeds(2)
    agent = MctsAgent(simulations=8, turns=turns, rollouts=str(tmp_path), leaves=4)
    first = play_battles(agent, match, seeds)
    assert first["illegal"].sum() == 0
    assert (play_battles(agent, match, seeds) == first).all()
