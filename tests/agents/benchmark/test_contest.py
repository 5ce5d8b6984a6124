import numpy as np
import pytest

from brimstone_agents.benchmark.contest import make_contest, read_contest
from brimstone_agents.benchmark.results import write_results, write_timings
from brimstone_agents.benchmark.statistics import iqm
from brimstone_agents.intervals import wilson
from brimstone_env.core.errors import InputError
from tests.agents.benchmark.made_up import DRAWS, battles, made_up_contest, make_rows, make_suite, make_timings


def test_agents_are_ranked_and_partial_ones_apart():
    contest = made_up_contest()
    assert [contest.titles[agent] for agent in contest.ranking] == ["mcts-100", "scripted", "nearest", "random"]
    assert [contest.titles[agent] for agent in contest.partial] == ["mcts-1000"]


def test_figures_by_split():
    contest = made_up_contest()
    scripted = contest.scores.agents.index("scripted")
    values = contest.normalised.values[scripted]
    assert contest.figure(scripted, iqm, "train").value == pytest.approx(values[:2].mean())
    assert contest.figure(scripted, iqm, "test").value == pytest.approx(values[2:].mean())
    whole = contest.figure(scripted, iqm)
    assert whole.value == pytest.approx(np.sort(values)[1:3].mean())
    assert whole.low < whole.value < whole.high
    assert np.isnan(contest.figure(contest.partial[0], iqm).value)


def test_mean_score_is_over_the_scenarios_asked_for():
    contest = made_up_contest()
    agent = contest.partial[0]
    there = contest.scores.battles[agent] > 0
    assert contest.mean_score(agent, there).value == pytest.approx(contest.normalised.values[agent, there].mean())
    assert np.isnan(contest.mean_score(agent, np.zeros(4, bool)).value)


def test_win_rate_and_battles_and_speed():
    contest = made_up_contest()
    scripted = contest.scores.agents.index("scripted")
    wins = int(contest.rows["won"][contest.rows["agent"] == "scripted"].sum())
    rate = contest.win_rate(scripted)
    assert (rate.value, rate.low, rate.high) == (wins / 160, *wilson(wins, 160))
    assert contest.battles_each(scripted) == "40"
    assert contest.rate(scripted) == 200.0


def test_battles_of_others_do_not_count():
    rows = np.concatenate([make_rows(), battles("door", "quick", np.ones(5, bool))])
    assert len(make_contest(rows, make_suite(), draws=5).rows) == len(make_rows())


def test_without_reference_the_mean_score_ranks():
    rows = make_rows()
    contest = make_contest(rows[rows["agent"] != "mcts:simulations=100"], make_suite(), draws=20)
    assert not contest.has_normalised
    assert [contest.titles[agent] for agent in contest.ranking] == ["scripted", "nearest", "random"]
    assert np.isnan(contest.figure(0, iqm).value)


def test_read_contest(tmp_path):
    write_results(tmp_path / "results.csv.gz", make_rows())
    write_timings(tmp_path / "timings.csv", make_timings())
    contest = read_contest(tmp_path, make_suite(), DRAWS)
    assert contest.scores.means == pytest.approx(made_up_contest().scores.means, nan_ok=True)
    assert contest.timings == make_timings()
    alone = tmp_path / "alone"
    alone.mkdir()
    write_results(alone / "mine.csv", make_rows())
    assert read_contest(alone / "mine.csv", make_suite(), 5).timings == ()


def test_results_of_another_suite(tmp_path):
    write_results(tmp_path / "results.csv.gz", battles("door", "solo", np.ones(3, bool)))
    with pytest.raises(InputError, match="no battle of the suite"):
        read_contest(tmp_path, make_suite(), 5)
