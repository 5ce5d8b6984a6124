"""What heroes keep who were knocked out: the injury and madness tables, and what their rows do."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.codes import MAX_DICE, NUM_RESULTS, Event, Roll, Stream
from brimstone_env.battle.layout import Battle, Book, Hero, Result
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, roll_sum

MOST_TIMES = 9  # that a hero may have a row
MOST_MOVE = 6  # squares that rows may add to or take off the move roll


class Trait(IntEnum):
    """Lasting effects of rows that rules ask about (numbers of the hero are changed once, when the row is gained)."""

    ONE_DIE = 0
    NO_RANGED_CRITICAL = 1
    NO_TWO_HANDED_CRITICAL = 2
    TURN_HITS = 3
    LOOT_SANITY = 4
    HARMS = 5
    NO_WILLPOWER = 6
    SKILL_DICE = 7
    DARK_SANITY = 8


@compiled
def trait_of(result: Result, trait: int) -> int:
    """One lasting effect of a row."""
    if trait == Trait.ONE_DIE:
        return int(result.one_die)
    if trait == Trait.NO_RANGED_CRITICAL:
        return int(result.no_ranged_critical)
    if trait == Trait.NO_TWO_HANDED_CRITICAL:
        return int(result.no_two_handed_critical)
    if trait == Trait.TURN_HITS:
        return int(result.turn_hits)
    if trait == Trait.LOOT_SANITY:
        return int(result.loot_sanity)
    if trait == Trait.HARMS:
        return int(result.harms)
    if trait == Trait.SKILL_DICE:
        return int(result.skills)
    if trait == Trait.DARK_SANITY:
        return int(result.dark_sanity_d3)
    return int(result.no_willpower)


@compiled
def total_trait(book: Book, hero: Hero, trait: int) -> int:
    """A lasting effect of all injuries and madness of a hero; rows that it has several times add up.

    Source: facts 4a, 4b.
    """
    total = 0
    for row in range(NUM_RESULTS):
        if hero.injuries[row] > 0:
            total += int(hero.injuries[row]) * trait_of(book.injuries[row], trait)
        if hero.madness[row] > 0:
            total += int(hero.madness[row]) * trait_of(book.madness[row], trait)
    return total


@compiled
def is_frail(book: Book, hero: Hero, mad: bool) -> bool:
    """Whether a hero rolls one die instead of two on the injury (or madness) table.

    Source: facts 4a, 4b (row 3).
    """
    for row in range(NUM_RESULTS):
        if mad and hero.madness[row] > 0 and book.madness[row].one_die == 1:
            return True
        if not mad and hero.injuries[row] > 0 and book.injuries[row].one_die == 1:
            return True
    return False


@compiled
def roll_result(battle: Battle, book: Book, dice: Dice, hero_index: int, mad: bool) -> None:
    """Roll on the injury (or madness) table, 2d6 or one d6, and let the hero have the row. No grit changes the roll.

    Differs: the facts give the row 1-2 to rolls of one die; two dice that show 1 and 1 have no other row, and here they
    hit it as well.

    Source: B63, B68, facts 4a, 4b, 4d.
    """
    hero = battle.heroes[hero_index]
    kind = Roll.MADNESS if mad else Roll.INJURY
    count = 1 if is_frail(book, hero, mad) else 2
    rolled = roll_sum(battle.streams, dice, Stream.DICE, kind, count, 6)
    for row in range(NUM_RESULTS):
        result = book.madness[row] if mad else book.injuries[row]
        if result.low <= rolled <= result.high:
            gain_result(book, hero, row, mad)
            log_event(dice, Event.MADNESS if mad else Event.INJURY, hero_index, row, 0)
            if hero.dead == 1:
                log_event(dice, Event.DEAD, hero_index, 0, 0)
            return


@compiled
def gain_result(book: Book, hero: Hero, row: int, mad: bool) -> None:
    """A hero has a row of a table from now on: it is counted, and the hero's numbers change.

    Source: B68, facts 4a, 4b.
    """
    if mad:
        hero.madness[row] = min(int(hero.madness[row]) + 1, MOST_TIMES)
        change_numbers(hero, book.madness[row])
    else:
        hero.injuries[row] = min(int(hero.injuries[row]) + 1, MOST_TIMES)
        change_numbers(hero, book.injuries[row])


@compiled
def change_numbers(hero: Hero, result: Result) -> None:
    """Add a row's numbers to a hero's: Combat, most grit, Initiative, move, hands; or the hero is lost.

    Differs: the source does not say how low numbers may go; here to 0, but one hand is always left.

    Source: facts 4a, 4b.
    """
    hero.combat = max(int(hero.combat) + int(result.combat), 0)
    hero.max_grit = min(max(int(hero.max_grit) + int(result.max_grit), 0), 8)
    hero.grit = min(int(hero.grit), int(hero.max_grit))
    hero.initiative = max(int(hero.initiative) + int(result.initiative), 0)
    hero.move_bonus = max(int(hero.move_bonus) + int(result.move), -MOST_MOVE)
    hero.hands = max(int(hero.hands) + int(result.hands), 1)
    if result.dead == 1:
        hero.dead = 1


@compiled
def skill_dice(book: Book, hero: Hero, skill: int) -> int:
    """Dice of a test of a skill: injuries take some away. The skill itself stays: a throw goes as far as before.

    Source: facts 4a (row 7).
    """
    return min(max(int(hero.skills[skill]) + total_trait(book, hero, Trait.SKILL_DICE), 0), MAX_DICE)


@compiled
def lacks_criticals(book: Book, hero: Hero, gun: bool, hands: int) -> bool:
    """Whether a hero's injuries keep it from critical hits with what it attacks with.

    Args:
        book: the book.
        hero: the hero.
        gun: whether it is a gun.
        hands: hands that it needs.

    Source: facts 4a (rows 4, 5).
    """
    if gun and total_trait(book, hero, Trait.NO_RANGED_CRITICAL) > 0:
        return True
    return hands == 2 and total_trait(book, hero, Trait.NO_TWO_HANDED_CRITICAL) > 0
