"""What an ability is worth that does no harm by itself: recovering, commands, marks, what is kept up."""

from __future__ import annotations

from brimstone_agents.scripted_rounds.grants import command_worth
from brimstone_agents.scripted_rounds.mending import NOTHING, best_recovery
from brimstone_agents.scripted_rounds.strikes import best_area, price_of
from brimstone_agents.scripted_rounds.tactic import Tactic
from brimstone_env.core.compiled import compiled
from brimstone_env.rounds.codes import NOBODY
from brimstone_env.rounds.creatures import is_alive
from brimstone_env.rounds.effect_codes import Effect
from brimstone_env.rounds.layout import Battle, Book

MARKED = 350  # a mark on an enemy
KEPT = 500  # an area that is kept up, at a glance


@compiled
def help_worth(battle: Battle, book: Book, who: int, row: int, tactic: Tactic) -> int:
    """What an ability is worth that does no harm by itself; 0 or less: not used."""
    ability = book.abilities[row]
    effect = int(ability.effect)
    worth = NOTHING
    if effect == Effect.GRACE:
        worth = best_recovery(battle, book, who, max(int(ability.distance), 1), tactic)
    elif effect == Effect.STRIKE_NOW:
        worth = command_worth(battle, book, who, NOBODY, int(ability.amount[0]), tactic)
    elif effect == Effect.MARK and needs_mark(battle, who):
        worth = MARKED
    elif effect == Effect.KEPT:
        worth = kept_worth(battle, book, who, tactic)
    return worth - price_of(battle, book, who, row, tactic)


@compiled
def kept_worth(battle: Battle, book: Book, who: int, tactic: Tactic) -> int:
    """What using an area again that is kept up is worth."""
    row = int(battle.creatures[who].upkeep)
    if row == NOBODY:
        return NOTHING
    if tactic.glance == 1:
        return KEPT
    return max(best_area(battle, book, who, row, tactic), NOTHING)


@compiled
def needs_mark(battle: Battle, who: int) -> bool:
    """Whether a hero has marked nobody who still fights."""
    marked = int(battle.creatures[who].marked)
    return marked == NOBODY or not is_alive(battle, marked)
