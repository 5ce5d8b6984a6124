"""The Director: answers every decision of the enemies by fixed rules, at one of three levels.

The Director is a seat like the heroes' seats: enemies act through the same decisions, and this module chooses among the
legal answers. It rolls nothing and hides nothing, so that the same battle gets the same answer.

Simple (0): groups in order of their numbers; each creature goes to the nearest hero and strikes it; no Malice is spent,
villain actions are used in their order as soon as they may be.
Standard (1): whoever can do most goes next; a strike is chosen by what it is expected to cost the heroes, a place by
the strike that it allows (flanking, no shot beside a hero, no opportunity attacks); Malice is spent where a point of it
buys one and a half points of Stamina.
Ruthless (2): looks one ply ahead in all that: hurt creatures act before they can be killed, shooters stay away from
heroes, Malice is spent at nine tenths of a point.
"""

from __future__ import annotations

import numpy as np

from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.book_layout import Book
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    FIRST_COMMON,
    FIRST_CREATURE,
    FIRST_NUMBER,
    FIRST_SQUARE,
    MAX_ABILITIES,
    MAX_CREATURES,
    MAX_HEROES,
    MAX_SQUARES,
    NOBODY,
    NUM_ACTIONS,
    NUM_NUMBERS,
    Common,
    Decision,
    Verb,
)
from brimstone_env.rounds.conditions import speed_of
from brimstone_env.rounds.director_malice import choose_malice, choose_villain
from brimstone_env.rounds.director_plan import (
    NEVER,
    fill_one_plan,
    fill_plans,
    fill_strikes,
    is_pressed,
    nearest_hero,
    new_plans,
    square_worth,
    turn_worth,
)
from brimstone_env.rounds.director_targets import choose_area, choose_force, choose_reaction, choose_target
from brimstone_env.rounds.layout import Battle

RUTHLESS = 2
HURRY = 300  # what it is worth that a creature about to be killed still acts
MOVE_GAIN = 40  # a better place must be better by so much to be worth a move


@compiled
def choose_action(battle: Battle, book: Book, mask: IntArray) -> int:
    """The Director's answer to the pending decision.

    Args:
        battle: the battle, not changed.
        book: the book.
        mask: (NUM_ACTIONS,) the legal answers, one or more.

    Differs: the source leaves all this to a person; the rules of the three levels are ours.

    Source: D16, D24, D33.
    """
    action = preferred(battle, book, mask)
    if action != NOBODY and mask[action] == 1:
        return action
    return first_legal(mask)


@compiled
def preferred(battle: Battle, book: Book, mask: IntArray) -> int:
    """What the Director would choose, legal or not; NOBODY without an opinion."""
    kind = int(battle.pending.kind)
    if kind == Decision.TURN:
        return choose_turn(battle, book, mask)
    if kind == Decision.NEXT:
        return choose_next(battle, book, mask)
    if kind == Decision.TARGET:
        return choose_target(battle, book, mask)
    if kind == Decision.AREA:
        return choose_area(battle, book, mask)
    if kind == Decision.FORCE:
        return choose_force(battle, book, mask)
    if kind == Decision.REACT:
        return choose_reaction(battle, book, mask)
    if kind == Decision.SIDE:
        return int(Verb.ENEMIES_FIRST)
    if kind == Decision.MALICE:
        return choose_malice(battle, book, mask)
    if kind == Decision.VILLAIN:
        return choose_villain(battle, book, mask)
    if kind == Decision.STABILITY:
        return last_number(mask)
    return NOBODY


@compiled
def first_legal(mask: IntArray) -> int:
    """The least legal action; PASS before END before others, so that nothing is used without a reason."""
    if mask[Verb.PASS] == 1:
        return int(Verb.PASS)
    for action in range(NUM_ACTIONS):
        if mask[action] == 1:
            return action
    return int(Verb.END)


@compiled
def last_number(mask: IntArray) -> int:
    """The greatest legal number: forced movement is resisted as far as may be."""
    for number in range(NUM_NUMBERS - 1, -1, -1):
        if mask[FIRST_NUMBER + number] == 1:
            return FIRST_NUMBER + number
    return NOBODY


# --- who acts -------------------------------------------------------------------------------------------------------


@compiled
def choose_next(battle: Battle, book: Book, mask: IntArray) -> int:
    """Which creature acts next, and with it which group: the one that can do most; a hero by lowest index.

    The heroes' order is the Director's only when a timer has run out.

    Source: D16, D25, D33.
    """
    best = NOBODY
    most = NEVER
    for creature in range(MAX_CREATURES):
        if mask[FIRST_CREATURE + creature] == 0:
            continue
        worth = -creature
        if creature >= MAX_HEROES and book.rules.director > 0:
            worth += order_worth(battle, book, creature)
        if best == NOBODY or worth > most:
            most = worth
            best = creature
    return NOBODY if best == NOBODY else FIRST_CREATURE + best


@compiled
def order_worth(battle: Battle, book: Book, creature: int) -> int:
    """How much it matters that a creature acts now: what it can do; the ruthless also let the hurt act first."""
    worth = max(turn_worth(battle, book, creature, speed_of(battle, book, creature)), 0)
    if book.rules.director == RUTHLESS:
        most = int(book.kinds[battle.creatures[creature].kind].stamina)
        left = int(battle.creatures[creature].stamina)
        if most > 0 and 2 * left <= most and battle.creatures[creature].squad == NOBODY:
            worth += HURRY
    return worth


# --- a turn ---------------------------------------------------------------------------------------------------------


@compiled
def choose_turn(battle: Battle, book: Book, mask: IntArray) -> int:
    """What a creature does next in its turn: stand up, come to a better place, help, strike, or end.

    Source: rounds 3, budget.
    """
    who = int(battle.pending.creature)
    creature = battle.creatures[who]
    if mask[FIRST_COMMON + Common.STAND_UP] == 1 and creature.maneuver > 0:
        return FIRST_COMMON + int(Common.STAND_UP)
    plans, strikes = new_plans(), np.empty(MAX_SQUARES, np.int64)
    fill_plans(battle, book, who, False, plans)
    here = int(creature.square)
    can_advance = mask[Verb.ADVANCE] == 1 and creature.move > 0 and creature.steps == 0
    most = speed_of(battle, book, who) if can_advance else int(creature.steps)
    fill_strikes(battle, book, who, most, plans, strikes)
    idle = strikes[here] == NEVER
    if mask[FIRST_COMMON + Common.ESCAPE_GRAB] == 1 and creature.maneuver > 0 and idle:
        return FIRST_COMMON + int(Common.ESCAPE_GRAB)
    if creature.steps > 0:
        cell = choose_square(battle, book, who, strikes, mask)
        if cell != NOBODY:
            return FIRST_SQUARE + cell
    elif can_advance and is_place_better(battle, book, who, most, strikes):
        return int(Verb.ADVANCE)
    return choose_deed(battle, book, who, plans, bool(idle), mask)


@compiled
def is_place_better(battle: Battle, book: Book, who: int, most: int, strikes: IntArray) -> bool:
    """Whether a square within walking distance looks better than where a creature stands; others are not in the way."""
    here = int(battle.creatures[who].square)
    if most == 0:
        return False
    pressed = is_pressed(battle, book, who)
    least = square_worth(battle, book, who, here, int(strikes[here]), pressed)
    if strikes[here] != NEVER:
        least += MOVE_GAIN
    for square in range(book.map.num_squares):
        if book.map.distance[here, square] > most or battle.board[square] != NOBODY:
            continue
        if square_worth(battle, book, who, square, int(strikes[square]), pressed) > least:
            return True
    return False


@compiled
def choose_deed(battle: Battle, book: Book, who: int, plans: IntArray, idle: bool, mask: IntArray) -> int:
    """The best legal ability or free strike from where a creature stands; helping others before its own strike.

    Without one it charges, then moves again instead of its main action if it reaches nobody (`idle`), then defends,
    then ends its turn.
    """
    best = NOBODY
    most = 0
    for slot in range(MAX_ABILITIES):
        if mask[FIRST_ABILITY + slot] == 0:
            continue
        value = slot_worth(battle, book, who, plans, slot)
        if value > most:
            most = value
            best = FIRST_ABILITY + slot
    if best != NOBODY:
        return best
    if mask[FIRST_COMMON + Common.CHARGE] == 1:
        return FIRST_COMMON + int(Common.CHARGE)
    if mask[FIRST_COMMON + Common.MELEE_FREE_STRIKE] == 1:
        return FIRST_COMMON + int(Common.MELEE_FREE_STRIKE)
    if mask[FIRST_COMMON + Common.RANGED_FREE_STRIKE] == 1:
        return FIRST_COMMON + int(Common.RANGED_FREE_STRIKE)
    if idle and mask[Verb.ADVANCE] == 1 and nearest_hero(battle, book, int(battle.creatures[who].square)) > 1:
        return int(Verb.ADVANCE)
    if mask[FIRST_COMMON + Common.DEFEND] == 1:
        return FIRST_COMMON + int(Common.DEFEND)
    return int(Verb.END)


@compiled
def slot_worth(battle: Battle, book: Book, who: int, plans: IntArray, slot: int) -> int:
    """What an ability is worth from where a creature stands; one that helps its side has a worth of its own."""
    alone, strikes = new_plans(), np.empty(MAX_SQUARES, np.int64)
    if not fill_one_plan(plans, slot, alone):
        return help_worth(battle, book, who, int(book.kinds[battle.creatures[who].kind].abilities[slot]))
    fill_strikes(battle, book, who, 0, alone, strikes)
    return int(strikes[battle.creatures[who].square])


@compiled
def help_worth(battle: Battle, book: Book, who: int, row: int) -> int:
    """What an ability that rolls nothing is worth: two points of Stamina for each ally near enough, less its Malice.

    The simple Director uses those that cost nothing.
    """
    ability = book.abilities[row]
    if ability.cost > 0 and book.rules.director == 0:
        return 0
    near = 0
    reach = max(int(ability.span), int(ability.distance), int(ability.melee), 1)
    here = int(battle.creatures[who].square)
    for other in range(MAX_HEROES, MAX_CREATURES):
        figure = battle.creatures[other]
        if other == who or figure.alive == 0 or figure.square == NOBODY:
            continue
        near += int(book.map.distance[here, figure.square] <= reach)
    return 200 * near - 100 * int(ability.cost) + 1


@compiled
def choose_square(battle: Battle, book: Book, who: int, strikes: IntArray, mask: IntArray) -> int:
    """The best cell that a creature can go on to; NOBODY if none is better than where it stands.

    Source: rounds 3, movement.
    """
    best = NOBODY
    here = int(battle.creatures[who].square)
    pressed = is_pressed(battle, book, who)
    most = square_worth(battle, book, who, here, int(strikes[here]), pressed)
    for cell in range(MAX_SQUARES):
        if mask[FIRST_SQUARE + cell] == 0:
            continue
        square = int(book.map.square_at[cell])
        value = square_worth(battle, book, who, square, int(strikes[square]), pressed)
        if value > most:
            most = value
            best = cell
    return best
