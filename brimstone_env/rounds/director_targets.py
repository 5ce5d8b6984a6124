"""Whom the Director aims at: targets, areas, the end of a shove, and when it reacts."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.book_layout import Book
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    FIRST_CREATURE,
    FIRST_NUMBER,
    FIRST_SQUARE,
    MAX_ABILITIES,
    MAX_CREATURES,
    MAX_HEROES,
    MAX_SQUARES,
    NOBODY,
    Common,
    Reach,
    Verb,
)
from brimstone_env.rounds.creatures import square_gap, width_of
from brimstone_env.rounds.director_plan import boxes_gap, nearest_hero
from brimstone_env.rounds.director_worth import ability_worth, harm_worth
from brimstone_env.rounds.edges import banes_against, edges_against
from brimstone_env.rounds.forced import NUM_WAYS, OBJECT_HARM, square_that_way
from brimstone_env.rounds.layout import Battle
from brimstone_env.rounds.monster_codes import MonsterEffect
from brimstone_env.rounds.power import net_edges

FAR = 255
ALLY = 1000  # what an ally in an area costs
SQUARE = 10  # a hero shoved by a square
BESIDE = 30  # a shoved hero who ends beside another of the Director's creatures


@compiled
def choose_target(battle: Battle, book: Book, mask: IntArray) -> int:
    """The legal target on which the ability is worth most; an ally by what it can do; none if nobody is worth it.

    The simple Director takes the nearest hero.

    Source: D33; rounds 2, several targets.
    """
    who = int(battle.pending.creature)
    row = int(battle.pending.ability)
    best = NOBODY
    most = 0
    for target in range(MAX_CREATURES):
        if mask[FIRST_CREATURE + target] == 0:
            continue
        value = target_worth(battle, book, who, row, target)
        if best == NOBODY or value > most:
            most = value
            best = target
    if best == NOBODY:
        return NOBODY
    if most < 0 and mask[Verb.PASS] == 1:
        return int(Verb.PASS)
    return FIRST_CREATURE + best


@compiled
def target_worth(battle: Battle, book: Book, who: int, row: int, target: int) -> int:
    """What a target is worth; an ally of the Director is worth less than nothing to a strike."""
    if target >= MAX_HEROES:
        return ally_worth(battle, book, row, target)
    here = int(battle.creatures[who].square)
    wide = width_of(battle, book, who)
    away = boxes_gap(book, here, wide, int(battle.creatures[target].square), 1)
    if book.rules.director == 0:
        return FAR - away
    if row <= Common.CHARGE:
        return harm_worth(battle, book, target, int(book.kinds[battle.creatures[who].kind].free_strike))
    return ability_worth(battle, book, who, row, target, edges_on(battle, book, who, row, target, away))


@compiled
def ally_worth(battle: Battle, book: Book, row: int, target: int) -> int:
    """What an ally is worth as a target: its free strike and its nearness to heroes, if the ability does no harm.

    Who has the least Stamina goes into the way of a strike.
    """
    if row != NOBODY and book.abilities[row].damage[0] > 0:
        return -ALLY
    figure = battle.creatures[target]
    if row != NOBODY and book.abilities[row].effect == MonsterEffect.MEAT_SHIELD:
        return -int(book.kinds[figure.kind].stamina)
    return 100 * int(book.kinds[figure.kind].free_strike) - nearest_hero(battle, book, int(figure.square))


@compiled
def edges_on(battle: Battle, book: Book, who: int, row: int, target: int, away: int) -> int:
    """Edges less banes of a monster's ability on a hero so many squares away.

    Source: rounds 2, mixing.
    """
    ability = book.abilities[row]
    in_melee = away <= int(ability.melee)
    edges = edges_against(battle, book, who, target, ability, in_melee)
    return net_edges(edges, banes_against(battle, book, who, target, ability, in_melee))


@compiled
def choose_area(battle: Battle, book: Book, mask: IntArray) -> int:
    """The square for which most heroes, and no allies, are within the area; without one the nearest to a hero.

    Source: rounds 7.
    """
    row = int(battle.pending.ability)
    best = NOBODY
    most = 0
    for cell in range(MAX_SQUARES):
        if mask[FIRST_SQUARE + cell] == 0:
            continue
        square = int(book.map.square_at[cell])
        value = -nearest_hero(battle, book, square)
        if row != NOBODY and book.abilities[row].reach >= Reach.CUBE:
            value += area_worth(battle, book, square, int(book.abilities[row].span))
        if best == NOBODY or value > most:
            most = value
            best = cell
    return NOBODY if best == NOBODY else FIRST_SQUARE + best


@compiled
def area_worth(battle: Battle, book: Book, square: int, size: int) -> int:
    """Heroes near the middle of an area, less twice the allies there."""
    total = 0
    for creature in range(MAX_CREATURES):
        figure = battle.creatures[creature]
        if figure.alive == 0 or figure.square == NOBODY or 2 * square_gap(book, square, int(figure.square)) > size:
            continue
        total += 100 if creature < MAX_HEROES else -200
    return total


@compiled
def choose_force(battle: Battle, book: Book, mask: IntArray) -> int:
    """The way in which a creature is shoved: into what hurts it, then far, then beside the Director's creatures.

    The Director's own creatures are not shoved.

    Source: rounds 3, forced move, slams.
    """
    target = int(battle.pending.target)
    best = int(Verb.PASS)
    most = 0
    for way in range(NUM_WAYS):
        if mask[FIRST_NUMBER + way] == 0:
            continue
        value = shove_worth(battle, book, target, way, int(battle.pending.amount))
        if value > most:
            most = value
            best = FIRST_NUMBER + way
    return best


@compiled
def shove_worth(battle: Battle, book: Book, target: int, way: int, squares: int) -> int:
    """What it is worth to shove a hero that way: the damage of a slam, squares, and beside whom it ends."""
    if target >= MAX_HEROES:
        return -1
    square = int(battle.creatures[target].square)
    left = squares
    while left > 0:
        onto = square_that_way(book, square, way)
        if onto == NOBODY:
            return harm_worth(battle, book, target, OBJECT_HARM + left)
        other = int(battle.board[onto])
        if other >= MAX_HEROES:
            return 0
        if other != NOBODY and other != target:
            return harm_worth(battle, book, target, left) + harm_worth(battle, book, other, left)
        square = onto
        left -= 1
    return SQUARE * squares + BESIDE * enemies_beside(battle, book, square)


@compiled
def enemies_beside(battle: Battle, book: Book, square: int) -> int:
    """The Director's creatures next to a square."""
    count = 0
    for n in range(book.map.num_neighbours[square]):
        if battle.board[book.map.neighbours[square, n]] >= MAX_HEROES:
            count += 1
    return count


@compiled
def choose_reaction(battle: Battle, book: Book, mask: IntArray) -> int:
    """A triggered action is used whenever it can be: the first by slot, or the free strike that is offered.

    Source: rounds 3, triggered action, opportunity attack.
    """
    if mask[Verb.REACT] == 1:
        return int(Verb.REACT)
    for slot in range(MAX_ABILITIES):
        if mask[FIRST_ABILITY + slot] == 1:
            return FIRST_ABILITY + slot
    return int(Verb.PASS)
