"""The observation: what it shows, what it never shows, and that the table describes all of it."""

from collections import Counter
from fnmatch import fnmatch

import numpy as np
import pytest

from brimstone_env.battle.book import load_tables
from brimstone_env.battle.codes import Decision, Outcome, Roll, Stat
from brimstone_env.battle.feature_rows import highs
from brimstone_env.battle.features import (
    FIRST_GRADE,
    FIRST_MARKED,
    FIRST_REROLLED,
    FIRST_VALUE,
    NUM_BATTLE_FEATURES,
    SHOWN_STATS,
    BattleFeature,
    BoardPlane,
    EnemyFeature,
    HeroFeature,
)
from brimstone_env.battle.observe import OBSERVATION_FIELDS, fill_observation, observation_planes, observation_rows
from brimstone_env.battle.position import parse_position
from tests.core.walks import seen_range

TABLES = load_tables(None)
MAP = """
##########
#aaaa#bbb#
#aaaa+bbb#
#aaaa+bbb#
#aaaa#bbb#
##########
"""
HEROES = [
    {"class": "us-marshal", "at": [2, 2], "health": 6, "active": True, "move_points": 3},
    {"class": "gunslinger", "at": [3, 2]},
    {"class": "bandido", "at": [1, 1], "knocked_out": True, "health": 0},
]
ENEMIES = [
    {"type": "void-spiders", "at": [2, 3], "target": 0},
    {"type": "void-spiders", "at": [2, 3], "target": 0},
    {"type": "void-spiders", "at": [2, 3], "target": 1, "wounds": 2},
    {"type": "tentacles", "at": [3, 3], "target": 1},
    {"type": "goliath", "at": [2, 7]},
]


def position(**changes):
    """A battle and its book; `changes` replace keys of the position."""
    data = {"map": MAP, "walls": [[[3, 6], [4, 6]]], "heroes": HEROES, "enemies": ENEMIES, **changes}
    battles, books, _ = parse_position(data, TABLES, "test")
    return battles[0], books[0]


def observe(battle, book, dirt=0):
    """The observation as a dict of arrays; the buffers held `dirt` before."""
    leaves = {plane.name: np.full(plane.shape, dirt, np.uint8) for plane in observation_planes()}
    fill_observation(battle, book, *leaves.values())
    return leaves


def test_table__indices_are_columns_and_labels_are_unique():
    sizes = {plane.name: plane.shape for plane in observation_planes()}
    widths = {
        "board": sizes["board"][0],
        "heroes": sizes["heroes"][1],
        "enemies": sizes["enemies"][1],
        "battle": NUM_BATTLE_FEATURES,
    }
    for leaf, width in widths.items():
        rows = [row for row in OBSERVATION_FIELDS if row.leaf == leaf]
        assert [row.index for row in rows] == list(range(width))
        assert len({row.name for row in rows}) == width
    assert all(1 <= row.high <= 255 and row.meaning and row.rule for row in OBSERVATION_FIELDS)
    assert Counter(row[0] for row in observation_rows()) == Counter(widths)


def test_table__stat_columns_follow_the_stats():
    names = [EnemyFeature(EnemyFeature.INITIATIVE + i).name for i in range(len(SHOWN_STATS))]
    assert names == [stat.name for stat in SHOWN_STATS]
    assert len(SHOWN_STATS) == EnemyFeature.LEAN - EnemyFeature.INITIATIVE


def test_space__bounds_are_those_of_the_table():
    for plane in observation_planes():
        assert plane.dtype == np.uint8
        axis = 0 if plane.name in ("board", "battle") else 1
        lines = np.moveaxis(plane.high, axis, 0).reshape(plane.high.shape[axis], -1)
        assert (lines == highs(plane.name)[:, None]).all()


def test_fill__every_byte_is_written():
    battle, book = position()
    clean, dirty = observe(battle, book), observe(battle, book, dirt=255)
    for name, leaf in clean.items():
        assert leaf.tobytes() == dirty[name].tobytes()


def test_fill__changes_nothing():
    battle, book = position()
    before = battle.tobytes()
    observe(battle, book)
    assert battle.tobytes() == before


def test_board__floor_doorways_and_walls():
    board = observe(*position())["board"]
    floor, walls = board[BoardPlane.FLOOR], board[BoardPlane.WALLS]
    assert floor[0, 0] == 0
    assert floor[1, 1] == 1
    assert floor[2, 5] == 2
    assert (floor[6:] == 0).all()
    assert walls[1, 1] == 1 + 8  # north and west
    assert walls[2, 2] == 0
    assert walls[2, 5] == 1  # a doorway: only rock to the north
    assert walls[3, 6] == 4  # the thin wall to the south
    assert walls[4, 6] == 1 + 4 + 8  # the thin wall, the edge, the rock beside the doorway
    assert (walls[floor == 0] == 0).all()


def test_board__heroes_and_markers():
    board = observe(*position())["board"]
    assert board[BoardPlane.HERO, 2, 2] == 1
    assert board[BoardPlane.HERO, 3, 2] == 2
    assert board[BoardPlane.HERO].sum() == 3
    assert board[BoardPlane.FALLEN, 1, 1] == 1
    assert board[BoardPlane.FALLEN].sum() == 1
    assert board[BoardPlane.DECIDING, 2, 2] == 1
    assert board[BoardPlane.DECIDING].sum() == 1


def test_board__enemies_on_a_shared_square():
    board = observe(*position())["board"]
    spiders = TABLES.type_ids["void-spiders"]
    assert board[BoardPlane.ENEMY, 2, 3] == spiders + 1
    assert board[BoardPlane.COUNT, 2, 3] == 3
    assert board[BoardPlane.HEALTH, 2, 3] == 1  # of 3, 3 and 3 - 2
    assert board[BoardPlane.HUNTERS, 2, 3] == 2
    assert board[BoardPlane.HUNTERS, 3, 3] == 0  # the tentacles are after the other hero


def test_board__a_very_large_enemy_covers_four_squares():
    observation = observe(*position())
    board = observation["board"]
    goliath = TABLES.type_ids["goliath"] + 1
    assert (board[BoardPlane.ENEMY, 2:4, 7:9] == goliath).all()
    assert (board[BoardPlane.ENEMY] == goliath).sum() == 4
    assert board[BoardPlane.COUNT, 2:4, 7:9].tolist() == [[1, 1], [1, 1]]
    row = observation["enemies"][4]
    assert (row[EnemyFeature.ROW], row[EnemyFeature.COL]) == (2, 7)


def test_board__escape_values_reach_as_far_as_adjacency():
    board = observe(*position())["board"]
    assert board[BoardPlane.ESCAPE, 2, 2] == 4
    assert board[BoardPlane.ESCAPE, 1, 1] == 0
    assert board[BoardPlane.ESCAPE, 4, 6] == 0  # the goliath's corner is diagonal past the thin wall's end


def test_board__distance_and_sight_from_the_deciding_hero():
    board = observe(*position())["board"]
    assert board[BoardPlane.DISTANCE, 2, 2] == 1
    assert board[BoardPlane.DISTANCE, 2, 4] == 3
    assert board[BoardPlane.SIGHT, 2, 8] == 1
    assert board[BoardPlane.SIGHT, 1, 6] == 0
    assert board[BoardPlane.DISTANCE, 0, 0] == 0
    assert board[BoardPlane.SIGHT, 0, 0] == 0


def test_heroes__rows():
    heroes = observe(*position())["heroes"]
    marshal = heroes[0]
    assert marshal[HeroFeature.PRESENT] == 1
    assert marshal[HeroFeature.CLASS] == TABLES.class_ids["us-marshal"] + 1
    assert (marshal[HeroFeature.ROW], marshal[HeroFeature.COL]) == (2, 2)
    assert (marshal[HeroFeature.HEALTH], marshal[HeroFeature.MAX_HEALTH]) == (6, 10)
    assert marshal[HeroFeature.ACTIVE] == 1
    assert marshal[HeroFeature.DECIDING] == 1
    assert marshal[HeroFeature.MOVE_POINTS] == 3
    assert (marshal[HeroFeature.GUN_RANGE], marshal[HeroFeature.GUN_SHOTS], marshal[HeroFeature.GUN_SIDES]) == (5, 1, 8)
    assert marshal[HeroFeature.RALLY] == 2  # its slot + 1
    assert marshal[HeroFeature.FREE_ATTACK] == 0
    assert marshal[HeroFeature.HUNTERS] == 2
    assert heroes[1, HeroFeature.HUNTERS] == 2
    assert marshal[HeroFeature.ESCAPE] == 4
    assert heroes[1, HeroFeature.DEAD_EYE] == 6
    assert heroes[2, HeroFeature.KNOCKED_OUT] == 1
    assert heroes[2, HeroFeature.ESCAPE] == 0
    assert (heroes[3:] == 0).all()


def test_heroes__spent_items_and_dark_stone():
    heroes = [{"class": "saloon-girl", "at": [2, 2], "active": True, "move_points": 1, "dark_stone": 7}]
    enemies = [{"type": "tentacles", "at": [3, 3]}]
    row = observe(*position(heroes=heroes, enemies=enemies))["heroes"][0]
    assert row[HeroFeature.FREE_ATTACK] == 1
    assert row[HeroFeature.CARRIES_DARK_STONE] == 1
    heroes[0]["spent_items"] = [0]
    assert observe(*position(heroes=heroes, enemies=enemies))["heroes"][0, HeroFeature.FREE_ATTACK] == 0


def test_enemies__rows():
    enemies = observe(*position(elite={"tentacles": [4]}))["enemies"]
    spider, tentacles, goliath = enemies[2], enemies[3], enemies[4]
    assert (spider[EnemyFeature.HEALTH_LEFT], spider[EnemyFeature.HEALTH]) == (1, 3)
    assert spider[EnemyFeature.TARGET] == 2
    assert goliath[EnemyFeature.TARGET] == 0
    assert (tentacles[EnemyFeature.DAMAGE], tentacles[EnemyFeature.ELITE]) == (5, 1)  # 3, and 2 of the elite row
    assert tentacles[EnemyFeature.SMASH] == 1
    assert tentacles[EnemyFeature.ADJACENT] == 1
    assert goliath[EnemyFeature.SIZE] == 3
    assert goliath[EnemyFeature.ADJACENT] == 0
    assert goliath[EnemyFeature.DISTANCE] == 6
    assert goliath[EnemyFeature.SIGHT] == 1
    assert (enemies[5:] == 0).all()


def test_enemies__the_dead_leave_no_trace():
    battle, book = position(enemies=[{**ENEMIES[0], "dead": True}, *ENEMIES[1:]])
    observation = observe(battle, book)
    assert (observation["enemies"][0] == 0).all()
    assert observation["board"][BoardPlane.COUNT, 2, 3] == 2


def test_enemies__very_large_ones_are_adjacent_with_any_square():
    heroes = [{"class": "us-marshal", "at": [4, 8], "active": True, "move_points": 1}]
    row = observe(*position(heroes=heroes, enemies=ENEMIES[4:]))["enemies"][0]
    assert row[EnemyFeature.ADJACENT] == 1
    assert row[EnemyFeature.DISTANCE] == 3


def test_battle__the_pending_decision():
    row = observe(*position())["battle"]
    assert row[BattleFeature.DECISION] == Decision.MOVE
    assert (row[BattleFeature.SEAT], row[BattleFeature.HERO], row[BattleFeature.ENEMY]) == (1, 1, 0)
    assert row[BattleFeature.MOVE_POINTS] == 3
    assert (row[BattleFeature.HEROES], row[BattleFeature.STANDING], row[BattleFeature.ENEMIES]) == (3, 2, 5)
    assert row[BattleFeature.OUTCOME] == Outcome.UNDECIDED
    assert row[BattleFeature.ROLL] == 0
    assert (row[FIRST_VALUE:] == 0).all()


def test_battle__dice_that_may_be_rerolled():
    battle, book = position()
    battle.pending.kind = Decision.REROLL
    pool = battle.pool
    pool.kind, pool.hero, pool.count, pool.sides, pool.need, pool.critical = Roll.TO_HIT, 0, 3, 6, 4, 6
    pool.values[:3], pool.grades[:3] = [1, 4, 6], [0, 1, 2]
    pool.rerolled[2], pool.marked[0], pool.marks = 1, 1, 1
    row = observe(battle, book)["battle"]
    assert (row[BattleFeature.ROLL], row[BattleFeature.DICE], row[BattleFeature.MARKS]) == (Roll.TO_HIT + 1, 3, 1)
    assert row[FIRST_VALUE : FIRST_VALUE + 4].tolist() == [1, 4, 6, 0]
    assert row[FIRST_GRADE : FIRST_GRADE + 3].tolist() == [0, 1, 2]
    assert row[FIRST_REROLLED + 2] == 1
    assert row[FIRST_MARKED] == 1


def test_battle__without_a_decision_there_is_no_point_of_view():
    battle, book = position()
    battle.pending.kind, battle.pending.seat, battle.pending.hero = Decision.NONE, -1, -1
    observation = observe(battle, book)
    assert (observation["board"][BoardPlane.DISTANCE] == 0).all()
    assert (observation["board"][BoardPlane.SIGHT] == 0).all()
    assert (observation["enemies"][:, EnemyFeature.DISTANCE] == 0).all()
    assert observation["battle"][BattleFeature.SEAT] == 0


def test_battle__numbers_beyond_a_byte_are_cut_not_wrapped():
    battle, book = position()
    battle.turn = 300
    battle.groups[1].stats[Stat.HEALTH] = 400
    observation = observe(battle, book)
    assert observation["battle"][BattleFeature.TURN] == 255
    assert observation["enemies"][3, EnemyFeature.HEALTH_LEFT] == 255
    assert observation["board"][BoardPlane.HEALTH, 3, 3] == 255


def test_hidden__dice_and_undrawn_cards_are_not_seen():
    battle, book = position()
    before = observe(battle, book)
    battle.streams.state[:] = 7
    battle.drawn[:] = 1
    after = observe(battle, book)
    assert all(before[name].tobytes() == after[name].tobytes() for name in before)


# --- what battles really show ----------------------------------------------------------------------------------------

PRINTED = "the printed tables stay below the limit that tables of a user's own may reach"
BYTE = "a number that a byte cuts off, far above what is printed"
MAPS = "no shipped map reaches it"
MANY = "a battle with so many figures, or so many dice in one roll, is too rare for a test"
GOLIATH = "only the goliath or a card that no shipped deck has"
LATER = "dark stone comes with the aftermath's loot"
RARE = "only a type, token or table row that these scenarios seldom bring; the fuzz of tests/second sees each"
ABILITIES = [stat for stat in SHOWN_STATS if stat >= Stat.ARMOR]
# Features that random battles on the shipped scenarios do not bring to their greatest value, and why.
UNREACHED = {
    "board.enemy": PRINTED,
    "board.count": PRINTED,
    "board.hunters": PRINTED,
    "board.health": BYTE,
    "board.escape": PRINTED,
    "board.distance": BYTE,
    "board.walls": "a square shut in on all sides",
    "board.fallen": MANY,
    "heroes.class": PRINTED,
    "heroes.row": MAPS,
    "heroes.col": MAPS,
    "heroes.*health": PRINTED,
    "heroes.*sanity": PRINTED,
    "heroes.*grit": PRINTED,
    "heroes.initiative": PRINTED,
    "heroes.combat": PRINTED,
    "heroes.*_to_hit": PRINTED,
    "heroes.defense": PRINTED,
    "heroes.willpower": PRINTED,
    "heroes.agility": PRINTED,
    "heroes.move_points": PRINTED,
    "heroes.escape*": PRINTED,
    "heroes.hunters": MANY,
    "heroes.carries_dark_stone": LATER,
    "heroes.gun_*": PRINTED,
    "heroes.item_*": PRINTED,
    "enemies.type": PRINTED,
    "enemies.row": MAPS,
    "enemies.col": MAPS,
    "enemies.health*": BYTE,
    "enemies.distance": BYTE,
    "enemies.elite": MANY,
    "enemies.initiative": BYTE,
    "enemies.move": BYTE,
    "enemies.escape": PRINTED,
    "enemies.defense": BYTE,
    "enemies.combat": PRINTED,
    "enemies.to_hit": PRINTED,
    "enemies.damage": BYTE,
    "enemies.size": GOLIATH,
    "enemies.fear": BYTE,
    "enemies.terror": BYTE,
    "enemies.unspeakable": BYTE,
    "enemies.horror_damage": BYTE,
    "enemies.six_hits": BYTE,
    "enemies.share": PRINTED,
    "enemies.swarm": PRINTED,
    "enemies.area": GOLIATH,
    "enemies.tough": GOLIATH,
    "enemies.regeneration": BYTE,
    "enemies.dark_stone_combat": PRINTED,
    "heroes.rally": PRINTED,
    **dict.fromkeys(("heroes.cunning", "heroes.spirit", "heroes.strength", "heroes.lore", "heroes.luck"), PRINTED),
    **dict.fromkeys(("heroes.poison", "heroes.webbed", "heroes.stunned", "heroes.burning"), RARE),
    **dict.fromkeys(("heroes.bleeding", "heroes.ensnared", "heroes.corruption", "heroes.*armor"), RARE),
    **dict.fromkeys(("heroes.upgrade", "heroes.move_bonus"), PRINTED),
    **dict.fromkeys(("heroes.token_*", "heroes.injury_*", "heroes.madness_*"), RARE),
    **dict.fromkeys((f"enemies.{stat.name.lower()}" for stat in ABILITIES), RARE),
    **dict.fromkeys(("battle.stage", "battle.stages"), "no shipped delve has so many battles"),
    **dict.fromkeys(("battle.marker", "battle.track", "battle.kills", "battle.warnings"), PRINTED),
    **dict.fromkeys(("battle.level", "battle.flash", "battle.activations", "battle.threat_cards"), PRINTED),
    "battle.seat": "the enemy side is played from outside by option only",
    "battle.enemy": MANY,
    "battle.amount": BYTE,
    "battle.turn": BYTE,
    "battle.enemies": MANY,
    "battle.groups": MANY,
    "battle.revive_tokens": PRINTED,
    "battle.move_points": PRINTED,
    "battle.active_group": PRINTED,
    "battle.roll": "the last kinds of rolls are not offered for a reroll",
    "battle.dice": MANY,
    "battle.sides": PRINTED,
    "battle.need": PRINTED,
    "battle.marks": MANY,
    "battle.attack": PRINTED,
    "battle.hits": MANY,
    "battle.die": MANY,
    "battle.dealt_to": MANY,
    "battle.striker": MANY,
    "battle.unblocked": BYTE,
    "battle.value_*": PRINTED,
    "battle.grade_*": MANY,
    "battle.rerolled_*": MANY,
    "battle.marked_*": MANY,
    "battle.hit_*": MANY,
}
NEVER_ZERO = {"battle.heroes"}
# Features that random battles show as 0 only.
SILENT = {
    "heroes.carries_dark_stone": LATER,
    "heroes.item_[2-7]": PRINTED,
    "enemies.fear": GOLIATH,
    "enemies.unspeakable": MANY,
    "enemies.area": GOLIATH,
    "enemies.tough": GOLIATH,
    "enemies.dark_stone_combat": MANY,
    "battle.*_[0-9]*": MANY,
    **dict.fromkeys(("heroes.poison", "heroes.webbed", "heroes.stunned", "heroes.burning"), RARE),
    **dict.fromkeys(("heroes.bleeding", "heroes.ensnared", "heroes.corruption", "heroes.spirit_armor"), RARE),
    **dict.fromkeys(("heroes.token_1[45]", "heroes.injury_*", "heroes.madness_*"), RARE),
    **dict.fromkeys((f"enemies.{stat.name.lower()}" for stat in ABILITIES), RARE),
}


def unlisted(names, listed):
    return [name for name in names if not any(fnmatch(name, pattern) for pattern in listed)]


@pytest.mark.compiled
def test_coverage__features_reach_their_bounds_or_are_listed_with_a_reason():
    found = seen_range(battles=64, steps=400)
    rows = {f"{row.leaf}.{row.name}": row for row in OBSERVATION_FIELDS}
    lows = {name: found[row.leaf][0][row.index] for name, row in rows.items()}
    tops = {name: found[row.leaf][1][row.index] for name, row in rows.items()}
    assert all(tops[name] <= row.high for name, row in rows.items())
    assert {name for name, low in lows.items() if low > 0} == NEVER_ZERO
    below = [name for name, row in rows.items() if tops[name] < row.high]
    assert unlisted(below, UNREACHED) == []
    assert unlisted([name for name in below if tops[name] == 0], SILENT) == []
    assert [pattern for pattern in UNREACHED if not any(fnmatch(name, pattern) for name in rows)] == []
