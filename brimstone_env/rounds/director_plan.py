"""What a creature of the Director could do from a square: the best strike from there, and how good a place it is."""

from __future__ import annotations

import numpy as np

from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.book_layout import Ability, Book
from brimstone_env.rounds.codes import (
    MAX_ABILITIES,
    MAX_HEROES,
    NOBODY,
    Aim,
    Kind,
    Reach,
    Trait,
)
from brimstone_env.rounds.creatures import has_captain, has_trait, width_of
from brimstone_env.rounds.director_worth import POINT, fill_ability_worth, harm_worth, tier_ways
from brimstone_env.rounds.layout import Battle

NEVER = -(10**6)
MELEE_STRIKE = MAX_ABILITIES  # slots after those of the abilities: free strike in melee, at range
RANGED_STRIKE = MAX_ABILITIES + 1
NUM_PLANS = MAX_ABILITIES + 2
VARIANTS = 3  # with a bane, as it is, with an edge
TIERS = 3
SLOT, MELEE, DISTANCE, FIRST_WORTH = 0, 1, 2, 3  # columns of a plan
PLAN_SIZE = FIRST_WORTH + VARIANTS * MAX_HEROES
MALICE_PRICE = (10**6, 150, 90)  # what a point of Malice must bring, by level of the Director
PROVOKED = 400  # an opportunity attack, or a move that invites one
NEARER = 12  # a square nearer to the heroes, without a strike
STEP = 1  # a square walked
CROWDED = 60  # a hero beside one who shoots
RUTHLESS = 2


@compiled
def boxes_gap(book: Book, square: int, wide: int, other: int, other_wide: int) -> int:
    """Squares between two creatures that stood with their bases on two squares: 1 when they are adjacent.

    Source: rounds 3, distance metric.
    """
    row = int(book.map.rows[square]) - int(book.map.rows[other])
    column = int(book.map.cols[square]) - int(book.map.cols[other])
    rows = max(row - other_wide + 1, -row - wide + 1, 0)
    columns = max(column - other_wide + 1, -column - wide + 1, 0)
    return max(rows, columns)


@compiled
def may_use(battle: Battle, book: Book, who: int, row: int, fresh: bool) -> bool:
    """Whether a creature may use an ability in its turn as far as actions, Malice and the Director's level go.

    `fresh`: its turn has not begun, all its actions are still to come.

    Source: rounds 3, budget; rounds 9, Malice.
    """
    ability = book.abilities[row]
    creature = battle.creatures[who]
    if ability.cost > battle.malice or (ability.cost > 0 and book.rules.director == 0):
        return False
    if ability.kind == Kind.MAIN:
        return fresh or bool(creature.main > 0)
    return bool(ability.kind == Kind.MANEUVER) and (fresh or bool(creature.maneuver > 0))


@compiled
def new_plans() -> IntArray:
    """Room for `fill_plans`."""
    return np.empty((NUM_PLANS + 1, PLAN_SIZE), np.int64)


@compiled
def fill_plans(battle: Battle, book: Book, who: int, fresh: bool, plans_out: IntArray) -> None:
    """What a creature may do to heroes in its turn, and what that is worth against each hero, whatever the distance.

    Args:
        battle: the battle.
        book: the book.
        who: the creature.
        fresh: its turn has not begun.
        plans_out: int64 (NUM_PLANS + 1, PLAN_SIZE): a row for each ability, and for free strikes (`MELEE_STRIKE`,
            `RANGED_STRIKE`): its slot, its reach in melee, its distance, then its worth by hero and variant. The row
            after the last has the slot NOBODY.
    """
    kind = book.kinds[battle.creatures[who].kind]
    count = 0
    for slot in range(MAX_ABILITIES):
        row = int(kind.abilities[slot])
        if row == NOBODY:
            break
        if may_use(battle, book, who, row, fresh) and harms_others(book.abilities[row]):
            fill_ability_plan(battle, book, who, slot, plans_out[count])
            count += 1
    if kind.free_strike > 0 and (fresh or bool(battle.creatures[who].main > 0)):
        for slot in range(MELEE_STRIKE, NUM_PLANS):
            fill_strike_plan(battle, book, who, slot, plans_out[count])
            count += 1
    plans_out[count, SLOT] = NOBODY


@compiled
def fill_one_plan(plans: IntArray, slot: int, plans_out: IntArray) -> bool:
    """Write the plan for one ability alone, if there is one. Returns whether there is."""
    n = 0
    while plans[n, SLOT] != NOBODY:
        if plans[n, SLOT] == slot:
            plans_out[0] = plans[n]
            plans_out[1, SLOT] = NOBODY
            return True
        n += 1
    return False


@compiled
def fill_ability_plan(battle: Battle, book: Book, who: int, slot: int, plan_out: IntArray) -> None:
    """The row of an ability; what it costs is taken off its worth."""
    row = int(book.kinds[battle.creatures[who].kind].abilities[slot])
    price = MALICE_PRICE[int(book.rules.director)] * int(book.abilities[row].cost)
    plan_out[SLOT] = slot
    plan_out[MELEE] = melee_of(battle, book, who, slot)
    plan_out[DISTANCE] = distance_of(battle, book, who, slot)
    ways = np.empty((VARIANTS, TIERS), np.int64)
    for variant in range(VARIANTS):
        for tier in range(TIERS):
            ways[variant, tier] = tier_ways(int(book.abilities[row].bonus), variant - 1, tier + 1)
    for hero in range(MAX_HEROES):
        if battle.creatures[hero].alive == 0:
            continue
        first = FIRST_WORTH + VARIANTS * hero
        fill_ability_worth(battle, book, who, row, hero, ways, plan_out[first : first + VARIANTS])
        for k in range(first, first + VARIANTS):
            plan_out[k] -= price


@compiled
def fill_strike_plan(battle: Battle, book: Book, who: int, slot: int, plan_out: IntArray) -> None:
    """The row of a free strike."""
    damage = int(book.kinds[battle.creatures[who].kind].free_strike)
    plan_out[SLOT] = slot
    plan_out[MELEE] = melee_of(battle, book, who, slot)
    plan_out[DISTANCE] = distance_of(battle, book, who, slot)
    for hero in range(MAX_HEROES):
        if battle.creatures[hero].alive == 1:
            worth = harm_worth(battle, book, hero, damage)
            for variant in range(VARIANTS):
                plan_out[FIRST_WORTH + VARIANTS * hero + variant] = worth


@compiled
def harms_others(ability: Ability) -> bool:
    """Whether an ability is aimed at the other side and does something to it by its numbers."""
    if ability.aim == Aim.ALLY or ability.aim == Aim.SELF_OR_ALLY or ability.reach == Reach.SELF:
        return False
    return bool(ability.damage[0] > 0) or bool(ability.rolls == 1)


@compiled
def melee_of(battle: Battle, book: Book, who: int, slot: int) -> int:
    """Squares that an ability or free strike reaches in melee, 0 if it does not."""
    kind = book.kinds[battle.creatures[who].kind]
    if slot >= MAX_ABILITIES:
        return int(kind.reach) if slot == MELEE_STRIKE else 0
    ability = book.abilities[kind.abilities[slot]]
    if ability.reach == Reach.BURST:
        return int(ability.span)
    return int(ability.melee)


@compiled
def distance_of(battle: Battle, book: Book, who: int, slot: int) -> int:
    """Squares that an ability or free strike reaches at range, 0 if it does not.

    Source: rounds 7, with captain.
    """
    kind = book.kinds[battle.creatures[who].kind]
    squares = 0
    if slot == RANGED_STRIKE:
        squares = int(kind.distance)
    elif slot < MAX_ABILITIES:
        squares = int(book.abilities[kind.abilities[slot]].distance)
    if squares > 0 and has_captain(battle, book, who):
        squares += int(kind.captain_distance)
    return squares


@compiled
def count_beside(battle: Battle, book: Book, who: int, square: int) -> int:
    """Living heroes next to a creature that stood on a square."""
    count = 0
    wide = width_of(battle, book, who)
    for hero in range(MAX_HEROES):
        figure = battle.creatures[hero]
        if figure.alive == 1 and figure.square != NOBODY:
            count += int(boxes_gap(book, square, wide, int(figure.square), 1) == 1)
    return count


@compiled
def would_flank(battle: Battle, book: Book, who: int, square: int, hero: int) -> bool:
    """Whether another enemy of a hero stands right across it from a square.

    Source: rounds 3, flanking.
    """
    grid = book.map
    at = int(battle.creatures[hero].square)
    row = 2 * int(grid.rows[at]) - int(grid.rows[square])
    column = 2 * int(grid.cols[at]) - int(grid.cols[square])
    if row < 0 or column < 0 or row > 15 or column > 15:
        return False
    across = int(grid.square_at[row * 16 + column])
    if across == NOBODY:
        return False
    other = int(battle.board[across])
    return other >= MAX_HEROES and other != who and bool(battle.creatures[other].surprised == 0)


@compiled
def fill_strikes(battle: Battle, book: Book, who: int, most: int, plans: IntArray, strikes_out: IntArray) -> None:
    """What the best thing that a creature can do to the heroes is worth, from each square near it.

    A shot with a hero beside has a bane, a blow with an ally right across has an edge.

    Args:
        battle: the battle.
        book: the book.
        who: the creature.
        most: walking squares to the farthest square that matters; 0 for its own alone.
        plans: `fill_plans`.
        strikes_out: int64 (MAX_SQUARES,), `NEVER` where it can do nothing, farther away, and where others stand.
    """
    for square in range(int(book.map.num_squares)):
        strikes_out[square] = NEVER
    if plans[0, SLOT] == NOBODY:
        return
    wide = width_of(battle, book, who)
    here = int(battle.creatures[who].square)
    heroes, gaps = np.empty(MAX_HEROES, np.int64), np.empty(MAX_HEROES, np.int64)
    count = list_heroes(battle, heroes)
    first_square, end_square = (here, here + 1) if most == 0 else (0, int(book.map.num_squares))
    for square in range(first_square, end_square):
        other = int(battle.board[square])
        if book.map.distance[here, square] > most or (other != NOBODY and other != who and square != here):
            continue
        beside = 0
        for i in range(count):
            gaps[i] = boxes_gap(book, square, wide, int(battle.creatures[heroes[i]].square), 1)
            beside += int(gaps[i] == 1)
        shot = 0 if beside > 0 else 1
        best = NEVER
        for i in range(count):
            hero, away = int(heroes[i]), int(gaps[i])
            if away > 1 and book.map.sight[square, battle.creatures[hero].square] == 0:
                continue
            first = FIRST_WORTH + VARIANTS * hero
            blow = first + 1
            if away == 1 and wide == 1 and would_flank(battle, book, who, square, hero):
                blow = first + 2
            n = 0
            while plans[n, SLOT] != NOBODY:
                if away <= plans[n, MELEE]:
                    best = max(best, int(plans[n, blow]))
                if away <= plans[n, DISTANCE]:
                    best = max(best, int(plans[n, first + shot]))
                n += 1
        strikes_out[square] = best


@compiled
def list_heroes(battle: Battle, heroes_out: IntArray) -> int:
    """List the living heroes. Returns how many there are."""
    count = 0
    for hero in range(MAX_HEROES):
        if battle.creatures[hero].alive == 1 and battle.creatures[hero].square != NOBODY:
            heroes_out[count] = hero
            count += 1
    return count


@compiled
def nearest_hero(battle: Battle, book: Book, square: int) -> int:
    """Walking squares from a square to the nearest living hero."""
    least = 255
    for hero in range(MAX_HEROES):
        figure = battle.creatures[hero]
        if figure.alive == 1 and figure.square != NOBODY:
            least = min(least, int(book.map.distance[square, figure.square]))
    return least


@compiled
def provokes(battle: Battle, book: Book, who: int, square: int) -> int:
    """Heroes who could strike a creature that leaves them for a square.

    Source: rounds 3, opportunity attack; rounds 7, crafty.
    """
    if has_trait(battle, book, who, Trait.CRAFTY) or battle.creatures[who].shifting == 1:
        return 0
    wide = width_of(battle, book, who)
    at = int(battle.creatures[who].square)
    count = 0
    for hero in range(MAX_HEROES):
        figure = battle.creatures[hero]
        if figure.alive == 0 or figure.square == NOBODY or figure.surprised == 1:
            continue
        beside = boxes_gap(book, at, wide, int(figure.square), 1) == 1
        count += int(beside and boxes_gap(book, square, wide, int(figure.square), 1) > 1)
    return count


@compiled
def place_worth(battle: Battle, book: Book, who: int, square: int, strike: int, pressed: bool) -> int:
    """How good a square is for a creature: its best strike from there, less what the way invites.

    Who cannot strike from there comes nearer. The ruthless Director keeps those who shoot away from heroes.
    """
    at = int(battle.creatures[who].square)
    total = strike
    if strike == NEVER:
        total = -NEARER * nearest_hero(battle, book, square)
    elif book.rules.director == RUTHLESS and is_shooter(battle, book, who):
        total -= CROWDED * count_beside(battle, book, who, square)
        total += min(nearest_hero(battle, book, square), 6) * STEP
    if pressed:
        total -= PROVOKED * provokes(battle, book, who, square)
    return total - STEP * int(book.map.distance[at, square])


@compiled
def is_shooter(battle: Battle, book: Book, who: int) -> bool:
    """Whether the first ability of a creature works at range only."""
    row = int(book.kinds[battle.creatures[who].kind].abilities[0])
    return row != NOBODY and bool(book.abilities[row].distance > 0) and bool(book.abilities[row].melee == 0)


@compiled
def simple_worth(battle: Battle, book: Book, who: int, square: int, strike: int) -> int:
    """How good a square is for the simple Director: as near as need be to strike the nearest hero."""
    at = int(battle.creatures[who].square)
    total = POINT if strike != NEVER else -NEARER * nearest_hero(battle, book, square)
    return total - STEP * int(book.map.distance[at, square])


@compiled
def square_worth(battle: Battle, book: Book, who: int, square: int, strike: int, pressed: bool) -> int:
    """How good a square is for a creature, as the Director's level sees it.

    Args:
        battle: the battle.
        book: the book.
        who: the creature.
        square: where it would stand.
        strike: what its best strike from there is worth, see `fill_strikes`.
        pressed: `is_pressed`, the same for all squares.
    """
    if book.rules.director == 0:
        return simple_worth(battle, book, who, square, strike)
    return place_worth(battle, book, who, square, strike, pressed)


@compiled
def is_pressed(battle: Battle, book: Book, who: int) -> bool:
    """Whether a hero stands beside a creature, and might strike it when it goes."""
    return count_beside(battle, book, who, int(battle.creatures[who].square)) > 0


@compiled
def turn_worth(battle: Battle, book: Book, who: int, speed: int) -> int:
    """What a creature could do this turn, roughly: its best strike from where it can walk, others ignored."""
    creature = battle.creatures[who]
    plans = new_plans()
    fill_plans(battle, book, who, True, plans)
    wide = width_of(battle, book, who)
    best = NEVER
    for hero in range(MAX_HEROES):
        figure = battle.creatures[hero]
        if figure.alive == 0 or figure.square == NOBODY:
            continue
        away = boxes_gap(book, int(creature.square), wide, int(figure.square), 1) - speed
        n = 0
        while plans[n, SLOT] != NOBODY:
            if away <= max(int(plans[n, MELEE]), int(plans[n, DISTANCE])):
                best = max(best, int(plans[n, FIRST_WORTH + VARIANTS * hero + 1]))
            n += 1
    return best
