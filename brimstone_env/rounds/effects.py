"""What is special about abilities, beyond damage, forced movement and conditions: heroes' effects and monsters'."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.rounds.layout import Battle, Book


@compiled
def start_effect(battle: Battle, book: Book, dice: Dice, user: int, target: int, row: int, tier: int) -> bool:
    """Begin the special effect of an ability on a target, if it has one.

    Returns:
        Whether a frame was put on the stack.
    """
    return False
