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


@compiled
def damage_upgrade(book: Book, hero: Hero) -> int:
    """Damage that an upgrade adds to every hit.

    Source: facts 1b (Dirty Fighting).
    """
    return 0 if hero.upgrade == NOBODY else int(book.upgrades[hero.upgrade].damage)


@compiled
def has_twin_guns(book: Book, hero: Hero) -> bool:
    """Whether the second of a hero's two guns is as good as the first.

    Source: facts 1b (Twin Guns).
    """
    return hero.upgrade != NOBODY and bool(book.upgrades[hero.upgrade].twin_guns == 1)


@compiled
def may_shoot_guns(book: Book, hero: Hero) -> bool:
    """Whether a hero's class uses guns, or its upgrade lets it.

    Source: facts 1b (Preacher, Redemptionist).
    """
    if book.classes[hero.class_id].no_guns == 0:
        return True
    return hero.upgrade != NOBODY and bool(book.upgrades[hero.upgrade].guns == 1)


@compiled
def has_punch(book: Book, hero: Hero) -> bool:
    """Whether grit doubles the damage of a hero's critical hits in melee.

    Source: facts 1b (Knockout Punch).
    """
    return hero.upgrade != NOBODY and bool(book.upgrades[hero.upgrade].punch == 1)
