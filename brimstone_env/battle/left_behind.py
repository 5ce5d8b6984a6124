"""Immobile enemies that are left alone vanish where the heroes are far from them."""

from __future__ import annotations

from brimstone_env.battle.codes import Event, Stat
from brimstone_env.battle.figures import distance_to_heroes, take_off
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event

LEFT_SQUARES = 18  # further from every hero than this is left behind


@compiled
def leave_behind(battle: Battle, book: Book, dice: Dice) -> None:
    """When only immobile enemies are left, those more than 18 squares from all standing heroes vanish.

    Nobody gains experience for them, and for each type of which figures vanish one card fewer brings loot.

    Differs: the source has the heroes explore meanwhile; here they stay in the battle. It does not say when they
    vanish, nor how far is measured; here at the end of a turn, once new figures have come, and by walking distance,
    figures ignored. It does not say which card brought a figure; here one for each type.

    Source: B42, B69, facts 2c (immobile).
    """
    if battle.num_standing == 0 or not are_all_immobile(battle):
        return
    for g in range(battle.num_groups):
        vanished = 0
        for e in range(battle.num_enemies):
            if battle.enemies[e].group == g and is_left_behind(battle, book, e):
                take_off(battle, book, e)
                log_event(dice, Event.VANISH, e, 0, 0)
                vanished = 1
        battle.threat_cards = max(int(battle.threat_cards) - vanished, 0)


@compiled
def are_all_immobile(battle: Battle) -> bool:
    """Whether no living enemy can move.

    Source: facts 2c (immobile).
    """
    for g in range(battle.num_groups):
        if battle.groups[g].alive > 0 and battle.groups[g].stats[Stat.IMMOBILE] == 0:
            return False
    return True


@compiled
def is_left_behind(battle: Battle, book: Book, enemy_index: int) -> bool:
    """Whether a living enemy is more than 18 squares from every standing hero, counted from its base square.

    Source: facts 2c (immobile).
    """
    enemy = battle.enemies[enemy_index]
    return enemy.alive == 1 and distance_to_heroes(battle, book, int(enemy.square)) > LEFT_SQUARES
