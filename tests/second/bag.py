"""Side bag tokens, abilities of upgrades, dynamite: when a hero may use them, and on whom."""

from __future__ import annotations

from brimstone_env.battle.codes import (
    FIRST_USE,
    MAX_BAG,
    MAX_ITEMS,
    NUM_TOKENS,
    Frame,
    Stat,
    Verb,
)
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.core.compiled import compiled
from tests.second.arms import has_enemy_within, has_neighbour, may_fan, throw_reach
from tests.second.fallen import most_health_of
from tests.second.figures import count_covered, covered_square

PUNCH = 9  # the stage of an attack in which a critical hit may be doubled; else it is about a token


@compiled
def is_unnerved(battle: Battle, book: Book, hero: Hero) -> bool:
    """Whether an enemy that forbids grit (facts 2b, hell vermin 4) touches a tile of the hero."""
    for i in range(battle.num_enemies):
        if battle.enemies[i].alive == 0 or battle.groups[battle.enemies[i].group].stats[Stat.NO_GRIT] == 0:
            continue
        for k in range(count_covered(battle, i)):
            square = covered_square(battle, book, i, k)
            if square >= 0 and int(book.map.tiles[square]) & int(book.map.tiles[hero.square]) != 0:
                return True
    return False


@compiled
def does_good(battle: Battle, book: Book, kind: int, hero: Hero) -> bool:
    """Whether a token would help a hero at all (facts 5)."""
    token = book.tokens[kind]
    heals = token.heal_health_d6 > 0 and hero.health < most_health_of(hero)
    calms = token.heal_sanity_d6 > 0 and hero.sanity < hero.max_sanity
    nerves = token.grit > 0 and hero.grit < hero.max_grit and not is_unnerved(battle, book, hero)
    cleans = token.corruption_d3 > 0 and hero.corruption > 0
    raises = token.potion > 0 and hero.potion < 0
    armors = token.armor > 0 and hero.armor == 0
    return heals or calms or nerves or cleans or raises or armors


@compiled
def is_at_hand(battle: Battle, book: Book, hero: Hero, other: Hero) -> bool:
    """Whether another hero is near enough for a token: adjacent in a fight, on the same tile outside (facts 5)."""
    if battle.stack.frames[0].kind == Frame.BETWEEN:
        return int(book.map.tiles[hero.square]) & int(book.map.tiles[other.square]) != 0
    return book.map.adjacent[hero.square, other.square] == 1


@compiled
def may_use_on(battle: Battle, book: Book, hero: Hero, kind: int, other: int) -> bool:
    """Whether a token may be used on a hero: oneself, or a standing one next to oneself if it is for others too."""
    if other < 0 or other >= battle.num_heroes:
        return False
    target = battle.heroes[other]
    oneself = target.square == hero.square and target.knocked_out == 0  # figures never share a square
    if not oneself and (book.tokens[kind].others == 0 or target.knocked_out == 1):
        return False
    if not oneself and not is_at_hand(battle, book, hero, target):
        return False
    return does_good(battle, book, kind, target)


@compiled
def may_use(battle: Battle, book: Book, hero: Hero, kind: int) -> bool:
    """Whether a hero may use a token now: it has one, may, and it is of use; some are free attacks (B44, facts 5)."""
    if kind < 1 or kind >= NUM_TOKENS or hero.tokens[kind] == 0:
        return False
    token = book.tokens[kind]
    if token.needs != 0 and int(token.needs) & int(book.classes[hero.class_id].keywords) == 0:
        return False
    if token.hatchet > 0:
        return hero.extra_attacked == 0 and has_enemy_within(battle, book, hero, throw_reach(hero))
    if token.ash > 0 or token.shiv_d6 > 0:
        return hero.extra_attacked == 0 and has_neighbour(battle, book, hero)
    if token.flash > 0:
        return True
    for other in range(battle.num_heroes):
        if may_use_on(battle, book, hero, kind, other):
            return True
    return False


@compiled
def is_between(battle: Battle, book: Book, hero: Hero, action: int) -> bool:
    """Legal in the decision BETWEEN: go on, or a token whose good outlasts a battle (facts 5, 8)."""
    if action == Verb.GO_ON:
        return True
    kind = action - FIRST_USE + 1
    if action < FIRST_USE or kind >= NUM_TOKENS:
        return False
    token = book.tokens[kind]
    lasts = token.heal_health_d6 > 0 or token.heal_sanity_d6 > 0 or token.grit > 0 or token.corruption_d3 > 0
    return lasts and may_use(battle, book, hero, kind)


@compiled
def may_use_ability(battle: Battle, book: Book, hero: Hero, attacks: bool) -> bool:
    """Whether the upgrade offers something: dynamite or shots for 2 grit, a pistol to fan for 1 (facts 1b)."""
    if hero.upgrade < 0:
        return False
    row = book.upgrades[hero.upgrade]
    if row.reload == 1:
        return hero.grit >= 2 and hero.dead_eye < book.classes[hero.class_id].dead_eye
    if row.explosives == 1:
        held = 0
        for kind in range(NUM_TOKENS):
            held += int(hero.tokens[kind])
        return hero.grit >= 2 and held < MAX_BAG
    if row.fanning == 0 or not attacks or hero.ability_used == 1 or hero.grit < 1:
        return False
    for slot in range(MAX_ITEMS):
        if may_fan(battle, book, hero, slot):
            return True
    return False


@compiled
def is_anytime(battle: Battle, book: Book, hero: Hero, attacks: bool, action: int) -> bool:
    """Legal at any time of a hero's activation: tokens, the upgrade, grit against bleeding (B44, facts 1b, 5)."""
    if action == Verb.USE_ABILITY:
        return may_use_ability(battle, book, hero, attacks)
    if action == Verb.TAKE_HEALING:
        return hero.bleeding > 0 and hero.grit > 0
    return action >= FIRST_USE and may_use(battle, book, hero, action - FIRST_USE + 1)


@compiled
def is_boost(battle: Battle, book: Book, hero: Hero, action: int) -> bool:
    """Legal in the decision BOOST: leave it, double the hit, or add a token to it (facts 1b, 5)."""
    if action == Verb.KEEP:
        return True
    top = battle.stack.frames[int(battle.stack.depth) - 1]
    if top.stage == PUNCH:
        return action == Verb.USE_ABILITY
    kind = action - FIRST_USE + 1
    if kind < 1 or kind >= NUM_TOKENS or action < FIRST_USE:
        return False
    return hero.tokens[kind] > 0 and book.tokens[kind].spice_d3 > 0


@compiled
def is_boost_due(battle: Battle, book: Book, hero: Hero) -> bool:
    """Whether BOOST may be asked: grit to double a critical hit in melee, or a token and Health to pay for it."""
    top = battle.stack.frames[int(battle.stack.depth) - 1]
    if top.stage == PUNCH:
        punches = hero.upgrade >= 0 and book.upgrades[hero.upgrade].punch == 1
        return punches and hero.grit > 0 and top.slot < 0 and battle.hits[int(top.index)] == 2
    for kind in range(NUM_TOKENS):
        if hero.tokens[kind] > 0 and book.tokens[kind].spice_d3 > 0:
            return hero.health > 1
    return False


@compiled
def may_aim(book: Book, hero: Hero, square: int) -> bool:
    """Whether a hero can throw dynamite at a square: in line of sight, within Strength + 3 (B45)."""
    if square < 0 or book.map.sight[hero.square, square] == 0:
        return False
    across = abs(int(book.map.cols[square]) - int(book.map.cols[hero.square]))
    along = abs(int(book.map.rows[square]) - int(book.map.rows[hero.square]))
    return max(across, along) <= throw_reach(hero)
