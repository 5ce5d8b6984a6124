"""Delves, last stands and events in scenarios and positions: what is refused, and what reads back."""

from __future__ import annotations

import numpy as np
import pytest

from brimstone_env.battle.codes import NOBODY, Decision, Outcome
from brimstone_env.battle.delve_game import GAME as DELVE
from brimstone_env.battle.game import GAME
from brimstone_env.battle.position import format_position, load_position
from brimstone_env.core.dice import new_dice
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import copy_records, find_faults, new_records

TABLES = GAME.load_tables()
PARTY = ["us-marshal", "bandido"]
ENTRIES = [{"tile": "a", "entrance": [11, 7]}, {"tile": "c", "entrance": [7, 4]}]
ELITE = {"stranglers": 1}
FOE = [["tentacles", 1]]
STAND = {"map": "crossing", "party": PARTY, "starts": [[7, 7], [7, 8]], "last_stand": {"entries": ENTRIES}}
STAGES = [
    {"enemies": [["tentacles", "d3+1"]]},
    {"deck": "low", "elite": 1, "tile": "c", "entrance": [3, 9], "starts": [[3, 8], [4, 8]]},
]
DELVES = {
    "delve": {"map": "linked-rooms", "party": PARTY, "stages": STAGES},
    "stand": STAND,
    "events": {
        "map": "room-two-passages",
        "party": PARTY,
        "events": [
            {"turn": 2, "every": 2, "after": 1, "ambush": True},
            {
                "turn": 3,
                "tile": "c",
                "entrance": [3, 7],
                "enemies": [["stranglers", "peril+1"]],
                "elite": {"stranglers": 1},
            },
        ],
    },
}


def make(name):
    """A fresh battle of a scenario, its book and dice."""
    books = GAME.make_book(TABLES, GAME.load_scenario(DELVES[name]), {})
    return new_records(GAME.record, 1), books, new_dice()


def without_streams(battles):
    """A copy without random streams, and without the dice of a roll that is long over."""
    copy = copy_records(battles)
    copy["streams"] = 0
    copy["pool"] = 0
    return copy


# --- scenarios ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"stages": STAGES, "deck": "low"}, "deck is not for a scenario with stages"),
        ({"stages": STAGES, "events": [{"turn": 1}]}, "events is not for a scenario with stages"),
        ({"stages": STAGES, "last_stand": {"entries": ENTRIES}}, "stages or a last stand, not both"),
        ({"last_stand": {"entries": ENTRIES}, "enemies": FOE}, "enemies is not for a scenario with last_stand"),
        ({"last_stand": {"entries": []}}, "last_stand.entries"),
        ({"stages": [{"deck": "low", "enemies": [["tentacles", 1]]}]}, "either enemies by name, or deck and cards"),
        ({"stages": [{"ambush": True}]}, "threat cards say it themselves"),
        ({"stages": [{"elite": 7}]}, "elite is 7"),
        ({"stages": [{}] * 9}, "stages"),
        ({"events": [{"turn": 0}]}, "turn is 0"),
        ({"events": [{"turn": 1, "come": 1}]}, "unknown key 'events.0.come'"),
        ({"events": [{"turn": 1, "enemies": FOE, "elite": {"goliath": 1}}]}, "elite has levels for 'goliath'"),
    ],
)
def test_load_scenario__faults_are_one_sentence(values, message):
    with pytest.raises(InputError, match=message):
        GAME.load_scenario({"map": "crossing", "party": PARTY, **values})


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"stages": [{"tile": "q"}]}, "stages.0: tile is 'q'"),
        ({"stages": [{}, {"starts": [[7, 7]]}]}, "the map has 1 starts, but the party has 2 heroes"),
        ({"stages": [{}, {"starts": [[7, 7], [7, 7]]}]}, "heroes 0 and 1 both start at 7,7"),
        ({"stages": [{"enemies": [["orcs", 1]]}]}, "unknown enemy 'orcs'"),
        ({"stages": [{"deck": "lowest"}]}, "unknown threat deck 'lowest'"),
        ({"events": [{"turn": 1, "deck": "lowest"}]}, "unknown threat deck 'lowest'"),
        ({"last_stand": {"entries": ENTRIES[:1] * 2}}, "the entry point on tile 'a' is there twice"),
        ({"last_stand": {"entries": ENTRIES, "deck": "lowest"}}, "unknown threat deck 'lowest'"),
    ],
)
def test_make_book__faults_are_one_sentence(values, message):
    with pytest.raises(InputError, match=message):
        GAME.make_book(TABLES, GAME.load_scenario({"map": "crossing", "party": PARTY, **values}), {})


def test_make_book__too_many_types_of_events():
    events = [{"turn": 1, "deck": deck, "cards": 3} for deck in ("high", "swamp-high")]
    events.append({"turn": 1, "enemies": [["bandits", 1]]})
    with pytest.raises(InputError, match="could bring 9 enemy types, at most 8 are allowed"):
        GAME.make_book(TABLES, GAME.load_scenario({"map": "crossing", "party": PARTY, "events": events}), {})


def test_delve__refuses_a_single_battle():
    with pytest.raises(InputError, match="is a single battle, which is for brimstone/Battle-v0"):
        DELVE.load_scenario("quick")
    assert DELVE.load_scenario("last-stand").is_delve


# --- play and positions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DELVES)
def test_every_moment_that_can_be_said_reads_back(name):
    battles, books, dice = make(name)
    generator = np.random.default_rng(3)
    said = 0
    for seed in range(2):
        GAME.run("reset", battles, books, dice, seed=seed)
        for _ in range(250):
            mask = GAME.mask(battles, books, dice)[0]
            if battles[0].pending.kind == Decision.NONE:
                break
            try:
                text = format_position(battles[0], books[0], TABLES)
            except InputError:
                text = ""
            if text and generator.random() < 0.2:
                said += 1
                again, books_again, _ = load_position(text, TABLES)
                assert without_streams(again).tobytes() == without_streams(battles).tobytes(), text
                for part in ("num_events", "num_stages", "last_stand", "places_to_hold"):
                    assert books_again[0].plan[part] == books[0].plan[part]
                for part in ("turn", "every", "after", "ambush", "deck", "num_cards", "named"):
                    assert books_again[0].plan.events[part].tobytes() == books[0].plan.events[part].tobytes()
            GAME.run("step", battles, books, dice, int(generator.choice(np.flatnonzero(mask))))
        assert not list(find_faults(GAME.record, battles[0]))
    assert said > 2


def test_delve__is_worth_its_part_for_each_battle_and_takes_one_away_for_a_loss():
    battles, books, dice = make("delve")
    for seed in range(4):
        GAME.run("reset", battles, books, dice, seed=seed)
        GAME.run("playout", battles, books, dice)
        battle = battles[0]
        lost = battle.outcome == Outcome.LOST
        assert battle.score == (50 * int(battle.stage) - 100 if lost else 100)


def test_last_stand__begins_with_grit_and_without_enemies():
    battles, books, dice = make("stand")
    GAME.run("reset", battles, books, dice, seed=0)
    battle = battles[0]
    assert battle.marker == 16
    assert all(int(battle.heroes[h].grit) >= int(battle.heroes[h].max_grit) for h in range(2))
    assert battle.num_alive == 0
    assert battle.outcome == Outcome.UNDECIDED
    assert books[0].plan.sites[0].starts[0] == NOBODY


def test_pictures_say_how_far_a_delve_is():
    for name, words in (("delve", "(battle 1 of 2)"), ("stand", "(Darkness at 16"), ("events", "US Marshal")):
        battles, books, dice = make(name)
        GAME.run("reset", battles, books, dice, seed=1)
        text = GAME.draw_ansi(battles[0], books[0], TABLES, colour=False)
        assert words in text.splitlines()[0]
        assert ("(" in text.splitlines()[0]) == (name != "events")
