"""What Recoveries are worth, and who needs one."""

from __future__ import annotations

from brimstone_agents.scripted_rounds.foes import POINT
from brimstone_agents.scripted_rounds.tactic import HUNDRED, Tactic, Weight
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import MAX_HEROES, NOBODY
from brimstone_env.rounds.creatures import gap, is_alive
from brimstone_env.rounds.harm import recovery_value
from brimstone_env.rounds.layout import Battle, Book

NOTHING = 0
RESCUE = 600  # a dying hero back on its feet


@compiled
def missing(battle: Battle, book: Book, hero: int) -> int:
    """Stamina that a hero lacks."""
    creature = battle.creatures[hero]
    return int(book.kinds[creature.kind].stamina) - int(creature.stamina)


@compiled
def is_hurt(battle: Battle, book: Book, hero: int, tactic: Tactic) -> bool:
    """Whether a hero has less Stamina than the part of it below which the tactic recovers."""
    creature = battle.creatures[hero]
    most = int(book.kinds[creature.kind].stamina)
    return bool(int(creature.stamina) * HUNDRED < most * int(tactic.weights[Weight.HEAL_BELOW]))


@compiled
def recovery_worth(battle: Battle, book: Book, hero: int, tactic: Tactic) -> int:
    """What it is worth that a hero spends a Recovery, 0 for who has none or is not hurt."""
    creature = battle.creatures[hero]
    if creature.recoveries == 0 or not is_hurt(battle, book, hero, tactic):
        return NOTHING
    points = min(recovery_value(battle, book, hero), missing(battle, book, hero))
    worth = points * POINT * int(tactic.weights[Weight.MEND]) // HUNDRED
    return worth + (RESCUE if creature.stamina <= 0 else 0)


@compiled
def best_recovery(battle: Battle, book: Book, who: int, within: int, tactic: Tactic) -> int:
    """What it is worth that the hero within so many squares who needs it most spends a Recovery."""
    best = NOTHING
    for hero in range(MAX_HEROES):
        if is_alive(battle, hero) and gap(battle, book, who, hero) <= within:
            best = max(best, recovery_worth(battle, book, hero, tactic))
    return best


@compiled
def neediest(battle: Battle, book: Book, mask: IntArray, first: int, tactic: Tactic) -> int:
    """The legal hero to whom help is worth most, NOBODY if no hero is legal.

    Args:
        battle: the battle.
        book: the book.
        mask: the legal actions.
        first: index of the action that names creature 0.
        tactic: the tactic.
    """
    best = NOBODY
    most = 0
    for hero in range(MAX_HEROES):
        if mask[first + hero] == 1:
            worth = recovery_worth(battle, book, hero, tactic) * HUNDRED + missing(battle, book, hero)
            if best == NOBODY or worth > most:
                most = worth
                best = hero
    return best
