"""Starting upgrades and side bags: in tables, scenarios and positions."""

from __future__ import annotations

import pytest

from brimstone_env.battle.book import export_tables, load_tables
from brimstone_env.battle.plan import make_book
from brimstone_env.battle.position import format_position, load_position
from brimstone_env.battle.scenario import load_scenario
from brimstone_env.battle.view import view
from brimstone_env.core.errors import InputError

TABLES = load_tables()
PARTY = ["gunslinger", "bandido"]
BASE = {"name": "x", "map": "crossing", "party": PARTY}
TEXT = """
map = "guarded-door"
heroes = [{ class = "bandido", at = [1, 1], %s }]
enemies = [{ type = "tentacles", at = [1, 6] }]
"""


def plan_of(**values):
    return make_book(TABLES, load_scenario({**BASE, **values}))[0].plan


# --- tables ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('hero = "preacher"', 'hero = "bishop"', r"upgrades.toml, upgrade 11 \(redemptionist\): hero has the unknown"),
        ('item = "pistol"', 'item = "sword"', r"upgrade 8 \(twin-guns\): item has the unknown name 'sword'"),
        ("fanning = true", "fanning = true\nreload = true", "only one of fanning, reload and explosives"),
        ("sanity = 2", "sanity = 21", "sanity is 21"),
        ("punch = true", "kick = true", "unknown key 'kick'"),
    ],
)
def test_upgrades_toml__faults_are_named(tmp_path, old, new, message):
    export_tables(tmp_path)
    path = tmp_path / "upgrades.toml"
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    with pytest.raises(InputError, match=message):
        load_tables(tmp_path)


def test_every_upgrade_is_for_a_hero_and_does_something():
    for row in TABLES.upgrades:
        values = row.model_dump(exclude_defaults=True)
        assert row.hero in TABLES.class_names
        assert set(values) - {"name", "title", "hero", "source"}


# --- scenarios ------------------------------------------------------------------------------------------------------


def test_scenario__upgrades_and_tokens_by_hero():
    plan = plan_of(upgrades=["quickdraw", "none"], tokens=[["bandages", "bandages"], ["dynamite"]])
    assert list(plan.upgrades[:3]) == [TABLES.upgrade_ids["quickdraw"], -1, -1]
    assert plan.tokens[0, TABLES.token_ids["bandages"]] == 2
    assert plan.tokens[1, 0] == 1
    assert plan.tokens.sum() == 3


def test_scenario__nobody_has_anything_unless_it_is_said():
    plan = plan_of()
    assert set(plan.upgrades.tolist()) == {-1}
    assert plan.tokens.sum() == 0


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"upgrades": ["quickdraw"]}, "upgrades has 1 entries, allowed is one for each of the 2 heroes"),
        ({"tokens": [[], [], []]}, "tokens has 3 entries"),
        ({"upgrades": ["none", "quickdraw"]}, "'quickdraw' is for the gunslinger, allowed for the bandido: twin-guns"),
        ({"upgrades": ["speed", "none"]}, "upgrade of hero 0: unknown upgrade 'speed'"),
        ({"tokens": [["rope"], []]}, "unknown token 'rope'"),
        ({"tokens": [["spice"] * 6, []]}, "tokens.0"),
    ],
)
def test_scenario__faults_are_named(values, message):
    with pytest.raises(InputError, match=message):
        plan_of(**values)


# --- positions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "keys",
    [
        'upgrade = "twin-guns", tokens = ["dynamite", "spice", "spice"]',
        'upgrade = "swindler", combat = 2, poison = 3, bleeding = 1, corruption = 4',
        "armor = 3, cigar = true, potion = 2, skills = { spirit = 5 }, rally_next = 1, badge_bonus = 1",
    ],
)
def test_position__reads_back_what_it_prints(keys):
    battles, books, _ = load_position(TEXT % keys, TABLES)
    text = format_position(battles[0], books[0], TABLES)
    again, _, _ = load_position(text, TABLES)
    assert again["heroes"].tobytes() == battles["heroes"].tobytes()


def test_position__an_upgrade_changes_the_fresh_hero():
    battles, books, _ = load_position(TEXT % 'upgrade = "swindler"', TABLES)
    seen = view(battles[0], books[0], TABLES)["heroes"][0]
    assert (seen["upgrade"], seen["combat"]) == ("swindler", 3)


def test_position__statuses_by_name_are_markers():
    battles, books, _ = load_position(TEXT % 'statuses = ["poison", "poison", "webbed", "held"]', TABLES)
    seen = view(battles[0], books[0], TABLES)["heroes"][0]
    assert (seen["poison"], seen["webbed"], seen["statuses"]) == (2, 1, ["held", "poison", "webbed"])


def test_position__bleeding_takes_health():
    battles, _, _ = load_position(TEXT % "bleeding = 3", TABLES)
    assert battles[0].heroes[0].health == 16 - 9
