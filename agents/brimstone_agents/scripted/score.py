"""The score that a position is expected to come to.

The heroes win if they can kill the enemies before these have worn them down: the ratio of the two times says most, as
in every war of attrition; what the party has besides (standing heroes, revive tokens, Sanity, grit) says the rest. The
weights are fitted to battles that tactics played against the rules, see ``calibrate.py``.
"""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np

from brimstone_agents.scripted.attacks import die_wounds, main_gun, read_attack, wounds_left
from brimstone_agents.scripted.score_weights import LATER, WEIGHTS
from brimstone_agents.scripted.worth import fill_worths
from brimstone_env.battle.codes import MAX_GROUPS, NOBODY, Outcome, Stat
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.weapons import MELEE, AttackMode
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray

WHOLE = 100.0  # the score of a victory, in hundredths
MOST_RATIO = 4.0  # of the logarithm of the ratio of times
MOST_PLACES = 12.0  # what two dice can come to (the marker of a last stand)


class Feature(IntEnum):
    """What the chance to win is read from."""

    ONE = 0
    RATIO = 1  # logarithm of the time that the party lasts to the time that it needs
    TURNS = 2  # logarithm of the time that it needs
    LIVES = 3  # standing heroes and revive tokens, as part of those at the start
    HEALTH = 4  # Health of the standing heroes and of what tokens would bring, likewise
    SANITY = 5  # Sanity, likewise
    GRIT = 6  # grit for each hero
    READY = 7  # part of the standing heroes who have yet to act in this turn
    PLACES = 8  # places of the Darkness marker of a last stand, as part of the most


NUM_FEATURES = len(Feature)


@compiled
def expected_score(battle: Battle, book: Book) -> float:
    """The reward that the whole battle is expected to come to, -1 to 1: `battle.score` once it is over.

    Args:
        battle: a position at a decision, or the end.
        book: the book.
    """
    if battle.outcome != Outcome.UNDECIDED:
        return float(battle.score) / WHOLE
    features = np.empty(NUM_FEATURES, np.float64)
    fill_features(battle, book, features)
    total = 0.0
    for i in range(NUM_FEATURES):
        total += float(WEIGHTS[i]) * float(features[i])
    chance = logistic(total)
    lost = float(battle.score) / WHOLE - (1.0 if battle.score >= 0 else 0.0)
    won = 1.0
    stages = int(book.plan.num_stages)
    if battle.stage + 1 < stages:
        won = later_score(int(battle.stage) + 1, stages, float(features[Feature.HEALTH]))
    return chance * won + (1.0 - chance) * lost


@compiled
def logistic(value: float) -> float:
    """The chance whose logarithm of odds is a number."""
    return 1.0 / (1.0 + math.exp(-value))


@compiled
def later_score(stage: int, stages: int, health: float) -> float:
    """What a delve is expected to come to, from the beginning of one of its later battles.

    Args:
        stage: that battle, from 1.
        stages: battles in all.
        health: `Feature.HEALTH` now.
    """
    chance = logistic(float(LATER[0]) + float(LATER[1]) * health)
    value = 1.0
    for k in range(stages - 1, stage - 1, -1):
        value = chance * value + (1.0 - chance) * (float(k) / float(stages) - 1.0)
    return value


@compiled
def fill_features(battle: Battle, book: Book, features_out: IntArray) -> None:
    """The features of a position that is not over, (NUM_FEATURES,) float64 by `Feature`."""
    lasts, needs = count_turns(battle, book)
    features_out[Feature.ONE] = 1.0
    ratio = math.log((lasts + 0.1) / (needs + 0.1))
    features_out[Feature.RATIO] = min(max(ratio, -MOST_RATIO), MOST_RATIO)
    features_out[Feature.TURNS] = min(math.log(needs + 0.25), MOST_RATIO)
    fill_party(battle, book, features_out)
    features_out[Feature.PLACES] = 0.0
    if book.plan.last_stand == 1:
        features_out[Feature.PLACES] = float(battle.marker) / MOST_PLACES


@compiled
def fill_party(battle: Battle, book: Book, features_out: IntArray) -> None:
    """The features that are the heroes' own.

    A token stands for a whole hero: falling and being revived must not look like a gain.
    """
    health = most_health = sanity = most_sanity = 0.0
    ready = 0
    grit = 0
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        most_health += float(hero.max_health)
        most_sanity += float(hero.max_sanity)
        if hero.knocked_out == 0:
            health += float(hero.health)
            sanity += float(hero.sanity)
            grit += int(hero.grit)
            ready += 1 - int(hero.activated)
    heroes = float(max(int(battle.num_heroes), 1))
    tokens = float(battle.revive_tokens) / heroes
    most = 1.0 + float(book.plan.revive_tokens) / heroes
    features_out[Feature.LIVES] = (float(battle.num_standing) / heroes + tokens) / most
    features_out[Feature.HEALTH] = (health / max(most_health, 1.0) + tokens) / most
    features_out[Feature.SANITY] = (sanity / max(most_sanity, 1.0) + tokens) / most
    features_out[Feature.GRIT] = float(grit) / heroes
    features_out[Feature.READY] = float(ready) / float(max(int(battle.num_standing), 1))


@compiled
def count_turns(battle: Battle, book: Book) -> tuple[float, float]:
    """Turns that the party and its tokens last against all enemies at once, and turns that they need to kill them."""
    power = np.zeros(MAX_GROUPS, np.float64)
    pool = 0.0
    share = float(battle.revive_tokens) / float(max(int(battle.num_heroes), 1))
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        pool += share * float(hero.max_health)
        if hero.knocked_out == 0:
            pool += float(hero.health)
            add_power(battle, book, h, power)
    worths = np.empty(MAX_GROUPS, np.float64)
    fill_worths(battle, worths)
    danger = 0.0
    needs = 0.0
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        if enemy.alive == 1:
            danger += float(worths[enemy.group])
            needs += float(wounds_left(battle, e)) / (float(power[enemy.group]) + 0.05)
    return pool / (danger + 0.05), needs


@compiled
def add_power(battle: Battle, book: Book, hero_index: int, power: IntArray) -> None:
    """Add the wounds that a hero is expected to deal in a turn to those of its party, by the enemies' group."""
    melee = read_attack(battle, book, hero_index, MELEE, AttackMode.PLAIN)
    gun = main_gun(battle, book, hero_index)
    shot = read_attack(battle, book, hero_index, gun, AttackMode.PLAIN)
    level = int(battle.level)
    for g in range(battle.num_groups):
        group = battle.groups[g]
        if group.alive == 0:
            continue
        left = max(int(group.stats[Stat.HEALTH]), 1)
        wounds = float(melee[1]) * die_wounds(group.stats, level, left, melee)
        if gun != NOBODY:
            wounds = max(wounds, float(shot[1]) * die_wounds(group.stats, level, left, shot))
        power[g] += wounds
