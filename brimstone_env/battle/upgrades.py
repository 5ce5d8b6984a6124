"""What a hero's starting upgrade changes and allows."""

from __future__ import annotations

from brimstone_env.battle.codes import NOBODY
from brimstone_env.battle.layout import Book, Hero
from brimstone_env.core.compiled import compiled


@compiled
def dodges(book: Book, hero: Hero) -> bool:
    """Whether a hero moves through figures and rerolls one defense die a turn.

    Source: facts 1b (Acrobatic Dodge).
    """
    return hero.upgrade != NOBODY and bool(book.upgrades[hero.upgrade].dodge == 1)
