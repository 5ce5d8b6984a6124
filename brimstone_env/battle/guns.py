"""Which guns a hero can shoot: one of them, two at once, fanned, or out of turn."""

from __future__ import annotations

from brimstone_env.battle.codes import FIRST_SHOOT, MAX_ITEMS, NOBODY, Decision, ItemKind
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.targets import has_target, is_target
from brimstone_env.battle.upgrades import may_shoot_guns
from brimstone_env.battle.weapons import HANDS, may_use
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray


@compiled
def can_shoot(battle: Battle, book: Book, hero_index: int, slot: int, free: bool) -> bool:
    """Whether a hero can shoot the gun in an item slot at anyone (as its once-per-battle free attack).

    Source: B32, B34, B44, facts 1a (keywords), 1b (light guns only, no guns).
    """
    hero = battle.heroes[hero_index]
    if hero.items[slot] == NOBODY:
        return False
    item = book.items[hero.items[slot]]
    if item.kind != ItemKind.GUN or (free and (item.free_attack == 0 or hero.item_used[slot] == 1)):
        return False
    if not may_use(book, hero, item) or not may_shoot_guns(book, hero):
        return False
    if book.classes[hero.class_id].light_guns_only == 1 and item.light == 0:
        return False
    return has_target(battle, book, hero_index, slot)


@compiled
def has_free_hand(battle: Battle, book: Book, hero_index: int, slot: int) -> bool:
    """Whether a hand is free beside the gun in an item slot.

    Differs: the source does not say whether melee items that are carried fill hands while a gun is used; here not.

    Source: facts 1b (Pistol Fanning, Quickdraw).
    """
    hero = battle.heroes[hero_index]
    return bool(book.items[hero.items[slot]].hands + 1 <= hero.hands)


@compiled
def can_fan(battle: Battle, book: Book, hero_index: int, slot: int) -> bool:
    """Whether a hero can fan the pistol in an item slot.

    Source: facts 1b (Pistol Fanning).
    """
    if not can_shoot(battle, book, hero_index, slot, False):
        return False
    pistol = book.items[battle.heroes[hero_index].items[slot]].pistol == 1
    return bool(pistol) and has_free_hand(battle, book, hero_index, slot)


@compiled
def can_pair(battle: Battle, book: Book, hero_index: int, slot: int) -> bool:
    """Whether a gun can be one of two that a hero shoots at once: one-handed, with a target of its own.

    Source: facts 4d (two guns).
    """
    hero = battle.heroes[hero_index]
    if hero.hands < HANDS or not can_shoot(battle, book, hero_index, slot, False):
        return False
    return bool(book.items[hero.items[slot]].hands == 1)


@compiled
def can_shoot_both(battle: Battle, book: Book, hero_index: int) -> bool:
    """Whether a hero has two guns that it can shoot at once.

    Source: facts 4d (two guns).
    """
    count = 0
    for slot in range(MAX_ITEMS):
        if can_pair(battle, book, hero_index, slot):
            count += 1
    return count >= HANDS


@compiled
def can_draw(battle: Battle, book: Book, hero_index: int, slot: int) -> bool:
    """Whether a hero can draw the gun in an item slot on new enemies: it needs a free hand, and one of them as target.

    Source: facts 1b (Quickdraw).
    """
    if not can_shoot(battle, book, hero_index, slot, False) or not has_free_hand(battle, book, hero_index, slot):
        return False
    for e in range(battle.num_enemies):
        if battle.enemies[e].fresh == 1 and is_target(battle, book, hero_index, slot, e):
            return True
    return False


@compiled
def is_offered(battle: Battle, book: Book, hero_index: int, slot: int, kind: int, other: int) -> bool:
    """Whether a decision about guns offers that of an item slot.

    Args:
        battle: the battle.
        book: the book.
        hero_index: the hero.
        slot: the gun's item slot.
        kind: ATTACK, FREE_ATTACK, FAN, MAIN_GUN, OFF_GUN or QUICKDRAW.
        other: the first of two guns.

    Source: B32, B44, facts 1b, 4d (two guns).
    """
    if kind == Decision.FAN:
        return can_fan(battle, book, hero_index, slot)
    if kind == Decision.MAIN_GUN:
        return can_pair(battle, book, hero_index, slot)
    if kind == Decision.OFF_GUN:
        return slot != other and can_pair(battle, book, hero_index, slot)
    if kind == Decision.QUICKDRAW:
        return can_draw(battle, book, hero_index, slot)
    return can_shoot(battle, book, hero_index, slot, kind == Decision.FREE_ATTACK)


@compiled
def fill_guns(battle: Battle, book: Book, mask_out: IntArray, hero_index: int, kind: int, other: int) -> int:
    """The guns that a decision offers; see `is_offered`.

    Source: B32, B44, facts 1b, 4d (two guns).
    """
    count = 0
    for slot in range(MAX_ITEMS):
        if is_offered(battle, book, hero_index, slot, kind, other):
            mask_out[FIRST_SHOOT + slot] = 1
            count += 1
    return count
