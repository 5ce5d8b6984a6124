"""The canonical form: what is the same battle has the same bytes, and play goes on alike."""

import numpy as np

from brimstone_env.battle.canonical import canonical_many
from brimstone_env.battle.codes import FIRST_ENEMY, NUM_ACTIONS
from brimstone_env.battle.game import GAME
from brimstone_env.core.records import copy_records

MAP = """
########
#aaaaaa#
#aaaaaa#
########
"""


def a_battle(enemies, **extra):
    data = {
        "map": MAP,
        "heroes": [{"class": "us-marshal", "at": [1, 1], "active": True, "moved": True, "grit": 0}],
        "enemies": enemies,
        **extra,
    }
    return GAME.parse_position(data, GAME.load_tables(), "test")


def canonical_bytes(battles):
    copy = copy_records(battles)
    canonical_many(copy)
    return copy.tobytes()


def test_canonical__like_enemies_may_trade_slots():
    one = {"type": "tentacles", "at": [1, 2], "wounds": 1, "target": 0}
    other = {"type": "tentacles", "at": [2, 2]}
    assert canonical_bytes(a_battle([one, other])[0]) == canonical_bytes(a_battle([other, one])[0])


def test_canonical__other_types_and_other_wounds_stay_apart():
    tentacle, spider = {"type": "tentacles", "at": [1, 2]}, {"type": "void-spiders", "at": [2, 2]}
    hurt = {"type": "tentacles", "at": [1, 2], "wounds": 1}
    forms = {canonical_bytes(a_battle(enemies)[0]) for enemies in ([tentacle, spider], [hurt, spider], [tentacle])}
    assert len(forms) == 3


def test_canonical__is_reached_at_once():
    battles, _, _ = a_battle([{"type": "tentacles", "at": [2, 3]}, {"type": "tentacles", "at": [1, 2]}])
    canonical_many(battles)
    assert canonical_bytes(battles) == battles.tobytes()


def test_canonical__streams_do_not_count():
    battles, _, _ = a_battle([{"type": "tentacles", "at": [1, 2]}])
    other = copy_records(battles)
    other["streams"]["state"] = 7
    assert canonical_bytes(battles) == canonical_bytes(other)


def test_canonical__what_names_an_enemy_follows_it():
    enemies = [{"type": "tentacles", "at": [2, 2]}, {"type": "tentacles", "at": [1, 2]}]
    battles, books, dice = a_battle(enemies, dice={"to_hit": [5, 5], "damage": [6, 6]})
    GAME.run("step", battles, books, dice, action=3)  # melee: two hits to assign
    masks = np.zeros((1, NUM_ACTIONS), np.int8)
    masks[:] = GAME.mask(battles, books, dice)
    assert masks[0, FIRST_ENEMY] == masks[0, FIRST_ENEMY + 1] == 1
    before = copy_records(battles)
    canonical_many(battles)
    assert int(battles["enemies"]["square"][0, 0]) < int(battles["enemies"]["square"][0, 1])
    GAME.run("step", battles, books, dice, action=FIRST_ENEMY + 1)
    GAME.run("step", before, books, a_battle(enemies, dice={"damage": [6, 6]})[2], action=FIRST_ENEMY)
    assert canonical_bytes(battles) == canonical_bytes(before)
