"""The expected score of the rounds: exact at the end, better for who is better off; and how its weights are fitted."""

import numpy as np
import pytest

from brimstone_agents.batch import Batch, load_match
from brimstone_agents.scripted_rounds import score_weights
from brimstone_agents.scripted_rounds.calibrate import BAD, GOOD, fit_signed, play_positions
from brimstone_agents.scripted_rounds.score import NUM_FEATURES, Feature, expected_score, fill_features
from brimstone_agents.seeds import TRAINING
from brimstone_env.rounds.codes import MAX_HEROES, Condition

ENEMY = MAX_HEROES


@pytest.fixture
def begun():
    """The beginning of a battle, its first hero unhurt, and its book."""
    batch = Batch(load_match("rounds-quick"), 1)
    batch.reset(TRAINING.seeds(1, 0))
    batch.battles[0]["creatures"][0]["stamina"] = 27
    return batch.battles[0], batch.match.books[0]


def score_with(begun, creature, **fields):
    """The expected score if a creature had other numbers; the battle is left as it was."""
    battle, book = begun
    figure = battle["creatures"][creature]
    before = {name: figure[name].copy() for name in fields}
    for name, value in fields.items():
        figure[name] = value
    score = expected_score(battle, book)
    for name, value in before.items():
        figure[name] = value
    return score


def test_score__who_is_better_off_is_expected_to_score_more(begun):
    now = score_with(begun, 0)
    assert -1.0 < score_with(begun, 0, stamina=0) < score_with(begun, 0, stamina=9) < now < 1.0
    assert now < score_with(begun, ENEMY, stamina=3)
    assert now < score_with(begun, ENEMY, alive=0, stamina=0)
    assert score_with(begun, 0, recoveries=0) < now
    assert now < score_with(begun, 0, surges=3)
    assert now < score_with(begun, 0, resource=5)


def test_score__malice_is_never_good_for_the_heroes(begun):
    battle, book = begun
    battle["malice"] = 0
    poor = expected_score(battle, book)
    battle["malice"] = 20
    assert expected_score(battle, book) <= poor


def test_score__is_exact_when_it_is_over(begun):
    battle, book = begun
    for outcome, points in ((1, 100), (2, -100)):
        battle["outcome"], battle["score"] = outcome, points
        assert expected_score(battle, book) == points / 100


def test_features__conditions_take_might(begun):
    battle, book = begun
    features = np.zeros(NUM_FEATURES)
    battle["creatures"][ENEMY]["until"][Condition.DAZED] = 1
    fill_features(battle, book, features)
    assert 0.0 < features[Feature.HINDERED] < 1.0
    assert features[Feature.HAMPERED] == 0.0


def test_features__stamina_of_a_squad_counts_once():
    batch = Batch(load_match("rounds-horde"), 1)
    batch.reset(TRAINING.seeds(1, 0))
    battle, book = batch.battles[0], batch.match.books[0]
    features = np.zeros((2, NUM_FEATURES))
    fill_features(battle, book, features[0])
    battle["squads"][0]["stamina"] = 1
    fill_features(battle, book, features[1])
    assert features[1, Feature.RATIO] > features[0, Feature.RATIO]


def test_weights__nothing_good_counts_as_bad_nor_bad_as_good():
    assert len(score_weights.WEIGHTS) == NUM_FEATURES
    assert all(score_weights.WEIGHTS[feature] >= 0 for feature in GOOD)
    assert all(score_weights.WEIGHTS[feature] <= 0 for feature in BAD)


def test_fit_signed__what_is_good_never_counts_as_bad():
    random = np.random.default_rng(2)
    groups = np.repeat([0, 1], 20_000)
    features = np.zeros((40_000, NUM_FEATURES))
    features[:, Feature.ONE] = 1.0
    features[:, Feature.HEALTH] = random.random(40_000) + 2.0 * groups
    features[:, Feature.MALICE] = random.random(40_000)
    logits = 1.5 * features[:, Feature.HEALTH] - 6.0 * groups + 1.0 * features[:, Feature.MALICE]
    weights = fit_signed(features, random.random(40_000) < 1 / (1 + np.exp(-logits)), groups)
    assert weights[Feature.HEALTH] == pytest.approx(1.5, abs=0.2)
    assert weights[Feature.MALICE] == 0.0


@pytest.mark.compiled
def test_positions__tell_won_battles_from_lost_ones():
    found = play_positions(load_match("rounds-standard"), 100, 9_000_000, "scripted")
    totals = found.features @ np.array(score_weights.WEIGHTS)
    assert len(found.won) > 500
    assert totals[found.won].mean() > totals[~found.won].mean() + 0.5
