"""How a battle starts: threat cards, elite enemies, placement, ambush."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import MAX_CARDS, MAX_ENTRIES, NOBODY, NUM_STATS, Event, Frame, Roll, Size, Stat, Stream
from brimstone_env.battle.figures import count_targeting, put_enemy
from brimstone_env.battle.hero import place_hero
from brimstone_env.battle.layout import FREE, NUM_EFFECTS, Battle, Book, Card, Entry
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, pick, roll_die
from brimstone_env.core.frames import push_frame, top_frame

AMBUSH_BONUS = 2  # Initiative
ELITE_EXPERIENCE = 5
PERIL_FACES = (3, 3, 4, 4, 5, 6)


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
            play_card(battle, book, dice, plan.named)
    else:
        for _ in range(plan.num_cards):
            draw_card(battle, book, dice, int(plan.deck))
    always_ambush(battle)
    place_all(battle, book, dice)


@compiled
def draw_card(battle: Battle, book: Book, dice: Dice, deck: int) -> None:
    """Draw the top card of a threat deck; one that says to draw others adds no enemies itself.

    Source: B3, facts 0 (loot limit), 3.
    """
    index = take_card(battle, book, dice, deck)
    card = book.decks[deck].cards[index]
    for _ in range(card.draws):
        other = take_card(battle, book, dice, int(card.draw_deck))
        play_card(battle, book, dice, book.decks[card.draw_deck].cards[other])
    if card.num_entries > 0:
        play_card(battle, book, dice, card)


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
def play_card(battle: Battle, book: Book, dice: Dice, card: Card) -> None:
    """Roll how many enemies a card brings, and for the elite levels that it gives.

    Source: B4, B5, B13, B14.
    """
    battle.threat_cards += 1
    for i in range(min(int(card.num_entries), MAX_ENTRIES)):
        entry = card.entries[i]
        group = add_group(battle, book, int(entry.type_id))
        for _ in range(card.elite[i]):
            roll_elite(battle, book, dice, group)
        count = roll_amount(battle, dice, entry)
        add_arrivals(battle, book, dice, group, count, int(card.ambush))


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
    if dice.mode == 1 and dice.scripted[Roll.PERIL] == 1:
        return max(roll_die(battle.streams, dice, Stream.SET_UP, Roll.PERIL, 6), 3)
    return PERIL_FACES[roll_die(battle.streams, dice, Stream.SET_UP, Roll.PERIL, 6) - 1]


@compiled
def find_group(battle: Battle, type_id: int) -> int:
    """The row of a type in this battle, NOBODY if it has none."""
    for g in range(battle.num_groups):
        if battle.groups[g].type_id == type_id:
            return g
    return NOBODY


@compiled
def add_group(battle: Battle, book: Book, type_id: int) -> int:
    """The row of a type in this battle; a new one starts with the printed numbers."""
    known = find_group(battle, type_id)
    if known != NOBODY:
        return known
    index = int(battle.num_groups)
    battle.num_groups += 1
    group = battle.groups[index]
    group.type_id = type_id
    for k in range(NUM_STATS):
        group.stats[k] = book.types[type_id].stats[k]
    return index


@compiled
def apply_elite(battle: Battle, book: Book, dice: Dice, group_index: int, row: int) -> None:
    """Put a row (0..5) of a type's elite table in force for all its figures, those on the board included.

    Each row adds 5 to the base experience.

    Source: B14, B16.
    """
    group = battle.groups[group_index]
    group.elite[row] = 1
    group.stats[Stat.EXPERIENCE] += ELITE_EXPERIENCE
    for k in range(NUM_EFFECTS):
        effect = book.types[group.type_id].elite[row, k]
        if effect.stat == NOBODY:
            continue
        if effect.sets == 1:
            group.stats[effect.stat] = effect.value
        else:
            group.stats[effect.stat] += effect.value
    log_event(dice, Event.ELITE, group_index, row + 1, 0)


@compiled
def roll_elite(battle: Battle, book: Book, dice: Dice, group_index: int) -> None:
    """Roll one elite level on the type's table; a repeated result is rerolled.

    Source: B14, B15.
    """
    group = battle.groups[group_index]
    left = 0
    for row in range(6):
        left += 1 - int(group.elite[row])
    if left == 0:
        return
    row = roll_die(battle.streams, dice, Stream.SET_UP, Roll.ELITE, 6) - 1
    while group.elite[row] == 1:
        if dice.fault != 0:
            row = (row + 1) % 6
        else:
            row = roll_die(battle.streams, dice, Stream.SET_UP, Roll.ELITE, 6) - 1
    apply_elite(battle, book, dice, group_index, row)


@compiled
def add_arrivals(battle: Battle, book: Book, dice: Dice, group_index: int, count: int, ambush: int) -> None:
    """Note figures to be placed; too few in the box make the type elite, at most once a turn for this reason.

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
            roll_elite(battle, book, dice, group_index)
    if count == 0:
        return
    arrival = battle.arrivals[battle.num_arrivals]
    battle.num_arrivals += 1
    arrival.type_id = group.type_id
    arrival.count = count
    arrival.ambush = ambush


@compiled
def always_ambush(battle: Battle) -> None:
    """Types that always ambush do so whatever the card says.

    Source: facts 2b (void spiders 1).
    """
    for i in range(battle.num_arrivals):
        arrival = battle.arrivals[i]
        if battle.groups[find_group(battle, int(arrival.type_id))].stats[Stat.ALWAYS_AMBUSH] == 1:
            arrival.ambush = 1


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
def place_enemy(battle: Battle, book: Book, dice: Dice, type_id: int, square: int, target: int) -> int:
    """Put a new figure into the next slot (or the first dead one of its type, if all slots are taken).

    Returns:
        The enemy's index.

    Source: B7, B19.
    """
    group_index = add_group(battle, book, type_id)
    index = int(battle.num_enemies)
    if index == len(battle.enemies):
        index = 0
        while battle.enemies[index].alive == 1 or battle.enemies[index].type_id != type_id:
            index += 1
    else:
        battle.num_enemies += 1
    enemy = battle.enemies[index]
    enemy.type_id = type_id
    enemy.group = group_index
    enemy.wounds = 0
    enemy.alive = 1
    enemy.target = target
    battle.groups[group_index].alive += 1
    battle.groups[group_index].placed += 1
    battle.num_alive += 1
    put_enemy(battle, book, index, square)
    log_event(dice, Event.PLACE, index, int(book.map.cell[square]), target)
    return index


@compiled
def has_room(battle: Battle, book: Book, size: int, square: int) -> bool:
    """Whether a new figure of a size can stand with its base on a square.

    Source: B10, B56.
    """
    if size != Size.VERY_LARGE:
        return bool(battle.board[square] == FREE)
    for part in range(4):
        here = int(book.map.block[square, part])
        if here == NOBODY or battle.board[here] != FREE:
            return False
    return True


@compiled
def place_type(battle: Battle, book: Book, dice: Dice, type_id: int, count: int) -> None:
    """Place figures in a checkerboard from the furthest row of the tile, then in the gaps, then beyond the entrance.

    Source: B7, B9, B10, B11, B12.
    """
    size = int(battle.groups[find_group(battle, type_id)].stats[Stat.SIZE])
    for i in range(book.plan.num_places):
        if count == 0:
            return
        square = int(book.plan.places[i])
        if has_room(battle, book, size, square):
            place_enemy(battle, book, dice, type_id, square, NOBODY)
            count -= 1
    behind = int(book.plan.behind)
    while count > 0:
        square = nearest_free(battle, book, dice, size, behind)
        if square == NOBODY and behind != 0:
            behind = 0  # the tile behind is full as well: anywhere
            continue
        if square == NOBODY:
            return
        place_enemy(battle, book, dice, type_id, square, NOBODY)
        count -= 1


@compiled
def hero_distance(battle: Battle, book: Book, size: int, square: int) -> int:
    """Walking distance from the nearest standing hero to a figure of a size with its base on a square.

    Source: N1, N3.
    """
    least = 255
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        if hero.knocked_out == 1:
            continue
        least = min(least, int(book.map.distance[hero.square, square]))
        if size == Size.VERY_LARGE:
            for part in range(1, 4):
                least = min(least, int(book.map.distance[hero.square, book.map.block[square, part]]))
    return least


@compiled
def nearest_free(battle: Battle, book: Book, dice: Dice, size: int, tiles: int) -> int:
    """The square with room that is nearest to any hero, on some tiles (0: anywhere); equal ones at random.

    Returns:
        The square, or NOBODY if there is no room.

    Source: B12, B20, N3.
    """
    score = np.full(book.map.num_squares, 999, np.int16)
    best = 999
    count = 0
    for square in range(book.map.num_squares):
        if tiles != 0 and int(book.map.tiles[square]) & tiles == 0:
            continue
        if not has_room(battle, book, size, square):
            continue
        score[square] = hero_distance(battle, book, size, square)
        if score[square] < best:
            best = int(score[square])
            count = 0
        if score[square] == best:
            count += 1
    if count == 0:
        return NOBODY
    chosen = pick(battle.streams, dice, Stream.SET_UP, Roll.SQUARE, count)
    for square in range(book.map.num_squares):
        if score[square] == best:
            if chosen == 0:
                return square
            chosen -= 1
    return NOBODY


@compiled
def ambush_type(battle: Battle, book: Book, dice: Dice, type_id: int, count: int) -> None:
    """Ambushers appear next to heroes, one figure at a time, and have +2 Initiative this turn, like all their type.

    Source: B17, B18, B19, B20, B21.
    """
    group_index = find_group(battle, type_id)
    group = battle.groups[group_index]
    group.ambush = AMBUSH_BONUS
    size = int(group.stats[Stat.SIZE])
    for number in range(count):
        hero_index = choose_victim(battle, book, dice, group_index, size, number == 0)
        if hero_index == NOBODY:
            square = nearest_free(battle, book, dice, size, 0)
        else:
            square = choose_ambush_square(battle, book, dice, size, hero_index)
        if square == NOBODY:
            return
        place_enemy(battle, book, dice, type_id, square, hero_index)


@compiled
def is_beside(battle: Battle, book: Book, size: int, square: int, hero_index: int) -> bool:
    """Whether a new figure could stand with its base on a square and be adjacent to a hero.

    Source: B19.
    """
    if not has_room(battle, book, size, square):
        return False
    at = int(battle.heroes[hero_index].square)
    if size != Size.VERY_LARGE:
        return int(book.map.adjacent[square, at]) == 1
    for part in range(4):
        if book.map.adjacent[book.map.block[square, part], at] == 1:
            return True
    return False


@compiled
def count_beside(battle: Battle, book: Book, size: int, hero_index: int) -> int:
    """Squares where a new figure could stand next to a hero.

    Source: B19.
    """
    count = 0
    for square in range(book.map.num_squares):
        if is_beside(battle, book, size, square, hero_index):
            count += 1
    return count


@compiled
def choose_victim(
    battle: Battle, book: Book, dice: Dice, group_index: int, size: int, first: bool
) -> int:
    """Whom the next ambusher appears beside: at first a random hero, then one with fewest of the type, with room.

    Returns:
        The hero, or NOBODY if no hero has room beside it.

    Source: B19.
    """
    fewest = np.full(battle.num_heroes, 127, np.int16)
    least = 127
    for h in range(battle.num_heroes):
        if battle.heroes[h].knocked_out == 1 or count_beside(battle, book, size, h) == 0:
            continue
        fewest[h] = 0 if first else count_targeting(battle, h, group_index)
        least = min(least, int(fewest[h]))
    if least == 127:
        return NOBODY
    count = 0
    for h in range(battle.num_heroes):
        if fewest[h] == least:
            count += 1
    chosen = pick(battle.streams, dice, Stream.SET_UP, Roll.TARGET, count)
    for h in range(battle.num_heroes):
        if fewest[h] == least:
            if chosen == 0:
                return h
            chosen -= 1
    return NOBODY


@compiled
def choose_ambush_square(battle: Battle, book: Book, dice: Dice, size: int, hero_index: int) -> int:
    """Any square beside the hero, at random.

    Source: B19.
    """
    chosen = pick(
        battle.streams, dice, Stream.SET_UP, Roll.SQUARE, count_beside(battle, book, size, hero_index)
    )
    for square in range(book.map.num_squares):
        if is_beside(battle, book, size, square, hero_index):
            if chosen == 0:
                return square
            chosen -= 1
    return NOBODY


@compiled
def step_setup(battle: Battle, book: Book, dice: Dice) -> None:
    """Set up, then turn this frame into the turn's.

    Source: B1.
    """
    set_up(battle, book, dice)
    frame = top_frame(battle.stack)
    frame.kind = Frame.TURN
    frame.stage = 0
