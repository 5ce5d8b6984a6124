"""What train and test scenarios have in common."""

import pytest

from brimstone_agents.benchmark.overlap import enemies_of, find_overlaps
from brimstone_agents.benchmark.suite import list_suites, load_suite
from brimstone_env.battle.scenario import load_scenario
from brimstone_env.core.game import find_game

TABLES = find_game("battle").load_tables(None)
ROOM = {"map": "guarded-door", "party": ["bandido", "rancher"]}


def small_suite(tmp_path, train, test):
    for name, values in (("train", train), ("test", test)):
        party = ", ".join(f'"{hero}"' for hero in values["party"])
        enemies = f'[["{values["enemies"]}", 2]]'
        (tmp_path / f"{name}.toml").write_text(f'map = "{values["map"]}"\nparty = [{party}]\nenemies = {enemies}\n')
    return load_suite(
        {
            "title": "two battles",
            "seeds": "training",
            "reference": "nearest",
            "scenarios": [{"name": str(tmp_path / f"{name}.toml"), "split": name} for name in ("train", "test")],
            "agents": [{"agent": name, "episodes": 1} for name in ("random", "nearest")],
        }
    )


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"map": "crossing", "party": ["lawman"]}, []),
        ({"enemies": "tentacles"}, []),
        ({"map": "crossing"}, ["train and test: slashers against the same party"]),
        (
            {"map": "crossing", "party": ["rancher", "bandido"]},
            ["train and test: slashers against the same party"],
        ),
        ({"party": ["lawman"]}, ["train and test: slashers on the same map"]),
    ],
)
def test_find_overlaps__enemies_on_the_same_map_or_against_the_same_party(tmp_path, change, found):
    train = {**ROOM, "enemies": "slashers"}
    assert find_overlaps(small_suite(tmp_path, train, {**train, **change}), TABLES) == found


@pytest.mark.parametrize(
    ("threat", "enemies"),
    [
        ({"enemies": [["corpse-piles", 1]]}, {"corpse-piles", "hungry-dead"}),
        ({"deck": "low"}, {"tentacles", "stranglers", "void-spiders", "night-terrors"}),
        ({"deck": "epic"}, {"tentacles", "stranglers", "void-spiders", "night-terrors"}),  # of two heroes: the high one
        ({"enemies": [["bandits", 1]], "events": [{"turn": 2, "enemies": [["slashers", 1]]}]}, {"bandits", "slashers"}),
        ({"stages": [{"enemies": [["bandits", 1]]}, {"enemies": [["hellbats", 1]]}]}, {"bandits", "hellbats"}),
    ],
)
def test_enemies_of__whoever_can_come(threat, enemies):
    assert enemies_of(load_scenario({**ROOM, **threat}), TABLES) == enemies


@pytest.mark.parametrize("name", list_suites())
def test_shipped_suites__nothing_of_a_test_scenario_was_met_in_training(name):
    assert find_overlaps(load_suite(name), TABLES) == []
