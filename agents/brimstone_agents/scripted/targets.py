"""Whom hits, tokens and thrown things go to."""

from __future__ import annotations

import numpy as np

from brimstone_agents.scripted.attacks import rank_of, wounds_left
from brimstone_agents.scripted.tactic import HUNDRED, Tactic, Weight
from brimstone_agents.scripted.worth import fill_worths
from brimstone_agents.scripted.wounds import D6_MEAN, capped_damage, kill_chance
from brimstone_env.battle.codes import (
    FIRST_ENEMY,
    FIRST_NUMBER,
    FIRST_SQUARE,
    MAX_GROUPS,
    NOBODY,
    NUM_NUMBERS,
    Verb,
)
from brimstone_env.battle.damage import defense_of, is_critical
from brimstone_env.battle.dynamite import is_in_blast, is_near
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.weapons import MELEE, attack_sides, damage_bonus
from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import top_frame
from brimstone_env.core.records import IntArray

DEAD_EYE_DAMAGE = 2
FRIENDS_COUNT = 2.0  # what a wound of the heroes' own dynamite counts against one that it saves


@compiled
def choose_target(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The enemy on whom the next hit does most by the tactic's measure; all hits at once if there is only one."""
    hero_index = int(battle.pending.hero)
    slot = int(top_frame(battle.stack).slot)
    hit = int(top_frame(battle.stack).index)
    sides = attack_sides(battle, book, hero_index, slot)
    bonus = damage_bonus(battle, book, hero_index, slot)
    worths = np.empty(MAX_GROUPS, np.float64)
    fill_worths(battle, worths)
    best = NOBODY
    most = least = 0.0
    count = 0
    for e in range(battle.num_enemies):
        if mask[FIRST_ENEMY + e] == 0:
            continue
        count += 1
        defense = defense_of(battle, e, slot != MELEE, is_critical(battle, e, hit))
        worth = float(worths[battle.enemies[e].group])
        value = hit_value(battle, tactic, e, worth, sides, bonus, defense)
        rank = rank_of(battle, book, tactic, hero_index, e, worth)
        if best == NOBODY or rank < least or (rank == least and value > most):
            least = rank
            most = value
            best = e
    if count == 1 and mask[Verb.ASSIGN_ALL] == 1:
        return Verb.ASSIGN_ALL  # one roll for all hits, which grit can change at once
    return FIRST_ENEMY + best


@compiled
def hit_value(
    battle: Battle, tactic: Tactic, enemy_index: int, worth: float, sides: int, bonus: int, defense: int
) -> float:
    """What a hit on an enemy is worth: some for the part of its Health that it takes, the rest for the kill."""
    left = wounds_left(battle, enemy_index)
    health = left + int(battle.enemies[enemy_index].wounds)
    part = capped_damage(sides, bonus, defense, left) / float(health)
    share = float(tactic.weights[Weight.WOUND_SHARE]) / HUNDRED
    return (worth + 0.01) * (share * part + (1.0 - share) * kill_chance(sides, bonus, defense, left))


@compiled
def choose_first_enemy(battle: Battle, mask: IntArray) -> int:
    """The legal enemy with the fewest wounds left."""
    best = NOBODY
    for e in range(battle.num_enemies):
        if mask[FIRST_ENEMY + e] == 1 and (best == NOBODY or wounds_left(battle, e) < wounds_left(battle, best)):
            best = e
    return FIRST_ENEMY + best


@compiled
def choose_stabbed(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The adjacent enemy on whom a d6 of wounds without Defense does most."""
    worths = np.empty(MAX_GROUPS, np.float64)
    fill_worths(battle, worths)
    hero_index = int(battle.pending.hero)
    best = NOBODY
    most = least = 0.0
    for e in range(battle.num_enemies):
        if mask[FIRST_ENEMY + e] == 1:
            worth = float(worths[battle.enemies[e].group])
            value = hit_value(battle, tactic, e, worth, 6, 0, 0)
            rank = rank_of(battle, book, tactic, hero_index, e, worth)
            if best == NOBODY or rank < least or (rank == least and value > most):
                least = rank
                most = value
                best = e
    return FIRST_ENEMY + best


@compiled
def choose_split(battle: Battle, mask: IntArray) -> int:
    """Of a hit's damage just enough to kill the target, the rest for others; all of it if it does not."""
    enemy_index = int(battle.pending.enemy)
    frame = top_frame(battle.stack)
    critical = is_critical(battle, enemy_index, int(frame.index))
    enough = wounds_left(battle, enemy_index) + defense_of(battle, enemy_index, frame.slot != MELEE, critical)
    best = NOBODY
    for number in range(NUM_NUMBERS):
        if mask[FIRST_NUMBER + number] == 1 and (best == NOBODY or abs(number - enough) < abs(best - enough)):
            best = number
    return FIRST_NUMBER + best


@compiled
def adds_wounds(battle: Battle, enemy_index: int, more: int) -> bool:
    """Whether more damage on the hit that is dealt does anything: it wounds more, and does not kill anyway."""
    frame = top_frame(battle.stack)
    critical = is_critical(battle, enemy_index, int(frame.index))
    wounds = int(battle.pending.amount) - defense_of(battle, enemy_index, frame.slot != MELEE, critical)
    return wounds + more > 0 and wounds < wounds_left(battle, enemy_index)


@compiled
def choose_dead_eye(battle: Battle) -> int:
    """A Dead Eye shot wherever it adds wounds; a battle is over before they run out."""
    if adds_wounds(battle, int(battle.pending.enemy), DEAD_EYE_DAMAGE):
        return Verb.DEAD_EYE
    return Verb.KEEP


@compiled
def choose_aim(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The square where dynamite does most: wounds without Defense to enemies, less those to heroes."""
    worths = np.empty(MAX_GROUPS, np.float64)
    fill_worths(battle, worths)
    best = NOBODY
    most = -1000.0
    for square in range(book.map.num_squares):
        action = FIRST_SQUARE + int(book.map.cell[square])
        if mask[action] == 1:
            value = blast_value(battle, book, tactic, square, worths)
            if value > most:
                most = value
                best = action
    return best


@compiled
def blast_value(battle: Battle, book: Book, tactic: Tactic, square: int, worths: IntArray) -> float:
    """What an explosion on a square is worth."""
    value = 0.0
    for e in range(battle.num_enemies):
        if is_in_blast(battle, book, e, square):
            value += hit_value(battle, tactic, e, float(worths[battle.enemies[e].group]), 6, 0, 0)
    value *= float(tactic.weights[Weight.KILL_TURNS]) / HUNDRED
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        if hero.knocked_out == 0 and is_near(book, int(hero.square), square):
            value -= FRIENDS_COUNT * (D6_MEAN if hero.health > 6 else 2.0 * D6_MEAN)
    return value


@compiled
def best_blast(battle: Battle, book: Book, tactic: Tactic, hero_index: int, reach: int, worths: IntArray) -> float:
    """The most that dynamite thrown by a hero, so many squares far, can be worth."""
    best = 0.0
    here = int(battle.heroes[hero_index].square)
    for e in range(battle.num_enemies):
        square = int(battle.enemies[e].square)
        if battle.enemies[e].alive == 0 or book.map.sight[here, square] == 0:
            continue
        if (
            max(
                abs(int(book.map.rows[here]) - int(book.map.rows[square])),
                abs(int(book.map.cols[here]) - int(book.map.cols[square])),
            )
            <= reach
        ):
            best = max(best, blast_value(battle, book, tactic, square, worths))
    return best


@compiled
def choose_boost(battle: Battle, mask: IntArray) -> int:
    """A punch for grit, or a token, where it adds wounds."""
    if not adds_wounds(battle, int(battle.pending.enemy), 2):
        return Verb.KEEP
    for action in range(len(mask)):
        if mask[action] == 1 and action != Verb.KEEP:
            return action
    return Verb.KEEP
