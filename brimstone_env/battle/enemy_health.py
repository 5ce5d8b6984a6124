"""The Health of enemies: how much they have, and what gives wounds back."""

from __future__ import annotations

from brimstone_env.battle.codes import NOBODY, Event, Frame, Roll, Stat, Stream
from brimstone_env.battle.figures import is_hero_next_to
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, roll_die


@compiled
def health_of(battle: Battle, enemy_index: int) -> int:
    """The wounds at which an enemy dies: its type's Health, and more while others with such an aura live.

    Differs: the source does not say whether several figures of one type add up; here each type counts once.

    Source: B42, facts 2b (harbinger 6).
    """
    return type_health(battle, int(battle.enemies[enemy_index].group))


@compiled
def type_health(battle: Battle, own: int) -> int:
    """The wounds at which enemies of a type die.

    Source: B42, facts 2b (harbinger 6).
    """
    total = int(battle.groups[own].stats[Stat.HEALTH])
    for g in range(battle.num_groups):
        group = battle.groups[g]
        if group.alive > (1 if g == own else 0):
            total += int(group.stats[Stat.AURA_HEALTH])
    return total


@compiled
def heal_enemy(battle: Battle, dice: Dice, enemy_index: int, points: int) -> None:
    """An enemy loses so many of its wounds.

    Source: facts 2c (regeneration).
    """
    enemy = battle.enemies[enemy_index]
    healed = min(points, int(enemy.wounds))
    if enemy.alive == 1 and healed > 0:
        enemy.wounds -= healed
        log_event(dice, Event.REGENERATE, enemy_index, healed, 0)


@compiled
def regenerate(battle: Battle, dice: Dice) -> None:
    """At the start of a turn enemies that regenerate heal.

    Source: facts 2c (regeneration).
    """
    for e in range(battle.num_enemies):
        heal_enemy(battle, dice, e, int(battle.groups[battle.enemies[e].group].stats[Stat.REGENERATION]))


@compiled
def heal_alone(battle: Battle, book: Book, dice: Dice, group: int) -> None:
    """As a group's activation begins, figures without a hero next to them may heal.

    Source: facts 2a (custodians).
    """
    points = int(battle.groups[group].stats[Stat.HEAL_ALONE])
    if points == 0:
        return
    for e in range(battle.num_enemies):
        if battle.enemies[e].group == group and not has_hero_beside(battle, book, e):
            heal_enemy(battle, dice, e, points)


@compiled
def has_hero_beside(battle: Battle, book: Book, enemy_index: int) -> bool:
    """Whether a standing hero is adjacent to a living enemy."""
    for h in range(battle.num_heroes):
        if is_hero_next_to(battle, book, h, enemy_index):
            return True
    return False


@compiled
def heal_from_knockout(battle: Battle, dice: Dice, hero_index: int) -> None:
    """An enemy whose attack just knocked out a hero may heal d6.

    Differs: the source does not say what knocks out; here its attacks and the hits of its abilities, not its terror.

    Source: facts 2b (harbinger 3).
    """
    enemy_index = NOBODY
    for i in range(battle.stack.depth):
        frame = battle.stack.frames[i]
        if frame.kind == Frame.STRIKE and frame.hero == hero_index:
            enemy_index = int(frame.enemy)
    if enemy_index == NOBODY or battle.enemies[enemy_index].alive == 0:
        return
    if battle.groups[battle.enemies[enemy_index].group].stats[Stat.KNOCKOUT_HEAL] == 1:
        heal_enemy(battle, dice, enemy_index, roll_die(battle.streams, dice, Stream.DICE, Roll.ABILITY, 6))
