"""The expected score: exact at the end, better for who is better off; and how its weights are fitted."""

import os
import subprocess
import sys

import numpy as np
import pytest

from brimstone_agents.batch import load_match
from brimstone_agents.scripted import score_weights
from brimstone_agents.scripted.calibrate import fit, fit_signed, play_positions, quality
from brimstone_agents.scripted.score import NUM_FEATURES, Feature, expected_score
from tests.agents.positions import Seen
from tests.agents.test_scripted import ROOM, foe, hero, other


def score(enemies=2, tokens=0, **fields):
    """The expected score of two heroes against some tentacles, the first hero with fields of its own."""
    heroes = [hero("bandido", [1, 1], moved=True, **fields), other("gunslinger", [3, 1])]
    foes = [foe("tentacles", [1 + i % 3, 5 + i // 3]) for i in range(enemies)]
    seen = Seen(map=ROOM, heroes=heroes, enemies=foes, revive_tokens=tokens)
    return expected_score(seen.battles[0], seen.books[0])


def test_score__who_is_better_off_is_expected_to_score_more():
    scores = [score(enemies) for enemies in (1, 2, 4, 6)]
    assert scores == sorted(scores, reverse=True)
    assert -1.0 < scores[-1] < scores[0] < 1.0
    assert score(health=2) < score(health=8) < score()
    assert score(sanity=2) < score()
    assert score(grit=0) <= score(grit=2)
    assert score(tokens=1) > score()


def test_score__being_revived_is_no_gain():
    """A hero with some Health and a token is better off than one whom the token has just brought back."""
    assert score(tokens=1, health=4) > score(tokens=0)


def test_score__is_exact_when_it_is_over():
    seen = Seen(map=ROOM, heroes=[hero("bandido", [1, 1])], enemies=[foe("tentacles", [1, 5])])
    for outcome, points in ((1, 100), (2, -100)):
        seen.battles["outcome"], seen.battles["score"] = outcome, points
        assert expected_score(seen.battles[0], seen.books[0]) == points / 100


def test_weights__nothing_good_counts_as_bad():
    assert len(score_weights.WEIGHTS) == NUM_FEATURES
    good = (Feature.RATIO, Feature.LIVES, Feature.HEALTH, Feature.SANITY, Feature.GRIT, Feature.READY)
    assert all(score_weights.WEIGHTS[feature] >= 0 for feature in good)


def test_fit__finds_the_weights_of_made_up_data():
    random = np.random.default_rng(1)
    features = np.concatenate([np.ones((40_000, 1)), random.normal(size=(40_000, 2))], axis=1)
    weights = np.array([0.5, -1.0, 2.0])
    won = random.random(40_000) < 1 / (1 + np.exp(-features @ weights))
    assert fit(features, won) == pytest.approx(weights, abs=0.08)
    assert quality(features, won, weights).brier < quality(features, won, weights).base


def test_fit_signed__sees_through_easy_and_hard_scenarios():
    """Health helps within each scenario, although the harder one has more of it."""
    random = np.random.default_rng(2)
    groups = np.repeat([0, 1], 20_000)
    features = np.zeros((40_000, NUM_FEATURES))
    features[:, Feature.ONE] = 1.0
    features[:, Feature.HEALTH] = random.random(40_000) + 2.0 * groups
    features[:, Feature.GRIT] = random.random(40_000)
    logits = 1.5 * features[:, Feature.HEALTH] - 6.0 * groups - 1.0 * features[:, Feature.GRIT]
    won = random.random(40_000) < 1 / (1 + np.exp(-logits))
    weights = fit_signed(features, won, groups)
    assert weights[Feature.HEALTH] == pytest.approx(1.5, abs=0.2)
    assert weights[Feature.GRIT] == 0.0, "what is good never counts as bad"


@pytest.mark.compiled
def test_score__tells_won_battles_from_lost_ones():
    positions = play_positions(load_match("quick"), 120, 9_000_000, "scripted")
    found = quality(positions.features, positions.won, np.array(score_weights.WEIGHTS))
    assert found.count > 300
    assert found.brier < 0.75 * found.base


CHOICES = """
import numpy as np
from brimstone_agents.batch import Batch, load_match
from brimstone_agents.scripted.agent import choose_actions
from brimstone_agents.playbook import TacticCommand
from brimstone_agents.scripted.book import PLAYBOOK
from brimstone_agents.scripted.entry import think_many
from brimstone_agents.scripted.tactics import TACTICS
for scenario in ("quick", "outfitted"):
    batch = Batch(load_match(scenario), 1)
    batch.reset(np.array([1000000003]))
    for step in range(25):
        chosen = {}
        for name in TACTICS:
            chosen[name] = choose_actions(batch.match, batch.battles, batch.masks, PLAYBOOK.find_tactic(name))
        score = np.zeros(1)
        masks = batch.masks.view(np.int8)
        tactic, actions = PLAYBOOK.find_tactic("rollout"), np.zeros(1, np.int64)
        think_many(TacticCommand.SCORE, batch.battles, batch.match.books, masks, tactic, actions, score)
        print([int(actions[0]) for actions in chosen.values()], round(float(score[0]), 9))
        batch.step(chosen["scripted"])
"""


@pytest.mark.compiled
def test_tactics__choose_the_same_compiled_and_uncompiled():
    outputs = []
    for disabled in ("0", "1"):
        environment = os.environ | {"NUMBA_DISABLE_JIT": disabled}
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", CHOICES], env=environment, capture_output=True, text=True, check=True
        )
        outputs.append(done.stdout)
    assert outputs[0].count("\n") == 50
    assert outputs[0] == outputs[1]
