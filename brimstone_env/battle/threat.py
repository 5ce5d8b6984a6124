"""Threat cards: which enemies come, and how many."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import MAX_CARDS, MAX_ENTRIES, NOBODY, Event, Roll, Stat, Stream
from brimstone_env.battle.groups import add_group, find_group, roll_elite
from brimstone_env.battle.layout import NUM_DECKS, PARTY_DECK, Battle, Book, Card, Entry
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, Mode, draw_any, log_event, pick, roll_die, take_scripted

PERIL_FACES = (3, 3, 4, 4, 5, 6)
MOST_CARDS = 99  # that a battle counts


@compiled
def draw_cards(battle: Battle, book: Book, dice: Dice, deck: int, count: int, elite: int, ambush: int) -> None:
    """Draw cards from a threat deck; one that only says to draw others adds no enemies itself. They come at once.

    Args:
        battle: the battle.
        book: the book.
        dice: the dice.
        deck: the deck, or PARTY_DECK for the party's own (none: no card).
        count: cards.
        elite: elite levels more of every type on each card.
        ambush: 1: all that the cards bring ambush.

    Source: B3, B6, B14, facts 0 (loot limit), 3.
    """
    decks = np.zeros(NUM_DECKS, np.int16)
    left = np.zeros(NUM_DECKS, np.int16)
    levels = np.zeros(NUM_DECKS, np.int16)
    decks[0] = resolve_deck(book, deck)
    left[0] = 0 if decks[0] == NOBODY else count
    levels[0] = elite
    depth = 0
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        left[depth] -= 1
        here = int(decks[depth])
        card = book.decks[here].cards[take_card(battle, book, dice, here)]
        if card.num_entries > 0:
            play_card(battle, book, dice, card, int(levels[depth]), ambush)
        further = resolve_deck(book, int(card.draw_deck))
        if card.draws > 0 and further != NOBODY and depth + 1 < NUM_DECKS:
            depth += 1
            decks[depth] = further
            left[depth] = card.draws
            levels[depth] = levels[depth - 1] + card.draw_elite


@compiled
def resolve_deck(book: Book, deck: int) -> int:
    """A deck, or in place of PARTY_DECK the one for the party's size; NOBODY if there is none.

    Source: B3, B6.
    """
    return int(book.plan.party_deck) if deck == PARTY_DECK else deck


@compiled
def take_card(battle: Battle, book: Book, dice: Dice, deck: int) -> int:
    """A random card that has not been drawn in this battle (all of them again when the deck is used up).

    Source: B3.
    """
    count = int(book.decks[deck].num_cards)
    left = 0
    for i in range(count):
        left += 1 - int(battle.drawn[deck, i])
    if left == 0:
        for i in range(MAX_CARDS):
            battle.drawn[deck, i] = 0
    index = pick(battle.streams, dice, Stream.SET_UP, Roll.THREAT, count)
    while battle.drawn[deck, index] == 1:
        if dice.fault != 0:
            index = (index + 1) % count
        else:
            index = pick(battle.streams, dice, Stream.SET_UP, Roll.THREAT, count)
    battle.drawn[deck, index] = 1
    log_event(dice, Event.CARD, deck, index, 0)
    return index


@compiled
def play_card(battle: Battle, book: Book, dice: Dice, card: Card, elite: int, ambush: int) -> None:
    """Roll how many enemies a card brings, and for the elite levels that it gives.

    `elite` levels come to those of the card; with `ambush` all ambush, whatever it says. It counts for loot if any
    figure that it brings was left in the box.

    Differs: the source does not say what of figures for which the whole map has no room; here their card counts.

    Source: B4, B5, B13, B14, B69, facts 0 (loot limit), 3.
    """
    added = 0
    for i in range(min(int(card.num_entries), MAX_ENTRIES)):
        entry = card.entries[i]
        group = add_group(battle, book, int(entry.type_id))
        for _ in range(int(card.elite[i]) + elite):
            roll_elite(battle, book, dice, group)
        count = roll_amount(battle, dice, entry)
        added += add_arrivals(battle, book, dice, group, count, max(int(card.ambush), ambush))
    if added > 0:
        battle.threat_cards = min(int(battle.threat_cards) + 1, MOST_CARDS)


@compiled
def roll_amount(battle: Battle, dice: Dice, entry: Entry) -> int:
    """How many: fixed figures, peril dice (3, 3, 4, 4, 5, 6), d3s and d6s.

    Source: B5.
    """
    count = int(entry.fixed)
    for _ in range(entry.peril):
        count += roll_peril(battle, dice)
    for _ in range(entry.d3):
        count += roll_die(battle.streams, dice, Stream.SET_UP, Roll.AMOUNT, 3)
    for _ in range(entry.d6):
        count += roll_die(battle.streams, dice, Stream.SET_UP, Roll.AMOUNT, 6)
    return count


@compiled
def roll_peril(battle: Battle, dice: Dice) -> int:
    """Roll the peril die, whose faces are 3, 3, 4, 4, 5, 6; a scripted result is the face.

    Source: B5.
    """
    if dice.mode == Mode.SCRIPT and dice.scripted[Roll.PERIL] == 1:
        face = take_scripted(dice, Roll.PERIL, PERIL_FACES[0], PERIL_FACES[5])
    else:
        face = PERIL_FACES[draw_any(battle.streams, dice, Stream.SET_UP, 6)]
    log_event(dice, Event.DIE, Roll.PERIL, face, 6)
    return face


@compiled
def add_arrivals(battle: Battle, book: Book, dice: Dice, group_index: int, count: int, ambush: int) -> int:
    """Note figures to be placed; too few in the box make the type elite, at most once a turn for this reason.

    Returns:
        How many of them there are.

    Source: B13, facts 9c (6).
    """
    group = battle.groups[group_index]
    room = int(book.types[group.type_id].figures) - int(group.alive)
    for i in range(battle.num_arrivals):
        if battle.arrivals[i].type_id == group.type_id:
            room -= int(battle.arrivals[i].count)
    if count > room:
        count = max(room, 0)
        if group.short_turn != battle.turn + 1:
            group.short_turn = battle.turn + 1
            group.short = 1
    if count == 0:
        return 0
    arrival = battle.arrivals[battle.num_arrivals]
    battle.num_arrivals += 1
    arrival.type_id = group.type_id
    arrival.count = count
    arrival.ambush = ambush
    return count


@compiled
def settle_arrivals(battle: Battle) -> None:
    """Types that always ambush do so whatever the card says; those of one type are placed as one.

    Source: B8, B17, facts 2b (void spiders 1).
    """
    for i in range(battle.num_arrivals):
        arrival = battle.arrivals[i]
        if battle.groups[find_group(battle, int(arrival.type_id))].stats[Stat.ALWAYS_AMBUSH] == 1:
            arrival.ambush = 1
    for i in range(battle.num_arrivals):
        for j in range(i + 1, battle.num_arrivals):
            one, other = battle.arrivals[i], battle.arrivals[j]
            if one.type_id == other.type_id and one.ambush == other.ambush:
                one.count += other.count
                other.count = 0
