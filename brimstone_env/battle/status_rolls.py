"""What statuses do at the start of a hero's activation: a frame of rolls, one status after the other."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.codes import Affliction, Roll, Status
from brimstone_env.battle.injuries import skill_dice
from brimstone_env.battle.knockout import wound_hero
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.battle.rolls import roll_hero_pool, roll_plain
from brimstone_env.battle.statuses import lose_status, markers_of
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, count_grade
from brimstone_env.core.frames import top_frame

STRENGTH = 3  # index into a hero's skills
POISON_NEED = 3  # less is a wound
POISON_CURED = 6
FREE_NEED = 5  # Strength 5+ tears webs and snares
WAKE_NEED = 4
BURN_WOUNDS = 2


class StatusStage(IntEnum):
    """How far the statuses of an activation are dealt with."""

    POISON = 0
    POISON_ROLLED = 1
    BURNING = 2
    STUNNED = 3
    STUNNED_ROLLED = 4
    WEBBED = 5
    WEBBED_ROLLED = 6
    ENSNARED = 7
    ENSNARED_ROLLED = 8
    END = 9


@compiled
def is_afflicted(hero: Hero) -> bool:
    """Whether a hero has a status that does something at the start of its activation."""
    return bool(hero.poison + hero.burning + hero.stunned + hero.webbed + hero.ensnared > 0)


@compiled
def step_status(battle: Battle, book: Book, dice: Dice) -> int:
    """Go on with the statuses: poison, fire, stun, webs, snares. A hero that falls has none left.

    Differs: the source does not say in which order.

    Source: facts 5 (statuses).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    hero = battle.heroes[hero_index]
    stage = int(frame.stage)
    frame.stage += 1
    if stage == StatusStage.POISON:
        if hero.poison == 0:
            frame.stage = StatusStage.BURNING
        else:
            roll_hero_pool(battle, dice, Roll.STATUS, hero_index, int(hero.poison), 6, POISON_NEED, POISON_CURED)
    elif stage == StatusStage.POISON_ROLLED:
        take_poison(battle, dice, hero_index)
    elif stage == StatusStage.BURNING:
        burn(battle, dice, hero_index)
    elif stage == StatusStage.STUNNED:
        if hero.stunned == 0:
            frame.stage = StatusStage.WEBBED
        else:
            roll_plain(battle, dice, Roll.STATUS, hero_index, 1, WAKE_NEED)
    elif stage == StatusStage.STUNNED_ROLLED:
        shake_off(battle, dice, hero_index, Affliction.STUNNED, 1)
    elif stage == StatusStage.WEBBED:
        try_strength(battle, book, dice, hero_index, Affliction.WEBBED)
    elif stage == StatusStage.WEBBED_ROLLED:
        shake_off(battle, dice, hero_index, Affliction.WEBBED, int(hero.webbed))
    elif stage == StatusStage.ENSNARED:
        try_strength(battle, book, dice, hero_index, Affliction.ENSNARED)
    elif stage == StatusStage.ENSNARED_ROLLED:
        shake_off(battle, dice, hero_index, Affliction.ENSNARED, int(hero.ensnared))
    else:
        return Status.DONE
    return Status.CALL


@compiled
def take_poison(battle: Battle, dice: Dice, hero_index: int) -> None:
    """Each poison die of 1 or 2 is a wound without Defense, each 6 takes its marker away.

    Source: facts 5 (poison).
    """
    safe = count_grade(battle.pool, 1)
    wounds = int(battle.pool.count) - safe
    cured = count_grade(battle.pool, 2)
    clear_pool(battle.pool)
    lose_status(battle, dice, hero_index, Affliction.POISON, cured)
    if wounds > 0:
        wound_hero(battle, dice, hero_index, wounds)


@compiled
def burn(battle: Battle, dice: Dice, hero_index: int) -> None:
    """Fire deals 2 wounds without Defense, then one marker goes.

    Source: facts 5 (burning).
    """
    if battle.heroes[hero_index].burning > 0:
        lose_status(battle, dice, hero_index, Affliction.BURNING, 1)
        wound_hero(battle, dice, hero_index, BURN_WOUNDS)


@compiled
def try_strength(battle: Battle, book: Book, dice: Dice, hero_index: int, kind: int) -> None:
    """A webbed or ensnared hero rolls Strength: any die at 5+ frees it of all its markers of that kind.

    Source: facts 4a (row 7), 5 (webbed, ensnared).
    """
    hero = battle.heroes[hero_index]
    count = skill_dice(book, hero, STRENGTH)
    if markers_of(hero, kind) == 0 or count == 0:
        top_frame(battle.stack).stage += 1
    else:
        roll_plain(battle, dice, Roll.STRENGTH, hero_index, count, FREE_NEED)


@compiled
def shake_off(battle: Battle, dice: Dice, hero_index: int, kind: int, count: int) -> None:
    """A die that succeeds takes markers away.

    Source: facts 5 (stunned, webbed, ensnared).
    """
    passed = count_grade(battle.pool, 1)
    clear_pool(battle.pool)
    if passed > 0:
        lose_status(battle, dice, hero_index, kind, count)
