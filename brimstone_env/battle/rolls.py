"""Rolls of a hero's own dice, which grit may change."""

from __future__ import annotations

from brimstone_env.battle.codes import MAX_DICE, NOBODY, Decision, Event, Frame, Roll, Status, Stream
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.battle.upgrades import dodges
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import NO_CRITICAL, Dice, log_event, reroll_marked, roll_pool
from brimstone_env.core.frames import push_frame, top_frame

ANY_RESULT = 0  # nothing to reach: every die counts by its value


@compiled
def roll_hero_pool(
    battle: Battle, dice: Dice, kind: int, hero_index: int, count: int, sides: int, need: int, critical: int
) -> None:
    """Roll a hero's dice; a frame for the reroll is put on top if they might be rerolled.

    Source: B41.
    """
    log_event(dice, Event.ROLL, hero_index, kind, count)
    roll_pool(battle.pool, battle.streams, dice, Stream.DICE, kind, hero_index, count, sides, need, critical)
    hero = battle.heroes[hero_index]
    if hero.grit > 0 or (hero.ability_used == 0 and (kind == Roll.TO_HIT or kind == Roll.DEFENSE)):
        push_frame(battle.stack, Frame.ROLL, hero_index, NOBODY, 0)


@compiled
def roll_plain(battle: Battle, dice: Dice, kind: int, hero_index: int, count: int, need: int) -> None:
    """Roll a hero's d6s that have no critical.

    Source: B41.
    """
    roll_hero_pool(battle, dice, kind, hero_index, count, 6, need, NO_CRITICAL)


@compiled
def may_reroll(battle: Battle, die: int) -> bool:
    """Whether a die of the last roll may be rerolled: none twice, and of defense dice only the failed ones.

    Source: B41, B59.
    """
    pool = battle.pool
    if die >= pool.count or pool.rerolled[die] == 1:
        return False
    return pool.kind != Roll.DEFENSE or bool(pool.grades[die] == 0)


@compiled
def has_free_reroll(battle: Battle, book: Book) -> bool:
    """Whether one die of the last roll may be rerolled without grit, once per turn: to hit by class, or by a dodge.

    Source: facts 1b (Lawman, Acrobatic Dodge).
    """
    hero = battle.heroes[battle.pool.hero]
    if hero.ability_used == 1:
        return False
    if battle.pool.kind == Roll.TO_HIT:
        return bool(book.classes[hero.class_id].free_reroll == 1)
    return bool(battle.pool.kind == Roll.DEFENSE) and dodges(book, hero)


@compiled
def has_reroll(battle: Battle, book: Book) -> bool:
    """Whether the hero who rolled last has grit (or a free reroll) and a die left that may be rerolled.

    Source: B41.
    """
    if battle.heroes[battle.pool.hero].grit == 0 and not has_free_reroll(battle, book):
        return False
    for die in range(battle.pool.count):
        if may_reroll(battle, die):
            return True
    return False


@compiled
def step_roll(battle: Battle, book: Book, dice: Dice) -> int:
    """Ask which dice are rerolled, as long as there is grit (or a free reroll) and a die to reroll.

    The decision names the enemy that the roll is about: whom the damage is for, whose hits are blocked.

    Source: B41.
    """
    frame = top_frame(battle.stack)
    if frame.stage == 1 or not has_reroll(battle, book):
        return Status.DONE
    below = battle.stack.frames[battle.stack.depth - 2]
    ask(battle, Decision.REROLL, int(frame.hero), int(frame.hero), int(below.enemy), int(battle.pool.kind))
    return Status.WAIT


@compiled
def mark_die(battle: Battle, die: int) -> None:
    """Mark a die for the reroll."""
    battle.pool.marked[die] = 1
    battle.pool.marks += 1


@compiled
def mark_failures(battle: Battle) -> None:
    """Mark every failed die that may be rerolled."""
    for die in range(battle.pool.count):
        if battle.pool.grades[die] == 0 and may_reroll(battle, die):
            mark_die(battle, die)


@compiled
def spend_reroll(battle: Battle, book: Book, dice: Dice) -> None:
    """Roll the marked dice again for 1 grit; a single one for nothing, where the hero may.

    Differs: the source does not say which of the two a hero uses; here the free reroll comes first.

    Source: B41, facts 1b (Lawman, Acrobatic Dodge).
    """
    hero = battle.heroes[battle.pool.hero]
    if battle.pool.marks == 1 and has_free_reroll(battle, book):
        hero.ability_used = 1
        ability = int(hero.upgrade) if battle.pool.kind == Roll.DEFENSE else NOBODY
        log_event(dice, Event.ABILITY, int(battle.pool.hero), ability, 1)
    else:
        hero.grit -= 1
        log_event(dice, Event.GRIT, int(battle.pool.hero), -1, 0)
    reroll_marked(battle.pool, battle.streams, dice, Stream.DICE)


@compiled
def keep_roll(battle: Battle) -> None:
    """Let the roll stand; marks are dropped."""
    for die in range(MAX_DICE):
        battle.pool.marked[die] = 0
    battle.pool.marks = 0
    top_frame(battle.stack).stage = 1
