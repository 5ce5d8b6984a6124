"""Horror and corruption hits outside the start of an activation."""

from __future__ import annotations

from brimstone_env.battle.codes import MAX_DICE, Event, Frame, Roll, Status
from brimstone_env.battle.injuries import Trait, total_trait
from brimstone_env.battle.knockout import lose_sanity
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.rolls import roll_plain
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, count_grade, log_event
from brimstone_env.core.frames import push_frame, top_frame

RESISTANCE = 5  # points of corruption that make a mutation
MOST_MUTATIONS = 20


@compiled
def strike_fright(battle: Battle, hero_index: int, enemy_index: int, hits: int, each: int) -> None:
    """Put horror hits of an enemy (or NOBODY) on a hero on the stack: a Willpower die each, failures cost Sanity.

    Source: B27.
    """
    frame = push_frame(battle.stack, Frame.HORROR, hero_index, enemy_index, 0)
    frame.amount = hits
    frame.extra = each


@compiled
def strike_corruption(battle: Battle, hero_index: int, enemy_index: int, hits: int) -> None:
    """Put corruption hits on a hero on the stack: a Willpower die each, failures are a point.

    Source: facts 4c (corruption).
    """
    frame = push_frame(battle.stack, Frame.HORROR, hero_index, enemy_index, 0)
    frame.amount = hits
    frame.flag = 1


@compiled
def step_fright(battle: Battle, book: Book, dice: Dice) -> int:
    """Roll Willpower for the hits left (24 a roll) and deal what is not withstood; a fallen hero takes no more.

    Madness may leave a hero without Willpower against corruption.

    Source: B27, facts 4b (row 7), 4c.
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    hero = battle.heroes[hero_index]
    if frame.stage == 1:
        failed = int(battle.pool.count) - count_grade(battle.pool, 1)
        frame.amount -= int(battle.pool.count)
        frame.stage = 0
        clear_pool(battle.pool)
        if failed > 0 and frame.flag == 1:
            gain_corruption(battle, dice, hero_index, failed)
        elif failed > 0:
            lose_sanity(battle, dice, hero_index, failed * int(frame.extra))
        return Status.CALL
    if frame.amount == 0 or hero.knocked_out == 1:
        return Status.DONE
    if frame.flag == 1 and total_trait(book, hero, Trait.NO_WILLPOWER) > 0:
        gain_corruption(battle, dice, hero_index, int(frame.amount))
        frame.amount = 0
        return Status.DONE
    frame.stage = 1
    roll_plain(battle, dice, Roll.WILLPOWER, hero_index, min(int(frame.amount), MAX_DICE), int(hero.willpower))
    return Status.CALL


@compiled
def gain_corruption(battle: Battle, dice: Dice, hero_index: int, points: int) -> None:
    """A hero gains corruption; at 5 points they are cleared and it gains a mutation. Armor does not help.

    Differs: the source has no table of mutations, so that they are only counted; points above 5 stay.

    Source: facts 0, 4c (corruption).
    """
    hero = battle.heroes[hero_index]
    log_event(dice, Event.CORRUPTION, hero_index, points, 0)
    hero.corruption += points
    while hero.corruption >= RESISTANCE:
        hero.corruption -= RESISTANCE
        hero.mutations = min(int(hero.mutations) + 1, MOST_MUTATIONS)
        log_event(dice, Event.MUTATION, hero_index, 0, 0)
