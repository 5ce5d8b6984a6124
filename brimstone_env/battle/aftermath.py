"""After the battle: the heroes catch their breath, the fallen come to, and everyone has loot."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.codes import NOBODY, Decision, Event, Roll, Status
from brimstone_env.battle.knockout import ask_split
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.loot import start_loot
from brimstone_env.battle.pending import ask
from brimstone_env.battle.recovery import start_recovery
from brimstone_env.battle.rolls import ANY_RESULT, roll_hero_pool
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import NO_CRITICAL, Dice, clear_pool, log_event, sum_values
from brimstone_env.core.frames import top_frame


class AftermathStage(IntEnum):
    """How far the aftermath has come; `index` is the hero whose turn it is."""

    BREATH = 0
    BREATH_ROLLED = 1  # the healing die lies on the table
    RISE = 2
    LOOT = 3
    RISE_AGAIN = 4  # those whom the loot knocked out


@compiled
def step_aftermath(battle: Battle, book: Book, dice: Dice) -> int:
    """Catch your breath, then the knocked-out heroes come to, then loot.

    Differs: the source does not say what of a hero whom the loot knocks out (madness 9); here it comes to after it.

    Source: B67, B68, B69.
    """
    frame = top_frame(battle.stack)
    stage = int(frame.stage)
    if stage <= AftermathStage.BREATH_ROLLED:
        return step_breath(battle, dice)
    if stage == AftermathStage.LOOT:
        frame.stage = AftermathStage.RISE_AGAIN
        start_loot(battle)
        return Status.CALL
    hero_index = int(frame.index)
    if hero_index < battle.num_heroes:
        frame.index += 1
        if battle.heroes[hero_index].knocked_out == 1 and battle.heroes[hero_index].dead == 0:
            start_recovery(battle, NOBODY, hero_index)
        return Status.CALL
    frame.index = 0
    frame.stage = AftermathStage.LOOT
    return Status.CALL if stage == AftermathStage.RISE else Status.DONE


@compiled
def step_breath(battle: Battle, dice: Dice) -> int:
    """Catch your breath: a standing hero heals d3, or d6 (or takes grit) if it was not activated in the last turn.

    `flag` says that the hero chose healing.

    Source: B67, N9.
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.index)
    if hero_index == battle.num_heroes:
        frame.index = 0
        frame.stage = AftermathStage.RISE
        return Status.CALL
    hero = battle.heroes[hero_index]
    acted = hero.activated == 1 and hero.recovered == 0
    if frame.stage == AftermathStage.BREATH_ROLLED:
        points = sum_values(battle.pool)
        clear_pool(battle.pool)
        frame.index += 1
        frame.flag = 0
        frame.stage = AftermathStage.BREATH
        return ask_split(battle, hero_index, hero_index, points)
    if hero.knocked_out == 1:
        frame.index += 1
    elif acted or frame.flag == 1:
        frame.stage = AftermathStage.BREATH_ROLLED
        roll_hero_pool(battle, dice, Roll.HEAL, hero_index, 1, 3 if acted else 6, ANY_RESULT, NO_CRITICAL)
    else:
        ask(battle, Decision.BREATH, hero_index, hero_index, NOBODY, 0)
        return Status.WAIT
    return Status.CALL


@compiled
def answer_breath(battle: Battle, dice: Dice, hero_index: int, grit: bool) -> None:
    """A hero who had not been activated takes 1 grit instead of healing, or heals a d6.

    Source: B67.
    """
    frame = top_frame(battle.stack)
    if grit:
        battle.heroes[hero_index].grit += 1
        log_event(dice, Event.GRIT, hero_index, 1, 0)
        frame.index += 1
    else:
        frame.flag = 1
