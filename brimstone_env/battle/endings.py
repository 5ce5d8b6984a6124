"""What enemies do at the end of a turn: bring new figures, and the powers of the harbinger."""

from __future__ import annotations

from brimstone_env.battle.arrivals import place_arrivals
from brimstone_env.battle.codes import MAX_ENEMIES, MAX_GROUPS, NOBODY, Event, Roll, Stat, Status, Stream
from brimstone_env.battle.enemy_health import heal_enemy
from brimstone_env.battle.figures import is_next_to
from brimstone_env.battle.groups import add_group, find_group
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.placement import has_room, place_enemy
from brimstone_env.battle.quickdraw import mark_absent, offer_quickdraw
from brimstone_env.battle.strike import push_hits_around
from brimstone_env.battle.threat import add_arrivals
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, pick, roll_die
from brimstone_env.core.frames import top_frame

ONE_HIT = 1  # on each adjacent hero, where what an enemy brings has no room
D6_HITS = 0  # a d6 for each adjacent hero
POWER_HITS = 1  # powers of the end of a turn: a die of three sides
POWER_AMBUSH = 2
POWER_HEALING = 3


@compiled
def step_endings(battle: Battle, book: Book, dice: Dice) -> int:
    """Enemies that do something at the end of a turn do it, by index; those that come now have to wait.

    Quick heroes may shoot at them as they appear.

    `index` is the enemy, `amount` how often it has rolled for a new figure, `flag` that its power is used, `extra` the
    number of enemies when the turn ended.

    Differs: the source does not say in which order; the players choose where the publisher's rules do.

    Source: facts 1b (Quickdraw), 2a (corpse piles, harbinger), 2b (corpse piles 6), 7 (turn).
    """
    frame = top_frame(battle.stack)
    if frame.stage == 0:
        frame.stage = 1
        frame.extra = battle.num_enemies
    while frame.index < frame.extra:
        e = int(frame.index)
        stats = battle.groups[battle.enemies[e].group].stats
        if battle.enemies[e].alive == 1:
            if stats[Stat.SPAWN] > 0 and frame.amount < stats[Stat.SPAWN_ROLLS]:
                frame.amount += 1
                mark_absent(battle)
                roll_spawn(battle, book, dice, e)
                offer_quickdraw(battle, book)
                return Status.CALL
            if stats[Stat.END_POWERS] == 1 and frame.flag == 0:
                frame.flag = 1
                mark_absent(battle)
                use_power(battle, book, dice, e)
                offer_quickdraw(battle, book)
                return Status.CALL
        frame.index += 1
        frame.amount = 0
        frame.flag = 0
    return Status.DONE


@compiled
def roll_spawn(battle: Battle, book: Book, dice: Dice, enemy_index: int) -> None:
    """On a high enough d6 a new figure appears on a free square beside the enemy, at random.

    Without a free square every adjacent hero takes a hit. A lack of figures in the box brings none.

    Differs: the source does not say whether such a lack makes the type elite (B13); here it does not, since no card
    brings them.

    Source: facts 2a (corpse piles), 2b (corpse piles 5).
    """
    stats = battle.groups[battle.enemies[enemy_index].group].stats
    if roll_die(battle.streams, dice, Stream.DICE, Roll.ABILITY, 6) < stats[Stat.SPAWN]:
        return
    type_id = int(book.types[battle.enemies[enemy_index].type_id].spawns)
    if not is_in_box(battle, book, type_id):
        return
    count = count_beside(battle, book, type_id, enemy_index)
    if count == 0:
        push_hits_around(battle, enemy_index, ONE_HIT, int(stats[Stat.DAMAGE]))
        return
    chosen = pick(battle.streams, dice, Stream.CHOICE, Roll.SQUARE, count)
    for square in range(book.map.num_squares):
        if is_open_beside(battle, book, type_id, enemy_index, square):
            if chosen == 0:
                new = place_enemy(battle, book, dice, type_id, square, NOBODY)
                log_event(dice, Event.SPAWN, new, enemy_index, 0)
                return
            chosen -= 1


@compiled
def is_in_box(battle: Battle, book: Book, type_id: int) -> bool:
    """Whether a figure of a type is left in the box, and the battle has room for it.

    Source: B13.
    """
    if type_id == NOBODY or battle.num_alive == MAX_ENEMIES:
        return False
    group = find_group(battle, type_id)
    if group == NOBODY:
        return bool(battle.num_groups < MAX_GROUPS)
    return bool(battle.groups[group].alive < book.types[type_id].figures)


@compiled
def is_open_beside(battle: Battle, book: Book, type_id: int, enemy_index: int, square: int) -> bool:
    """Whether a new figure of a type can stand on a square beside an enemy.

    Source: facts 2a (corpse piles).
    """
    size = int(book.types[type_id].stats[Stat.SIZE])
    return is_next_to(battle, book, enemy_index, square) and has_room(battle, book, size, square)


@compiled
def count_beside(battle: Battle, book: Book, type_id: int, enemy_index: int) -> int:
    """Squares beside an enemy where a new figure of a type can stand.

    Source: facts 2a (corpse piles).
    """
    count = 0
    for square in range(book.map.num_squares):
        if is_open_beside(battle, book, type_id, enemy_index, square):
            count += 1
    return count


@compiled
def use_power(battle: Battle, book: Book, dice: Dice, enemy_index: int) -> None:
    """One of three powers at random: d6 hits on each adjacent hero, d3 figures by ambush, or d6 wounds healed.

    The ambushers have their more Initiative in the turn that begins now.

    Source: B18, facts 2a (harbinger).
    """
    enemy = battle.enemies[enemy_index]
    power = roll_die(battle.streams, dice, Stream.DICE, Roll.ABILITY, 3)
    log_event(dice, Event.ENEMY_ABILITY, enemy_index, Stat.END_POWERS, power)
    if power == POWER_HITS:
        push_hits_around(battle, enemy_index, D6_HITS, int(battle.groups[enemy.group].stats[Stat.DAMAGE]))
    elif power == POWER_HEALING:
        heal_enemy(battle, dice, enemy_index, roll_die(battle.streams, dice, Stream.DICE, Roll.ABILITY, 6))
    else:
        call_ambush(battle, book, dice, int(book.types[enemy.type_id].spawns))


@compiled
def call_ambush(battle: Battle, book: Book, dice: Dice, type_id: int) -> None:
    """D3 figures of a type come by ambush; too few in the box make it elite.

    Source: B13, B17, B18, facts 2a (harbinger).
    """
    count = roll_die(battle.streams, dice, Stream.DICE, Roll.ABILITY, 3)
    if type_id == NOBODY or (find_group(battle, type_id) == NOBODY and battle.num_groups == MAX_GROUPS):
        return
    add_arrivals(battle, book, dice, add_group(battle, book, type_id), count, 1)
    place_arrivals(battle, book, dice)
