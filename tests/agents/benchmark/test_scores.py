import numpy as np
import pytest

from brimstone_agents.benchmark.scores import normalise, score
from brimstone_agents.benchmark.statistics import iqm, percentile_interval
from brimstone_env.core.errors import InputError
from tests.agents.benchmark.made_up import battles

TWO = [("one", "train"), ("two", "test")]


def half(count, wins):
    return np.arange(count) < wins


def simple(draws=300):
    """Wins of ten: random 1 and 2, me 5 and 6, best 9 and 10."""
    wins = {"random": (1, 2), "me": (5, 6), "best": (9, 10)}
    rows = np.concatenate(
        [battles(agent, name, half(10, count[i])) for agent, count in wins.items() for i, (name, _) in enumerate(TWO)]
    )
    return score(rows, ["random", "me", "best"], TWO, draws=draws)


def test_counts_and_means():
    scores = simple()
    assert scores.battles.tolist() == [[10, 10]] * 3
    assert scores.wins.tolist() == [[1, 2], [5, 6], [9, 10]]
    assert scores.means[1] == pytest.approx([0.0, 0.2])
    assert scores.of_split("test").tolist() == [False, True]
    assert scores.of_split("all").all()


def test_normalised_by_hand():
    normalised = normalise(simple(), "best")
    assert normalised.kept.all()
    assert normalised.values[1] == pytest.approx([(0 + 0.8) / 1.6, (0.2 + 0.6) / 1.6])
    assert normalised.values[0] == pytest.approx([0, 0])
    assert normalised.values[2] == pytest.approx([1, 1])


def test_random_and_reference_are_fixed_in_every_draw():
    normalised = normalise(simple(), "best")
    assert (normalised.drawn[:, 0] == 0).all()
    assert normalised.drawn[:, 2] == pytest.approx(np.ones((300, 2)))
    assert normalised.drawn[:, 1].std(axis=0).min() > 0.05


def test_draws_vary_as_a_mean_of_ten_does():
    scores = simple(draws=4000)
    assert scores.drawn[:, 1, 0].mean() == pytest.approx(0.0, abs=0.03)
    assert scores.drawn[:, 1, 0].std() == pytest.approx(2 * np.sqrt(0.25 / 10), rel=0.06)


def test_agents_are_drawn_with_the_same_battles():
    rows = np.concatenate([battles(agent, "one", half(20, 9)) for agent in ("a", "b")])
    scores = score(rows, ["a", "b"], [("one", "train")], draws=50)
    assert (scores.drawn[:, 0] == scores.drawn[:, 1]).all()
    assert scores.drawn[:, 0].std() > 0


def test_agents_with_fewer_battles_keep_their_number():
    rows = np.concatenate([battles("many", "one", half(30, 12)), battles("few", "one", half(6, 6))])
    scores = score(rows, ["many", "few"], [("one", "train")], draws=100)
    assert (scores.drawn[:, 1, 0] == 1.0).all()  # six of six won, in every draw six battles
    assert scores.drawn[:, 0, 0].std() > 0


def test_same_seed_same_draws():
    assert (simple().drawn == simple().drawn).all()


def test_scenario_in_which_random_and_reference_coincide_is_left_out():
    rows = np.concatenate(
        [
            battles("random", "one", half(50, 5)),
            battles("best", "one", half(50, 45)),
            battles("random", "two", half(50, 25)),
            battles("best", "two", half(50, 26)),
        ]
    )
    normalised = normalise(score(rows, ["random", "best"], TWO, draws=200), "best")
    assert normalised.kept.tolist() == [True, False]
    assert normalised.left_out == ("two",)
    assert normalised.is_whole(1)
    assert not normalised.is_whole(1, "test")
    assert (normalised.drawn[:, 1] == 1).all()


def test_reference_that_did_not_play_gives_no_normalised_scores():
    assert normalise(simple(), "nobody") is None


def test_one_battle_has_no_interval():
    rows = np.concatenate(
        [battles("random", "one", half(10, 1)), battles("best", "one", half(10, 9)), battles("me", "one", half(1, 1))]
    )
    scores = score(rows, ["random", "best", "me"], [("one", "train")], draws=100)
    normalised = normalise(scores, "best")
    figure = normalised.figure(2, iqm, normalised.scenarios_of(2))
    assert figure.value > 1
    assert np.isnan(figure.low)
    assert np.isnan(scores.improvement(2, 0)[0].high)
    assert not np.isnan(scores.improvement(1, 0)[0].high)


def test_improvement_is_the_mean_over_common_scenarios():
    rows = np.concatenate(
        [
            battles("a", "one", half(10, 8)),
            battles("a", "two", half(10, 2)),
            battles("b", "one", half(10, 3)),
            battles("b", "two", half(10, 3)),
            battles("c", "two", half(10, 10)),
        ]
    )
    scores = score(rows, ["a", "b", "c"], TWO, draws=200)
    chance, count = scores.improvement(0, 1)
    assert count == 2
    assert chance.value == pytest.approx((0.5 + (0.8 - 0.3) / 2 + 0.5 + (0.2 - 0.3) / 2) / 2)
    assert chance.low < chance.value < chance.high
    assert scores.improvement(0, 2)[1] == 1
    assert scores.improvement(0, 2)[0].value == pytest.approx(0.1)
    assert scores.improvement(0, 1, within=np.array([True, False]))[0].value == pytest.approx(0.75)


def test_interval_of_the_draws_agrees_with_the_normal_one():
    scores = simple(draws=4000)
    low, high = percentile_interval(scores.drawn[:, 1, 1])
    half_width = 1.96 * 2 * np.sqrt(0.6 * 0.4 / 10)
    assert [low, high] == pytest.approx([0.2 - half_width, 0.2 + half_width], abs=0.12)


def test_no_battles():
    with pytest.raises(InputError, match="hold no battle"):
        score(battles("a", "one", half(3, 1)), ["b"], TWO)
