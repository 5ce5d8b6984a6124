"""The public view: every path that rule cases and people use, in plain values."""

from __future__ import annotations

import json

import pytest

from brimstone_env.battle.game import GAME
from brimstone_env.battle.position import load_position
from brimstone_env.battle.view import order_to_come, view
from brimstone_env.core.errors import InputError

TABLES = GAME.load_tables()
POSITION = '''
map = """
##########
#aaaa+bbb#
#aaaa+bbb#
##########
"""
heroes = [
    { class = "gunslinger", at = [1, 1], active = true, moved = true, grit = 0, statuses = ["held"], gold = 50 },
    { class = "us-marshal", at = [2, 1], health = 0, knocked_out = true },
    { class = "saloon-girl", at = [2, 2], activated = true, venom = 1, items = ["hold-out-pistol", "hatchet"] },
    { class = "bandido", at = [2, 3] },
]
enemies = [
    { type = "void-spiders", at = [1, 2], target = 0 },
    { type = "void-spiders", at = [1, 2] },
    { type = "tentacles", at = [1, 8], wounds = 3 },
    { type = "night-terrors", dead = true, wounds = 12 },
]
elite = { "tentacles" = [1, 6] }
turn = 4
revive_tokens = 1
threat_cards = 2
'''


def load(text=POSITION):
    battles, books, _ = load_position(text, TABLES)
    return battles[0], books[0]


def test_who_acts_and_what_is_asked():
    seen = view(*load(), TABLES)
    assert seen["turn"] == 4
    assert seen["outcome"] == "undecided"
    assert seen["active"] == "hero 0"
    assert seen["decision"] == "attack"
    assert seen["seat"] == "hero 0"
    assert seen["about"] == {"hero": 0, "enemy": -1, "amount": 0}
    assert seen["move_points"] == 0
    assert seen["dice"] == {}
    assert (seen["revive_tokens"], seen["threat_cards"], seen["decisions"]) == (1, 2, 0)


def test_the_order_is_by_initiative_enemies_first_without_who_is_done_or_down():
    # Spiders 6, tentacles 2 + 2 by their sixth row, the bandido 3; the marshal is down, the saloon girl done.
    assert view(*load(), TABLES)["order"] == ["void-spiders", "tentacles", "hero 3"]
    waiting = POSITION.replace("active = true, moved = true, ", "").replace("activated = true, ", "")
    battle, book = load(waiting)
    assert order_to_come(battle, book, TABLES, "nobody") == ["void-spiders", "hero 0", "hero 2", "tentacles", "hero 3"]
    battle.groups[1].ambush = 2
    assert order_to_come(battle, book, TABLES, "nobody")[:2] == ["void-spiders", "tentacles"]


def test_heroes_are_seen_with_all_that_people_need():
    heroes = view(*load(), TABLES)["heroes"]
    first, down, third = heroes[:3]
    assert {key: first[key] for key in ("class", "at", "health", "sanity", "grit", "gold", "moved")} == {
        "class": "gunslinger", "at": [1, 1], "health": 10, "sanity": 12, "grit": 0, "gold": 50, "moved": True,
    }  # fmt: skip
    assert (first["knocked_out"], first["activated"], first["experience"], first["dark_stone"]) == (False, True, 0, 0)
    assert (first["statuses"], first["injuries"], first["madness"]) == (["held"], [], [])
    assert (first["items"], first["guns"], first["dead_eye"]) == (["pistol"], ["pistol"], 6)
    assert (down["knocked_out"], down["at"], down["sanity"]) == (True, [2, 1], 10)
    assert (third["items"], third["guns"]) == (["hold-out-pistol", "hatchet"], ["hold-out-pistol"])
    assert third["statuses"] == ["void-venom"]


def test_enemies_keep_their_index_when_dead_and_show_their_types_elite_rows():
    seen = view(*load(), TABLES)
    assert seen["enemies"][2] == {
        "type": "tentacles", "at": [1, 8], "wounds": 3, "health": 4, "alive": True, "target": -1, "lean": 0,
        "elite": [1, 6],
    }  # fmt: skip
    assert (seen["enemies"][3]["alive"], seen["enemies"][3]["at"], seen["enemies"][3]["target"]) == (False, None, -1)
    assert seen["enemies"][0]["target"] == 0
    assert seen["count"] == dict.fromkeys(TABLES.type_names, 0) | {"void-spiders": 2, "tentacles": 1}
    group = seen["groups"][1]
    assert (group["type"], group["living"], group["elite"], group["initiative"], group["hold"]) == (
        "tentacles", 1, [1, 6], 4, 1,
    )  # fmt: skip


def test_the_dice_of_a_reroll_are_seen():
    text = POSITION.replace("moved = true, grit = 0", "move_points = 5, grit = 2") + "dice = { extra_move = [2] }\n"
    battles, books, dice = load_position(text, TABLES)
    GAME.run("step", battles, books, dice, GAME.action_index("extra move", battles[0], books[0], TABLES))
    GAME.run("step", battles, books, dice, GAME.action_index("reroll die 0", battles[0], books[0], TABLES))
    seen = view(battles[0], books[0], TABLES)
    assert seen["decision"] == "reroll"
    assert seen["dice"] == {
        "kind": "extra_move", "sides": 6, "need": 0, "results": [2], "grades": ["hit"], "marked": [0], "spent": [],
    }  # fmt: skip


def test_nobody_acts_between_activations():
    seen = view(*load(POSITION.replace("active = true, moved = true, ", "")), TABLES)
    assert (seen["active"], seen["decision"], seen["seat"]) == ("nobody", "none", "nobody")
    assert seen["about"] == {"hero": -1, "enemy": -1, "amount": 0}


def test_the_view_is_plain_and_the_same_for_every_seat():
    battle, book = load()
    seen = view(battle, book, TABLES)
    assert json.loads(json.dumps(seen)) == seen
    assert all(view(battle, book, TABLES, seat) == seen for seat in range(7))
    with pytest.raises(InputError, match="viewer 7 is no seat"):
        view(battle, book, TABLES, 7)
