"""Movement: which squares a creature reaches, by which way, and a move square by square."""

from __future__ import annotations

import numpy as np

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.frames import push_frame, top_frame
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import (
    MAX_CREATURES,
    MAX_SQUARES,
    NOBODY,
    Condition,
    Decision,
    Event,
    Frame,
    Status,
    Trait,
)
from brimstone_env.rounds.conditions import is_stuck, let_go, may_trigger, suffers
from brimstone_env.rounds.creatures import (
    are_adjacent,
    are_foes,
    end_of_foes,
    first_foe,
    fits,
    gap_to_square,
    has_trait,
    is_alive,
    put,
    width_of,
)
from brimstone_env.rounds.edges import rolls_free_strike_badly
from brimstone_env.rounds.ground import step_on_grave
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.pending import ask, clear_pending

UNREACHED = 1000


@compiled
def step_cost(battle: Battle, book: Book, creature: int, square: int) -> int:
    """What a step onto a square costs, `UNREACHED` where there is no way.

    Source: rounds 3, movement. rounds 4, prone. rounds 7, Rotting Zombie. rounds 9, goblin Malice.
    """
    cost = 1 + int(suffers(battle, creature, Condition.PRONE))
    hindered = is_in_mist(battle, book, creature)
    if width_of(battle, book, creature) == 1:
        return cost + int(hindered or is_hindered(battle, creature, square))
    for corner in range(4):
        own = int(book.map.block[square, corner])
        if own == NOBODY:
            return UNREACHED
        hindered = hindered or is_hindered(battle, creature, own)
    return cost + int(hindered)


@compiled
def is_in_mist(battle: Battle, book: Book, creature: int) -> bool:
    """Whether green mist makes all squares difficult terrain for a creature: it does for all but goblins.

    Source: rounds 9, goblin Malice.
    """
    return bool(battle.mist == 1) and not has_trait(battle, book, creature, Trait.CRAFTY)


@compiled
def is_hindered(battle: Battle, creature: int, square: int) -> bool:
    """Whether a square is difficult terrain: a foe stands there, or a rotting zombie fell.

    Source: rounds 3, movement. rounds 7, Rotting Zombie.
    """
    other = int(battle.board[square])
    if battle.graves[square] == 1:
        return True
    return other != NOBODY and other != creature and are_foes(creature, other)


@compiled
def fill_costs(battle: Battle, book: Book, creature: int, most: int, costs_out: IntArray) -> None:
    """Write what it costs to come to each square, up to so many squares of movement.

    A frightened creature does not come nearer to what it fears.

    Args:
        battle: the battle.
        book: the book.
        creature: who moves.
        most: squares of movement.
        costs_out: int64 (MAX_SQUARES,): the least cost, `UNREACHED` where there is no way.

    Source: rounds 3, movement. rounds 4, frightened.
    """
    for square in range(MAX_SQUARES):
        costs_out[square] = UNREACHED
    start = int(battle.creatures[creature].square)
    fearful = suffers(battle, creature, Condition.FRIGHTENED)
    prices = np.zeros(MAX_SQUARES, np.int16)  # of a step onto each square, 0 until it is looked at
    found = np.empty(MAX_SQUARES, np.int16)
    costs_out[start] = 0
    found[0] = start
    count = 1
    for cost in range(most):
        for i in range(count):
            square = int(found[i])
            if costs_out[square] != cost:
                continue
            for k in range(int(book.map.num_neighbours[square])):
                onto = int(book.map.neighbours[square, k])
                if cost + 1 >= costs_out[onto]:
                    continue
                if prices[onto] == 0:
                    prices[onto] = step_cost(battle, book, creature, onto)
                total = cost + int(prices[onto])
                if total > most or total >= costs_out[onto]:
                    continue
                if fearful and is_feared(battle, book, creature, square, onto):
                    continue
                if costs_out[onto] == UNREACHED:
                    found[count] = onto
                    count += 1
                costs_out[onto] = total


@compiled
def is_feared(battle: Battle, book: Book, creature: int, square: int, onto: int) -> bool:
    """Whether a step would bring a frightened creature nearer to what it fears.

    Source: rounds 4, frightened.
    """
    if not suffers(battle, creature, Condition.FRIGHTENED):
        return False
    source = int(battle.creatures[creature].source[Condition.FRIGHTENED])
    if source == NOBODY or not is_alive(battle, source):
        return False
    return gap_to_square(battle, book, source, onto) < gap_to_square(battle, book, source, square)


@compiled
def fill_reach(battle: Battle, book: Book, creature: int, most: int, reach_out: IntArray) -> int:
    """Mark the squares on which a creature can end a move of so many squares; its own is not among them.

    Returns:
        How many there are.

    Source: rounds 3, movement.
    """
    costs = np.zeros(MAX_SQUARES, np.int64)
    count = 0
    for square in range(MAX_SQUARES):
        reach_out[square] = 0
    if most == 0 or is_stuck(battle, creature):
        return 0
    fill_costs(battle, book, creature, most, costs)
    start = int(battle.creatures[creature].square)
    for square in range(int(book.map.num_squares)):
        if square != start and costs[square] < UNREACHED and fits(battle, book, creature, square):
            reach_out[square] = 1
            count += 1
    return count


@compiled
def threats_left(battle: Battle, book: Book, creature: int, onto: int) -> int:
    """How many foes may strike when a creature steps from where it is onto a square."""
    count = 0
    if goes_unstruck(battle, book, creature):
        return 0
    for foe in range(first_foe(creature), end_of_foes(creature)):
        count += int(may_strike_leaver(battle, book, foe, creature, onto))
    return count


@compiled
def may_strike_leaver(battle: Battle, book: Book, foe: int, creature: int, onto: int) -> bool:
    """Whether a foe has an opportunity attack when a creature steps onto a square.

    It must be adjacent, lose adjacency by the step, be able to use free triggered actions, and roll without a bane.

    Source: rounds 3, opportunity attack. D8. rounds 7, crafty.
    """
    if not is_alive(battle, foe) or not are_foes(foe, creature):
        return False
    if goes_unstruck(battle, book, creature):
        return False
    if not are_adjacent(battle, book, foe, creature) or stays_adjacent(battle, book, foe, creature, onto):
        return False
    if not may_trigger(battle, foe):
        return False
    return not rolls_free_strike_badly(battle, book, foe, creature)


@compiled
def goes_unstruck(battle: Battle, book: Book, creature: int) -> bool:
    """Whether the steps of a creature provoke nobody: shifts, and those of the crafty.

    Source: rounds 3, opportunity attack. rounds 7, crafty.
    """
    return bool(battle.creatures[creature].shifting == 1) or has_trait(battle, book, creature, Trait.CRAFTY)


@compiled
def stays_adjacent(battle: Battle, book: Book, foe: int, creature: int, onto: int) -> bool:
    """Whether a creature is still beside a foe once its base is on a square."""
    if width_of(battle, book, creature) == 1:
        return gap_to_square(battle, book, foe, onto) <= 1
    for corner in range(4):
        own = int(book.map.block[onto, corner])
        if own != NOBODY and gap_to_square(battle, book, foe, own) <= 1:
            return True
    return False


@compiled
def fill_ways(battle: Battle, book: Book, creature: int, target: int, most: int, ways_out: IntArray) -> None:
    """Write what is left to pay from each square to a target square, as far as it is less than from where one stands.

    See `fill_costs`.
    """
    for square in range(MAX_SQUARES):
        ways_out[square] = UNREACHED
    start = int(battle.creatures[creature].square)
    fearful = suffers(battle, creature, Condition.FRIGHTENED)
    found = np.empty(MAX_SQUARES, np.int16)
    ways_out[target] = 0
    found[0] = target
    count = 1
    for paid in range(most):
        if ways_out[start] <= paid:
            return
        for i in range(count):
            onto = int(found[i])
            if ways_out[onto] != paid:
                continue
            total = paid + step_cost(battle, book, creature, onto)
            for k in range(int(book.map.num_neighbours[onto])):
                square = int(book.map.neighbours[onto, k])
                if total > most or total >= ways_out[square]:
                    continue
                if fearful and is_feared(battle, book, creature, square, onto):
                    continue
                if ways_out[square] == UNREACHED:
                    found[count] = square
                    count += 1
                ways_out[square] = total


@compiled
def next_step(battle: Battle, book: Book, creature: int, target: int, most: int) -> int:
    """The next square of the cheapest way to a square; of equal ones where fewest foes may strike, then by index.

    Returns:
        The square, -1 where there is no way any more.

    Source: rounds 3, movement.
    Differs: the way is not the player's choice square by square; stop on the way to choose another one.
    """
    ways = np.zeros(MAX_SQUARES, np.int64)
    fill_ways(battle, book, creature, target, most, ways)
    start = int(battle.creatures[creature].square)
    best, best_threats = NOBODY, UNREACHED
    for k in range(int(book.map.num_neighbours[start])):
        onto = int(book.map.neighbours[start, k])
        if is_feared(battle, book, creature, start, onto):
            continue
        if step_cost(battle, book, creature, onto) + int(ways[onto]) != int(ways[start]) or ways[start] > most:
            continue
        threats = threats_left(battle, book, creature, onto)
        if threats < best_threats:
            best, best_threats = onto, threats
    return best


@compiled
def straight_step(book: Book, start: int, target: int) -> int:
    """The next square on the straight way to a square, -1 where there is no floor.

    Source: rounds 3, charge.
    """
    row, column = int(book.map.rows[start]), int(book.map.cols[start])
    row += max(-1, min(1, int(book.map.rows[target]) - row))
    column += max(-1, min(1, int(book.map.cols[target]) - column))
    return int(book.map.square_at[row * 16 + column])


@compiled
def begin_move(battle: Battle, creature: int, square: int, straight: bool) -> None:
    """Put a move to a square on the stack; it uses the creature's steps, and goes straight if it must."""
    frame = push_frame(battle.stack, Frame.MOVE, NOBODY, creature, NOBODY)
    frame.mode = int(straight)
    frame.square = square
    frame.extra = NOBODY


@compiled
def step_move(battle: Battle, book: Book, dice: Dice) -> int:
    """The next step of a move: foes who may strike are asked first, then the creature goes on.

    Stages: 0 choose the step, 1 ask foes by index, 2 go.

    Source: rounds 3, movement; opportunity attack.
    """
    frame = top_frame(battle.stack)
    creature = int(frame.enemy)
    figure = battle.creatures[creature]
    if not is_alive(battle, creature) or figure.square == frame.square or is_stuck(battle, creature):
        return end_move(battle, book, dice, creature)
    if frame.stage == 0:
        if frame.mode == 1:
            frame.extra = straight_step(book, int(figure.square), int(frame.square))
        else:
            frame.extra = next_step(battle, book, creature, int(frame.square), int(figure.steps))
        if frame.extra == NOBODY:
            return end_move(battle, book, dice, creature)
        frame.index = 0
        frame.stage = 1
    if frame.stage == 1:
        while frame.index < MAX_CREATURES:
            foe = int(frame.index)
            frame.index += 1
            if may_strike_leaver(battle, book, foe, creature, int(frame.extra)):
                ask(battle, Decision.REACT, foe, creature, NOBODY, 0)
                return Status.WAIT
        frame.stage = 2
    if not can_step(battle, book, creature, int(frame.extra), int(frame.square)):
        return end_move(battle, book, dice, creature)
    figure.steps -= step_cost(battle, book, creature, int(frame.extra))
    put(battle, book, creature, int(frame.extra))
    log_event(dice, Event.MOVED, creature, int(frame.extra), 0)
    step_on_grave(battle, book, dice, creature)
    let_go(battle, dice, book)
    clear_pending(battle)
    frame.stage = 0
    return Status.CALL


@compiled
def can_step(battle: Battle, book: Book, creature: int, onto: int, target: int) -> bool:
    """Whether a step that was chosen is still possible after foes have struck: they may have changed everything.

    Source: rounds 3, opportunity attack.
    Differs: a move that was spoilt ends; the creature may use what is left of it for another one.
    """
    figure = battle.creatures[creature]
    if book.map.distance[figure.square, onto] != 1 or not fits(battle, book, creature, target):
        return False
    if is_feared(battle, book, creature, int(figure.square), onto):
        return False
    return step_cost(battle, book, creature, onto) <= int(figure.steps)


@compiled
def end_move(battle: Battle, book: Book, dice: Dice, creature: int) -> int:
    """A move is over; who stands where somebody else does comes to the nearest free square.

    Returns:
        `Status.DONE`.

    Source: rounds 3, movement.
    Differs: the sources do not say what becomes of a creature that is stopped in somebody else's square.
    """
    at = int(battle.creatures[creature].square)
    if not is_alive(battle, creature) or fits(battle, book, creature, at):
        return Status.DONE
    best = NOBODY
    for square in range(int(book.map.num_squares)):
        nearer = best == NOBODY or book.map.distance[at, square] < book.map.distance[at, best]
        if nearer and fits(battle, book, creature, square):
            best = square
    if best != NOBODY:
        put(battle, book, creature, best)
        log_event(dice, Event.MOVED, creature, best, 0)
        let_go(battle, dice, book)
    return Status.DONE
