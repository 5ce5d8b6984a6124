"""Ground that rotting zombies leave where they fall: difficult terrain, which grasps the first weak foe."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.rounds.codes import MAX_HEROES, NOBODY, Characteristic, Condition, Trait, Until
from brimstone_env.rounds.conditions import SLOW, impose, resists
from brimstone_env.rounds.creatures import has_trait, is_alive, width_of
from brimstone_env.rounds.layout import Battle, Book

GRASP = 2  # the potency of the ground, against Might


@compiled
def leave_grave(battle: Battle, book: Book, creature: int) -> None:
    """Where a rotting zombie falls the ground grasps from then on.

    Source: rounds 7, Rotting Zombie.
    """
    square = int(battle.creatures[creature].square)
    if square != NOBODY and has_trait(battle, book, creature, Trait.GRASPS):
        battle.graves[square] = 1


@compiled
def step_on_grave(battle: Battle, book: Book, dice: Dice, creature: int) -> None:
    """A creature has come to another square: ground that grasps slows the first foe of the zombies of little Might.

    Then that ground is as any other again.

    Source: rounds 7, Rotting Zombie; its stat block.
    Differs: who is slowed in the middle of a move goes on for two squares at most.
    """
    if creature >= MAX_HEROES or not is_alive(battle, creature):
        return
    at = int(battle.creatures[creature].square)
    if width_of(battle, book, creature) == 1:
        grasp(battle, book, dice, creature, at)
        return
    for corner in range(4):
        own = int(book.map.block[at, corner])
        if own != NOBODY:
            grasp(battle, book, dice, creature, own)


@compiled
def grasp(battle: Battle, book: Book, dice: Dice, creature: int, square: int) -> None:
    """The ground of one square grasps a creature that has come onto it, if it can.

    Source: rounds 7, Rotting Zombie; its stat block.
    """
    if battle.graves[square] == 0 or resists(battle, book, creature, Characteristic.MIGHT, GRASP):
        return
    battle.graves[square] = 0
    impose(battle, dice, creature, Condition.SLOWED, Until.SAVE, NOBODY)
    figure = battle.creatures[creature]
    figure.steps = min(int(figure.steps), SLOW)
