"""Damage and healing that no monster or hero of the tables brings about in a case: immunities, healed minions."""

from __future__ import annotations

from typing import Any

import pytest

from brimstone_env.rounds.codes import DamageType
from brimstone_env.rounds.game import GAME
from brimstone_env.rounds.harm import after_immunity, heal, hurt
from brimstone_env.rounds.position import parse_position

TABLES = GAME.load_tables()
FIRST, SECOND = 6, 7  # the creatures that are the first and the second enemy


def parse(*enemies: dict[str, Any]) -> tuple[Any, Any, Any]:
    data = {
        "map": "aaaa\naaaa",
        "heroes": [{"class": "conduit", "at": [0, 0], "active": True}],
        "enemies": list(enemies),
    }
    battles, books, dice = parse_position(data, TABLES)
    return battles[0], books[0], dice[0]


SKELETONS = tuple({"type": "decrepit-skeleton", "at": [1, column], "group": 0, "squad": 0} for column in (2, 3))


@pytest.mark.parametrize(
    ("damage_type", "left"), [(DamageType.CORRUPTION, 3), (DamageType.POISON, 3), (DamageType.FIRE, 4)]
)
def test_immunity__is_taken_off_its_own_types(damage_type: DamageType, left: int) -> None:
    battle, book, _ = parse(*SKELETONS)
    assert after_immunity(battle, book, FIRST, 4, damage_type) == left


def test_immunity__never_heals() -> None:
    battle, book, _ = parse(*SKELETONS)
    assert after_immunity(battle, book, FIRST, 0, DamageType.POISON) == 0


def test_immunity__a_blow_that_comes_to_nothing_leaves_the_pool() -> None:
    battle, book, dice = parse(*SKELETONS)
    assert hurt(battle, book, dice, FIRST, 1, DamageType.POISON) == 0
    assert battle.squads[0].stamina == 6


def test_heal__a_minion_is_neither_healed_nor_hurt() -> None:
    battle, book, dice = parse(*SKELETONS)
    hurt(battle, book, dice, FIRST, 2, DamageType.FIRE)
    before = battle.tobytes()
    heal(battle, book, dice, SECOND, 5)
    assert battle.tobytes() == before


def test_heal__the_dead_stay_dead() -> None:
    battle, book, dice = parse({"type": "goblin-warrior", "at": [1, 3], "stamina": 2})
    hurt(battle, book, dice, FIRST, 2, DamageType.PLAIN)
    heal(battle, book, dice, FIRST, 5)
    assert battle.creatures[FIRST].alive == 0
    assert battle.creatures[FIRST].stamina == 0


def test_heal__what_is_healed_is_counted_up_to_the_greatest_stamina() -> None:
    battle, book, dice = parse({"type": "goblin-warrior", "at": [1, 3], "stamina": 14})
    heal(battle, book, dice, FIRST, 5)
    assert battle.creatures[FIRST].stamina == 15
