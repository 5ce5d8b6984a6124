"""Names of actions: one name an action, both ways, in every kind of decision."""

from __future__ import annotations

import numpy as np
import pytest

from brimstone_env.battle.building import new_battle
from brimstone_env.battle.codes import (
    FIRST_DIE,
    FIRST_ENEMY,
    FIRST_HERO,
    FIRST_NUMBER,
    FIRST_SHOOT,
    FIRST_SQUARE,
    FIRST_USE,
    NUM_ACTIONS,
    Decision,
    Verb,
)
from brimstone_env.battle.names import HEADINGS, action_groups, action_index, action_name, expand_name, heading_of
from brimstone_env.battle.table_files import load_tables
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import AbsentError

TABLES = load_tables()


def battle_with(items=(), decision=Decision.ATTACK, hero=0):
    """A battle whose pending decision is about a hero with these items."""
    battle = new_battle(0)[0]
    battle.pending.kind = decision
    battle.pending.hero = hero
    battle.heroes[0].items[:] = -1
    for slot, name in enumerate(items):
        battle.heroes[0].items[slot] = TABLES.item_ids[name]
    return battle


def name_of(index, battle):
    return action_name(index, battle, None, TABLES)


def index_of(name, battle):
    return action_index(name, battle, None, TABLES)


@pytest.mark.parametrize("decision", list(Decision))
@pytest.mark.parametrize("hero", [-1, 0])
def test_every_action_has_one_name_which_leads_back(decision, hero):
    battle = battle_with(["shotgun", "marshal-badge", "pistol", "pistol"], decision, hero)
    names = [name_of(index, battle) for index in range(NUM_ACTIONS)]
    assert len(set(names)) == NUM_ACTIONS
    assert [index_of(name, battle) for name in names] == list(range(NUM_ACTIONS))
    assert {heading_of(index) for index in range(NUM_ACTIONS)} == set(HEADINGS)


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("end", Verb.END),
        ("end move", Verb.END_MOVE),
        ("extra move", Verb.EXTRA_MOVE),
        ("melee", Verb.MELEE),
        ("keep", Verb.KEEP),
        ("roll", Verb.ROLL),
        ("reroll failures", Verb.REROLL_FAILURES),
        ("dead eye", Verb.DEAD_EYE),
        ("use revive", Verb.USE_REVIVE),
        ("take grit", Verb.TAKE_GRIT),
        ("let go", Verb.LET_GO),
        ("move 3,4", FIRST_SQUARE + 3 * 16 + 4),
        ("move 15,15", FIRST_SQUARE + 255),
        ("assign enemy 55", FIRST_ENEMY + 55),
        ("activate hero 5", FIRST_HERO + 5),
        ("reroll die 23", FIRST_DIE + 23),
        ("shoot pistol", FIRST_SHOOT + 0),
        ("shoot pistol 2", FIRST_SHOOT + 2),
        ("use marshal-badge", FIRST_SHOOT + 1),
        ("use bandages", FIRST_USE),
        ("heal 16", FIRST_NUMBER + 16),
    ],
)
def test_the_words_of_the_format(name, index):
    battle = battle_with(["pistol", "marshal-badge", "pistol"])
    assert index_of(name, battle) == index
    assert index_of(f"  {name.replace(' ', '   ')} ", battle) == index
    assert name_of(index, battle) == name
    assert expand_name(name, battle, None, TABLES) == [index]


def test_some_blocks_have_another_word_in_another_decision():
    first, split = battle_with(decision=Decision.FIRST), battle_with(decision=Decision.SPLIT)
    assert name_of(FIRST_ENEMY + 2, first) == "activate enemy 2"
    assert index_of("activate enemy 2", first) == FIRST_ENEMY + 2
    assert name_of(FIRST_NUMBER + 2, split) == "split 2"
    for name, battle in (("assign enemy 2", first), ("heal 2", split), ("split 2", first), ("at 1,1", first)):
        with pytest.raises(AbsentError, match="belongs to another decision"):
            index_of(name, battle)


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("assign all enemy 3", [Verb.ASSIGN_ALL, FIRST_ENEMY + 3]),
        ("free melee", [Verb.FREE_ATTACK, Verb.MELEE]),
        ("free shoot pistol", [Verb.FREE_ATTACK, FIRST_SHOOT]),
        ("recover hero 1", [Verb.RECOVER, FIRST_HERO + 1]),
        ("drag hero 2", [Verb.DRAG, FIRST_HERO + 2]),
        ("use bandages hero 1", [FIRST_USE, FIRST_HERO + 1]),
    ],
)
def test_composite_names_are_two_actions(name, steps):
    battle = battle_with(["pistol"])
    assert expand_name(name, battle, None, TABLES) == steps
    with pytest.raises(InputError):
        index_of(name, battle)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mellee", "'mellee' is not the name of an action"),
        ("", "is not the name of an action"),
        ("move 3", "'3' is not a square"),
        ("move 16,1", "'16,1' is not a square"),
        ("move 01,1", "is not a square"),
        ("assign enemy 56", "'56' is not a number from 0 to 55"),
        ("assign enemy -1", "is not a number"),
        ("assign enemy ٣", "is not a number"),
        ("activate hero x", "is not a number from 0 to 5"),
        ("shoot bow", "unknown item 'bow', allowed are pistol"),
        ("free dance", "is not the name of an action"),
        ("assign all enemy 99", "is not a number"),
    ],
)
def test_what_is_no_name_is_refused(name, message):
    with pytest.raises(InputError, match=message) as caught:
        expand_name(name, battle_with(["pistol"]), None, TABLES)
    assert not isinstance(caught.value, AbsentError)


@pytest.mark.parametrize("name", ["shoot shotgun", "shoot pistol 2", "free shoot shotgun", "use slot 99"])
def test_an_item_not_carried_is_a_name_that_stands_for_nothing_here(name):
    with pytest.raises(AbsentError, match="is not carried by the hero who decides"):
        expand_name(name, battle_with(["pistol"]), None, TABLES)


@pytest.mark.parametrize("index", [-1, NUM_ACTIONS])
def test_an_action_out_of_range_is_refused(index):
    with pytest.raises(InputError, match=r"allowed are 0\.\.399"):
        name_of(index, battle_with())


def test_legal_actions_stand_under_headings():
    mask = np.zeros(NUM_ACTIONS, np.int8)
    mask[[Verb.END, Verb.MELEE, FIRST_SHOOT, FIRST_SQUARE + 17, FIRST_ENEMY + 1, FIRST_DIE]] = 1
    assert action_groups(mask, battle_with(["pistol"]), None, TABLES) == {
        "movement": ["move 1,1"],
        "attack": ["melee", "shoot pistol"],
        "enemies": ["assign enemy 1"],
        "dice": ["reroll die 0"],
        "activation": ["end"],
    }
