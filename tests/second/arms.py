"""Whom a hero can attack with what, and to whom its hits go."""

from __future__ import annotations

from brimstone_env.battle.codes import (
    FIRST_ENEMY,
    FIRST_HERO,
    MAX_ITEMS,
    Decision,
    Frame,
    ItemKind,
    Verb,
)
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.core.compiled import compiled
from tests.second.figures import find_frame, is_beside, is_in_range

STRENGTH = 3  # index into a hero's skills
THROW = 3  # squares that a throw goes beyond Strength


@compiled
def throw_reach(hero: Hero) -> int:
    """Squares that a hero can throw something (B45, facts 5)."""
    return int(hero.skills[STRENGTH]) + THROW


# --- guns -------------------------------------------------------------------------------------------------------------


@compiled
def may_handle(book: Book, hero: Hero, slot: int) -> bool:
    """Whether the item is a gun that this hero may use at all: class, upgrade, keywords (facts 1, 1a, 1b)."""
    if slot >= MAX_ITEMS or hero.items[slot] < 0:
        return False
    item = book.items[hero.items[slot]]
    if item.kind != ItemKind.GUN:
        return False
    row = book.classes[hero.class_id]
    if row.light_guns_only == 1 and item.light == 0:
        return False
    if item.needs != 0 and int(item.needs) & int(row.keywords) == 0:
        return False
    trained = hero.upgrade >= 0 and book.upgrades[hero.upgrade].guns == 1
    return row.no_guns == 0 or trained


@compiled
def has_enemy_within(battle: Battle, book: Book, hero: Hero, reach: int) -> bool:
    """Whether any enemy is adjacent, or within so many squares and in sight (B34, B36)."""
    for i in range(battle.num_enemies):
        if is_beside(battle, book, i, hero.square) or is_in_range(battle, book, i, hero.square, reach):
            return True
    return False


@compiled
def may_shoot(battle: Battle, book: Book, hero: Hero, slot: int) -> bool:
    """Whether the item is a gun that the hero may use and that has somebody to hit from here (B32, B34, B36)."""
    if not may_handle(book, hero, slot):
        return False
    return has_enemy_within(battle, book, hero, int(book.items[hero.items[slot]].range_squares))


@compiled
def has_neighbour(battle: Battle, book: Book, hero: Hero) -> bool:
    """Whether an enemy is adjacent to the hero."""
    for i in range(battle.num_enemies):
        if is_beside(battle, book, i, hero.square):
            return True
    return False


@compiled
def may_shoot_free(battle: Battle, book: Book, hero: Hero, slot: int) -> bool:
    """Whether the item gives the free attack, not yet used in this battle, and has somebody to hit (B44)."""
    if hero.items[slot] < 0 or book.items[hero.items[slot]].free_attack == 0 or hero.item_used[slot] == 1:
        return False
    return hero.extra_attacked == 0 and may_shoot(battle, book, hero, slot)


@compiled
def may_attack_free(battle: Battle, book: Book, hero: Hero) -> bool:
    """Whether any item of the hero gives a free attack now (B44)."""
    for slot in range(MAX_ITEMS):
        if may_shoot_free(battle, book, hero, slot):
            return True
    return False


@compiled
def may_rally(book: Book, hero: Hero, slot: int) -> bool:
    """Whether the item in a slot is a badge not yet used."""
    if slot >= MAX_ITEMS or hero.items[slot] < 0 or hero.item_used[slot] == 1:
        return False
    item = book.items[hero.items[slot]]
    return item.rally > 0 or item.rally_grit > 0


# --- two guns, fanning, drawing ---------------------------------------------------------------------------------------


@compiled
def may_be_one_of_two(battle: Battle, book: Book, hero: Hero, slot: int) -> bool:
    """Whether a gun can be one of two shot at once: one-handed, and two hands to shoot (facts 4d)."""
    return hero.hands >= 2 and may_shoot(battle, book, hero, slot) and book.items[hero.items[slot]].hands == 1


@compiled
def may_shoot_two(battle: Battle, book: Book, hero: Hero) -> bool:
    """Whether a hero has two such guns."""
    guns = 0
    for slot in range(MAX_ITEMS):
        if may_be_one_of_two(battle, book, hero, slot):
            guns += 1
    return guns > 1


@compiled
def leaves_a_hand(book: Book, hero: Hero, slot: int) -> bool:
    """Whether a hand is free beside the gun (facts 1b)."""
    return book.items[hero.items[slot]].hands < hero.hands


@compiled
def may_fan(battle: Battle, book: Book, hero: Hero, slot: int) -> bool:
    """Whether the gun is a pistol that the hero can fan, if it may fan at all (facts 1b)."""
    if not may_shoot(battle, book, hero, slot) or book.items[hero.items[slot]].pistol == 0:
        return False
    return leaves_a_hand(book, hero, slot)


@compiled
def may_draw(battle: Battle, book: Book, hero: Hero, slot: int) -> bool:
    """Whether a hero can draw the gun on one of the enemies that were just placed (facts 1b)."""
    if not may_shoot(battle, book, hero, slot) or not leaves_a_hand(book, hero, slot):
        return False
    reach = int(book.items[hero.items[slot]].range_squares)
    for i in range(battle.num_enemies):
        is_near = is_beside(battle, book, i, hero.square) or is_in_range(battle, book, i, hero.square, reach)
        if battle.enemies[i].fresh == 1 and is_near:
            return True
    return False


# --- to whom hits go --------------------------------------------------------------------------------------------------


@compiled
def attack_range(battle: Battle, book: Book, hero: Hero) -> int:
    """Range of the attack that goes on: 0 in melee, else the gun's, or how far the hero throws."""
    depth = find_frame(battle, Frame.ATTACK)
    if depth < 0:
        return 0
    slot = int(battle.stack.frames[depth].slot)
    if slot >= MAX_ITEMS:
        return throw_reach(hero)
    return 0 if slot < 0 else int(book.items[hero.items[slot]].range_squares)


@compiled
def may_be_hit(battle: Battle, book: Book, hero: Hero, enemy: int) -> bool:
    """Whether the next hit may go to an enemy: adjacent ones first, then, for a gun, others (B34, B36)."""
    if enemy >= battle.num_enemies or battle.enemies[enemy].alive == 0:
        return False
    if has_neighbour(battle, book, hero):
        return is_beside(battle, book, enemy, hero.square)
    reach = attack_range(battle, book, hero)
    return reach > 0 and is_in_range(battle, book, enemy, hero.square, reach)


@compiled
def is_assign(battle: Battle, book: Book, hero: Hero, action: int) -> bool:
    """Legal in the decisions ASSIGN and ASSIGN_ALL (B36, B38). Source: B36."""
    if FIRST_ENEMY <= action < FIRST_HERO:
        return may_be_hit(battle, book, hero, action - FIRST_ENEMY)
    if action != Verb.ASSIGN_ALL or battle.pending.kind != Decision.ASSIGN:
        return False
    return hero.grit > 0 and battle.pending.amount > 1
