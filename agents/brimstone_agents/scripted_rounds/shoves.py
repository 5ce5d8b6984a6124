"""What it is worth to shove a creature: what it slams into, and how far it goes."""

from __future__ import annotations

from brimstone_agents.scripted_rounds.foes import damage_worth, mate_worth
from brimstone_agents.scripted_rounds.tactic import Tactic
from brimstone_env.core.compiled import compiled
from brimstone_env.rounds.codes import MAX_HEROES, NOBODY, Shove
from brimstone_env.rounds.creatures import width_of
from brimstone_env.rounds.forced import NUM_WAYS, OBJECT_HARM, is_way, square_that_way
from brimstone_env.rounds.layout import Battle, Book

SHOVED = 20  # a square of forced movement
SOMEHOW = 60  # hundredths of the best shove that one counts for whose way is not known yet


@compiled
def shove_worth(battle: Battle, book: Book, target: int, way: int, squares: int, tactic: Tactic) -> int:
    """What it is worth to shove a creature that way; whom it slams into is hurt as well.

    Source: rounds 3, slam into creature; slam into object.
    """
    square = int(battle.creatures[target].square)
    left = squares
    while left > 0:
        onto = square_that_way(book, square, way)
        if onto == NOBODY:
            return harm(battle, book, target, OBJECT_HARM + left, tactic)
        other = int(battle.board[onto])
        if other != NOBODY and other != target:
            return harm(battle, book, target, left, tactic) + harm(battle, book, other, left, tactic)
        square = onto
        left -= 1
    return SHOVED * squares if target >= MAX_HEROES else -SHOVED


@compiled
def harm(battle: Battle, book: Book, creature: int, damage: int, tactic: Tactic) -> int:
    """What damage to an enemy is worth, or what damage to a hero costs."""
    if creature >= MAX_HEROES:
        return damage_worth(battle, book, creature, damage, tactic)
    return -mate_worth(battle, book, creature, damage)


@compiled
def best_shove(
    battle: Battle, book: Book, source: int, target: int, shove: int, squares: int, placed: bool, tactic: Tactic
) -> int:
    """What the best way to shove an enemy is worth, as far as its stability lets it be moved.

    Args:
        battle: the battle.
        book: the book.
        source: the hero who shoves it.
        target: the enemy.
        shove: `Shove`.
        squares: how far.
        placed: whether the hero stands where it will shove from; otherwise any way may do.
        tactic: the tactic.
    """
    left = squares - int(book.kinds[battle.creatures[target].kind].stability)
    if left <= 0 or shove == Shove.NONE:
        return 0
    if tactic.glance == 1 or width_of(battle, book, target) > 1:
        return SHOVED * left
    best = 0
    for way in range(NUM_WAYS):
        if not placed or is_way(battle, book, source, target, shove, way):
            best = max(best, shove_worth(battle, book, target, way, left, tactic))
    return best if placed else best * SOMEHOW // 100
