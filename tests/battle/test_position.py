"""Positions: read, refused with a sentence, printed, and read back to the same bytes."""

from __future__ import annotations

import numpy as np
import pytest

from brimstone_env.battle.codes import ActivationStage, Frame, Halt, Outcome, Stat, TurnStage
from brimstone_env.battle.game import GAME
from brimstone_env.battle.layout import Battle
from brimstone_env.battle.position import POSITION_KEYS, format_position, load_position, parse_position
from brimstone_env.core.dice import new_dice
from brimstone_env.core.errors import InputError
from brimstone_env.core.notation import parse_toml
from brimstone_env.core.records import copy_records, find_faults, new_records

TABLES = GAME.load_tables()
ROOM = "########\n#aaaaaa#\n#aaaaaa#\n#aaaaaa#\n########\n"
TWO_TILES = "########\n#bbbbbb#\n#bbbbbb#\n###++###\n###aa###\n########\n"


def load(**data):
    position = {"map": ROOM, "heroes": [{"class": "gunslinger", "at": [1, 1]}], **data}
    return parse_position(position, TABLES)


def hero(**values):
    return {"class": "gunslinger", "at": [1, 1], **values}


def enemy(kind="tentacles", at=(1, 6), **values):
    return {"type": kind, "at": list(at), **values}


def without_streams(battles):
    """A copy without random streams, and without the dice of a roll that is long over."""
    copy = copy_records(battles)
    copy["streams"] = 0
    copy["pool"] = 0
    return copy.tobytes()


def assert_reads_back(battles, books):
    """Printing and reading gives the same battle, map and options."""
    text = format_position(battles[0], books[0], TABLES)
    again, books_again, _ = load_position(text, TABLES)
    assert without_streams(again) == without_streams(battles), text
    assert books_again["map"].tobytes() == books["map"].tobytes()
    assert books_again["rules"].tobytes() == books["rules"].tobytes()
    return text


# --- reading --------------------------------------------------------------------------------------------------------


def test_what_is_not_said_is_as_at_the_start_of_an_adventure():
    battles, books, dice = load()
    battle = battles[0]
    fresh = battle.heroes[0]
    assert (fresh.health, fresh.sanity, fresh.grit, fresh.experience) == (10, 12, 1, 0)
    assert (battle.turn, battle.revive_tokens, battle.threat_cards, battle.num_heroes, battle.num_standing) == (
        1,
        0,
        0,
        1,
        1,
    )
    assert battle.halt == Halt.BETWEEN
    assert battle.stack.depth == 1
    assert (battle.stack.frames[0].kind, battle.stack.frames[0].stage) == (Frame.TURN, TurnStage.PICK)
    assert dice[0].mode == 0
    assert not books.flags.writeable
    assert list(find_faults(Battle, battle)) == []


def test_an_active_hero_is_run_to_its_first_decision():
    for values, stage, decision in (
        ({"moved": True}, ActivationStage.ATTACK, "attack"),
        ({"move_points": 3}, ActivationStage.MOVE, "move"),
    ):
        battle = load(heroes=[hero(active=True, **values)], enemies=[enemy()])[0][0]
        assert battle.stack.frames[1].stage == stage
        assert GAME.decisions[battle.pending.kind] == decision
        assert battle.heroes[0].activated == 1
    battles, _, dice = load(heroes=[hero(active=True, grit=0)], enemies=[enemy()], dice={"move": [4]})
    assert battles[0].heroes[0].move_points == 4
    assert dice[0].used[GAME.roll_kinds["move"]] == 1


def test_elite_rows_change_the_numbers_of_a_type():
    battle = load(enemies=[enemy(wounds=3), enemy("stranglers", (2, 2))], elite={"tentacles": [3, 5]})[0][0]
    stats = battle.groups[0].stats
    assert (stats[Stat.DEFENSE], stats[Stat.COMBAT], stats[Stat.EXPERIENCE]) == (4, 4, 40)
    assert battle.groups[1].stats[Stat.EXPERIENCE] == 25
    assert (battle.num_enemies, battle.num_alive, battle.num_groups) == (2, 2, 2)


def test_spiders_share_a_square_and_markers_lie_under_anyone():
    battles, _, _ = load(
        heroes=[hero(), hero(at=[2, 2], knocked_out=True), hero(at=[2, 2])],
        enemies=[enemy("void-spiders", (3, 3)) for _ in range(3)] + [enemy("night-terrors", (3, 1))],
    )
    battle = battles[0]
    assert battle.num_standing == 2
    assert (battle.heroes[1].health, battle.heroes[1].sanity) == (0, 12)
    assert len({int(enemy.square) for enemy in battle.enemies[:3]}) == 1


def test_a_knocked_out_hero_has_lost_what_is_not_given():
    heroes = load(
        heroes=[hero(), hero(at=[1, 2], knocked_out=True, health=4), hero(at=[1, 3], knocked_out=True, sanity=0)]
    )
    rows = heroes[0][0].heroes
    assert (rows[1].health, rows[1].sanity) == (4, 0)
    assert (rows[2].health, rows[2].sanity) == (10, 0)


def test_statuses_hold_now_or_in_the_next_activation():
    later, now = hero(statuses=["void-venom"]), hero(at=[1, 2], statuses=["held"], active=True, moved=True)
    rows = load(heroes=[later, now], enemies=[enemy()])[0][0].heroes
    assert (rows[0].venom, rows[0].held, rows[1].venom, rows[1].held) == (1, 0, 0, 2)


def test_maps_of_the_tables_and_thin_walls():
    assert load(map="guarded-door")[1][0].map.num_squares == 38
    grid = load(walls=[[[1, 1], [1, 2]]])[1][0].map
    assert grid.adjacent[0, 1] == 0
    assert grid.adjacent[1, 2] == 1


def test_options_reach_the_book():
    rules = load(options={"experience": "revised", "aftermath": True})[1][0].rules
    assert (rules.revised_experience, rules.aftermath, rules.players_order) == (1, 1, 0)


def test_a_set_up_waits_for_its_command():
    data = {
        "map": TWO_TILES,
        "heroes": [hero(at=[4, 3])],
        "entrance": [3, 3],
        "threat": {
            "enemies": [["tentacles", 2], ["void-spiders", "peril+2"], ["tentacles", 1]],
            "elite": {"tentacles": 1},
        },
    }
    battles, books, dice = parse_position(data, TABLES)
    plan = books[0].plan
    assert battles[0].stack.frames[0].kind == Frame.SETUP
    assert plan.sites[0].num_places == 14
    assert (plan.named.num_entries, plan.named.entries[1].fixed, plan.named.entries[1].peril) == (3, 2, 1)
    assert list(plan.named.elite[:3]) == [1, 0, 0]
    GAME.run("set up", battles, books, dice)
    assert battles[0].groups[0].alive == 3
    with pytest.raises(InputError, match="map"):
        parse_position({**data, "map": None}, TABLES)


def test_a_set_up_by_cards_takes_the_deck_of_the_partys_size():
    battles, books, _ = load(threat={})
    assert (books[0].plan.deck, books[0].plan.num_cards) == (TABLES.deck_ids["low"], 1)
    assert battles[0].turn == 0
    named = load(threat={"deck": "high", "cards": 2})[1][0].plan
    assert (named.deck, named.num_cards) == (TABLES.deck_ids["high"], 2)
    assert load(map="room-two-passages", heroes=[hero(at=[8, 3])], threat={})[1][0].plan.sites[0].num_places == 40


# --- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"heros": []}, "unknown key 'heros'.*did you mean 'heroes'"),
        ({"map": "guarded-dor"}, "unknown map 'guarded-dor': did you mean 'guarded-door'"),
        ({"map": 3}, "map is 3"),
        ({"map": "#x#\n#A#"}, "map: 'A' at 1,1 of the drawing is not a square"),
        ({"walls": [[[1, 1]]]}, "walls.0 is .*allowed is a pair of squares"),
        ({"walls": [[[1, 1], [3, 3]]]}, "must be neighbours"),
        ({"heroes": []}, "heroes are missing"),
        ({"heroes": {}}, "heroes is {}, allowed is a list"),
        ({"heroes": [3]}, "heroes.0 is 3, allowed is a table"),
        ({"heroes": [hero(at=[1, c]) for c in range(1, 7)] + [hero(at=[2, 1])]}, "7 heroes, at most 6 are allowed"),
        ({"heroes": [hero(klass=1)]}, "heroes.0: unknown key 'klass'"),
        ({"heroes": [{"class": "wizard", "at": [1, 1]}]}, "heroes.0.class: unknown hero 'wizard'"),
        ({"heroes": [{"at": [1, 1]}]}, "unknown hero None"),
        ({"heroes": [hero(at=[0, 3])]}, "heroes.0.at: 0,3 is not floor"),
        ({"heroes": [{"class": "gunslinger"}]}, "heroes.0.at: None is not a square"),
        ({"heroes": [hero(), hero()]}, "heroes.1.at: 1,1 is taken"),
        ({"heroes": [hero(health=11)]}, "heroes.0.health is 11, allowed is a whole number from 0 to 10"),
        ({"heroes": [hero(health=-1)]}, "heroes.0.health is -1"),
        ({"heroes": [hero(sanity=0)]}, "heroes.0.sanity is 0, then the hero is knocked out"),
        ({"heroes": [hero(knocked_out=True, health=5, sanity=5)]}, "then health or sanity is 0, not 5 and 5"),
        ({"heroes": [hero(grit=3)]}, "heroes.0.grit is 3"),
        ({"heroes": [hero(move_points=3)]}, "allowed only with active = true"),
        ({"heroes": [hero(move_points=3, active=True, moved=True)]}, "its movement is over"),
        ({"heroes": [hero(active=True), hero(at=[1, 2], active=True)]}, "heroes 0 and 1 are both active"),
        ({"heroes": [hero(active=True, knocked_out=True)]}, "a knocked-out hero cannot be active"),
        ({"heroes": [hero(active=1)]}, "active is 1, allowed is true or false"),
        ({"heroes": [hero(knocked_out=2)]}, "knocked_out is 2, allowed is true or false"),
        ({"heroes": [hero(items=["bow"])]}, "unknown item 'bow'"),
        ({"heroes": [hero(items=["pistol"] * 9)]}, "9 items, at most 8"),
        ({"heroes": [hero(spent_items=[8])]}, "spent_items is 8"),
        ({"heroes": [hero(skills={"wit": 3})]}, "skills: unknown key 'wit'"),
        ({"heroes": [hero(skills={"luck": 13})]}, "skills.luck is 13"),
        ({"heroes": [hero(statuses=["sad"])]}, "unknown status 'sad'"),
        ({"heroes": [hero(tokens=["bandage"])]}, "unknown token 'bandage'"),
        ({"heroes": [hero(tokens=["bandages"] * 6)]}, "6 tokens, at most 5"),
        ({"enemies": [enemy("orcs")]}, "enemies.0.type: unknown enemy 'orcs'"),
        ({"enemies": [enemy(wound=1)]}, "enemies.0: unknown key 'wound'"),
        ({"enemies": [enemy(at=[9, 9])]}, "enemies.0.at: 9,9 is not floor"),
        ({"enemies": [enemy(at=[1, 1])]}, "enemies.0.at: 1,1 is taken"),
        ({"enemies": [enemy(), enemy()]}, "enemies.1.at: 1,6 is taken"),
        ({"enemies": [enemy("void-spiders")] * 4}, "enemies.3.at: 1,6 is taken"),
        ({"enemies": [enemy("void-spiders"), enemy("stranglers")]}, "enemies.1.at: 1,6 is taken"),
        ({"map": "#####\n#a#a#\n#####\n", "enemies": [enemy("goliath", (1, 3))]}, "1,3 has no floor for half of its"),
        ({"enemies": [enemy("goliath", (1, 3), lean=4)]}, "enemies.0.lean is 4, allowed is a whole number from 0 to 3"),
        ({"enemies": [enemy(lean=1)]}, "enemies.0.lean is 1, which is for very large enemies"),
        ({"enemies": [enemy("goliath", (1, 3)), enemy(at=[2, 4])]}, "enemies.1.at: 2,4 is taken"),
        ({"enemies": [enemy(wounds=4)]}, "enemies.0.wounds is 4, allowed is a whole number from 0 to 3"),
        ({"enemies": [enemy(target=1)]}, "enemies.0.target is 1, allowed is a whole number from -1 to 0"),
        ({"enemies": [enemy("void-spiders", dead=True)] * 57}, "57 enemies, at most 56"),
        ({"elite": {"orcs": [1]}}, "unknown enemy 'orcs'"),
        ({"elite": {"tentacles": [1]}}, "there is no such enemy in the position"),
        ({"elite": {"tentacles": [7]}, "enemies": [enemy()]}, "elite.tentacles is 7"),
        ({"elite": {"tentacles": [2, 2]}, "enemies": [enemy()]}, "no row can be in force twice"),
        ({"turn": -1}, "turn is -1"),
        ({"outcome": "drawn"}, "unknown outcome 'drawn'"),
        ({"halt": "now"}, "unknown halt 'now'"),
        ({"outside": [7]}, "outside is 7"),
        ({"drawn": {"epics": [1]}}, "unknown threat deck 'epics'"),
        ({"options": {"xp": 1}}, "options: unknown key 'xp'"),
        ({"options": {"experience": "new"}}, "experience is 'new'"),
        ({"dice": {"to-hit": [1]}}, "dice: unknown kind of roll 'to-hit'"),
        ({"entrance": [0, 0]}, "entrance: 0,0 is not floor"),
        ({"between_turns": True, "heroes": [hero(active=True)]}, "the turn is over"),
        ({"outcome": "won", "threat": {}}, "a battle that is over has no"),
        ({"threat": {"tiles": "a"}}, "threat: unknown key 'tiles'"),
        ({"threat": {"tile": "q"}}, "tile is 'q'"),
        ({"threat": {"deck": "epics"}}, "unknown threat deck 'epics'"),
        ({"threat": {"cards": 4}}, "threat.cards is 4"),
        ({"threat": {"ambush": True}}, "threat.ambush is for enemies by name"),
        ({"threat": {"enemies": [["tentacles", 2]], "cards": 1}}, "either enemies by name, or deck and cards"),
        ({"threat": {"enemies": [["orcs", 2]]}}, "unknown enemy 'orcs'"),
        ({"threat": {"enemies": [["tentacles"]]}}, r"allowed is \[type, amount\]"),
        ({"threat": {"enemies": [["tentacles", "2d6"]]}}, "'2d6' is not an amount"),
        ({"threat": {"enemies": []}}, "0 entries, allowed are 1 to 4"),
        ({"threat": {"enemies": [["tentacles", 2]], "elite": {"goliath": 1}}}, "'goliath' is not among the enemies"),
        (
            {"threat": {"enemies": [["tentacles", 2]]}, "heroes": [hero(active=True)]},
            "before the set-up no hero is active",
        ),
        ({"groups": [{"type": "orcs"}]}, "groups.0.type: unknown enemy 'orcs'"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(data, message):
    with pytest.raises(InputError, match=message) as caught:
        load(**data)
    assert "\n" not in str(caught.value)


def test_a_threat_on_two_tiles_must_name_one():
    with pytest.raises(InputError, match=r"threat.tile is missing, allowed are a, b"):
        load(map=TWO_TILES, heroes=[hero(at=[3, 3])], threat={})
    with pytest.raises(InputError, match="not TOML"):
        load_position("map =", TABLES)


# --- printing -------------------------------------------------------------------------------------------------------

RICH = {
    "map": TWO_TILES,
    "walls": [[[1, 1], [1, 2]]],
    "turn": 7,
    "revive_tokens": 2,
    "threat_cards": 3,
    "decisions": 41,
    "drawn": {"medium": [2, 9]},
    "outside": [0, 2],
    "options": {"experience": "revised", "keep_single": True},
    "heroes": [
        hero(active=True, move_points=4, grit=3, dead_eye=2, escaped=4, items=["pistol", "hatchet"], spent_items=[0]),
        hero(at=[4, 4], knocked_out=True, health=0, sanity=0, experience=135),
        {"class": "us-marshal", "at": [2, 3], "activated": True, "attacked": True, "venom": 1, "skills": {"luck": 5}},
        {"class": "bandido", "at": [2, 4], "max_health": 18, "health": 3, "gold": 275, "badge_bonus": 1},
    ],
    "enemies": [
        enemy("void-spiders", (1, 3), target=0),
        enemy("void-spiders", (1, 3), wounds=2),
        {"type": "night-terrors", "dead": True, "wounds": 13},
        enemy("stranglers", (1, 6), wounds=1, target=2),
    ],
    "elite": {"stranglers": [1, 6], "void-spiders": [3]},
    "groups": [{"type": "stranglers", "ambush": 2}, {"type": "void-spiders", "activated": True}],
}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"heroes": RICH["heroes"][1:]},
        {"heroes": RICH["heroes"][1:], "between_turns": True},
        {"heroes": [hero(active=True, moved=True, double_shot=2), *RICH["heroes"][1:]], "halt": "never"},
        {"heroes": RICH["heroes"][1:], "outcome": "won"},
        {
            "heroes": [hero(), hero(at=[2, 2])],
            "enemies": [enemy()],
            "groups": [],
            "elite": {},
            "halt": "never",
            "outside": [0, 1],
        },
    ],
)
def test_a_printed_position_reads_back_to_the_same_bytes(changes):
    battles, books, _ = parse_position({**RICH, **changes}, TABLES)
    text = assert_reads_back(battles, books)
    assert set(parse_toml(text, "text")) <= set(POSITION_KEYS)


def test_only_what_differs_is_printed():
    battles, books, _ = load(enemies=[enemy()])
    assert parse_toml(format_position(battles[0], books[0], TABLES), "text") == {
        "map": ROOM,
        "heroes": [hero()],
        "enemies": [enemy()],
    }


def test_heroes_of_equal_initiative_are_asked_again():
    battles, books, _ = load(heroes=[hero(), hero(at=[1, 2])], enemies=[enemy()], halt="never")
    assert GAME.decisions[battles[0].pending.kind] == "activate"
    assert_reads_back(battles, books)


def test_the_middle_of_a_roll_or_an_attack_cannot_be_said():
    battles, books, _ = load(heroes=[hero(active=True)], enemies=[enemy()], dice={"move": [2]})
    with pytest.raises(InputError, match=r"in the middle of: roll; decision: reroll"):
        format_position(battles[0], books[0], TABLES)
    battles, books, dice = load(
        heroes=[hero(active=True, moved=True, grit=0)],
        enemies=[enemy(at=(1, 2)), enemy(at=(2, 1))],
        dice={"to_hit": [6]},
    )
    GAME.run("step", battles, books, dice, GAME.action_index("melee", battles[0], books[0], TABLES))
    with pytest.raises(InputError, match=r"in the middle of: attack; decision: assign"):
        format_position(battles[0], books[0], TABLES)
    battles, books, _ = load(threat={})
    with pytest.raises(InputError, match=r"in the middle of: setup"):
        format_position(battles[0], books[0], TABLES)


@pytest.mark.parametrize("scenario", ["mine-fight", "six-heroes"])
def test_every_moment_of_a_battle_that_can_be_said_reads_back(scenario):
    books = GAME.make_book(TABLES, GAME.load_scenario(scenario), {"enemy_order": "players"})
    battles, dice = new_records(Battle, 1), new_dice()
    GAME.run("reset", battles, books, dice, seed=5)
    generator = np.random.default_rng(5)
    said: dict[str, int] = {}
    for _ in range(60):
        decision = GAME.decisions[battles[0].pending.kind]
        if decision in ("move", "attack", "activate", "none"):
            assert_reads_back(battles, books)
            said[decision] = said.get(decision, 0) + 1
        else:
            with pytest.raises(InputError, match="a position cannot say"):
                format_position(battles[0], books[0], TABLES)
        if battles[0].outcome != Outcome.UNDECIDED:
            break
        legal = np.flatnonzero(GAME.mask(battles, books, dice)[0])
        GAME.run("step", battles, books, dice, int(generator.choice(legal)))
    assert said["move"] > 5
    assert said["attack"] > 2
