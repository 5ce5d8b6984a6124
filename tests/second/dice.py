"""Which dice of a roll a hero may roll again."""

from __future__ import annotations

from brimstone_env.battle.codes import FIRST_DIE, FIRST_SHOOT, Roll, Verb
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.core.compiled import compiled


@compiled
def may_reroll_die(battle: Battle, die: int) -> bool:
    """Whether a die of the roll may be rolled again: none twice, and of a defense roll only failures (B41, B59)."""
    pool = battle.pool
    if die >= pool.count or pool.rerolled[die] == 1:
        return False
    return pool.kind != Roll.DEFENSE or pool.grades[die] == 0


@compiled
def has_free_reroll(battle: Battle, book: Book, hero: Hero) -> bool:
    """Whether the hero may reroll one die of this roll for nothing, once a turn (facts 1b: to hit, or a dodge)."""
    if hero.ability_used == 1:
        return False
    if battle.pool.kind == Roll.TO_HIT:
        return book.classes[hero.class_id].free_reroll == 1
    dodges = hero.upgrade >= 0 and book.upgrades[hero.upgrade].dodge == 1
    return battle.pool.kind == Roll.DEFENSE and dodges


@compiled
def may_reroll_more(battle: Battle, book: Book, hero: Hero, dice: int) -> bool:
    """Whether so many dice at once may be rolled again: any number for a grit, a single one for nothing."""
    return dice > 0 and (hero.grit > 0 or (dice == 1 and has_free_reroll(battle, book, hero)))


@compiled
def count_failures(battle: Battle) -> int:
    """Dice that failed and that may be rolled again."""
    failures = 0
    for die in range(battle.pool.count):
        if battle.pool.grades[die] == 0 and may_reroll_die(battle, die):
            failures += 1
    return failures


@compiled
def count_marks(battle: Battle) -> int:
    """Dice marked for the reroll."""
    marks = 0
    for die in range(battle.pool.count):
        marks += int(battle.pool.marked[die])
    return marks


@compiled
def is_reroll(battle: Battle, book: Book, hero: Hero, action: int) -> bool:
    """Legal in the decision REROLL (B41, B59). Source: B41."""
    marks = count_marks(battle)
    if action == Verb.KEEP:
        return True
    if action == Verb.ROLL:
        return may_reroll_more(battle, book, hero, marks)
    if action == Verb.REROLL_FAILURES:
        return marks == 0 and may_reroll_more(battle, book, hero, count_failures(battle))
    if FIRST_DIE <= action < FIRST_SHOOT:
        die = action - FIRST_DIE
        unmarked = may_reroll_die(battle, die) and battle.pool.marked[die] == 0
        return unmarked and may_reroll_more(battle, book, hero, marks + 1)
    return False
