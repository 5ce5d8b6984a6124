"""The scenarios of the rounds that come with the package: who fights whom, and how strong both sides are."""

from __future__ import annotations

import numpy as np
import pytest

from brimstone_agents.batch import load_match, name_game
from brimstone_env.core.dice import new_dice, stream_states
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import new_records
from brimstone_env.rounds.book import load_tables
from brimstone_env.rounds.codes import MAX_HEROES, NOBODY
from brimstone_env.rounds.layout import Battle
from brimstone_env.rounds.plan import make_book
from brimstone_env.rounds.scenario import Scenario, list_scenarios, load_scenario
from brimstone_env.rounds.setup import begin_battle, step_setup

HERO_STRENGTH = 6  # 4 and twice the level, which is 1 here
NAMES = list_scenarios()
SMALL = {
    "party": ["fury"],
    "hero_area": [[1, 1], [1, 3]],
    "enemy_area": [[3, 1], [3, 3]],
    "enemies": [{"type": "goblin-runner", "count": 2, "group": 1}],
    "map": {"drawing": "#####\n#aaa#\n#aaa#\n#aaa#\n#####"},
}


def worth(scenario: Scenario) -> float:
    """The encounter value of its enemies; minions cost theirs by fours."""
    kinds = {row.name: row for row in load_tables().kinds}
    total = 0.0
    for row in scenario.enemies:
        kind = kinds[row.type]
        total += kind.value * (row.count / 4 if "minion" in kind.traits else row.count)
    return total


def test_scenarios_of_the_package() -> None:
    """The eight that the benchmark, tests and docs name are there."""
    words = ("ambush", "camp", "horde", "leader", "ogres", "quick", "standard", "undead")
    assert set(NAMES) >= {f"rounds-{word}" for word in words}


@pytest.mark.parametrize("name", NAMES)
def test_encounters_are_standard_or_hard(name: str) -> None:
    """An encounter is worth the heroes' strength and up to that of three heroes more; Victories count as heroes."""
    scenario = load_scenario(name)
    strength = HERO_STRENGTH * (len(scenario.party) + scenario.victories // 2)
    assert strength < worth(scenario) <= strength + 3 * HERO_STRENGTH


@pytest.mark.parametrize("name", NAMES)
def test_groups_are_about_as_many_as_heroes(name: str) -> None:
    scenario = load_scenario(name)
    groups = {row.group for row in scenario.enemies}
    assert abs(len(groups) - len(scenario.party)) <= 2


@pytest.mark.parametrize("name", NAMES)
def test_books_place_everybody(name: str) -> None:
    scenario = load_scenario(name)
    plan = make_book(load_tables(), scenario)[0].plan
    assert plan.num_heroes == len(scenario.party)
    assert plan.num_enemies == sum(row.count for row in scenario.enemies)
    placed = np.flatnonzero(plan.places["kind"] != NOBODY)
    assert len(placed) == plan.num_heroes + plan.num_enemies
    assert (plan.places["group"][placed[placed >= MAX_HEROES]] != NOBODY).all()


@pytest.mark.parametrize("name", NAMES)
def test_scenarios_say_which_game_they_are_of(name: str) -> None:
    assert name_game(name) == "rounds"
    assert name_game(load_scenario(name)) == "rounds"


def test_scenarios_without_a_game_are_battles() -> None:
    assert name_game("mine-medium") == "battle"
    assert name_game("short-delve") == "delve"


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(InputError, match="unknown game 'chess'"):
        load_match({"game": "chess"})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"party": ["wizard"]}, "unknown hero 'wizard'"),
        ({"party": ["goblin-runner"]}, "unknown hero 'goblin-runner'"),
        ({"enemies": [{"type": "fury", "group": 1}]}, "unknown monster 'fury'"),
        ({"enemies": [{"type": "goblin-runner", "group": 2}]}, "numbered from 1, without gaps"),
        ({"enemies": [{"type": "goblin-runner", "count": 9, "group": 1}]}, "a squad of 9 goblin-runner"),
        ({"enemies": [{"type": "goblin-runner", "group": 1, "captain": True}]}, "is no captain"),
        ({"enemies": [{"type": "goblin-warrior", "group": 1, "captain": True}]}, "whose group has a squad"),
        ({"enemies": [{"type": "goblin-warrior", "count": 4, "group": 1}]}, "has 3 squares, 4 are needed"),
        ({"enemies": [{"type": "goblin-warrior", "at": [[0, 1]], "group": 1}]}, "0,1 is no floor"),
        ({"enemies": [{"type": "goblin-warrior", "at": [[2, 1], [2, 2]], "group": 1}]}, "has 2 squares for 1"),
        ({"surprised_heroes": [1]}, "names hero 1"),
        ({"victory": 1}, "victory"),
    ],
)
def test_wrong_scenarios_are_refused(change: dict[str, object], message: str) -> None:
    """One sentence says what is wrong."""
    make_book(load_tables(), load_scenario(dict(SMALL)))
    with pytest.raises(InputError, match=message):
        make_book(load_tables(), load_scenario({**SMALL, **change}))


def test_victories_are_malice_and_resources_at_the_start() -> None:
    """Two Victories each are 2 Malice and 2 of the Heroic Resource before the first round."""
    book = make_book(load_tables(), load_scenario("rounds-leader"))[0]
    battle = new_records(Battle, 1)[0]
    dice = new_dice()[0]
    begin_battle(battle, book, dice)
    step_setup(battle, book, dice)
    assert battle.malice == 2
    assert [int(battle.creatures[hero].resource) for hero in range(battle.num_heroes)] == [2] * 6


@pytest.mark.parametrize(
    ("enemies", "message"),
    [
        (
            [{"type": "ogre-goon", "group": 1}, {"type": "ogre-goon", "group": 2}],
            "has 6 places of two by two squares, 10 are",
        ),
        ([{"type": "goblin-warrior", "count": 2, "group": 1, "at": [[3, 1], [3, 1]]}], "no room for a creature at 3,1"),
        ([{"type": "ogre-goon", "group": 1, "at": [[3, 3]]}], "no room for a creature at 3,3"),
        ([{"type": "goblin-runner", "count": 4, "group": 1}], "the area of the enemies has 3 squares, 4 are needed"),
    ],
)
def test_who_might_find_no_room_is_refused(enemies: list[dict[str, object]], message: str) -> None:
    """A big one stood nowhere where small ones had taken its squares."""
    drawing = {"drawing": "#####\n#aaa#\n#aaa#\n#aaa#\n#aaa#\n#aaa#\n#aaa#\n#####"}
    values = {**SMALL, "enemies": enemies, "map": drawing, "enemy_area": [[3, 1], [6 if len(enemies) > 1 else 3, 3]]}
    with pytest.raises(InputError, match=message):
        make_book(load_tables(), load_scenario(values))


def test_big_ones_are_placed_before_small_ones() -> None:
    drawing = {"drawing": "#####\n#aaa#\n#aaa#\n#aaa#\n#aaa#\n#####"}
    enemies = [{"type": "goblin-warrior", "count": 2, "group": 1}, {"type": "ogre-goon", "group": 2}]
    values = {**SMALL, "enemies": enemies, "map": drawing, "enemy_area": [[3, 1], [4, 3]]}
    books = make_book(load_tables(), load_scenario(values))
    for seed in range(20):
        battles, dice = new_records(Battle, 1), new_dice()
        begin_battle(battles[0], books[0], dice[0])
        battles[0].streams.state[:] = stream_states(np.array([seed]))[0]
        step_setup(battles[0], books[0], dice[0])
        assert (battles["creatures"]["square"][0, MAX_HEROES : MAX_HEROES + 3] != NOBODY).all()
