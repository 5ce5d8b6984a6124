import numpy as np
import pytest

from brimstone_agents.benchmark.comparisons import battles_of, find_budgets, mean_gain, pair
from brimstone_agents.benchmark.scores import score
from tests.agents.benchmark.made_up import battles


def paired(rows, one, other, scenarios=("one",)):
    scores = score(rows, sorted(set(rows["agent"].tolist())), [(name, "train") for name in scenarios], draws=10)
    return pair(battles_of(rows, scores), one, other, scenarios)


def test_pairs_are_the_same_seeds():
    ours, theirs = np.array([1, 1, 0, 1, 0], bool), np.array([0, 1, 1, 0, 0, 1, 1], bool)
    rows = np.concatenate([battles("a", "one", ours), battles("b", "one", theirs)])[::-1]  # in no order
    found = paired(rows, "a", "b")
    assert (found.scenarios, found.pairs, found.better, found.worse) == (1, 5, 2, 1)
    gains = 2.0 * (ours.astype(int) - theirs[:5].astype(int))
    assert found.difference.value == pytest.approx(gains.mean())
    half = 1.959964 * gains.std(ddof=1) / np.sqrt(5)
    assert found.difference.high == pytest.approx(gains.mean() + half, abs=1e-6)
    assert found.p_value == 1.0


def test_scenarios_count_the_same_whatever_their_battles():
    gains = [np.array([1.0, 1.0]), np.array([0.0, 0.0, 0.0, 0.0])]
    assert mean_gain(gains).value == 0.5


def test_gain_of_one_battle_has_no_interval():
    assert np.isnan(mean_gain([np.array([2.0]), np.array([0.0, 1.0])]).low)
    assert np.isnan(mean_gain([]).value)


def test_agents_without_common_battles():
    rows = np.concatenate([battles("a", "one", np.ones(3, bool)), battles("b", "one", np.ones(3, bool), first=10)])
    found = paired(rows, "a", "b")
    assert (found.pairs, found.scenarios) == (0, 0)
    assert np.isnan(found.difference.value)


def test_budgets_are_agents_that_differ_in_nothing_else():
    agents = ["random", "mcts:simulations=1000", "flat:simulations=100", "mcts:simulations=100", "mcts", "nobody-known"]
    found = find_budgets([*agents, "mcts:simulations=50,turns=3"])
    assert [(group.name, group.budgets) for group in found] == [("mcts", (100, 1000))]
    assert found[0].agents == ("mcts:simulations=100", "mcts:simulations=1000")
