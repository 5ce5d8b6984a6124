"""The numbers of an enemy type in a battle, worked out again from its printed row and its elite rows (B14, B16)."""

from __future__ import annotations

from brimstone_env.battle.codes import NUM_STATS, Stat
from brimstone_env.battle.layout import NUM_EFFECTS, Battle, Book, Group
from brimstone_env.core.compiled import compiled

EXPERIENCE_A_ROW = 5


@compiled
def added_to(book: Book, group: Group, stat: int) -> int:
    """What the elite rows in force add to a number."""
    total = 0
    for row in range(6):
        if group.elite[row] == 0:
            continue
        if stat == Stat.EXPERIENCE:
            total += EXPERIENCE_A_ROW
        for k in range(NUM_EFFECTS):
            effect = book.types[group.type_id].elite[row, k]
            if effect.stat == stat and effect.sets == 0:
                total += int(effect.value)
    return total


@compiled
def is_set_by(book: Book, group: Group, row: int, stat: int) -> bool:
    """Whether an elite row sets a number."""
    for k in range(NUM_EFFECTS):
        effect = book.types[group.type_id].elite[row, k]
        if effect.stat == stat and effect.sets == 1:
            return True
    return False


@compiled
def value_set_by(book: Book, group: Group, row: int, stat: int) -> int:
    """What an elite row sets a number to."""
    for k in range(NUM_EFFECTS):
        effect = book.types[group.type_id].elite[row, k]
        if effect.stat == stat and effect.sets == 1:
            return int(effect.value)
    return 0


@compiled
def is_number_right(book: Book, group: Group, stat: int) -> bool:
    """Whether a number is the printed one with the elite rows in force, in whatever order they came."""
    value = int(group.stats[stat])
    most = added_to(book, group, stat)
    any_set = False
    for row in range(6):
        if group.elite[row] == 1 and is_set_by(book, group, row, stat):
            any_set = True
            over = value - value_set_by(book, group, row, stat)
            if min(most, 0) <= over <= max(most, 0):
                return True
    return not any_set and value == int(book.types[group.type_id].stats[stat]) + most


@compiled
def find_wrong_number(battle: Battle, book: Book) -> int:
    """The first `Stat` that is wrong in any group, -1 if all are right."""
    for g in range(battle.num_groups):
        for stat in range(NUM_STATS):
            if not is_number_right(book, battle.groups[g], stat):
                return stat
    return -1
