import io

import matplotlib
import numpy as np
import pytest
from PIL import Image

from brimstone_agents.benchmark.contest import make_contest
from brimstone_agents.benchmark.families import family_of
from brimstone_agents.benchmark.plots import DARK, LIGHT, MARKS, draw_intervals, draw_plots, pick_lines, profile_levels
from brimstone_agents.benchmark.standings import make_tables
from tests.agents.benchmark.made_up import made_up_contest, make_rows, make_suite


@pytest.fixture(scope="module")
def contest():
    return made_up_contest()


def test_plots_are_pictures_of_a_readable_size(contest):
    plots = draw_plots(contest)
    assert [name.partition("-")[0] for name in plots] == [
        "leaderboard", "leaderboard", "budgets", "scenarios", "improvement"
    ]  # fmt: skip
    for data in plots.values():
        picture = Image.open(io.BytesIO(data))
        assert 700 < picture.width < 1800
        assert len(picture.getcolors(10**6)) > 10


def test_dark_plots_have_a_dark_background(contest):
    corners = [
        Image.open(io.BytesIO(draw_plots(contest, theme)["improvement-chances.png"])).convert("L").getpixel((1, 1))
        for theme in (LIGHT, DARK)
    ]
    assert corners[0] > 250
    assert corners[1] < 40


def test_settings_of_others_stay_as_they_are(contest):
    before = matplotlib.rcParams["text.color"]
    draw_plots(contest, DARK)
    assert matplotlib.rcParams["text.color"] == before


def test_intervals_are_drawn_where_they_are(contest):
    left = draw_intervals(contest, LIGHT).axes[0]
    drawn = {(round(float(x), 6), int(line.get_ydata()[0])) for line in left.lines for x in line.get_xdata()[:1]
             if len(line.get_xdata()) == 1}  # fmt: skip
    expected = {(round(contest.rank_by(agent), 6), place) for place, agent in enumerate(contest.ranking)}
    assert expected <= drawn
    assert [label.get_text() for label in left.get_yticklabels()] == [contest.titles[a] for a in contest.ranking]


def test_lines_with_colours_are_the_best_of_each_kind(contest):
    assert [contest.titles[agent] for agent in pick_lines(contest)] == ["scripted", "nearest"]


def test_without_normalised_scores_fewer_plots():
    rows = make_rows()
    contest = make_contest(rows[rows["agent"] != "random"], make_suite(), draws=20)
    assert list(draw_plots(contest)) == ["scenarios-wins.png", "improvement-chances.png"]


def test_one_agent_alone():
    rows = make_rows()
    contest = make_contest(rows[rows["agent"] == "nearest"], make_suite(), draws=20)
    assert list(draw_plots(contest)) == ["scenarios-wins.png"]


def test_agents_of_which_none_played_everything():
    rows = make_rows()
    unfinished = (rows["scenario"] != "quick") | (rows["agent"] == "mcts:simulations=1000")
    contest = make_contest(rows[unfinished], make_suite(), draws=20)
    assert contest.ranking == ()
    assert list(draw_plots(contest)) == ["budgets-curve.png", "scenarios-wins.png"]
    assert next(table.name for table in make_tables(contest)) == "budgets"


@pytest.mark.parametrize(
    ("agent", "family"),
    [
        ("random", "random"),
        ("scripted", "scripted"),
        ("mcts:simulations=10", "search"),
        ("open-loop", "open_loop"),
        ("json:JSONDecoder", "other"),
        ("no such agent", "other"),
    ],
)
def test_kinds_of_agents(agent, family):
    assert family_of(agent) == family
    assert family in MARKS


def test_hues_are_told_apart_on_their_background():
    for theme in (LIGHT, DARK):
        paper = np.array(matplotlib.colors.to_rgb(theme.paper))
        hues = np.array([matplotlib.colors.to_rgb(hue) for hue in theme.hues])
        assert (np.abs(hues - paper).max(axis=1) > 0.4).all()
        apart = np.abs(hues[:, None] - hues[None]).sum(axis=2) + 9 * np.eye(len(hues))
        assert apart.min() > 0.25


def test_levels_of_the_profile_reach_the_best_score(contest):
    levels = profile_levels(contest.normalised)
    kept = contest.normalised.kept
    best = np.nanmax(contest.normalised.values[:, kept])
    assert levels[0] < 0
    assert min(best, 2.4) < levels[-1] <= 2.5
