"""Who still waits for a turn in this round."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.rounds.codes import MAX_CREATURES, MAX_HEROES, NOBODY, Side
from brimstone_env.rounds.creatures import is_alive, is_minion
from brimstone_env.rounds.layout import Battle, Book


@compiled
def is_waiting_hero(battle: Battle, hero: int) -> bool:
    """Whether a hero has not had its turn in this round.

    Source: D19; D20.
    """
    return is_alive(battle, hero) and bool(battle.creatures[hero].acted == 0)


@compiled
def is_waiting_enemy(battle: Battle, enemy: int) -> bool:
    """Whether an enemy has not had its turn in this round; one that was summoned waits if its group does.

    Source: D19; D33.
    """
    return is_alive(battle, enemy) and bool(battle.creatures[enemy].acted == 0)


@compiled
def count_waiting(battle: Battle, side: int) -> int:
    """How many heroes, or enemies of groups that have not acted, still wait for their turn.

    Source: D18; D21; D22. rounds 1, creatures removed before acting.
    """
    count = 0
    for creature in range(MAX_CREATURES):
        if creature < MAX_HEROES:
            count += int(side == Side.HEROES and is_waiting_hero(battle, creature))
        elif side == Side.ENEMIES and is_waiting_enemy(battle, creature):
            count += int(battle.groups[battle.creatures[creature].group].acted == 0)
    return count


@compiled
def first_in_order(battle: Battle) -> int:
    """The waiting hero with the best place in the alternative order.

    Source: D27.
    """
    best = NOBODY
    for hero in range(MAX_HEROES):
        if not is_waiting_hero(battle, hero):
            continue
        if best == NOBODY or battle.creatures[hero].place < battle.creatures[best].place:
            best = hero
    return best


@compiled
def has_waiting_member(battle: Battle, group: int) -> bool:
    """Whether some member of a group waits for its turn."""
    for creature in range(MAX_HEROES, MAX_CREATURES):
        if battle.creatures[creature].group == group and is_waiting_enemy(battle, creature):
            return True
    return False


@compiled
def is_unit(battle: Battle, book: Book, enemy: int) -> bool:
    """Whether a waiting enemy stands for what acts as one: itself, or, as its first waiting minion, a squad.

    Source: D33. rounds 8, minion turn; captain.
    """
    squad = int(battle.creatures[enemy].squad)
    if squad == NOBODY:
        return True
    last = enemy if is_minion(battle, book, enemy) else MAX_CREATURES
    for other in range(MAX_HEROES, last):
        if battle.creatures[other].squad != squad or not is_waiting_enemy(battle, other):
            continue
        if other != enemy and is_minion(battle, book, other):
            return False
    return True
