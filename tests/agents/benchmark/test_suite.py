"""Suites: what a file may say, and what the shipped one holds."""

import pytest

from brimstone_agents.batch import Batch, load_match
from brimstone_agents.benchmark.suite import list_suites, load_suite
from brimstone_agents.ppo.reading import reading_of
from brimstone_agents.roster import MODELS, parse_spec
from brimstone_agents.seeds import REPORT
from brimstone_env.core.errors import InputError

SMALL = {
    "title": "A small suite",
    "seeds": "training",
    "reference": "nearest",
    "scenarios": [{"name": "quick", "split": "train"}, {"name": "solo", "split": "test"}],
    "agents": [
        {"agent": "random", "episodes": 8, "quick": 2},
        {"agent": "nearest", "episodes": 4},
        {"agent": "door", "episodes": 2, "scenarios": ["solo"]},
    ],
}


def test_load_suite__scenarios_agents_and_seeds_in_order():
    suite = load_suite(SMALL)
    assert suite.of_split("train") == ("quick",)
    assert suite.of_split("test") == ("solo",)
    assert suite.split_of("solo") == "test"
    random, nearest, door = suite.agents
    assert suite.played_by(random) == ("quick", "solo")
    assert suite.played_by(door) == ("solo",)
    assert suite.episode_seeds(random).tolist() == list(range(10**9, 10**9 + 8))
    assert suite.episode_seeds(random, quick=True).tolist() == [10**9, 10**9 + 1]
    assert suite.episode_seeds(nearest, quick=True).size == 0
    assert load_suite(suite) is suite


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 1}, "unknown key 'seed'"),
        ({"seeds": "reports"}, "did you mean 'report'"),
        ({"reference": "mcts"}, "normalised by 'mcts', which is missing"),
        ({"reference": "door"}, "'door', which must play every scenario"),
        ({"scenarios": [{"name": "quick", "split": "train"}] * 2}, "scenarios has 'quick' twice"),
        ({"scenarios": [{"name": "quik", "split": "train"}]}, "agent 'door' plays 'solo': allowed: quik"),
        ({"scenarios": [*SMALL["scenarios"], {"name": "quik", "split": "test"}]}, "did you mean 'quick'"),
        ({"scenarios": [{"name": "quick", "split": "both"}]}, "scenarios.0.split is 'both', allowed is"),
        ({"agents": [{"agent": "random", "episodes": 0}]}, "agents.0.episodes is 0, allowed is 1 to 1000000"),
    ],
)
def test_load_suite__what_is_wrong_is_one_sentence(change, words):
    with pytest.raises(InputError) as error:
        load_suite({**SMALL, **change})
    assert words in str(error.value)
    assert str(error.value).startswith("suite unnamed: ")


def test_load_suite__files_by_name_and_path(tmp_path):
    with pytest.raises(InputError, match="did you mean 'brimstone-16'"):
        load_suite("brimstone-17")
    file = tmp_path / "mine.toml"
    file.write_text("title = 3\n")
    with pytest.raises(InputError, match=r"mine\.toml: title is 3"):
        load_suite(file)


@pytest.mark.parametrize("name", list_suites())
def test_shipped_suites__half_of_the_scenarios_in_each_split(name):
    suite = load_suite(name)
    assert suite.seeds == REPORT.name
    assert len(suite.of_split("train")) == len(suite.of_split("test")) == int(name.rpartition("-")[2]) // 2


@pytest.mark.parametrize("name", list_suites())
def test_shipped_suites__every_scenario_starts_at_random(name):
    for row in load_suite(name).scenarios:
        batch = Batch(load_match(row.name), 6)
        batch.reset(REPORT.seeds(6))
        board = batch.observations["board"][:, int(reading_of(batch.match.game).hero)]
        assert len({plane.tobytes() for plane in board}) > 1, row.name


@pytest.mark.parametrize("name", list_suites())
def test_shipped_suites__every_agent_is_known_and_the_longest_searches_play_least(name):
    suite = load_suite(name)
    for row in suite.agents:
        if not row.agent.startswith("ppo-") or any(MODELS.glob("*.zip")):  # models are made after the suite
            assert parse_spec(row.agent).entry is not None, row.agent
    budgets = {row.agent: row.episodes for row in suite.agents if row.agent.startswith("mcts:simulations=")}
    counts = [count for _, count in sorted(budgets.items(), key=lambda item: int(item[0].rpartition("=")[2]))]
    assert counts == sorted(counts, reverse=True)
