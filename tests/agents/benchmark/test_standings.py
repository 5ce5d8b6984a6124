import numpy as np
import pytest

from brimstone_agents.benchmark.contest import make_contest
from brimstone_agents.benchmark.standings import (
    budget_table,
    improvement_table,
    leaderboard,
    make_tables,
    paired_table,
    scenario_table,
    score_note,
    speed_table,
    win_rate_table,
    yardsticks,
)
from tests.agents.benchmark.made_up import AGENTS, DRAWS, SCENARIOS, battles, made_up_contest, make_rows, make_suite


@pytest.fixture(scope="module")
def contest():
    return made_up_contest()


def texts(table, column=0):
    return [row[column].text for row in table.rows]


def test_every_table_is_as_wide_as_its_headings(contest):
    for table in make_tables(contest):
        assert {len(row) for row in table.rows} == {len(table.headings)}, table.name
        assert table.note


def test_leaderboard(contest):
    table = leaderboard(contest)
    assert texts(table) == ["mcts-100", "scripted", "nearest", "random"]
    assert texts(table, 1)[0] == "1.00"
    assert texts(table, 1)[-1] == "0.00"
    assert texts(table, 6) == ["4 x 20", "4 x 40", "4 x 40", "4 x 40"]
    assert texts(table, 7) == ["200"] * 4


def test_note_says_which_scenarios_are_left_out(contest):
    assert "in 4 of 4 scenarios. " in score_note(contest)
    rows = make_rows()
    rows = rows[(rows["scenario"] != "quick") | (rows["agent"] == "scripted")]
    same = [battles(agent, "quick", np.arange(20) < 7) for agent in ("random", "mcts:simulations=100", "nearest")]
    left = make_contest(np.concatenate([rows, *same]), make_suite(), draws=DRAWS)
    assert "in 3 of 4 scenarios (left out, as both coincide there, within 0.1: quick)" in score_note(left)
    assert texts(leaderboard(left))[-1] == "random"


def test_note_without_normalised_scores():
    rows = make_rows()
    contest = make_contest(rows[rows["agent"] != "random"], make_suite(), draws=20)
    assert "not normalised" in score_note(contest)
    assert texts(leaderboard(contest), 1) == ["-"] * 3


def test_budgets_are_compared_where_all_play(contest):
    table = budget_table(contest)
    assert texts(table) == ["mcts-100", "mcts-1000"]
    assert texts(table, 2) == ["2", "2"]
    assert texts(table, 3) == ["20", "10"]
    assert texts(table, 6)[0] == "-"


def test_scenarios_have_a_row_each(contest):
    table = scenario_table(contest)
    assert texts(table) == [name for name, _ in SCENARIOS]
    assert table.headings[-1] == "mcts-1000"
    assert texts(table, -1)[2:] == ["-", "-"]


def test_improvement_of_the_best_two_over_all_others(contest):
    table = improvement_table(contest)
    assert table.headings[1:3] == ["mcts-100 does better", "scripted does better"]
    assert texts(table) == ["mcts-100", "scripted", "nearest", "random", "mcts-1000"]
    assert texts(table, 1)[0] == "-"
    chances = [row[1].order for row in table.rows[1:4]]
    assert 0.5 < chances[0] < chances[1] < chances[2]
    assert texts(table, 3)[-1] == "2"


def test_yardsticks_are_the_best_and_the_reference(contest):
    titles = [contest.titles[agent] for agent in yardsticks(contest)]
    assert titles == ["mcts-100", "scripted"]  # the reference is the best one, so the second too
    rows = make_rows()
    rows["won"] |= np.isin(rows["agent"], ["scripted", "nearest"])
    rows["score"] = np.where(rows["won"], 1, -1)
    other = make_contest(rows, make_suite(), draws=20)
    assert len({other.titles[agent] for agent in yardsticks(other)} & {"mcts-100"}) == 1


def test_win_rates_of_every_agent_in_every_scenario(contest):
    table = win_rate_table(contest)
    assert len(table.rows) == sum(chance is not None for _, chances in AGENTS.values() for chance in chances)
    assert table.is_long


def test_pairs_of_all_agents(contest):
    table = paired_table(contest)
    assert len(table.rows) == 10
    assert texts(table, 3)[0] == "80"  # 20 seeds in common in each of four scenarios


def test_speed(contest):
    assert texts(speed_table(contest), 2) == ["5.000"] * 5
    assert "some processor" in speed_table(contest).note
    assert not speed_table(make_contest(make_rows(), make_suite(), draws=5)).rows
