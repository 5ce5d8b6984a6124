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
from brimstone_env.rounds.director_worth import POINT, ability_worth, harm_worth
from brimstone_env.rounds.layout import Battle

NEVER = -(10**6)
FREE_STRIKES = 2  # columns after the abilities: free strike in melee, at range
NUM_PLANS = MAX_ABILITIES + FREE_STRIKES
VARIANTS = 3  # with a bane, as it is, with an edge
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
def fill_worth(battle: Battle, book: Book, who: int, fresh: bool, worth_out: IntArray) -> None:
    """What each ability of a creature is worth against each hero, whatever the distance.

    Args:
        battle: the battle.
        book: the book.
        who: the creature.
        fresh: its turn has not begun.
        worth_out: int64 (NUM_PLANS, MAX_HEROES, VARIANTS): by ability slot, then the two free strikes; `NEVER` where it
            does not apply.
    """
    kind = book.kinds[battle.creatures[who].kind]
    price = MALICE_PRICE[int(book.rules.director)]
    worth_out[:] = NEVER
    for slot in range(MAX_ABILITIES):
        row = int(kind.abilities[slot])
        if row == NOBODY:
            break
        ability = book.abilities[row]
        if not may_use(battle, book, who, row, fresh) or not harms_others(ability):
            continue
        for hero in range(MAX_HEROES):
            if battle.creatures[hero].alive == 1:
                for variant in range(VARIANTS):
                    worth = ability_worth(battle, book, who, row, hero, variant - 1)
                    worth_out[slot, hero, variant] = worth - price * int(ability.cost)
    if kind.free_strike > 0 and (fresh or bool(battle.creatures[who].main > 0)):
        for hero in range(MAX_HEROES):
            if battle.creatures[hero].alive == 1:
                worth = harm_worth(battle, book, hero, int(kind.free_strike))
                for column in range(MAX_ABILITIES, NUM_PLANS):
                    for variant in range(VARIANTS):
                        worth_out[column, hero, variant] = worth


@compiled
def harms_others(ability: Ability) -> bool:
    """Whether an ability is aimed at the other side and does something to it by its numbers."""
    if ability.aim == Aim.ALLY or ability.aim == Aim.SELF_OR_ALLY or ability.reach == Reach.SELF:
        return False
    return bool(ability.damage[0] > 0) or bool(ability.rolls == 1)


@compiled
def melee_of(battle: Battle, book: Book, who: int, column: int) -> int:
    """Squares that a plan reaches in melee, 0 if it does not."""
    kind = book.kinds[battle.creatures[who].kind]
    if column >= MAX_ABILITIES:
        return int(kind.reach) if column == MAX_ABILITIES else 0
    ability = book.abilities[kind.abilities[column]]
    if ability.reach == Reach.BURST:
        return int(ability.span)
    return int(ability.melee)


@compiled
def distance_of(battle: Battle, book: Book, who: int, column: int) -> int:
    """Squares that a plan reaches at range, 0 if it does not.

    Source: rounds 7, with captain.
    """
    kind = book.kinds[battle.creatures[who].kind]
    squares = 0
    if column == MAX_ABILITIES + 1:
        squares = int(kind.distance)
    elif column < MAX_ABILITIES:
        squares = int(book.abilities[kind.abilities[column]].distance)
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
def strike_worth(battle: Battle, book: Book, who: int, square: int, worth: IntArray) -> int:
    """What the best thing that a creature can do to the heroes from a square is worth, `NEVER` if there is none.

    A shot with a hero beside has a bane, a blow with an ally right across has an edge.
    """
    wide = width_of(battle, book, who)
    beside = count_beside(battle, book, who, square)
    best = NEVER
    for hero in range(MAX_HEROES):
        figure = battle.creatures[hero]
        if figure.alive == 0 or figure.square == NOBODY:
            continue
        away = boxes_gap(book, square, wide, int(figure.square), 1)
        if away > 1 and book.map.sight[square, figure.square] == 0:
            continue
        blow = 2 if away == 1 and wide == 1 and would_flank(battle, book, who, square, hero) else 1
        shot = 0 if beside > 0 else 1
        for column in range(NUM_PLANS):
            if worth[column, hero, 1] == NEVER:
                continue
            if away <= melee_of(battle, book, who, column):
                best = max(best, int(worth[column, hero, blow]))
            if away <= distance_of(battle, book, who, column):
                best = max(best, int(worth[column, hero, shot]))
    return best


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
def place_worth(battle: Battle, book: Book, who: int, square: int, worth: IntArray) -> int:
    """How good a square is for a creature: its best strike from there, less what the way invites.

    Who cannot strike from there comes nearer. The ruthless Director keeps those who shoot away from heroes.
    """
    at = int(battle.creatures[who].square)
    total = strike_worth(battle, book, who, square, worth)
    near = nearest_hero(battle, book, square)
    if total == NEVER:
        total = -NEARER * near
    elif book.rules.director == RUTHLESS and is_shooter(battle, book, who):
        total -= CROWDED * count_beside(battle, book, who, square)
        total += min(near, 6) * STEP
    total -= PROVOKED * provokes(battle, book, who, square)
    return total - STEP * int(book.map.distance[at, square])


@compiled
def is_shooter(battle: Battle, book: Book, who: int) -> bool:
    """Whether the first ability of a creature works at range only."""
    row = int(book.kinds[battle.creatures[who].kind].abilities[0])
    return row != NOBODY and bool(book.abilities[row].distance > 0) and bool(book.abilities[row].melee == 0)


@compiled
def simple_worth(battle: Battle, book: Book, who: int, square: int, worth: IntArray) -> int:
    """How good a square is for the simple Director: as near as need be to strike the nearest hero."""
    at = int(battle.creatures[who].square)
    near = nearest_hero(battle, book, square)
    total = -NEARER * near
    if strike_worth(battle, book, who, square, worth) != NEVER:
        total = POINT
    return total - STEP * int(book.map.distance[at, square])


@compiled
def square_worth(battle: Battle, book: Book, who: int, square: int, worth: IntArray) -> int:
    """How good a square is for a creature, as the Director's level sees it."""
    if book.rules.director == 0:
        return simple_worth(battle, book, who, square, worth)
    return place_worth(battle, book, who, square, worth)


@compiled
def new_worth() -> IntArray:
    """Room for `fill_worth`."""
    return np.empty((NUM_PLANS, MAX_HEROES, VARIANTS), np.int64)


@compiled
def turn_worth(battle: Battle, book: Book, who: int, speed: int) -> int:
    """What a creature could do this turn, roughly: its best strike from where it can walk, others ignored."""
    creature = battle.creatures[who]
    worth = new_worth()
    fill_worth(battle, book, who, True, worth)
    wide = width_of(battle, book, who)
    best = NEVER
    for hero in range(MAX_HEROES):
        figure = battle.creatures[hero]
        if figure.alive == 0 or figure.square == NOBODY:
            continue
        away = boxes_gap(book, int(creature.square), wide, int(figure.square), 1) - speed
        for column in range(NUM_PLANS):
            reach = max(melee_of(battle, book, who, column), distance_of(battle, book, who, column))
            if worth[column, hero, 1] != NEVER and away <= reach:
                best = max(best, int(worth[column, hero, 1]))
    return best
