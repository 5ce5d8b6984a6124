"""The open-loop agent: it sees the number of the decision and nothing else, and remembers what it was tried on."""

import argparse
import json

import numpy as np
import pytest

from brimstone_agents.arena import play_battles
from brimstone_agents.batch import load_match
from brimstone_agents.benchmark.suite import load_suite
from brimstone_agents.open_loop import search
from brimstone_agents.open_loop.agent import TRAINED, ManyPlans, OpenLoopAgent
from brimstone_agents.open_loop.plan import LARGEST, Plan, preferences, read_plan, write_plan
from brimstone_agents.open_loop.search import PLANS, Battles, draw_ends, score_plans, search_plan
from brimstone_agents.random_agent import RandomAgent
from brimstone_agents.roster import make_agent
from brimstone_agents.seeds import TRAINING
from brimstone_env.core.errors import InputError

RANDOM = np.random.default_rng(5)
MASKS = RANDOM.random((20, 400)) < 0.1


def some_plan(tmp_path, numbers=(3, 1, 4, 1, 5)):
    path = tmp_path / "plan.json"
    write_plan(Plan(tuple(numbers), {"by": "a test"}), path)
    return path


def test_preferences__are_the_same_everywhere():
    """Worked out by hand in Python's whole numbers: the file of a plan means the same on every machine."""

    def by_hand(number, action):
        word = 2**64 - 1
        mixed = (number * 2**16 + action) * 0x9E3779B97F4A7C15 & word
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & word
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & word
        return ((mixed ^ mixed >> 31) >> 2) + 1

    numbers = np.array([0, 1, 12345, LARGEST])
    assert preferences(numbers, 400).tolist() == [
        [by_hand(number, i) for i in range(400)] for number in numbers.tolist()
    ]


def test_preferences__are_an_order_as_good_as_drawn():
    liked = preferences(RANDOM.integers(LARGEST, size=20_000), 10)
    assert (liked >= 1).all()
    counts = np.bincount(liked.argmax(axis=1), minlength=10)
    assert counts.min() > 1800  # 2,000 expected, standard deviation 42
    assert counts.max() < 2200


def test_open_loop__sees_the_number_of_the_decision_only(tmp_path):
    agent = OpenLoopAgent(some_plan(tmp_path))
    liked = preferences(np.array([3, 1, 4, 1, 5]), 400)
    agent.reset(20, seed=1)
    for decision in range(12):
        actions = agent.act({}, MASKS)  # no observation at all
        assert MASKS[np.arange(20), actions].all()
        assert (actions == np.where(MASKS, liked[decision % 5], 0).argmax(axis=1)).all()
    agent.reset(20, seed=2)
    assert (agent.act({}, MASKS) == np.where(MASKS, liked[0], 0).argmax(axis=1)).all()


def test_many_plans__each_plays_as_it_would_alone(tmp_path):
    numbers = RANDOM.integers(LARGEST, size=(4, 6))
    many = ManyPlans(numbers, battles=5)
    alone = [OpenLoopAgent(some_plan(tmp_path, row.tolist())) for row in numbers]
    for _ in range(8):
        apart = np.concatenate([agent.act({}, MASKS[5 * i : 5 * i + 5]) for i, agent in enumerate(alone)])
        assert (many.act({}, MASKS) == apart).all()


def test_draw_ends__keeps_the_beginning_and_draws_the_rest():
    best = np.zeros(128, np.int64)
    drawn = draw_ends(best, 200, RANDOM) != best
    starts = drawn.argmax(axis=1)
    assert all(row[start:].all() for row, start in zip(drawn, starts, strict=True))
    assert starts.min() < 10
    assert starts.max() > 117


def test_plan__is_read_as_it_was_written(tmp_path):
    plan = read_plan(some_plan(tmp_path))
    assert plan == Plan((3, 1, 4, 1, 5), {"by": "a test"})
    assert [path.name for path in tmp_path.iterdir()] == ["plan.json"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is no plan of `brimstone open-loop`, allowed is JSON"),
        ('{"format": 2}', "format is not 1"),
        ("[1]", "format is not 1"),
        ('{"format": 1, "numbers": []}', "numbers is no list of whole numbers"),
        ('{"format": 1, "numbers": [-1]}', "numbers is no list of whole numbers"),
        ('{"format": 1, "numbers": [true]}', "numbers is no list of whole numbers"),
    ],
)
def test_read_plan__refuses_with_a_sentence(tmp_path, text, message):
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        OpenLoopAgent(path)
    with pytest.raises(InputError, match="cannot be read"):
        OpenLoopAgent(tmp_path / "none.json")
    with pytest.raises(InputError, match="cannot be written"):
        write_plan(Plan((1,)), tmp_path / "nowhere" / "plan.json")


@pytest.mark.compiled
def test_search__finds_what_its_battles_reward_and_the_same_for_the_same_seed():
    battles = Battles([load_match("quick")], TRAINING.seeds(3))
    numbers, score = search_plan(battles, rounds=4, seed=1)
    assert score == score_plans(numbers[None], battles)[0]
    first = score_plans(np.random.default_rng(1).integers(LARGEST, size=(PLANS, search.DECISIONS)), battles)
    assert score > first.mean() + 0.3  # of random plans; -1 is a loss, 1 a victory
    again, _ = search_plan(battles, rounds=4, seed=1)
    assert (again == numbers).all()


def mean_score(agent, names, seeds):
    return np.mean([play_battles(agent, load_match(name), seeds)["score"].mean() for name in names])


@pytest.mark.compiled
def test_the_plan_of_the_package__remembers_its_battles_and_knows_no_others():
    """`brimstone open-loop --out agents/brimstone_agents/models/open-loop.json` makes it anew."""
    origin, suite = read_plan(TRAINED).origin, load_suite("brimstone-16")
    assert origin["scenarios"] == list(suite.of_split("train"))
    seeds = np.array(origin["episode_seeds"])
    agent = make_agent("open-loop")
    remembered = mean_score(agent, origin["scenarios"], seeds)
    assert remembered == pytest.approx(origin["score"], abs=0.001)
    assert remembered > mean_score(RandomAgent(), origin["scenarios"], np.tile(seeds, 10)) + 0.3
    others = TRAINING.seeds(50, skip=1000)
    test = suite.of_split("test")
    assert abs(mean_score(agent, test, others) - mean_score(RandomAgent(), test, others)) < 0.1


@pytest.mark.compiled
def test_command__writes_a_plan_and_compares_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(search, "OTHER_BATTLES", 4)
    monkeypatch.setattr(search, "REPEATS", 2)
    suite = tmp_path / "small.toml"
    suite.write_text(
        'title = "small"\nseeds = "report"\nreference = "nearest"\n'
        '[[scenarios]]\nname = "quick"\nsplit = "train"\n[[scenarios]]\nname = "mine-fight"\nsplit = "test"\n'
        '[[agents]]\nagent = "random"\nepisodes = 1\n[[agents]]\nagent = "nearest"\nepisodes = 1\n'
    )
    out = tmp_path / "plan.json"
    arguments = argparse.Namespace(suite=str(suite), battles=2, rounds=2, seed=3, out=str(out))
    assert search.run(arguments) == 0
    table = [line for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert [line.rpartition("| ")[2] for line in table[2:]] == ["2 and 4 |", "4 |", "4 |"]
    origin = json.loads(out.read_text())["origin"]
    assert origin["scenarios"] == ["quick"]
    assert origin["episode_seeds"] == TRAINING.seeds(2).tolist()
    scores = play_battles(OpenLoopAgent(out), load_match("quick"), TRAINING.seeds(2))["score"]
    assert scores.mean() == origin["score"]
    arguments.out = str(tmp_path / "nowhere" / "plan.json")
    with pytest.raises(InputError, match="its folder does not exist"):
        search.run(arguments)
