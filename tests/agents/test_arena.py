"""The arena and every agent of the roster in it, on the compiled engine."""

import csv

import numpy as np
import pytest

from brimstone_agents import arena, cli
from brimstone_agents.arena import RESULT, play_battles
from brimstone_agents.arguments import parameters_of
from brimstone_agents.batch import Batch, load_match
from brimstone_agents.evaluate import format_table, summarise
from brimstone_agents.roster import ROSTER, make_agent
from brimstone_agents.seeds import TRAINING
from brimstone_agents.simulator import Simulator, attach

pytestmark = pytest.mark.compiled
SEEDS = TRAINING.seeds(24)


@pytest.fixture(scope="module")
def match():
    return load_match("quick")


class OnlyIllegal:
    """Always chooses an action that is not legal."""

    def reset(self, count, seed=0):
        pass

    def act(self, observations, masks):
        return masks.argmin(axis=1)


# Those that draw their choices, by the row of the battle too; in a batch they decide otherwise than alone.
DRAWN = ("random", "one-ply", "flat", "mcts")
OF_BATTLES = [name for name, entry in ROSTER.items() if entry.plays("battle")]
OF_ROUNDS = [name for name, entry in ROSTER.items() if entry.plays("rounds")]


def cheap(name):
    """The spec of an agent with a small budget, where it has one."""
    return f"{name}:simulations=12" if "simulations" in parameters_of(ROSTER[name].load()) else name


def begin(name, batch, seed=5):
    """An agent at the first decision of a batch."""
    agent = make_agent(cheap(name))
    attach(agent, Simulator(batch.match, batch.battles))
    agent.reset(batch.count, seed)
    return agent


@pytest.mark.parametrize("name", OF_BATTLES)
@pytest.mark.parametrize("scenario", ["quick", "mine-fight", "six-heroes", "solo"])
def test_agents__play_legally_to_the_end(name, scenario):
    results = play_battles(make_agent(cheap(name)), load_match(scenario), SEEDS[:6])
    assert not results["illegal"].any()
    assert not results["cut_off"].any()
    assert (results["decisions"] > 0).all()


@pytest.mark.parametrize("name", OF_ROUNDS)
def test_agents__play_rounds_legally_to_the_end(name):
    results = play_battles(make_agent(cheap(name)), load_match("rounds-quick"), SEEDS[:4])
    assert not results["illegal"].any()
    assert not results["cut_off"].any()
    assert (results["decisions"] > 0).all()


@pytest.mark.parametrize("name", OF_BATTLES)
def test_agents__answer_a_batch_as_the_protocol_says(name, match):
    batch = Batch(match, 8)
    batch.reset(SEEDS[:8])
    agent = begin(name, batch)
    for array in (*batch.observations.values(), batch.masks):
        array.flags.writeable = False  # an agent changes nothing that it is shown
    actions = agent.act(batch.observations, batch.masks)
    assert actions.shape == (8,)
    assert actions.dtype == np.int64
    assert batch.masks[np.arange(8), actions].all()


@pytest.mark.parametrize("name", [name for name in OF_BATTLES if name not in DRAWN])
def test_agents__decide_alone_as_in_a_batch(name, match):
    batch, one = Batch(match, 8), Batch(match, 1)
    batch.reset(SEEDS[:8])
    together = begin(name, batch).act(batch.observations, batch.masks)
    for row in range(8):
        one.load(batch.battles[row : row + 1])
        assert begin(name, one).act(one.observations, one.masks) == together[row]


@pytest.mark.parametrize("name", OF_BATTLES)
def test_play_battles__the_same_seeds_give_the_same_results(name, match):
    first, second = (play_battles(make_agent(cheap(name)), match, SEEDS) for _ in range(2))
    assert first.tobytes() == second.tobytes()


def test_play_battles__chunks_do_not_depend_on_each_other(match, monkeypatch):
    monkeypatch.setattr(arena, "CHUNK", 8)
    agent = make_agent("random")
    whole = play_battles(agent, match, SEEDS)
    parts = [play_battles(agent, match, SEEDS[start : start + 8]) for start in (16, 8, 0)]
    assert whole.tobytes() == np.concatenate(parts[::-1]).tobytes()


def test_play_battles__results_are_of_the_seeds_in_order(match):
    counted = []
    results = play_battles(make_agent("scripted"), match, SEEDS, counted.append)
    assert results["seed"].tolist() == SEEDS.tolist()
    assert sum(counted) == len(SEEDS)
    won = results[results["won"]]
    assert (won["enemies_left"] == 0).all()
    assert (won["heroes_standing"] > 0).all()
    lost = results[~results["won"]]
    assert (lost["heroes_standing"] == 0).all()
    assert (lost["enemies_left"] > 0).all()


def test_play_battles__counts_illegal_actions_and_cuts_off(match, monkeypatch):
    monkeypatch.setattr(arena, "MAX_DECISIONS", 10)
    results = play_battles(OnlyIllegal(), match, SEEDS[:3])
    assert results["illegal"].tolist() == [10, 10, 10]
    assert results["cut_off"].all()
    assert not results["won"].any()
    table = format_table([summarise("illegal", results)])
    assert "illegal: 30 illegal actions, 3 battles cut off undecided" in table


def test_play_battles__the_score_is_what_the_rewards_sum_up_to(match):
    results = play_battles(make_agent("nearest"), match, SEEDS)
    assert set(results["score"]) == {-1.0, 1.0}
    assert ((results["score"] == 1.0) == results["won"]).all()
    delve = np.concatenate(
        [play_battles(make_agent(name), load_match("delve-mine"), SEEDS) for name in ("random", "door")]
    )
    assert ((delve["score"] >= -1.0) & (delve["score"] <= 1.0)).all()
    assert ((delve["score"] > 0) >= delve["won"]).all()
    assert len(set(delve["score"])) > 2  # lost after a won battle: in between


def test_evaluate__prints_a_table_and_writes_rows(capsys, tmp_path):
    file = tmp_path / "battles.csv"
    arguments = ["evaluate", "random", "door", "--scenario", "quick", "--episodes", "20", "--csv", str(file)]
    assert cli.main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("|")[1].strip() for line in lines[2:4]] == ["random", "door"]
    assert "block report" in lines[-1]
    with file.open() as opened:
        rows = list(csv.DictReader(opened))
    assert len(rows) == 40
    assert set(rows[0]) == {"agent", *RESULT.names}
