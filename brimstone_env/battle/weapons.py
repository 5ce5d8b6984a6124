"""What a hero attacks with: dice and damage of weapons, the hands limit, badges."""

from __future__ import annotations

from brimstone_env.battle.auras import dullness
from brimstone_env.battle.codes import BADGE_NOW, MAX_DICE, MAX_ITEMS, NOBODY, ItemKind, Roll
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.battle.rolls import roll_hero_pool
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice

MELEE = -1  # instead of an item slot
HANDS = 2


@compiled
def is_in_hand(book: Book, hero: Hero, slot: int) -> bool:
    """Whether a melee item is in one of the hero's two hands: items take hands in order of their slots.

    Differs: which items are held is not asked; with more than two hands' worth the first ones count.

    Source: B33, facts 4d (hands).
    """
    left = HANDS
    for k in range(slot + 1):
        if hero.items[k] == NOBODY:
            continue
        item = book.items[hero.items[k]]
        if item.kind == ItemKind.GUN or (item.combat == 0 and item.damage == 0):
            continue
        if item.hands <= left:
            left -= int(item.hands)
            if k == slot:
                return True
    return False


@compiled
def melee_bonus(book: Book, hero: Hero, damage: bool) -> int:
    """Melee dice (or damage) that the items in hand add; they add up within the hands limit.

    Source: B33.
    """
    total = 0
    for slot in range(MAX_ITEMS):
        if hero.items[slot] != NOBODY and is_in_hand(book, hero, slot):
            item = book.items[hero.items[slot]]
            total += int(item.damage) if damage else int(item.combat)
    return total


@compiled
def rally_bonus(book: Book, hero: Hero) -> int:
    """Dice that a badge adds to the attacks of this activation.

    Source: facts 1a.
    """
    if hero.badge_bonus < BADGE_NOW:
        return 0
    most = 0
    for k in range(len(book.items)):
        most = max(most, int(book.items[k].rally))
    return most


@compiled
def count_attack_dice(battle: Battle, book: Book, hero_index: int, slot: int) -> int:
    """Dice of an attack: Combat and bonuses in melee, Shots with a gun (at most 24).

    Source: B32, B33, B34.
    """
    hero = battle.heroes[hero_index]
    if slot == MELEE:
        count = int(hero.combat) + melee_bonus(book, hero, False)
    else:
        count = int(book.items[hero.items[slot]].shots)
    return min(count + rally_bonus(book, hero), MAX_DICE)


@compiled
def damage_bonus(battle: Battle, book: Book, hero_index: int, slot: int) -> int:
    """Damage added to every hit: of the gun, or of the melee items in hand.

    Source: B33, facts 1a.
    """
    hero = battle.heroes[hero_index]
    if slot == MELEE:
        return melee_bonus(book, hero, True)
    return int(book.items[hero.items[slot]].damage)


@compiled
def to_hit_penalty(battle: Battle, book: Book, hero_index: int) -> int:
    """What Void Venom and enemies on its tile take off a hero's to-hit dice.

    Source: facts 2b (hungry dead 5), 5 (Void Venom).
    """
    venom = 1 if battle.heroes[hero_index].venom == 2 else 0
    return venom + dullness(battle, book, hero_index)


@compiled
def roll_attack(battle: Battle, book: Book, dice: Dice, hero_index: int, slot: int, count: int) -> None:
    """Roll to-hit dice: d6s against the melee value, or the gun's dice against the ranged value.

    A natural 6 is critical (a D8 gun's 6, 7 and 8, a light pistol's 5 and 6) even where Void Venom, or an enemy on the
    hero's tile, takes 1 off.

    Source: B32, B34, B35, facts 1a, 2b (hungry dead 5), 5 (Void Venom).
    """
    hero = battle.heroes[hero_index]
    penalty = to_hit_penalty(battle, book, hero_index)
    if slot == MELEE:
        roll_hero_pool(battle, dice, Roll.TO_HIT, hero_index, count, 6, int(hero.melee_to_hit) + penalty, 6)
        return
    item = book.items[hero.items[slot]]
    need = int(hero.ranged_to_hit) + penalty
    roll_hero_pool(battle, dice, Roll.TO_HIT, hero_index, count, int(item.sides), need, int(item.critical))
