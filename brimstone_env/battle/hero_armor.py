"""Armor of heroes: a die for each wound, and for each point of Sanity, that may stop it."""

from __future__ import annotations

from brimstone_env.battle.codes import MAX_DICE, Event, Roll, Status
from brimstone_env.battle.knockout import take_horror_points, take_wounds
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.rolls import roll_plain
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, count_grade, log_event
from brimstone_env.core.frames import top_frame


@compiled
def step_wound(battle: Battle, book: Book, dice: Dice) -> int:
    """Roll a die for each of `amount` wounds (`flag`: points of Sanity), 24 a roll; what gets through is in `extra`.

    Source: facts 4c (armor, spirit armor).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    hero = battle.heroes[hero_index]
    if frame.stage == 1:
        stopped = count_grade(battle.pool, 1)
        frame.amount -= int(battle.pool.count)
        frame.extra += int(battle.pool.count) - stopped
        clear_pool(battle.pool)
        log_event(dice, Event.HERO_ARMOR, hero_index, stopped, 0)
        frame.stage = 0
    elif frame.amount > 0:
        frame.stage = 1
        count = min(int(frame.amount), MAX_DICE)
        if frame.flag == 1:
            roll_plain(battle, dice, Roll.SPIRIT_ARMOR, hero_index, count, int(hero.spirit_armor))
        else:
            roll_plain(battle, dice, Roll.ARMOR, hero_index, count, int(hero.armor))
    elif frame.extra > 0:
        points = int(frame.extra)
        frame.extra = 0
        if frame.flag == 1:
            take_horror_points(battle, dice, hero_index, points)
        else:
            take_wounds(battle, dice, hero_index, points)
    else:
        return Status.DONE
    return Status.CALL
