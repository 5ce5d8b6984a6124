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


# --- each tactic does what its name says ----------------------------------------------------------------------------


def in_melee(*enemies):
    """A bandido with two hits to deal, beside some enemies."""
    seen = Seen(map=ROOM, heroes=[hero("bandido", [2, 2], moved=True)], enemies=list(enemies), dice={"to_hit": [5, 5]})
    return seen.do("melee")


@pytest.mark.parametrize(
    ("tactic", "answer"), [("focus", "assign enemy 2"), ("dangerous", "assign enemy 0"), ("scripted", "assign enemy 0")]
)
def test_tactics__strike_in_their_own_order(tactic, answer):
    seen = in_melee(foe("goliath", [2, 3]), foe("void-spiders", [1, 1]), foe("tentacles", [3, 1], wounds=3))
    assert seen.battles["groups"]["stats"][0, 0].any()
    if tactic == "scripted":
        answer = seen.choice(make_agent(tactic))
        assert answer in ("assign enemy 1", "assign enemy 2"), "whoever dies of this hit"
    else:
        assert seen.choice(make_agent(tactic)) == answer


def test_aggressive__attacks_where_careful_retreats():
    heroes = [hero("gunslinger", [3, 3], health=1, move_points=6), other("bandido", [4, 4])]
    enemies = [foe("tentacles", [1, 3]), foe("tentacles", [1, 4]), foe("tentacles", [1, 1])]
    seen = Seen(map=DOOR, heroes=heroes, enemies=enemies)
    careful, bold = seen.choice(make_agent("careful")), seen.choice(make_agent("aggressive"))
    assert careful.startswith("move ")
    assert int(careful[5]) >= 4, "behind the door"
    assert bold == "end move" or int(bold[5]) <= 3, "in the room"


def test_aggressive__buys_movement_to_get_at_an_enemy():
    heroes = [hero("us-marshal", [1, 1], move_points=1, grit=2, items=[])]
    seen = Seen(map=ROOM, heroes=heroes, enemies=[foe("tentacles", [1, 6])])
    assert seen.choice(make_agent("aggressive")) == "extra move"
    assert seen.choice(make_agent("careful")) != "extra move"


@pytest.mark.parametrize(("tactic", "uses"), [("careful", True), ("aggressive", False)])
def test_careful__heals_early(tactic, uses):
    heroes = [hero("bandido", [1, 1], move_points=1, health=11, tokens=["bandages"])]
    seen = Seen(map=ROOM, heroes=heroes, enemies=[foe("tentacles", [1, 6])])
    assert (seen.choice(make_agent(tactic)) == "use bandages") == uses


@pytest.mark.parametrize(("tactic", "recovers"), [("careful", True), ("aggressive", False)])
def test_careful__recovers_the_fallen_before_it_attacks(tactic, recovers):
    heroes = [hero("gunslinger", [5, 3], moved=True), other("bandido", [6, 3], health=0, knocked_out=True)]
    seen = Seen(map=DOOR, heroes=heroes, enemies=[foe("tentacles", [2, 3])])
    assert (seen.choice(make_agent(tactic)) == "recover") == recovers


@pytest.mark.parametrize(
    ("tactic", "answer"), [("lavish", "reroll failures"), ("headhunter", "reroll failures"), ("scripted", "keep")]
)
def test_lavish__spends_grit_on_a_single_miss(tactic, answer):
    seen = Seen(
        map=ROOM,
        heroes=[hero("bandido", [1, 1], moved=True, grit=1)],
        enemies=[foe("goliath", [1, 2])],
        dice={"to_hit": [1, 5]},
    )
    assert seen.do("melee").choice(make_agent(tactic)) == answer


def test_guard__stays_by_the_weakest():
    heroes = [hero("us-marshal", [3, 2], move_points=6, items=[]), other("saloon-girl", [3, 1], health=2)]
    seen = Seen(map=ROOM, heroes=heroes, enemies=[foe("tentacles", [1, 6], target=1)])
    for tactic, stays in (("guard", True), ("aggressive", False)):
        choice = seen.choice(make_agent(tactic))
        place = (3, 2) if choice == "end move" else tuple(int(text) for text in choice[5:].split(","))
        assert (max(abs(place[0] - 3), abs(place[1] - 1)) <= 2) == stays, tactic


# --- every kind of decision -----------------------------------------------------------------------------------------


def test_split_healing__lifts_what_is_lower():
    heroes = [hero("gunslinger", [5, 3], moved=True), other("bandido", [6, 3], health=0, sanity=6, knocked_out=True)]
    seen = Seen(map=DOOR, heroes=heroes, enemies=[foe("tentacles", [2, 3])], dice={"heal": [6, 6], "injury": [7]})
    seen.do("recover")
    if seen.choice(SCRIPTED).startswith("recover"):
        seen.do(seen.choice(SCRIPTED))
    assert seen.choice(SCRIPTED).startswith("heal ")
    assert int(seen.choice(SCRIPTED).split()[1]) >= 6


def test_dynamite__is_thrown_where_many_stand_and_no_friend():
    heroes = [hero("bandido", [1, 1], moved=True, tokens=["dynamite"], items=[]), other("us-marshal", [3, 1])]
    enemies = [foe("void-spiders", [1, 6]), foe("void-spiders", [2, 6]), foe("void-spiders", [1, 5])]
    seen = Seen(map=ROOM, heroes=heroes, enemies=enemies)
    assert seen.choice(SCRIPTED) == "throw dynamite"
    aim = seen.do("throw dynamite").choice(SCRIPTED)
    _, column = (int(text) for text in aim.split()[-1].split(","))
    assert column >= 5
