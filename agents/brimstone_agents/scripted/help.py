"""Tokens, healing, and what else a hero does for itself and the others at any time of its activation."""

from __future__ import annotations

from brimstone_agents.scripted.tactic import HUNDRED, Tactic, Weight
from brimstone_env.battle.codes import (
    DYNAMITE,
    FIRST_HERO,
    FIRST_NUMBER,
    FIRST_SHOOT,
    FIRST_USE,
    MAX_ITEMS,
    NOBODY,
    NUM_NUMBERS,
    NUM_USES,
    Verb,
)
from brimstone_env.battle.figures import is_hero_next_to
from brimstone_env.battle.groups import current_initiative
from brimstone_env.battle.knockout import missing_health, missing_sanity
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.token_use import can_be_used_on
from brimstone_env.battle.turn import hero_initiative
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray

NOTHING = -1  # no action
MANY = 3  # enemies that are worth a token against all of them


@compiled
def choose_help(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """What is worth doing before anything else: a badge, a token, shots or dynamite for grit; NOTHING if nothing is."""
    hero_index = int(battle.pending.hero)
    hero = battle.heroes[hero_index]
    if battle.num_alive > 0:
        for slot in range(MAX_ITEMS):
            if mask[FIRST_SHOOT + slot] == 1 and is_badge(book, int(hero.items[slot])):
                return FIRST_SHOOT + slot
    for use in range(NUM_USES):
        if mask[FIRST_USE + use] == 1 and is_worth_token(battle, book, tactic, hero_index, use + 1):
            return FIRST_USE + use
    if mask[Verb.USE_ABILITY] == 1 and is_worth_ability(battle, book, hero_index):
        return Verb.USE_ABILITY
    if mask[Verb.TAKE_HEALING] == 1 and hero.grit > 1 and hero.bleeding > 1:
        return Verb.TAKE_HEALING
    return NOTHING


@compiled
def is_badge(book: Book, item: int) -> bool:
    """Whether an item is a badge that helps all heroes."""
    return item != NOBODY and bool(book.items[item].rally + book.items[item].rally_grit > 0)


@compiled
def is_worth_token(battle: Battle, book: Book, tactic: Tactic, hero_index: int, kind: int) -> bool:
    """Whether a token is used now.

    Healing waits until somebody needs it; attacks with tokens are free; armor and light wait for enemies.
    """
    token = book.tokens[kind]
    if token.heal_health_d6 + token.heal_sanity_d6 + token.grit + token.corruption_d3 > 0:
        return find_needy(battle, book, tactic, hero_index, kind) != NOBODY
    if token.shiv_d6 + token.hatchet > 0:
        return True
    if token.ash > 0:
        return count_beside(battle, book, hero_index) > 1
    if token.armor > 0:
        return count_beside(battle, book, hero_index) > 1
    return bool(token.flash > 0) and gains_by_flash(battle, int(token.flash))


@compiled
def find_needy(battle: Battle, book: Book, tactic: Tactic, hero_index: int, kind: int) -> int:
    """The hero who needs a token most, of those on whom it can be used; NOBODY if nobody needs it."""
    best = NOBODY
    most = 0.0
    for h in range(battle.num_heroes):
        if can_be_used_on(battle, book, hero_index, kind, h):
            need = need_of(battle, book, tactic, h, kind)
            if need > most:
                most = need
                best = h
    return best


@compiled
def need_of(battle: Battle, book: Book, tactic: Tactic, hero_index: int, kind: int) -> float:
    """How much a hero needs a token, 0 for not at all."""
    hero = battle.heroes[hero_index]
    token = book.tokens[kind]
    below = float(tactic.weights[Weight.HEAL_BELOW]) / HUNDRED
    need = 0.0
    if token.heal_health_d6 > 0:
        need = max(need, below - float(hero.health) / float(max(int(hero.max_health), 1)))
    if token.heal_sanity_d6 > 0:
        need = max(need, below - float(hero.sanity) / float(max(int(hero.max_sanity), 1)))
    if token.grit > 0 and hero.grit == 0:
        need = max(need, 0.1)
    if token.corruption_d3 > 0 and hero.corruption > 2:
        need = max(need, 0.1)
    return need


@compiled
def count_beside(battle: Battle, book: Book, hero_index: int) -> int:
    """Living enemies adjacent to a hero."""
    count = 0
    for e in range(battle.num_enemies):
        if is_hero_next_to(battle, book, hero_index, e):
            count += 1
    return count


@compiled
def gains_by_flash(battle: Battle, flash: int) -> bool:
    """Whether light lets heroes go before many enemies that would go first."""
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        if hero.knocked_out == 1 or hero.activated == 1:
            continue
        own = hero_initiative(battle, h)
        count = 0
        for g in range(battle.num_groups):
            group = battle.groups[g]
            if group.activated == 0 and own < current_initiative(battle, g) <= own + flash:
                count += int(group.alive)
        if count >= MANY:
            return True
    return False


@compiled
def is_worth_ability(battle: Battle, book: Book, hero_index: int) -> bool:
    """Whether what the upgrade offers is worth its grit: shots when none are left, dynamite against many, a fan."""
    hero = battle.heroes[hero_index]
    row = book.upgrades[hero.upgrade]
    if row.reload == 1:
        return bool(hero.dead_eye == 0)
    if row.explosives == 1:
        return bool(hero.tokens[DYNAMITE] == 0) and bool(battle.num_alive >= MANY)
    return False  # a fanned pistol is an attack among the others


@compiled
def choose_needy(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The hero on whom a token is used: who needs it most."""
    kind = int(battle.pending.amount)
    best = find_needy(battle, book, tactic, int(battle.pending.hero), kind)
    if best != NOBODY and mask[FIRST_HERO + best] == 1:
        return FIRST_HERO + best
    return choose_weakest(battle, mask)


@compiled
def choose_weakest(battle: Battle, mask: IntArray) -> int:
    """The legal hero with the least Health."""
    best = NOBODY
    for h in range(battle.num_heroes):
        if mask[FIRST_HERO + h] == 1 and (best == NOBODY or battle.heroes[h].health < battle.heroes[best].health):
            best = h
    return FIRST_HERO + best


@compiled
def choose_strongest(battle: Battle, mask: IntArray) -> int:
    """The legal hero who fights best: most melee dice, then most Health when unhurt."""
    best = NOBODY
    for h in range(battle.num_heroes):
        if mask[FIRST_HERO + h] == 0:
            continue
        if best == NOBODY or strength_of(battle, h) > strength_of(battle, best):
            best = h
    return FIRST_HERO + best


@compiled
def strength_of(battle: Battle, hero_index: int) -> int:
    """A rough measure of a fighter."""
    hero = battle.heroes[hero_index]
    return 100 * int(hero.combat) + int(hero.max_health)


@compiled
def choose_healing(battle: Battle, mask: IntArray) -> int:
    """How many points to Health: so that the lower of Health and Sanity, as parts of the most, is as high as can be."""
    hero_index = int(battle.pending.hero)
    hero = battle.heroes[hero_index]
    amount = int(battle.pending.amount)
    best = NOBODY
    most = -1.0
    for number in range(NUM_NUMBERS):
        if mask[FIRST_NUMBER + number] == 0:
            continue
        health = float(hero.health + number) / float(max(int(hero.max_health), 1))
        sanity = float(hero.sanity + amount - number) / float(max(int(hero.max_sanity), 1))
        value = min(health, sanity) + 0.1 * health
        if value > most:
            most = value
            best = number
    return FIRST_NUMBER + best


@compiled
def choose_breath(battle: Battle, mask: IntArray) -> int:
    """After a battle: healing for who lacks something, else grit."""
    hero_index = int(battle.pending.hero)
    lacks = missing_health(battle, hero_index) + missing_sanity(battle, hero_index)
    if mask[Verb.TAKE_GRIT] == 1 and lacks < 3:
        return Verb.TAKE_GRIT
    return Verb.TAKE_HEALING


@compiled
def choose_between(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """Between two battles of a delve: heal who needs it, then go on."""
    for use in range(NUM_USES):
        if mask[FIRST_USE + use] == 1 and find_needy(battle, book, tactic, int(battle.pending.hero), use + 1) != NOBODY:
            return FIRST_USE + use
    return Verb.GO_ON
