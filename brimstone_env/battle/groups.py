"""Enemy types in a battle, and the elite abilities that they gain."""

from __future__ import annotations

from brimstone_env.battle.codes import NOBODY, NUM_STATS, Event, Roll, Stat, Stream
from brimstone_env.battle.layout import NUM_EFFECTS, Battle, Book
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, roll_die

ELITE_EXPERIENCE = 5  # added to the base experience by each row


@compiled
def find_group(battle: Battle, type_id: int) -> int:
    """The row of a type in this battle, NOBODY if it has none."""
    for g in range(battle.num_groups):
        if battle.groups[g].type_id == type_id:
            return g
    return NOBODY


@compiled
def add_group(battle: Battle, book: Book, type_id: int) -> int:
    """The row of a type in this battle; a new one starts with the printed numbers."""
    known = find_group(battle, type_id)
    if known != NOBODY:
        return known
    index = int(battle.num_groups)
    battle.num_groups += 1
    group = battle.groups[index]
    group.type_id = type_id
    for k in range(NUM_STATS):
        group.stats[k] = book.types[type_id].stats[k]
    return index


@compiled
def current_initiative(battle: Battle, group_index: int) -> int:
    """A type's Initiative now: printed or rolled this turn, more for an ambush, less in a flash.

    Source: B18, B23, facts 2c (variable Initiative), 5 (flash).
    """
    group = battle.groups[group_index]
    own = int(group.stats[Stat.INITIATIVE])
    if group.stats[Stat.VARIABLE_INITIATIVE] == 1 and group.rolled > 0:
        own = int(group.rolled)
    return max(own + int(group.ambush) - int(battle.flash), 0)


@compiled
def roll_initiative(battle: Battle, dice: Dice, group_index: int) -> None:
    """A type of variable Initiative rolls it anew, a d6.

    Source: facts 2c (variable Initiative).
    """
    group = battle.groups[group_index]
    group.rolled = 0
    if group.stats[Stat.VARIABLE_INITIATIVE] == 1 and group.alive > 0:
        group.rolled = roll_die(battle.streams, dice, Stream.DICE, Roll.ABILITY, 6)


@compiled
def apply_elite(battle: Battle, book: Book, dice: Dice, group_index: int, row: int) -> None:
    """Put a row (0..5) of a type's elite table in force for all its figures, those on the board included.

    Each row adds 5 to the base experience.

    Source: B14, B16.
    """
    group = battle.groups[group_index]
    group.elite[row] = 1
    group.stats[Stat.EXPERIENCE] += ELITE_EXPERIENCE
    for k in range(NUM_EFFECTS):
        effect = book.types[group.type_id].elite[row, k]
        if effect.stat == NOBODY:
            continue
        if effect.sets == 1:
            group.stats[effect.stat] = effect.value
        else:
            group.stats[effect.stat] += effect.value
    log_event(dice, Event.ELITE, group_index, row + 1, 0)


@compiled
def roll_elite(battle: Battle, book: Book, dice: Dice, group_index: int) -> None:
    """Roll one elite level on the type's table; a repeated result is rerolled.

    Source: B14, B15.
    """
    group = battle.groups[group_index]
    left = 0
    for row in range(6):
        left += 1 - int(group.elite[row])
    if left == 0:
        return
    row = roll_die(battle.streams, dice, Stream.SET_UP, Roll.ELITE, 6) - 1
    while group.elite[row] == 1:
        if dice.fault != 0:
            row = (row + 1) % 6
        else:
            row = roll_die(battle.streams, dice, Stream.SET_UP, Roll.ELITE, 6) - 1
    apply_elite(battle, book, dice, group_index, row)
