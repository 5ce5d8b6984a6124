"""What a hero's attacks are expected to do, and which of them is best."""

from __future__ import annotations

import numpy as np

from brimstone_agents.scripted.tactic import HUNDRED, Tactic, Target, Weight
from brimstone_agents.scripted.worth import fill_worths
from brimstone_agents.scripted.wounds import capped_damage, pass_chance
from brimstone_env.battle.codes import MAX_GROUPS, MAX_ITEMS, NOBODY, ItemKind, Stat
from brimstone_env.battle.enemy_health import health_of
from brimstone_env.battle.figures import chebyshev, is_hero_next_to
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.targets import has_adjacent, is_target
from brimstone_env.battle.upgrades import may_shoot_guns
from brimstone_env.battle.weapons import (
    MELEE,
    NATURAL_SIX,
    attack_critical,
    attack_sides,
    count_attack_dice,
    damage_bonus,
    is_gun_slot,
    may_use,
    to_hit_penalty,
)
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray

Attack = tuple[int, int, int, int, int, int]  # slot, dice, sides, need, critical, damage added to each hit

OTHERS = 0.4  # part of an enemy's worth that counts whatever its rank


@compiled
def read_attack(battle: Battle, book: Book, hero_index: int, slot: int, mode: int) -> Attack:
    """The numbers of one of a hero's attacks.

    Args:
        battle: the battle.
        book: the book.
        hero_index: the hero.
        slot: item slot of the gun, or `MELEE`, or `THROWN` and the kind of a token.
        mode: an `AttackMode`.
    """
    hero = battle.heroes[hero_index]
    need = int(hero.ranged_to_hit) if is_gun_slot(slot) else int(hero.melee_to_hit)
    need = min(need + to_hit_penalty(battle, book, hero_index), NATURAL_SIX)
    return (
        slot,
        count_attack_dice(battle, book, hero_index, slot, mode, 0),
        attack_sides(battle, book, hero_index, slot),
        need,
        attack_critical(battle, book, hero_index, slot, mode),
        damage_bonus(battle, book, hero_index, slot),
    )


@compiled
def wounds_left(battle: Battle, enemy_index: int) -> int:
    """Wounds that an enemy can still take."""
    return max(health_of(battle, enemy_index) - int(battle.enemies[enemy_index].wounds), 1)


@compiled
def die_wounds(stats: IntArray, level: int, left: int, attack: Attack) -> float:
    """Wounds that one to-hit die of an attack is expected to deal to an enemy.

    Args:
        stats: the numbers of its group, by `Stat`.
        level: the current Initiative level (Defense of some enemies).
        left: wounds that it can still take.
        attack: the attack.
    """
    slot, _, sides, need, critical, bonus = attack
    defense = int(stats[Stat.DEFENSE])
    if stats[Stat.VARIABLE_DEFENSE] == 1:
        defense += level
    if slot != MELEE:
        defense += int(stats[Stat.RANGED_DEFENSE])
    hits = max(sides + 1 - min(need, critical), 0)
    criticals = 0 if stats[Stat.TOUGH] == 1 else max(sides + 1 - critical, 0)
    wounds = float(hits - criticals) * capped_damage(sides, bonus, defense, left)
    if criticals > 0:
        lowered = min(defense, int(stats[Stat.CRITICAL_DEFENSE]))
        wounds += float(criticals) * capped_damage(sides, bonus, lowered, left)
    wounds /= float(sides)
    if stats[Stat.ARMOR] > 0:
        wounds *= 1.0 - pass_chance(int(stats[Stat.ARMOR]))
    if stats[Stat.COVER] > 0:
        wounds *= 1.0 - pass_chance(int(stats[Stat.COVER]))
    return wounds


@compiled
def progress(tactic: Tactic, wounds: float, left: int) -> float:
    """How much of an enemy's worth so many expected wounds take away, 0..1: some for wounds, the rest for the kill."""
    part = min(wounds / float(left), 1.0)
    share = float(tactic.weights[Weight.WOUND_SHARE]) / HUNDRED
    return part * (share + (1.0 - share) * part)


@compiled
def rank_of(battle: Battle, book: Book, tactic: Tactic, hero_index: int, enemy_index: int, worth: float) -> float:
    """An enemy's place in the order in which a tactic strikes, least first; 0 for all if it has no such order."""
    if tactic.target == Target.NEAREST:
        return float(book.map.distance[battle.heroes[hero_index].square, battle.enemies[enemy_index].square])
    if tactic.target == Target.WEAKEST:
        return float(wounds_left(battle, enemy_index))
    if tactic.target == Target.DANGEROUS:
        return -worth
    return 0.0


@compiled
def least_rank(battle: Battle, book: Book, tactic: Tactic, hero_index: int, worths: IntArray) -> float:
    """The rank of the enemy that a tactic strikes first, of all that live."""
    least = 1e9
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 1:
            worth = float(worths[battle.enemies[e].group])
            least = min(least, rank_of(battle, book, tactic, hero_index, e, worth))
    return least


@compiled
def urgency(rank: float, least: float) -> float:
    """What part of an enemy's worth counts in a tactic's plans: all of the first one's, less of the others'."""
    return OTHERS + (1.0 - OTHERS) / (1.0 + rank - least)


@compiled
def attack_value(
    battle: Battle, book: Book, tactic: Tactic, hero_index: int, attack: Attack, worths: IntArray
) -> float:
    """What an attack is worth from where the hero stands: wounds that it is expected to save, hits spread well.

    The dice go to the enemy where each does most, as many as it is expected to take, the rest to the next one.

    Args:
        battle: the battle.
        book: the book.
        tactic: what counts how much.
        hero_index: the attacker.
        attack: the attack.
        worths: `fill_worths`.
    """
    only_adjacent = has_adjacent(battle, book, hero_index)
    count = int(battle.num_enemies)
    gains = np.zeros(count, np.float64)
    needs = np.zeros(count, np.float64)
    least = least_rank(battle, book, tactic, hero_index, worths)
    for e in range(count):
        enemy = battle.enemies[e]
        if enemy.alive == 0 or (only_adjacent and not is_hero_next_to(battle, book, hero_index, e)):
            continue
        if not only_adjacent and not is_target(battle, book, hero_index, attack[0], e):
            continue
        left = wounds_left(battle, e)
        wounds = die_wounds(battle.groups[enemy.group].stats, int(battle.level), left, attack)
        if wounds > 0.0:
            needs[e] = float(left) / wounds
            worth = float(worths[enemy.group])
            gains[e] = (worth + 0.01) * urgency(rank_of(battle, book, tactic, hero_index, e, worth), least)
    return spread(tactic, float(attack[1]), gains, needs)


@compiled
def spread(tactic: Tactic, dice: float, gains: IntArray, needs: IntArray) -> float:
    """The worth of so many dice among enemies: best first.

    Args:
        tactic: what counts how much.
        dice: how many.
        gains: (n,) worth of killing each.
        needs: (n,) dice that it is expected to take, 0 for who cannot be hurt; changed.
    """
    total = 0.0
    while dice > 0.0:
        best = NOBODY
        for e in range(len(needs)):
            if needs[e] > 0.0 and (best == NOBODY or gains[e] * needs[best] > gains[best] * needs[e]):
                best = e
        if best == NOBODY:
            break
        used = min(dice, float(needs[best]))
        part = used / float(needs[best])
        share = float(tactic.weights[Weight.WOUND_SHARE]) / HUNDRED
        total += float(gains[best]) * part * (share + (1.0 - share) * part)
        dice -= used
        needs[best] = 0.0
    return total * float(tactic.weights[Weight.KILL_TURNS]) / HUNDRED


@compiled
def best_gun(battle: Battle, book: Book, tactic: Tactic, hero_index: int, mask: IntArray, mode: int) -> int:
    """The item slot of the legal gun that does most, NOBODY without one.

    Args:
        battle: the battle.
        book: the book.
        tactic: what counts how much.
        hero_index: the hero.
        mask: int8, by item slot: 1 where legal.
        mode: an `AttackMode`.
    """
    count = 0
    only = NOBODY
    for slot in range(MAX_ITEMS):
        if mask[slot] == 1 and is_gun(battle, book, hero_index, slot):
            count += 1
            only = slot
    if count <= 1:
        return only
    worths = np.empty(MAX_GROUPS, np.float64)
    fill_worths(battle, worths)
    best = NOBODY
    most = -1.0
    for slot in range(MAX_ITEMS):
        if mask[slot] == 1 and is_gun(battle, book, hero_index, slot):
            value = attack_value(
                battle, book, tactic, hero_index, read_attack(battle, book, hero_index, slot, mode), worths
            )
            if value > most:
                most = value
                best = slot
    return best


@compiled
def is_gun(battle: Battle, book: Book, hero_index: int, slot: int) -> bool:
    """Whether an item slot holds a gun."""
    item = int(battle.heroes[hero_index].items[slot])
    return item != NOBODY and bool(book.items[item].kind == ItemKind.GUN)


@compiled
def main_gun(battle: Battle, book: Book, hero_index: int) -> int:
    """The item slot of the gun with the most dice that a hero may shoot, NOBODY without one.

    Source: B34, facts 1b (light guns only, no guns).
    """
    hero = battle.heroes[hero_index]
    best = NOBODY
    most = 0
    if not may_shoot_guns(book, hero):
        return NOBODY
    for slot in range(MAX_ITEMS):
        if hero.items[slot] == NOBODY:
            continue
        item = book.items[hero.items[slot]]
        if item.kind != ItemKind.GUN or item.shots <= most or not may_use(book, hero, item):
            continue
        if book.classes[hero.class_id].light_guns_only == 0 or item.light == 1:
            most = int(item.shots)
            best = slot
    return best


@compiled
def gun_reach(book: Book, one: int, other: int, reach: int) -> bool:
    """Whether a gun of a range hits from one square what stands on another."""
    return bool(book.map.sight[one, other] == 1) and chebyshev(book, one, other) <= reach
