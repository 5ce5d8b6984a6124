"""Where a hero stands well: the best strike from a square, less what waits there and on the way."""

from __future__ import annotations

import numpy as np

from brimstone_agents.scripted_rounds.foes import is_foe, preference, value_of
from brimstone_agents.scripted_rounds.grants import follow_worth
from brimstone_agents.scripted_rounds.strikes import NEVER, is_harmful, price_of, strike_worth
from brimstone_agents.scripted_rounds.tactic import HUNDRED, Tactic, Weight
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.aiming import melee_reach, range_of
from brimstone_env.rounds.book_layout import Book
from brimstone_env.rounds.codes import BOARD_SIDE, MAX_ABILITIES, MAX_CREATURES, MAX_HEROES, NOBODY, Kind, Reach
from brimstone_env.rounds.conditions import speed_of
from brimstone_env.rounds.creatures import square_gap, width_of
from brimstone_env.rounds.director_plan import boxes_gap
from brimstone_env.rounds.layout import Battle
from brimstone_env.rounds.resources import can_pay

NEARER = 12  # a square nearer to the enemies, without a strike
STEP = 1  # a square walked
BANE = 30  # hundredths of a shot's worth that an enemy beside costs
# Columns of plans: what the best ability in melee is worth, how far it reaches, and the same at range.
MELEE, MELEE_REACH, RANGED, RANGED_REACH = 0, 1, 2, 3
THREAT, THREAT_REACH = 4, 5  # what an enemy counts for where it reaches, and how far it does
NUM_COLUMNS = 6
STILL_TO_ACT = 2  # times that an enemy counts who has yet to act in this round


@compiled
def new_plans() -> IntArray:
    """Room for `fill_plans`: int64 (MAX_CREATURES, NUM_COLUMNS)."""
    return np.empty((MAX_CREATURES, NUM_COLUMNS), np.int64)


@compiled
def fill_plans(battle: Battle, book: Book, who: int, fresh: bool, tactic: Tactic, plans_out: IntArray) -> None:
    """What a hero could do to each enemy with its main action, from wherever that is possible.

    Args:
        battle: the battle.
        book: the book.
        who: the hero.
        fresh: its turn has not begun: its main action is still to come.
        tactic: the tactic.
        plans_out: int64 (MAX_CREATURES, NUM_COLUMNS), worths `NEVER` where there is no such ability.
    """
    plans_out[:, MELEE] = NEVER
    plans_out[:, RANGED] = NEVER
    plans_out[:, MELEE_REACH] = 0
    plans_out[:, RANGED_REACH] = 0
    fill_threats(battle, book, plans_out)
    if not fresh and battle.creatures[who].main <= 0:
        return
    kind = book.kinds[battle.creatures[who].kind]
    for slot in range(MAX_ABILITIES):
        row = int(kind.abilities[slot])
        if row == NOBODY:
            break
        ability = book.abilities[row]
        if ability.kind == Kind.MAIN and is_harmful(book, row) and can_pay(battle, book, who, row, False):
            add_plan(battle, book, who, row, tactic, plans_out)


@compiled
def fill_threats(battle: Battle, book: Book, plans_out: IntArray) -> None:
    """How far each enemy reaches in a turn, and what it counts for."""
    for enemy in range(MAX_HEROES, MAX_CREATURES):
        plans_out[enemy, THREAT] = 0
        plans_out[enemy, THREAT_REACH] = 0
        if not is_foe(battle, enemy):
            continue
        kind = book.kinds[battle.creatures[enemy].kind]
        reach = int(kind.reach)
        for slot in range(MAX_ABILITIES):
            row = int(kind.abilities[slot])
            if row == NOBODY:
                break
            if book.abilities[row].kind == Kind.MAIN and book.abilities[row].cost == 0:
                reach = max(reach, int(book.abilities[row].melee), int(book.abilities[row].distance))
        plans_out[enemy, THREAT_REACH] = reach + speed_of(battle, book, enemy)
        times = STILL_TO_ACT if battle.creatures[enemy].acted == 0 else 1
        plans_out[enemy, THREAT] = times * value_of(battle, book, enemy)


@compiled
def count_threats(battle: Battle, book: Book, square: int, plans: IntArray) -> int:
    """What the enemies count for who could strike at a square in their next turn."""
    total = 0
    for enemy in range(MAX_HEROES, MAX_CREATURES):
        if plans[enemy, THREAT] > 0:
            away = int(book.map.distance[square, battle.creatures[enemy].square])
            if away <= plans[enemy, THREAT_REACH]:
                total += int(plans[enemy, THREAT])
    return total


@compiled
def fear_of(battle: Battle, book: Book, who: int, tactic: Tactic) -> int:
    """What exposure counts for a hero, in hundredths: more for who is hurt."""
    creature = battle.creatures[who]
    most = max(int(book.kinds[creature.kind].stamina), 1)
    hurt = HUNDRED * max(most - int(creature.stamina), 0) // most
    more = HUNDRED + hurt * int(tactic.weights[Weight.FEAR]) // HUNDRED
    each = Weight.EXPOSURE if creature.main > 0 else Weight.RETREAT
    return int(tactic.weights[each]) * more // HUNDRED


@compiled
def add_plan(battle: Battle, book: Book, who: int, row: int, tactic: Tactic, plans_out: IntArray) -> None:
    """Count an ability in where it is better than those before."""
    price = price_of(battle, book, who, row, tactic)
    area = book.abilities[row].reach != Reach.CREATURES
    near = int(book.abilities[row].span) if area else melee_reach(battle, book, who, row)
    if area and book.abilities[row].distance > 0:
        near = 0
    far = range_of(battle, book, who, row)
    span = int(book.abilities[row].span) if area else 0
    for enemy in range(MAX_HEROES, MAX_CREATURES):
        if not is_foe(battle, enemy):
            continue
        liking = preference(battle, book, who, enemy, tactic) - price
        liking += follow_worth(battle, book, who, row, enemy, tactic)
        caught = 1 + count_caught(battle, book, enemy, span)
        if near > 0:
            worth = strike_worth(battle, book, who, row, enemy, 0, True, False, tactic) * caught + liking
            if worth > plans_out[enemy, MELEE]:
                plans_out[enemy, MELEE] = worth
                plans_out[enemy, MELEE_REACH] = near
        if far > 0:
            worth = strike_worth(battle, book, who, row, enemy, 0, False, False, tactic) * caught + liking
            if worth > plans_out[enemy, RANGED]:
                plans_out[enemy, RANGED] = worth
                plans_out[enemy, RANGED_REACH] = far


@compiled
def count_caught(battle: Battle, book: Book, enemy: int, span: int) -> int:
    """Other enemies that an area so wide may catch beside an enemy, roughly: half of those within its half."""
    if span <= 1:
        return 0
    count = 0
    at = int(battle.creatures[enemy].square)
    for other in range(MAX_HEROES, MAX_CREATURES):
        if other != enemy and is_foe(battle, other):
            count += int(square_gap(book, at, int(battle.creatures[other].square)) <= (span + 1) // 3)
    return (count + 1) // 2


@compiled
def count_around(battle: Battle, book: Book, square: int, tactic: Tactic) -> int:
    """What the enemies beside a square count for."""
    total = 0
    for enemy in range(MAX_HEROES, MAX_CREATURES):
        if is_foe(battle, enemy):
            wide = width_of(battle, book, enemy)
            if boxes_gap(book, square, 1, int(battle.creatures[enemy].square), wide) == 1:
                total += value_of(battle, book, enemy)
    return total


@compiled
def best_from(battle: Battle, book: Book, who: int, square: int, around: int, plans: IntArray, tactic: Tactic) -> int:
    """What the best strike from a square is worth, `NEVER` if there is none."""
    best = NEVER
    for enemy in range(MAX_HEROES, MAX_CREATURES):
        if not is_foe(battle, enemy):
            continue
        at = int(battle.creatures[enemy].square)
        away = boxes_gap(book, square, 1, at, width_of(battle, book, enemy))
        if away > 1 and book.map.sight[square, at] == 0:
            continue
        if away <= plans[enemy, MELEE_REACH] and plans[enemy, MELEE] > best:
            worth = int(plans[enemy, MELEE])
            if away == 1 and would_flank(battle, book, who, square, enemy):
                worth += int(tactic.weights[Weight.FLANK])
            best = max(best, worth)
        if away <= plans[enemy, RANGED_REACH]:
            worth = int(plans[enemy, RANGED])
            if around > 0:
                worth -= worth * BANE // 100
            best = max(best, worth)
    return best


@compiled
def would_flank(battle: Battle, book: Book, who: int, square: int, enemy: int) -> bool:
    """Whether another hero stands right across an enemy of one square from a square beside it."""
    if width_of(battle, book, enemy) > 1:
        return False
    grid = book.map
    at = int(battle.creatures[enemy].square)
    row = 2 * int(grid.rows[at]) - int(grid.rows[square])
    column = 2 * int(grid.cols[at]) - int(grid.cols[square])
    if row < 0 or column < 0 or row >= BOARD_SIDE or column >= BOARD_SIDE:
        return False
    across = int(grid.square_at[row * BOARD_SIDE + column])
    if across == NOBODY:
        return False
    other = int(battle.board[across])
    return 0 <= other < MAX_HEROES and other != who


@compiled
def nearest_foe(battle: Battle, book: Book, square: int) -> int:
    """Walking squares from a square to the nearest enemy."""
    least = 255
    for enemy in range(MAX_HEROES, MAX_CREATURES):
        if is_foe(battle, enemy):
            least = min(least, int(book.map.distance[square, battle.creatures[enemy].square]))
    return least


@compiled
def count_provoked(battle: Battle, book: Book, who: int, square: int) -> int:
    """Enemies that a hero leaves by going to a square."""
    if battle.creatures[who].shifting == 1:
        return 0
    at = int(battle.creatures[who].square)
    count = 0
    for enemy in range(MAX_HEROES, MAX_CREATURES):
        creature = battle.creatures[enemy]
        if not is_foe(battle, enemy) or creature.surprised == 1:
            continue
        wide = width_of(battle, book, enemy)
        beside = boxes_gap(book, at, 1, int(creature.square), wide) == 1
        count += int(beside and boxes_gap(book, square, 1, int(creature.square), wide) > 1)
    return count


@compiled
def place_worth(battle: Battle, book: Book, who: int, square: int, plans: IntArray, tactic: Tactic) -> int:
    """How good a square is for a hero: its best strike from there, less what is around it and what the way invites.

    With a main action left and nobody to strike from there it comes nearer.
    """
    at = int(battle.creatures[who].square)
    around = count_around(battle, book, square, tactic)
    total = best_from(battle, book, who, square, around, plans, tactic)
    if total == NEVER:
        total = -NEARER * nearest_foe(battle, book, square) if battle.creatures[who].main > 0 else 0
    threats = around if tactic.glance == 1 else around + count_threats(battle, book, square, plans)
    total -= threats * fear_of(battle, book, who, tactic)
    total -= count_provoked(battle, book, who, square) * int(tactic.weights[Weight.PROVOKED])
    return total - STEP * int(book.map.distance[at, square])


@compiled
def worth_from_here(battle: Battle, book: Book, who: int, plans: IntArray, tactic: Tactic) -> int:
    """What the best strike is worth from where a hero stands, `NEVER` if there is none."""
    square = int(battle.creatures[who].square)
    return best_from(battle, book, who, square, count_around(battle, book, square, tactic), plans, tactic)


@compiled
def worth_within(battle: Battle, book: Book, who: int, squares: int, plans: IntArray) -> int:
    """What the best strike is worth for a hero that may walk so many squares first, whatever is in the way."""
    at = int(battle.creatures[who].square)
    best = 0
    for enemy in range(MAX_HEROES, MAX_CREATURES):
        if is_foe(battle, enemy):
            away = int(book.map.distance[at, battle.creatures[enemy].square]) - squares
            if away <= plans[enemy, MELEE_REACH]:
                best = max(best, int(plans[enemy, MELEE]))
            if away <= plans[enemy, RANGED_REACH]:
                best = max(best, int(plans[enemy, RANGED]))
    return best
