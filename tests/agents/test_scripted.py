"""The scripted agents' choices in small positions, each of which a player would recognise."""

import pytest

from brimstone_agents.roster import make_agent
from tests.agents.positions import Seen

ROOM = """
########
#aaaaaa#
#aaaaaa#
#aaaaaa#
########
"""
DOOR = """
########
#aaaaaa#
#aaaaaa#
#aaaaaa#
###++###
###bb###
###bb###
########
"""
SCRIPTED = make_agent("scripted")
NEAREST = make_agent("nearest")
DOOR_AGENT = make_agent("door")


def hero(kind, at, **fields):
    return {"class": kind, "at": at, "grit": 0, "active": True, **fields}


def other(kind, at, **fields):
    return {"class": kind, "at": at, "grit": 0, **fields}


def foe(kind, at, **fields):
    return {"type": kind, "at": at, **fields}


# --- the plain baselines --------------------------------------------------------------------------------------------


def test_nearest__walks_to_the_nearest_enemy():
    seen = Seen(
        map=DOOR,
        heroes=[hero("bandido", [6, 3], move_points=3, items=[])],
        enemies=[foe("tentacles", [1, 1]), foe("tentacles", [3, 4])],
    )
    assert seen.choice(NEAREST) == "move 4,3"


def test_nearest__stands_where_it_can_shoot():
    enemies = [foe("tentacles", [1, 6])]
    seen = Seen(map=ROOM, heroes=[hero("bandido", [1, 1], move_points=3)], enemies=enemies)
    assert seen.choice(NEAREST) == "end move"


@pytest.mark.parametrize("agent", [NEAREST, DOOR_AGENT, SCRIPTED])
def test_nobody_to_fight__agents_end_their_move(agent):
    stand = {"entries": [{"tile": "b", "entrance": [4, 3]}]}
    seen = Seen(map=DOOR, heroes=[hero("bandido", [4, 3], move_points=3)], last_stand=stand)
    assert seen.choice(agent) == "end move"


def test_nearest__hits_the_nearest():
    seen = Seen(
        map=ROOM,
        heroes=[hero("gunslinger", [1, 1], moved=True)],
        enemies=[foe("tentacles", [1, 6], wounds=3), foe("tentacles", [1, 5])],
        dice={"to_hit": [5, 5]},
    )
    assert seen.do("shoot pistol").choice(NEAREST) == "assign enemy 1"


def test_door__goes_to_the_free_doorway_and_stays():
    enemies = [foe("tentacles", [1, 1])]
    heroes = [hero("us-marshal", [6, 3], move_points=3, items=[]), other("bandido", [4, 3])]
    assert Seen(map=DOOR, heroes=heroes, enemies=enemies).choice(DOOR_AGENT) == "move 4,4"
    heroes = [hero("us-marshal", [4, 4], move_points=3, items=[]), other("bandido", [4, 3])]
    assert Seen(map=DOOR, heroes=heroes, enemies=enemies).choice(DOOR_AGENT) == "end move"


@pytest.mark.parametrize("agent", [NEAREST, DOOR_AGENT], ids=["nearest", "door"])
def test_plain__attack_with_the_most_dice(agent):
    enemies = [foe("tentacles", [1, 2])]
    assert Seen(map=ROOM, heroes=[hero("gunslinger", [1, 1], moved=True)], enemies=enemies).choice(agent) == (
        "shoot pistol"
    )
    unarmed = [hero("us-marshal", [1, 1], moved=True, items=[])]
    assert Seen(map=ROOM, heroes=unarmed, enemies=enemies).choice(agent) == "melee"


# --- the sensible agent: attacks ------------------------------------------------------------------------------------


def test_sensible__uses_the_badge_first():
    enemies = [foe("tentacles", [1, 2])]
    seen = Seen(map=ROOM, heroes=[hero("us-marshal", [1, 1], moved=True)], enemies=enemies)
    assert seen.choice(SCRIPTED) == "use marshal-badge"


def test_sensible__shoots_with_the_better_weapon_at_arm_s_length():
    enemies = [foe("tentacles", [1, 2])]
    assert Seen(map=ROOM, heroes=[hero("gunslinger", [1, 1], moved=True)], enemies=enemies).choice(SCRIPTED) == (
        "shoot pistol"
    )
    assert Seen(map=ROOM, heroes=[hero("bandido", [1, 1], moved=True)], enemies=enemies).choice(SCRIPTED) == "melee"


def test_sensible__kills_what_it_can_kill():
    seen = Seen(
        map=ROOM,
        heroes=[hero("bandido", [1, 1], moved=True)],
        enemies=[foe("tentacles", [1, 2]), foe("tentacles", [2, 2], wounds=3)],
        dice={"to_hit": [4, 5]},
    )
    assert seen.do("melee").choice(SCRIPTED) == "assign enemy 1"


def test_sensible__prefers_the_dangerous_enemy():
    seen = Seen(
        map=ROOM,
        heroes=[hero("bandido", [1, 1], moved=True)],
        enemies=[foe("void-spiders", [1, 2]), foe("tentacles", [2, 2], wounds=1)],
        dice={"to_hit": [6, 6]},
    )
    assert seen.do("melee").choice(SCRIPTED) == "assign enemy 1"


def test_sensible__splits_off_just_enough():
    seen = Seen(
        map=ROOM,
        heroes=[hero("bandido", [1, 1], moved=True)],
        enemies=[foe("void-spiders", [1, 2], wounds=1), foe("void-spiders", [1, 2])],
        dice={"to_hit": [4, 1], "damage": [5]},
    )
    assert seen.do("melee", "assign enemy 0").choice(SCRIPTED) == "split 2"


@pytest.mark.parametrize(
    ("damage", "wounds", "answer"),
    [(4, 0, "dead eye"), (3, 1, "dead eye"), (6, 0, "keep"), (3, 3, "keep")],
    ids=["wounds more", "kills", "kills anyway", "kills the wounded anyway"],
)
def test_sensible__dead_eye_only_where_it_adds_wounds(damage, wounds, answer):
    seen = Seen(
        map=ROOM,
        heroes=[hero("gunslinger", [1, 1], moved=True)],
        enemies=[foe("tentacles", [1, 5], wounds=wounds)],
        dice={"to_hit": [4, 1], "damage": [damage]},
    )
    assert seen.do("shoot pistol").choice(SCRIPTED) == answer


# --- the sensible agent: grit ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "answer"), [([1, 2], "reroll failures"), ([1, 5], "keep")], ids=["two misses", "one miss"]
)
def test_sensible__rerolls_several_misses(dice, answer):
    seen = Seen(
        map=ROOM,
        heroes=[hero("bandido", [1, 1], moved=True, grit=1)],
        enemies=[foe("tentacles", [1, 2])],
        dice={"to_hit": dice},
    )
    assert seen.do("melee").choice(SCRIPTED) == answer


@pytest.mark.parametrize(("health", "answer"), [(3, "reroll failures"), (16, "keep")])
def test_sensible__rerolls_defense_that_would_knock_out(health, answer):
    seen = Seen(
        map=ROOM,
        heroes=[other("bandido", [1, 1], grit=1, health=health)],
        enemies=[foe("tentacles", [1, 2], target=0)],
        dice={"enemy_to_hit": [4, 1, 1], "defense": [1]},
    )
    seen.run("enemies")
    assert seen.choice(SCRIPTED) == answer


@pytest.mark.parametrize(("health", "answer"), [(3, "reroll failures"), (16, "keep")])
def test_sensible__rerolls_an_escape_only_in_trouble(health, answer):
    seen = Seen(
        map=ROOM,
        heroes=[hero("bandido", [1, 1], grit=1, health=health, move_points=6)],
        enemies=[foe("tentacles", [1, 2], target=0), foe("tentacles", [2, 2], target=0)],
        dice={"escape": [1]},
    )
    assert seen.do("move 2,1").choice(SCRIPTED) == answer


def test_sensible__always_revives():
    seen = Seen(
        map=ROOM,
        heroes=[other("bandido", [1, 1], health=1)],
        enemies=[foe("tentacles", [1, 2], target=0)],
        dice={"enemy_to_hit": [4, 1, 1], "defense": [1]},
        revive_tokens=1,
    )
    seen.run("enemies")
    assert seen.choice(SCRIPTED) == "use revive"


# --- the sensible agent: where to stand -----------------------------------------------------------------------------


def horde(count):
    return [foe("tentacles", [1 + i // 6, 1 + i % 6]) for i in range(count)]


def test_sensible__holds_the_door_against_many():
    heroes = [hero("saloon-girl", [4, 4], move_points=6), other("bandido", [4, 3])]
    seen = Seen(map=DOOR, heroes=heroes, enemies=horde(6))
    assert seen.choice(SCRIPTED) in ("free attack", "end move")


def test_sensible__plugs_the_door_beside_its_friend():
    heroes = [hero("us-marshal", [5, 4], move_points=3, items=[]), other("bandido", [4, 3])]
    assert Seen(map=DOOR, heroes=heroes, enemies=horde(6)).choice(SCRIPTED) == "move 4,4"


def test_sensible__retreats_when_hurt():
    heroes = [hero("gunslinger", [3, 3], health=1, move_points=6), other("bandido", [4, 4])]
    enemies = [foe("tentacles", [2, 2]), foe("tentacles", [2, 4]), foe("tentacles", [1, 1])]
    choice = Seen(map=DOOR, heroes=heroes, enemies=enemies).choice(SCRIPTED)
    assert choice.startswith("move ")
    assert int(choice[5]) >= 4, "behind the door"
