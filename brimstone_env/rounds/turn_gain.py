"""What a hero's resource grows by at the start of its turns: prayers, and what is kept up."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, roll_die
from brimstone_env.rounds.codes import NOBODY, DamageType, Roll, Stream
from brimstone_env.rounds.domains import begin_blessing
from brimstone_env.rounds.harm import hurt
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.resources import gain, roll_d3

ANSWERED = 3  # the d3 of a prayer that the domains answer


@compiled
def gain_for_turn(battle: Battle, book: Book, dice: Dice, hero: int, praying: bool) -> None:
    """What a hero's resource grows by at the start of its turn: 2 or a d3, less what it keeps up, more by prayer.

    Source: rounds 5, gain at turn start. rounds 6, persistent.
    """
    kind = book.kinds[battle.creatures[hero].kind]
    each = int(kind.resource_each)
    rolled = 0
    if each == 0:
        rolled = roll_d3(battle, dice)
        each = rolled
        if praying:
            each += answer_prayer(battle, book, dice, hero, rolled)
    gain(battle, hero, max(each - upkeep_cost(battle, book, hero), 0))
    if praying and rolled == ANSWERED:
        begin_blessing(battle, book, dice, hero)


@compiled
def answer_prayer(battle: Battle, book: Book, dice: Dice, hero: int, rolled: int) -> int:
    """What a prayer adds to a d3: 1, 1 or 2; a 1 hurts by 1d6 and the level.

    Source: rounds 5, Conduit.
    """
    if rolled == 1:
        harm = roll_die(battle.streams, dice, Stream.DICE, Roll.DAMAGE, 6)
        harm += int(book.kinds[battle.creatures[hero].kind].level)
        hurt(battle, book, dice, hero, harm, DamageType.PSYCHIC)
    return 2 if rolled == ANSWERED else 1


@compiled
def upkeep_cost(battle: Battle, book: Book, hero: int) -> int:
    """By how much less a hero's resource grows for what it keeps up.

    Source: rounds 6, persistent.
    """
    ability = int(battle.creatures[hero].upkeep)
    return 0 if ability == NOBODY else int(book.abilities[ability].amount[0])
