"""How a battle starts: the party, the threat, and who is placed when."""

from __future__ import annotations

from brimstone_env.battle.ambush import ambush_type
from brimstone_env.battle.codes import NOBODY, Frame, Roll, Stat, Stream
from brimstone_env.battle.groups import find_group, roll_elite
from brimstone_env.battle.hero import place_hero
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.placement import place_type
from brimstone_env.battle.threat import draw_cards, play_card, settle_arrivals
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, pick
from brimstone_env.core.frames import push_frame, top_frame


@compiled
def begin_battle(battle: Battle, book: Book) -> None:
    """Place the party on an empty battle and put the set-up on the stack; enemies come with the first step.

    Source: B1, B2, B64, B71.
    """
    plan = book.plan
    battle.outside = book.rules.outside
    for slot in range(len(battle.heroes)):
        battle.heroes[slot].class_id = NOBODY
    for e in range(len(battle.enemies)):
        battle.enemies[e].type_id = NOBODY
    for g in range(len(battle.groups)):
        battle.groups[g].type_id = NOBODY
    for h in range(plan.num_heroes):
        place_hero(battle, book, int(plan.classes[h]), int(plan.starts[h]))
    battle.revive_tokens = plan.revive_tokens
    push_frame(battle.stack, Frame.SETUP, NOBODY, NOBODY, 0)


@compiled
def set_up(battle: Battle, book: Book, dice: Dice) -> None:
    """Draw the threat cards (or take the named enemies), roll for elite levels, and place everyone.

    Source: B3, B4, B8, B17.
    """
    plan = book.plan
    if plan.deck == NOBODY:
        if plan.named.num_entries > 0:
            play_card(battle, book, dice, plan.named, 0, 0)
    else:
        draw_cards(battle, book, dice, int(plan.deck), int(plan.num_cards), 0, 0)
    place_arrivals(battle, book, dice)


@compiled
def place_arrivals(battle: Battle, book: Book, dice: Dice) -> None:
    """Place all arrivals; a type of which there were too few figures becomes elite once they stand.

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
def step_setup(battle: Battle, book: Book, dice: Dice) -> None:
    """Set up, then turn this frame into the turn's.

    Source: B1.
    """
    set_up(battle, book, dice)
    frame = top_frame(battle.stack)
    frame.kind = Frame.TURN
    frame.stage = 0
