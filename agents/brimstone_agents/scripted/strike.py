"""The attack decision: with what to attack, whether to recover a hero instead, or the end of the activation."""

from __future__ import annotations

import numpy as np

from brimstone_agents.scripted.attacks import attack_value, best_gun, read_attack
from brimstone_agents.scripted.tactic import HUNDRED, Tactic, Weight
from brimstone_agents.scripted.targets import best_blast
from brimstone_agents.scripted.worth import fill_worths
from brimstone_env.battle.codes import FIRST_SHOOT, MAX_GROUPS, NOBODY, Decision, Verb
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.weapons import MELEE, STRENGTH, THROW_RANGE, AttackMode
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray

LESS_WITH_TWO = 0.75  # of two guns shot at once: what they do, as no die is critical and the second is worse


@compiled
def choose_attack(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The attack that is worth most; `end` if there is none."""
    hero_index = int(battle.pending.hero)
    worths = np.empty(MAX_GROUPS, np.float64)
    fill_worths(battle, worths)
    gun = best_gun(battle, book, tactic, hero_index, mask[FIRST_SHOOT:], AttackMode.PLAIN)
    best: int = Verb.END
    most = 0.0
    if mask[Verb.MELEE] == 1:
        best = Verb.MELEE
        if gun != NOBODY or has_rare_choice(mask):
            melee = read_attack(battle, book, hero_index, MELEE, AttackMode.PLAIN)
            most = attack_value(battle, book, tactic, hero_index, melee, worths)
    if gun != NOBODY:
        shot = read_attack(battle, book, hero_index, gun, AttackMode.PLAIN)
        value = attack_value(battle, book, tactic, hero_index, shot, worths)
        if best == Verb.END or value >= most:
            best = FIRST_SHOOT + gun
            most = value
    if has_rare_choice(mask):
        return choose_rare(battle, book, mask, tactic, gun, best, most, worths)
    return best


@compiled
def has_rare_choice(mask: IntArray) -> bool:
    """Whether anything but a plain attack is offered."""
    return bool(mask[Verb.THROW_DYNAMITE] + mask[Verb.SHOOT_BOTH] + mask[Verb.RECOVER] + mask[Verb.USE_ABILITY] > 0)


@compiled
def choose_rare(
    battle: Battle, book: Book, mask: IntArray, tactic: Tactic, gun: int, best: int, most: float, worths: IntArray
) -> int:
    """Dynamite, two guns, a fanned pistol, or a recovery, if it is worth more than the best plain attack."""
    hero_index = int(battle.pending.hero)
    hero = battle.heroes[hero_index]
    if mask[Verb.RECOVER] == 1 and float(tactic.weights[Weight.RECOVERY]) / HUNDRED > most:
        return Verb.RECOVER
    if gun != NOBODY and mask[Verb.USE_ABILITY] == 1 and book.upgrades[hero.upgrade].fanning == 1:
        fan = read_attack(battle, book, hero_index, gun, AttackMode.FANNED)
        value = attack_value(battle, book, tactic, hero_index, fan, worths)
        if value > most:
            best = Verb.USE_ABILITY
            most = value
    if gun != NOBODY and mask[Verb.SHOOT_BOTH] == 1:
        shot = read_attack(battle, book, hero_index, gun, AttackMode.MAIN)
        value = 2.0 * LESS_WITH_TWO * attack_value(battle, book, tactic, hero_index, shot, worths)
        if value > most:
            best = Verb.SHOOT_BOTH
            most = value
    if mask[Verb.THROW_DYNAMITE] == 1:
        reach = int(hero.skills[STRENGTH]) + THROW_RANGE
        if best_blast(battle, book, tactic, hero_index, reach, worths) > most:
            best = Verb.THROW_DYNAMITE
    return best


@compiled
def choose_shot(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """Which gun: for a free attack, a fan, two guns at once, or a quick draw."""
    kind = int(battle.pending.kind)
    mode: int = AttackMode.PLAIN
    if kind == Decision.FAN:
        mode = AttackMode.FANNED
    elif kind == Decision.MAIN_GUN:
        mode = AttackMode.MAIN
    elif kind == Decision.OFF_GUN:
        mode = AttackMode.OFF
    gun = best_gun(battle, book, tactic, int(battle.pending.hero), mask[FIRST_SHOOT:], mode)
    return FIRST_SHOOT + gun if gun != NOBODY else Verb.KEEP
