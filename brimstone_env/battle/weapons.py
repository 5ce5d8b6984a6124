"""What a hero attacks with: dice, to-hit rolls and damage of weapons, the hands limit, badges."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.auras import dullness
from brimstone_env.battle.codes import BADGE_NOW, MAX_DICE, MAX_ITEMS, NOBODY, ItemKind, Roll
from brimstone_env.battle.injuries import lacks_criticals
from brimstone_env.battle.layout import Battle, Book, Hero, Item
from brimstone_env.battle.rolls import roll_hero_pool
from brimstone_env.battle.upgrades import damage_upgrade, has_twin_guns
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import NO_CRITICAL, Dice

MELEE = -1  # instead of an item slot
THROWN = MAX_ITEMS  # ... plus the kind of the side bag token that is thrown
HANDS = 2
NATURAL_SIX = 6
STRENGTH = 3  # index into a hero's skills
THROW_RANGE = 3  # squares beyond Strength


class AttackMode(IntEnum):
    """How a gun is used (`FrameRecord.mode` of an attack)."""

    PLAIN = 0
    MAIN = 1  # the first of two guns
    OFF = 2  # the second of two guns
    FANNED = 3


@compiled
def is_gun_slot(slot: int) -> bool:
    """Whether an attack is made with an item slot's gun: neither in melee, nor with a thrown token."""
    return 0 <= slot < MAX_ITEMS


@compiled
def may_use(book: Book, hero: Hero, item: Item) -> bool:
    """Whether a hero has one of the keywords that an item asks for.

    Source: facts 1, 1a (keywords).
    """
    return bool(item.needs == 0) or bool(int(item.needs) & int(book.classes[hero.class_id].keywords) != 0)


@compiled
def fits_hands(hero: Hero, item: Item, left: int) -> bool:
    """Whether a hero can hold an item with the hands left; with a single hand in all, two-handed things still fit.

    Source: B33, facts 4a (row 4).
    """
    return bool(item.hands <= left) or (bool(left == hero.hands) and left > 0)


@compiled
def is_in_hand(book: Book, hero: Hero, slot: int) -> bool:
    """Whether a melee item is in one of the hero's two hands: items take hands in order of their slots.

    Differs: which items are held is not asked; with more than two hands' worth the first ones count.

    Source: B33, facts 1a (keywords), 4d (hands).
    """
    left = int(hero.hands)
    for k in range(slot + 1):
        if hero.items[k] == NOBODY:
            continue
        item = book.items[hero.items[k]]
        if item.kind == ItemKind.GUN or (item.combat == 0 and item.damage == 0) or not may_use(book, hero, item):
            continue
        if fits_hands(hero, item, left):
            left -= min(int(item.hands), left)
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
def rally_bonus(hero: Hero) -> int:
    """Dice that a badge adds to the attacks of this activation.

    Source: facts 1a.
    """
    return 0 if hero.badge_bonus < BADGE_NOW else int(hero.rally_now)


@compiled
def attack_range(battle: Battle, book: Book, hero_index: int, slot: int) -> int:
    """How many squares an attack reaches: the gun's Range, or Strength + 3 for what is thrown; adjacent in melee.

    Source: B34, facts 5 (hatchet).
    """
    hero = battle.heroes[hero_index]
    if slot == MELEE:
        return 1
    if is_gun_slot(slot):
        return int(book.items[hero.items[slot]].range_squares)
    return int(hero.skills[STRENGTH]) + THROW_RANGE


@compiled
def attack_sides(battle: Battle, book: Book, hero_index: int, slot: int) -> int:
    """Sides of an attack's to-hit and damage dice.

    Source: B35, B38, facts 1a (shotgun).
    """
    return int(book.items[battle.heroes[hero_index].items[slot]].sides) if is_gun_slot(slot) else 6


@compiled
def count_attack_dice(battle: Battle, book: Book, hero_index: int, slot: int, mode: int, used: int) -> int:
    """Dice of an attack: Combat and bonuses in melee, Shots with a gun; one for what is thrown (at most 24).

    Fanning doubles the printed Shots. Option `dice_cap`: at most so many in one attack, of which ``used`` went to the
    first of two guns. A badge's dice go to the first gun.

    Source: B32, B33, B34, facts 0 (attack dice cap), 1b (Pistol Fanning), 5 (hatchet).
    """
    hero = battle.heroes[hero_index]
    if slot == MELEE:
        count = int(hero.combat) + melee_bonus(book, hero, False) + rally_bonus(hero)
    elif is_gun_slot(slot):
        count = int(book.items[hero.items[slot]].shots)
        count = 2 * count if mode == AttackMode.FANNED else count
        count += 0 if mode == AttackMode.OFF else rally_bonus(hero)
    else:
        count = 1
    most = MAX_DICE if book.rules.dice_cap == 0 else int(book.rules.dice_cap)
    return min(count, max(most - used, 0))


@compiled
def damage_bonus(battle: Battle, book: Book, hero_index: int, slot: int) -> int:
    """Damage added to every hit: of the gun, of the melee items in hand, of what is thrown; and by an upgrade.

    Source: B33, facts 1a, 1b (Dirty Fighting), 5 (hatchet).
    """
    hero = battle.heroes[hero_index]
    if slot == MELEE:
        bonus = melee_bonus(book, hero, True)
    elif is_gun_slot(slot):
        bonus = int(book.items[hero.items[slot]].damage)
    else:
        bonus = int(book.tokens[slot - THROWN].hatchet)
    return bonus + damage_upgrade(book, hero)


@compiled
def holds_two_handed(book: Book, hero: Hero) -> bool:
    """Whether a melee item in hand takes two hands.

    Source: B33.
    """
    for slot in range(MAX_ITEMS):
        if hero.items[slot] != NOBODY and book.items[hero.items[slot]].hands == HANDS and is_in_hand(book, hero, slot):
            return True
    return False


@compiled
def attack_critical(battle: Battle, book: Book, hero_index: int, slot: int, mode: int) -> int:
    """The least to-hit die that is critical, 99 for never: not with two guns, nor where an injury forbids it.

    Source: B35, facts 1a, 4a (rows 4, 5), 4d (two guns).
    """
    hero = battle.heroes[hero_index]
    least = NATURAL_SIX
    hands = HANDS if slot == MELEE and holds_two_handed(book, hero) else 1
    if is_gun_slot(slot):
        least = int(book.items[hero.items[slot]].critical)
        hands = int(book.items[hero.items[slot]].hands)
    if mode == AttackMode.MAIN or mode == AttackMode.OFF or lacks_criticals(book, hero, slot != MELEE, hands):
        return NO_CRITICAL
    return least


@compiled
def to_hit_penalty(battle: Battle, book: Book, hero_index: int) -> int:
    """What Void Venom and enemies on its tile take off a hero's to-hit dice.

    Source: facts 2b (hungry dead 5), 5 (Void Venom).
    """
    venom = 1 if battle.heroes[hero_index].venom == 2 else 0
    return venom + dullness(battle, book, hero_index)


@compiled
def roll_attack(battle: Battle, book: Book, dice: Dice, hero_index: int, slot: int, count: int, mode: int) -> None:
    """Roll to-hit dice: against the melee value (what is thrown as well), or with a gun against the ranged value.

    A natural 6 is critical (a D8 gun's 6, 7 and 8, a light pistol's 5 and 6) even where Void Venom, or an enemy on the
    hero's tile, takes 1 off. The second of two guns needs 1 more, unless the hero has learnt it.

    Differs: the source does not say that a natural 6 always hits, critical or not.

    Source: B32, B34, B35, facts 1a, 1b (Twin Guns), 2b (hungry dead 5), 4d (two guns), 5 (Void Venom, hatchet).
    """
    hero = battle.heroes[hero_index]
    need = int(hero.ranged_to_hit) if is_gun_slot(slot) else int(hero.melee_to_hit)
    need += to_hit_penalty(battle, book, hero_index)
    if mode == AttackMode.OFF and not has_twin_guns(book, hero):
        need += 1
    sides = attack_sides(battle, book, hero_index, slot)
    critical = attack_critical(battle, book, hero_index, slot, mode)
    roll_hero_pool(battle, dice, Roll.TO_HIT, hero_index, count, sides, min(need, NATURAL_SIX), critical)
