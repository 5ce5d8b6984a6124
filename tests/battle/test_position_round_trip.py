"""Positions made up by hypothesis, and moments of battles played at random: printed, they read back the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brimstone_env.battle.codes import MAX_BAG, MAX_ITEMS, Outcome, Size
from brimstone_env.battle.game import GAME
from brimstone_env.battle.hero_text import NUMBERS, SKILLS
from brimstone_env.battle.layout import Battle
from brimstone_env.battle.position import format_position, load_position, parse_position
from brimstone_env.battle.scenario import list_scenarios
from brimstone_env.battle.table_rows import SIZES
from brimstone_env.core.dice import new_dice
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import copy_records, find_faults, new_records

TABLES = GAME.load_tables()
MAP = "##########\n#aaaa#bbb#\n#aaaa+bbb#\n#aaaa+bbb#\n#aaaa#bbb#\n##########\n"
FLOOR = [[row, column] for row, line in enumerate(MAP.split()) for column, sign in enumerate(line) if sign != "#"]
SMALL = [row.name for row in TABLES.enemies if SIZES[row.size] < Size.VERY_LARGE]
# Numbers of a hero that depend on others; they are drawn by `heroes` itself.
BOUND = (
    "health",
    "sanity",
    "max_health",
    "max_sanity",
    "grit",
    "max_grit",
    "knocked_out",
    "dead",
    "moved",
    "move_points",
    "dragging",
    "recovered",
    "activated",
)
FREE = {item.name: (item.low, min(item.high, 99)) for item in NUMBERS if item.name not in BOUND}

QUICK = settings(derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def heroes(draw, at, may_act):
    """One hero of a position."""
    row = {"class": draw(st.sampled_from(TABLES.class_names)), "at": at}
    for name in draw(st.lists(st.sampled_from(sorted(FREE)), max_size=6, unique=True)):
        row[name] = draw(st.integers(*FREE[name]))
    row["max_health"], row["max_sanity"] = draw(st.integers(1, 40)), draw(st.integers(1, 40))
    row["health"], row["sanity"] = draw(st.integers(1, row["max_health"])), draw(st.integers(1, row["max_sanity"]))
    row["max_grit"] = draw(st.integers(0, 8))
    row["grit"] = draw(st.integers(0, row["max_grit"]))
    state = draw(st.sampled_from(["waits", "has acted", "fallen", *(["moves", "attacks"] if may_act else [])]))
    if state == "fallen":
        row |= {"knocked_out": True, draw(st.sampled_from(["health", "sanity"])): 0}
    elif state == "has acted":
        row["activated"] = True
    elif state != "waits":
        row |= {"active": True} | ({"moved": True} if state == "attacks" else {"move_points": draw(st.integers(1, 9))})
    if draw(st.booleans()):
        row["items"] = draw(st.lists(st.sampled_from(TABLES.item_names), max_size=MAX_ITEMS))
        row["spent_items"] = draw(st.lists(st.integers(0, max(0, len(row["items"]) - 1)), max_size=2, unique=True))
    for kind in ("injuries", "madness"):
        row[kind] = draw(st.lists(st.integers(4, 12), max_size=2))
    if draw(st.booleans()):
        row["tokens"] = draw(st.lists(st.sampled_from(TABLES.token_names), max_size=MAX_BAG))
        for table in ("injuries", "madness"):
            row[table] = draw(st.lists(st.integers(3, 12), max_size=3, unique=True))
    row["skills"] = {name: draw(st.integers(0, 12)) for name in draw(st.lists(st.sampled_from(SKILLS), unique=True))}
    return row


@st.composite
def positions(draw):
    """A position."""
    places = iter(draw(st.permutations(FLOOR)))
    party = []
    for _ in range(draw(st.integers(1, 6))):
        may_act = not any(row.get("active") for row in party)
        party.append(draw(heroes(next(places), may_act)))
    types = draw(st.lists(st.sampled_from(SMALL), min_size=1, max_size=4, unique=True))
    enemies = []
    for _ in range(draw(st.integers(1, 8))):
        row = {"type": draw(st.sampled_from(types))}
        row |= {"dead": True} if draw(st.integers(0, 3)) == 3 else {"at": next(places)}
        row["target"] = draw(st.integers(-1, len(party) - 1))
        enemies.append(row)
    present = {row["type"] for row in enemies}
    elite = st.lists(st.integers(1, 6), unique=True, max_size=3)
    return {
        "map": MAP,
        "heroes": party,
        "enemies": enemies,
        "elite": {name: draw(elite) for name in sorted(present)},
        "turn": draw(st.integers(1, 99)),
        "revive_tokens": draw(st.integers(0, 9)),
        "threat_cards": draw(st.integers(0, 9)),
        "decisions": draw(st.integers(0, 999)),
        "drawn": {draw(st.sampled_from(TABLES.deck_names)): [draw(st.integers(0, 4))]},
        "options": draw(st.sampled_from([{}, {"experience": "revised"}, {"enemy_order": "players"}])),
    }


def meaning(battles):
    """A battle without its random streams and the dice of a roll that is over."""
    copy = copy_records(battles)
    copy["streams"] = 0
    copy["pool"] = 0
    return copy.tobytes()


def said(battles, books):
    """The battle as text; None in a moment that a position cannot say."""
    try:
        return format_position(battles[0], books[0], TABLES)
    except InputError as error:
        fault = str(error)
    assert "a position cannot say" in fault
    return None


def assert_reads_back(battles, books):
    """The text means the same battle, map and options, and is printed of it again; whether there is a text."""
    text = said(battles, books)
    if text is None:
        return False
    again, books_again, _ = load_position(text, TABLES)
    assert meaning(again) == meaning(battles), text
    assert books_again["map"].tobytes() == books["map"].tobytes()
    assert books_again["rules"].tobytes() == books["rules"].tobytes()
    assert format_position(again[0], books_again[0], TABLES) == text
    return True


@given(positions())
@settings(QUICK, max_examples=40)
def test_a_position_reads_back_and_prints_the_same(position):
    check_position(position)


@pytest.mark.soak
@given(positions())
@settings(max_examples=2000, deadline=None)
def test_many_positions_read_back(position):
    check_position(position)


def check_position(position):
    battles, books, _ = parse_position(position, TABLES)
    assert list(find_faults(Battle, battles[0])) == []
    assert_reads_back(battles, books)


@given(st.sampled_from(list_scenarios()), st.integers(0, 2**31), st.integers(0, 60))
@settings(QUICK, max_examples=12)
def test_a_moment_of_a_battle_reads_back(scenario, seed, decisions):
    books = GAME.make_book(TABLES, GAME.load_scenario(scenario), {})
    battles, dice = new_records(Battle, 1), new_dice()
    GAME.run("reset", battles, books, dice, seed=seed)
    generator = np.random.default_rng(seed)
    for number in range(decisions + 20):
        if number >= decisions and assert_reads_back(battles, books):
            return
        legal = np.flatnonzero(GAME.mask(battles, books, dice)[0])
        GAME.run("step", battles, books, dice, int(generator.choice(legal)))


@given(positions(), st.sampled_from(["heroes", "enemies"]), st.data())
@settings(QUICK, max_examples=40)
def test_a_wrong_value_is_refused_in_one_sentence(position, kind, data):
    """Whatever is wrong, the position is refused; nothing else is ever raised."""
    row = data.draw(st.sampled_from(position[kind]))
    names = ["at", *sorted(FREE), "grit", "health"] if kind == "heroes" else ["target", "wounds"]
    name = data.draw(st.sampled_from(names))
    row[name] = data.draw(st.sampled_from([-9, 10**7, "three", None, [1], 2.5, {}]))
    with pytest.raises(InputError, match=name) as caught:
        parse_position(position, TABLES)
    assert "\n" not in str(caught.value)


def test_a_battle_won_before_the_move_is_over_reads_back():
    position = {
        "map": MAP,
        "heroes": [{"class": "saloon-girl", "at": [1, 1], "active": True, "move_points": 4, "grit": 0}],
        "enemies": [{"type": "void-spiders", "at": [1, 2], "wounds": 2}],
        "dice": {"to_hit": [6], "damage": [6]},
    }
    battles, books, dice = parse_position(position, TABLES)
    for index in GAME.expand_name("free shoot hold-out-pistol", battles[0], books[0], TABLES):
        if battles[0].outcome == Outcome.UNDECIDED:
            GAME.run("step", battles, books, dice, index)
    assert battles[0].outcome == Outcome.WON
    assert battles[0].heroes[0].move_points == 4
    assert assert_reads_back(battles, books)
