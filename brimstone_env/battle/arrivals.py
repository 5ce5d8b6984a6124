"""Enemies that appear: placed in their order, at the set-up and while the battle goes on."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.ambush import ambush_immobile, ambush_type
from brimstone_env.battle.codes import MAX_GROUPS, NOBODY, Event, Frame, Roll, Stat, Status, Stream
from brimstone_env.battle.fright import strike_fright
from brimstone_env.battle.groups import find_group, roll_elite, roll_initiative
from brimstone_env.battle.layout import PARTY_DECK, Battle, Book, Occasion
from brimstone_env.battle.placement import place_type
from brimstone_env.battle.quickdraw import mark_absent, offer_quickdraw
from brimstone_env.battle.threat import draw_cards, play_card, settle_arrivals
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, pick
from brimstone_env.core.frames import push_frame, top_frame
from brimstone_env.core.records import IntArray

MOST_TIMES = 127  # an event that comes again and again ends here
NUM_PHASES = 3  # of a placement
IMMOBILE_FIRST = 0
ORDINARY = 1
AMBUSHERS = 2
VARIABLE_RANK = -99  # before every Initiative


@compiled
def place_arrivals(battle: Battle, book: Book, dice: Dice) -> None:
    """Place everyone who has been drawn or named; a card that some of them bring comes after them, by ambush.

    Horror that they strike when they appear is put on the stack.

    Differs: the source does not say how often such a card comes; here once for the type, each time that figures of it
    are placed together.

    Source: B8, B13, B17, facts 2a (void hounds), 2b (targa pylons 5).
    """
    before = np.zeros(MAX_GROUPS, np.int16)
    for g in range(battle.num_groups):
        before[g] = battle.groups[g].alive
    place_batch(battle, book, dice)
    with_card = np.zeros(MAX_GROUPS, np.int8)
    g = 0
    while g < battle.num_groups:
        group = battle.groups[g]
        g += 1
        if with_card[g - 1] == 0 and group.alive > before[g - 1] and group.stats[Stat.ARRIVAL_CARD] == 1:
            with_card[g - 1] = 1
            bring_card(battle, book, dice, g - 1)
            g = 0
    greet(battle, dice, before)


@compiled
def place_batch(battle: Battle, book: Book, dice: Dice) -> None:
    """Place all arrivals. Too few figures of a type: those that there are are placed, then the type becomes elite.

    Source: B8, B13, B17.
    """
    settle_arrivals(battle)
    place_all(battle, book, dice)
    for g in range(battle.num_groups):
        if battle.groups[g].short == 1:
            battle.groups[g].short = 0
            roll_elite(battle, book, dice, g)


@compiled
def bring_card(battle: Battle, book: Book, dice: Dice, group_index: int) -> None:
    """A type that appears brings a card of the party's own deck, by ambush.

    Source: B3, B17, B22, facts 2b (targa pylons 5).
    """
    log_event(dice, Event.ENEMY_ABILITY, first_of(battle, group_index), Stat.ARRIVAL_CARD, 1)
    draw_cards(battle, book, dice, PARTY_DECK, 1, 0, 1)
    if is_arriving(battle):
        cut_turn(battle)
    place_batch(battle, book, dice)


@compiled
def first_of(battle: Battle, group_index: int) -> int:
    """The first living figure of a type, NOBODY for none."""
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 1 and battle.enemies[e].group == group_index:
            return e
    return NOBODY


@compiled
def is_arriving(battle: Battle) -> bool:
    """Whether an event of the scenario brings enemies just now."""
    return bool(top_frame(battle.stack).kind == Frame.ARRIVAL)


@compiled
def greet(battle: Battle, dice: Dice, before: IntArray) -> None:
    """Those who appeared roll a variable Initiative, if the turn goes on, and may strike the heroes with horror.

    Args:
        battle: the battle.
        dice: the dice.
        before: living figures by type, before those who appeared.

    Source: facts 2a (void hounds), 2c (variable Initiative).
    """
    groups = 0
    for g in range(battle.num_groups):
        if battle.groups[g].alive == before[g]:
            continue
        if is_arriving(battle) and battle.groups[g].rolled == 0:
            roll_initiative(battle, dice, g)
        if battle.groups[g].stats[Stat.ARRIVAL_HORROR] > 0:
            groups |= 1 << g
    if groups != 0:
        push_frame(battle.stack, Frame.APPEARANCE, NOBODY, NOBODY, 0).points = groups


@compiled
def step_appearance(battle: Battle, book: Book, dice: Dice) -> int:
    """The types that appeared (`points`, a bit each) strike each standing hero with horror hits, once for the type.

    Source: B27, facts 2a (void hounds).
    """
    frame = top_frame(battle.stack)
    heroes = int(battle.num_heroes)
    while frame.index < int(battle.num_groups) * heroes:
        g = int(frame.index) // heroes
        h = int(frame.index) % heroes
        frame.index += 1
        if (int(frame.points) >> g) & 1 == 1 and battle.heroes[h].knocked_out == 0:
            stats = battle.groups[g].stats
            strike_fright(battle, h, NOBODY, int(stats[Stat.ARRIVAL_HORROR]), int(stats[Stat.HORROR_DAMAGE]))
            return Status.CALL
    return Status.DONE


@compiled
def place_all(battle: Battle, book: Book, dice: Dice) -> None:
    """Place all arrivals: ordinary ones in ascending Initiative, then ambushers in descending; equal ones at random.

    Immobile ambushers come before all others.

    Source: B8, B17, B18, facts 2c (immobile).
    """
    for phase in range(NUM_PHASES):
        while True:
            arrival_index = next_arrival(battle, dice, phase)
            if arrival_index == NOBODY:
                break
            arrival = battle.arrivals[arrival_index]
            type_id = int(arrival.type_id)
            count = int(arrival.count)
            arrival.count = 0
            if phase == IMMOBILE_FIRST:
                ambush_immobile(battle, book, dice, type_id, count)
            elif phase == AMBUSHERS:
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

    Types of variable Initiative come first.

    Source: B8, B17, facts 2c (variable Initiative).
    """
    arrival = battle.arrivals[index]
    stats = battle.groups[find_group(battle, int(arrival.type_id))].stats
    if stats[Stat.VARIABLE_INITIATIVE] == 1:
        return VARIABLE_RANK
    initiative = int(stats[Stat.INITIATIVE])
    return -initiative if arrival.ambush == 1 else initiative


@compiled
def waits_for(battle: Battle, index: int, phase: int) -> bool:
    """Whether arrivals are placed in a phase: immobile ambushers, ordinary ones, other ambushers.

    Source: B17, facts 2c (immobile).
    """
    arrival = battle.arrivals[index]
    if arrival.count == 0:
        return False
    if arrival.ambush == 0:
        return phase == ORDINARY
    immobile = battle.groups[find_group(battle, int(arrival.type_id))].stats[Stat.IMMOBILE] == 1
    return phase == (IMMOBILE_FIRST if immobile else AMBUSHERS)


@compiled
def next_arrival(battle: Battle, dice: Dice, phase: int) -> int:
    """Who is placed next; NOBODY if all are. Equal Initiative: random.

    Source: B8, B17.
    """
    best = NOBODY
    count = 0
    for i in range(battle.num_arrivals):
        if not waits_for(battle, i, phase):
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
        if not waits_for(battle, i, phase):
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
    frame = top_frame(battle.stack)
    if frame.stage == 1:
        return Status.DONE
    frame.stage = 1
    event = int(frame.slot)
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
    offer_quickdraw(battle, book)
    return Status.CALL
