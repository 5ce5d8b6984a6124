"""What a hero's starting upgrade changes and allows."""

from __future__ import annotations

from brimstone_env.battle.codes import MAX_ITEMS, NOBODY
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.core.compiled import compiled


@compiled
def take_upgrade(battle: Battle, book: Book, hero_index: int, upgrade_id: int) -> None:
    """A fresh hero gets a starting upgrade: the numbers that it changes, and the item that comes with it.

    Source: facts 1b.
    """
    hero = battle.heroes[hero_index]
    row = book.upgrades[upgrade_id]
    hero.upgrade = upgrade_id
    hero.max_health += row.health
    hero.max_sanity += row.sanity
    hero.health = hero.max_health
    hero.sanity = hero.max_sanity
    hero.combat += row.combat
    if row.item_id == NOBODY:
        return
    for slot in range(MAX_ITEMS):
        if hero.items[slot] == NOBODY:
            hero.items[slot] = row.item_id
            return


@compiled
def dodges(book: Book, hero: Hero) -> bool:
    """Whether a hero moves through figures and rerolls one defense die a turn.

    Source: facts 1b (Acrobatic Dodge).
    """
    return hero.upgrade != NOBODY and bool(book.upgrades[hero.upgrade].dodge == 1)
