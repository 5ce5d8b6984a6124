"""Odds of Rounds-v0 equal what a hand works out, to the last fraction."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from brimstone_agents.cli import main
from brimstone_env.core.odds import Odds, find_odds
from brimstone_env.rounds.game import GAME
from brimstone_env.rounds.position import parse_position

TABLES = GAME.load_tables()
ROOM = "aaaaaaaaaaaa\naaaaaaaaaaaa"
CONDUIT = {"class": "conduit", "at": [0, 0], "active": True}
OGRE = {"type": "ogre-goon", "at": [0, 6]}


def odds_of(action: str, hero: dict[str, Any], *enemies: dict[str, Any]) -> Odds:
    data = {"map": ROOM, "heroes": [hero], "enemies": list(enemies)}
    battles, books, _ = parse_position(data, TABLES)
    odds = find_odds(GAME, TABLES, battles, books, action)
    assert odds.exact
    assert sum(chance for _, chance in odds.outcomes) == 1
    return odds


def hundredths(*values: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(value, 100) for value in values)


@pytest.mark.parametrize(
    ("hero", "enemy", "expected"),
    [
        ({}, {}, (36, 43, 21)),
        ({}, {"surprised": True}, (21, 43, 36)),
        ({"conditions": {"weakened": "save"}}, {}, (55, 35, 10)),
        ({}, {"surprised": True, "conditions": {"restrained": "save"}}, (0, 36, 64)),
        ({}, {"defending": True}, (79, 18, 3)),
        ({"conditions": {"weakened": "save"}}, {"surprised": True}, (36, 43, 21)),
    ],
    ids=["plain", "edge", "bane", "double edge", "double bane", "edge and bane"],
)
def test_the_tiers_of_a_roll_with_two(hero: dict[str, Any], enemy: dict[str, Any], expected: tuple[int, ...]) -> None:
    odds = odds_of("use ray-of-wrath", {**CONDUIT, **hero}, {**OGRE, **enemy})
    chances = tuple(odds.chance(f"enemies.0.stamina = {left}") for left in (96, 94, 92))
    assert chances == hundredths(*expected)


def test_a_critical_hit_is_three_in_a_hundred() -> None:
    odds = odds_of("use ray-of-wrath", CONDUIT, OGRE)
    assert odds.chance("heroes.0.main = 1") == Fraction(3, 100)


@pytest.mark.compiled
def test_dice_of_damage_are_added() -> None:
    hero = {"class": "shadow", "at": [0, 0], "active": True, "resource": 5}
    odds = odds_of("use coup-de-grace", hero, OGRE)
    dice = list(product(range(1, 7), repeat=2))
    fixed = {1: 7 + 2 + 1, 2: 11 + 2 + 1, 3: 16 + 2 + 1}  # characteristic and kit
    weights = {1: 36, 2: 43, 3: 21}
    for damage in range(12, 32):
        ways = sum(weights[tier] * sum(sum(pair) == damage - fixed[tier] for pair in dice) for tier in fixed)
        assert odds.chance(f"damage_dealt = {damage}") == Fraction(ways, 100 * len(dice))


def test_a_saving_throw_ends_an_effect_half_the_time() -> None:
    odds = odds_of("end", {**CONDUIT, "conditions": {"weakened": "save", "slowed": "save"}}, OGRE)
    assert odds.chance("heroes.0.conditions.weakened = 0") == Fraction(1, 2)
    assert odds.chance("heroes.0.conditions.weakened = 0 and heroes.0.conditions.slowed = 0") == Fraction(1, 4)


def test_a_potency_affects_the_weaker_at_the_tier_that_reaches_them() -> None:
    hero = {"class": "shadow", "at": [0, 0], "active": True, "resource": 3}
    odds = odds_of("use eviscerate", hero, {"type": "human-brawler", "at": [0, 6]})
    assert odds.chance("enemies.0.conditions.bleeding = 2") == Fraction(21, 100)


def test_the_command_reads_which_game_a_position_is_of(tmp_path, capsys) -> None:
    path = tmp_path / "ray.toml"
    path.write_text(
        'game = "rounds"\nmap = """\naaaaaaaaaaaa\naaaaaaaaaaaa\n"""\n'
        'heroes = [{ class = "conduit", at = [0, 0], active = true }]\n'
        'enemies = [{ type = "ogre-goon", at = [0, 6] }]\n',
        encoding="utf-8",
    )
    assert main(["odds", str(path), "use ray-of-wrath", "--when", "damage_dealt = 6"]) == 0
    assert "damage_dealt = 6:  43.000 %  43/100" in capsys.readouterr().out
