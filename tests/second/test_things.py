"""The second opinion on hand-made positions: guns, tokens, upgrades, dynamite."""

from __future__ import annotations

import pytest

from brimstone_env.battle.codes import (
    DYNAMITE,
    FIRST_ENEMY,
    FIRST_HERO,
    FIRST_NUMBER,
    FIRST_SHOOT,
    FIRST_SQUARE,
    FIRST_USE,
    Decision,
    Frame,
    Stat,
    Verb,
)
from brimstone_env.core.compiled import is_compiling
from tests.second.hall import GUN, HOLD_OUT, Position

pytestmark = pytest.mark.skipif(is_compiling(), reason="rule tests run uncompiled")
BANDAGES, ASH, SHIV, HATCHET, SPICE, TONIC = 1, 2, 3, 4, 5, 6


def armed(*items: int, **values: int) -> Position:
    """A hero with guns, an enemy two squares away, and the attack decision."""
    position = Position()
    position.add_hero((1, 1), items=items, hands=2, **values)
    position.add_enemy((1, 3))
    position.ask(Decision.ATTACK, Frame.ACTIVATION)
    position.book.items[GUN].hands = position.book.items[HOLD_OUT].hands = 1
    for kind, field, value in (
        (BANDAGES, "heal_health_d6", 1),
        (ASH, "ash", 1),
        (SHIV, "shiv_d6", 1),
        (HATCHET, "hatchet", 2),
        (SPICE, "spice_d3", 1),
    ):
        setattr(position.book.tokens[kind], field, value)
    position.book.tokens[BANDAGES].others = 1
    return position


def test_who_may_use_a_gun() -> None:
    position = armed(GUN)
    row, gun = position.book.classes[0], position.book.items[GUN]
    assert FIRST_SHOOT in position.legal()
    gun.needs = 2
    assert FIRST_SHOOT not in position.legal()
    row.keywords = 3
    assert FIRST_SHOOT in position.legal()
    row.no_guns = 1
    assert FIRST_SHOOT not in position.legal()
    position.battle.heroes[0].upgrade, position.book.upgrades[4].guns = 4, 1
    assert FIRST_SHOOT in position.legal()
    row.light_guns_only = 1
    assert FIRST_SHOOT not in position.legal()


def test_two_guns_need_two_hands() -> None:
    position = armed(GUN, HOLD_OUT)
    hero = position.battle.heroes[0]
    assert Verb.SHOOT_BOTH in position.legal()
    hero.hands = 1
    assert Verb.SHOOT_BOTH not in position.legal()
    hero.hands, position.book.items[GUN].hands = 2, 2
    assert Verb.SHOOT_BOTH not in position.legal()
    position.book.items[GUN].hands = 1
    position.battle.pending.kind = Decision.MAIN_GUN
    assert position.legal() == {FIRST_SHOOT, FIRST_SHOOT + 1}
    position.battle.pending.kind, position.battle.pending.amount = Decision.OFF_GUN, 1
    assert position.legal() == {FIRST_SHOOT}


def test_a_pistol_is_fanned_once_a_turn_for_a_grit_and_a_free_hand() -> None:
    position = armed(GUN)
    hero, gun = position.battle.heroes[0], position.book.items[GUN]
    hero.upgrade, position.book.upgrades[0].fanning = 0, 1
    assert Verb.USE_ABILITY not in position.legal()
    gun.pistol = 1
    assert Verb.USE_ABILITY in position.legal()
    for name, value, usual in (("grit", 0, 1), ("ability_used", 1, 0), ("hands", 1, 2), ("attacked", 1, 0)):
        setattr(hero, name, value)
        assert Verb.USE_ABILITY not in position.legal(), name
        setattr(hero, name, usual)
    position.battle.pending.kind = Decision.FAN
    assert position.legal() == {FIRST_SHOOT}


def test_reload_and_dynamite_cost_two_grit() -> None:
    position = armed()
    hero, upgrade = position.battle.heroes[0], position.book.upgrades[0]
    hero.upgrade, hero.grit, upgrade.reload, position.book.classes[0].dead_eye = 0, 2, 1, 6
    assert Verb.USE_ABILITY in position.legal()
    hero.dead_eye = 6
    assert Verb.USE_ABILITY not in position.legal()
    upgrade.reload, upgrade.explosives = 0, 1
    assert Verb.USE_ABILITY in position.legal()
    hero.tokens[BANDAGES] = 5
    assert Verb.USE_ABILITY not in position.legal()
    hero.tokens[BANDAGES], hero.grit = 0, 1
    assert Verb.USE_ABILITY not in position.legal()


def test_tokens_that_do_good_are_offered() -> None:
    position = armed(health=9)
    position.add_hero((2, 1), health=10)
    position.add_hero((3, 3), health=5)
    hero = position.battle.heroes[0]
    assert FIRST_USE not in position.legal()
    hero.tokens[BANDAGES] = 1
    assert FIRST_USE in position.legal()
    position.battle.pending.kind, position.battle.pending.amount = Decision.TOKEN_HERO, BANDAGES
    assert position.legal() == {FIRST_HERO}
    position.battle.heroes[1].health = 1
    assert position.legal() == {FIRST_HERO, FIRST_HERO + 1}
    position.book.tokens[BANDAGES].others = 0
    assert position.legal() == {FIRST_HERO}
    hero.health, position.battle.pending.kind = 10, Decision.ATTACK
    assert FIRST_USE not in position.legal()


def test_grit_in_a_token_is_no_good_where_an_enemy_forbids_it() -> None:
    position = armed()
    hero = position.battle.heroes[0]
    position.book.tokens[TONIC].grit, hero.tokens[TONIC] = 1, 1
    assert FIRST_USE + TONIC - 1 in position.legal()
    position.battle.groups[0].stats[Stat.NO_GRIT] = 1
    assert FIRST_USE + TONIC - 1 not in position.legal()
    position.battle.enemies[0].alive = 0
    assert FIRST_USE + TONIC - 1 in position.legal()


def test_tokens_that_strike_are_free_attacks() -> None:
    position = armed()
    hero = position.battle.heroes[0]
    hero.tokens[ASH] = hero.tokens[SHIV] = hero.tokens[HATCHET] = hero.tokens[SPICE] = 1
    uses = {FIRST_USE + kind - 1 for kind in (ASH, SHIV, HATCHET)}
    assert position.legal() & set(range(FIRST_USE, FIRST_NUMBER)) == {FIRST_USE + HATCHET - 1}
    near = position.add_enemy((2, 2))
    assert position.legal() & set(range(FIRST_USE, FIRST_NUMBER)) == uses
    hero.extra_attacked = 1
    assert not position.legal() & uses
    hero.extra_attacked, position.book.tokens[SHIV].needs = 0, 4
    assert position.legal() & uses == uses - {FIRST_USE + SHIV - 1}
    position.battle.pending.kind = Decision.SHIV
    assert position.legal() == {FIRST_ENEMY + 1}
    near.square = position.square(1, 4)
    assert position.legal() == set()


def test_a_skill_is_one_of_six() -> None:
    position = armed()
    position.battle.pending.kind = Decision.SKILL
    assert position.legal() == set(range(FIRST_NUMBER, FIRST_NUMBER + 6))


def test_bleeding_stops_for_a_grit() -> None:
    position = armed()
    assert Verb.TAKE_HEALING not in position.legal()
    position.battle.heroes[0].bleeding = 1
    assert Verb.TAKE_HEALING in position.legal()
    position.battle.heroes[0].grit = 0
    assert Verb.TAKE_HEALING not in position.legal()


def test_dynamite_is_thrown_at_what_is_seen() -> None:
    position = Position("#######\n#a#aaa#\n#aaaaa#\n#######")
    hero = position.add_hero((1, 1), items=())
    position.add_enemy((2, 1))
    position.ask(Decision.ATTACK, Frame.ACTIVATION)
    assert Verb.THROW_DYNAMITE not in position.legal()
    hero.tokens[DYNAMITE] = 1
    assert Verb.THROW_DYNAMITE in position.legal()
    position.battle.pending.kind = Decision.THROW
    assert position.legal_squares() >= {(1, 1), (2, 1), (2, 2)}
    assert (1, 4) not in position.legal_squares()
    assert (2, 5) not in position.legal_squares()  # 4 squares away, with Strength 0
    assert all(FIRST_SQUARE <= action < FIRST_ENEMY for action in position.legal())


def test_a_dodging_hero_passes_through_figures() -> None:
    position = Position("#####\n#aaa#\n#####")
    hero = position.add_hero((1, 1), move_points=4)
    position.add_hero((1, 2))
    position.ask(Decision.MOVE, Frame.ACTIVATION)
    assert position.legal_squares() == set()
    hero.upgrade, position.book.upgrades[0].dodge = 0, 1
    assert position.legal_squares() == {(1, 3)}
