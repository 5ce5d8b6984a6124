"""Enemies that appear: placed in their order, at the set-up and while the battle goes on."""

from __future__ import annotations

from brimstone_env.battle.ambush import ambush_type
from brimstone_env.battle.codes import NOBODY, Event, Roll, Stat, Status, Stream
from brimstone_env.battle.groups import find_group, roll_elite
from brimstone_env.battle.layout import Battle, Book, Occasion
from brimstone_env.battle.placement import place_type
from brimstone_env.battle.quickdraw import mark_absent, offer_quickdraw
from brimstone_env.battle.threat import draw_cards, play_card, settle_arrivals
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, pick
from brimstone_env.core.frames import pop_frame, top_frame

MOST_TIMES = 127  # an event that comes again and again ends here


@compiled
def place_arrivals(battle: Battle, book: Book, dice: Dice) -> None:
    """Place everyone who has been drawn or named.

    Too few figures of a type: those that there are are placed, then the type becomes elite.

    Source: B8, B13, B17.
    """
    settle_arrivals(battle)
    place_all(battle, book, dice)
    for g in range(battle.num_groups):
        if battle.groups[g].short == 1:
            battle.groups[g].short = 0
            roll_elite(battle, book, dice, g)


@compiled
def place_all(battle: Battle, book: Book, dice: Dice) -> None:
    """Place all arrivals: ordinary ones in ascending Initiative, then ambushers in descending; equal ones at random.

    Source: B8, B17, B18.
    """
    for ambush in range(2):
        while True:
            arrival_index = next_arrival(battle, dice, ambush)
            if arrival_index == NOBODY:
                break
            arrival = battle.arrivals[arrival_index]
            type_id = int(arrival.type_id)
            count = int(arrival.count)
            arrival.count = 0
            if ambush == 1:
                ambush_type(battle, book, dice, type_id, count)
            else:
                place_type(battle, book, dice, type_id, count)
    for i in range(battle.num_arrivals):
        battle.arrivals[i].type_id = 0
        battle.arrivals[i].ambush = 0
    battle.num_arrivals = 0


@compiled
def arrival_rank(battle: Battle, index: int) -> int:
    """What arrivals are ordered by, least first: Initiative, or minus Initiative for ambushers.

    Source: B8, B17.
    """
    arrival = battle.arrivals[index]
    initiative = int(battle.groups[find_group(battle, int(arrival.type_id))].stats[Stat.INITIATIVE])
    return -initiative if arrival.ambush == 1 else initiative


@compiled
def next_arrival(battle: Battle, dice: Dice, ambush: int) -> int:
    """Who is placed next; NOBODY if all are. Equal Initiative: random.

    Source: B8, B17.
    """
    best = NOBODY
    count = 0
    for i in range(battle.num_arrivals):
        if battle.arrivals[i].count == 0 or battle.arrivals[i].ambush != ambush:
            continue
        if best == NOBODY or arrival_rank(battle, i) < arrival_rank(battle, best):
            best = i
            count = 0
        if arrival_rank(battle, i) == arrival_rank(battle, best):
            count += 1
    if best == NOBODY:
        return NOBODY
    chosen = pick(battle.streams, dice, Stream.SET_UP, Roll.FIRST, count)
    for i in range(battle.num_arrivals):
        if battle.arrivals[i].count == 0 or battle.arrivals[i].ambush != ambush:
            continue
        if arrival_rank(battle, i) == arrival_rank(battle, best):
            if chosen == 0:
                return i
            chosen -= 1
    return best


@compiled
def end_ambushes(battle: Battle) -> None:
    """The Initiative that an ambush adds is over.

    Source: B18.
    """
    for g in range(battle.num_groups):
        battle.groups[g].ambush = 0


@compiled
def times_due(occasion: Occasion, turn: int, activations: int) -> int:
    """How often an event should have come by now: in its turn after so many activations, and every so many turns.

    Source: B2, B22.
    """
    if occasion.turn == 0 or turn < occasion.turn:
        return 0
    since = turn - int(occasion.turn)
    times = 1
    is_now = since == 0
    if occasion.every > 0:
        times += since // int(occasion.every)
        is_now = since % int(occasion.every) == 0
    if is_now and activations < occasion.after:
        times -= 1
    return min(times, MOST_TIMES)


@compiled
def next_event(battle: Battle, book: Book) -> int:
    """The event of the scenario that comes now, NOBODY for none.

    Differs: one whose turn ended before its moment comes as the next turn begins; the source has no such events.

    Source: B2, B22.
    """
    for i in range(book.plan.num_events):
        if battle.events[i] < times_due(book.plan.events[i], int(battle.turn), int(battle.activations)):
            return i
    return NOBODY


@compiled
def draw_event(battle: Battle, book: Book, dice: Dice, occasion: Occasion) -> None:
    """Draw the event's threat cards, or take the enemies that it names; it may make all of them ambush.

    Source: B3, B4, B17.
    """
    if occasion.deck == NOBODY:
        play_card(battle, book, dice, occasion.named, 0, int(occasion.ambush))
    else:
        draw_cards(battle, book, dice, int(occasion.deck), int(occasion.num_cards), 0, int(occasion.ambush))


@compiled
def is_ambush(battle: Battle) -> bool:
    """Whether some of those who are still to be placed ambush.

    Source: B17.
    """
    for i in range(battle.num_arrivals):
        if battle.arrivals[i].count > 0 and battle.arrivals[i].ambush == 1:
            return True
    return False


@compiled
def cut_turn(battle: Battle) -> None:
    """An ambush during the activations: the turn ends at once, and the ambushers' Initiative counts in the next one.

    Before the first activation of a turn the turn goes on. A second ambush at once takes nothing from the first.

    Source: B18, B22, facts 9c (4).
    """
    if battle.activations > 0 and battle.cut == 0:
        end_ambushes(battle)
        battle.cut = 1


@compiled
def step_arrival(battle: Battle, book: Book, dice: Dice) -> int:
    """An event comes (`slot`): its enemies are placed on its tile, or next to heroes.

    Types that have not been activated this turn still are, the newcomers as well.

    Source: B2, B4, B7, B22, facts 1b (Quickdraw).
    """
    event = int(top_frame(battle.stack).slot)
    occasion = book.plan.events[event]
    battle.events[event] += 1
    log_event(dice, Event.ARRIVAL, event, 0, 0)
    site = int(battle.site)
    battle.site = occasion.site
    draw_event(battle, book, dice, occasion)
    settle_arrivals(battle)
    if is_ambush(battle):
        cut_turn(battle)
    mark_absent(battle)
    place_arrivals(battle, book, dice)
    battle.site = site
    pop_frame(battle.stack)
    offer_quickdraw(battle, book)
    return Status.CALL
