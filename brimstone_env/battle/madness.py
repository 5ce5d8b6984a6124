"""What madness makes heroes do to themselves and to each other: hits that no enemy deals."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.codes import MAX_DICE, NOBODY, Frame, Roll, Status
from brimstone_env.battle.injuries import Trait, total_trait
from brimstone_env.battle.knockout import wound_hero
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.rolls import roll_plain
from brimstone_env.battle.statuses import defense_need
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, count_grade
from brimstone_env.core.frames import push_frame, top_frame

HIT_DAMAGE = 1  # wounds of an unblocked hit
HARM_HITS = 3  # hits on the hero whom hatred strikes


class HitsStage(IntEnum):
    """How far hits on a hero have come."""

    ROLL = 0
    ROLLED = 1  # defense dice lie on the table
    END = 2


@compiled
def start_turn_hits(battle: Battle, book: Book) -> None:
    """At the start of a turn, hits on every standing hero whose madness says so; hero 0 first.

    Source: facts 4b (row 4).
    """
    for h in range(battle.num_heroes - 1, -1, -1):
        if battle.heroes[h].knocked_out == 0:
            hits = total_trait(book, battle.heroes[h], Trait.TURN_HITS)
            if hits > 0:
                start_hits(battle, h, hits)


@compiled
def start_hits(battle: Battle, hero_index: int, hits: int) -> None:
    """Put hits on a hero on the stack.

    Source: facts 4b.
    """
    push_frame(battle.stack, Frame.HITS, hero_index, NOBODY, 0).amount = min(hits, MAX_DICE)


@compiled
def step_hits(battle: Battle, book: Book, dice: Dice) -> int:
    """The hero rolls defense against all hits at once; each that is not blocked is a wound.

    Differs: the source does not say how much such hits hurt; here 1 wound each.

    Source: B59, facts 4b (rows 4, 10).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    if frame.stage == HitsStage.ROLL:
        frame.stage = HitsStage.ROLLED
        roll_plain(battle, dice, Roll.DEFENSE, hero_index, int(frame.amount), defense_need(battle.heroes[hero_index]))
        return Status.CALL
    if frame.stage == HitsStage.END:
        return Status.DONE
    frame.stage = HitsStage.END
    unblocked = int(battle.pool.count) - count_grade(battle.pool, 1)
    clear_pool(battle.pool)
    if unblocked > 0:
        wound_hero(battle, dice, hero_index, unblocked * HIT_DAMAGE)
    return Status.CALL


@compiled
def start_harm(battle: Battle, book: Book, hero_index: int) -> None:
    """A hero's move is over: hatred, if it has it, may strike those next to it.

    Differs: the source says: ending a move; here the movement of the activation, one that stayed included.

    Source: facts 4b (row 10).
    """
    if total_trait(book, battle.heroes[hero_index], Trait.HARMS) > 0:
        push_frame(battle.stack, Frame.HARM, hero_index, NOBODY, 0)


@compiled
def step_harm(battle: Battle, book: Book, dice: Dice) -> int:
    """A die for every standing hero next to the one who hates, by index: on 1-2 that hero takes 3 hits.

    `index` is the next hero to look at, `extra` the one whose die lies on the table (stage 1).

    Source: facts 4b (row 10).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    if frame.stage == 1:
        frame.stage = 0
        spared = count_grade(battle.pool, 1)
        clear_pool(battle.pool)
        if spared == 0:
            start_hits(battle, int(frame.extra), HARM_HITS)
        return Status.CALL
    hero = battle.heroes[hero_index]
    for h in range(int(frame.index), battle.num_heroes):
        other = battle.heroes[h]
        if h != hero_index and other.knocked_out == 0 and book.map.adjacent[other.square, hero.square] == 1:
            frame.index = h + 1
            frame.extra = h
            frame.stage = 1
            need = total_trait(book, hero, Trait.HARMS) + 1
            roll_plain(battle, dice, Roll.RESOLVE, hero_index, 1, need)
            return Status.CALL
    return Status.DONE
