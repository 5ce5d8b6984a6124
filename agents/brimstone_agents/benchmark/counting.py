"""What heroes do in a battle, counted in compiled code while the battle is played again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.scripted.attacks import wounds_left
from brimstone_env.battle.codes import FIRST_ENEMY, MAX_ENEMIES, NOBODY, Decision, Event, ItemKind, Size, Verb
from brimstone_env.battle.figures import chebyshev, num_squares_of, size_of, square_of
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.token_use import is_attack
from brimstone_env.core.compiled import compiled, entry
from brimstone_env.core.dice import Dice
from brimstone_env.core.native import call_int
from brimstone_env.core.records import IntArray, field, record

Array = NDArray[Any]
MOST = 2**31 - 1


@record
class Behaviour:
    """What the heroes did, and what was done to them, in one battle or in several together.

    A choice of a target is a decision between two or more enemies who can be hit. Several of `chose_...` may hold of
    one choice, and all of them hold of some choices at random: compare with the random agent's.
    """

    rounds: int = field(np.int32, 0, MOST, "turns begun, in all battles of a delve")
    melee_attacks: int = field(np.int32, 0, MOST, "attacks hand to hand")
    gun_attacks: int = field(np.int32, 0, MOST, "attacks with a gun, each of two guns counted")
    other_attacks: int = field(np.int32, 0, MOST, "dynamite thrown, and side bag tokens that strike")
    free_attacks: int = field(np.int32, 0, MOST, "of the melee and gun attacks, the free ones")
    hits: int = field(np.int32, 0, MOST, "hits dealt to enemies, before Defense")
    critical_hits: int = field(np.int32, 0, MOST, "of them, critical ones")
    hits_small: int = field(np.int32, 0, MOST, "of the hits, those on small enemies")
    hits_medium: int = field(np.int32, 0, MOST, "... on medium ones")
    hits_large: int = field(np.int32, 0, MOST, "... on large ones")
    hits_very_large: int = field(np.int32, 0, MOST, "... on very large ones")
    wounds_dealt: int = field(np.int32, 0, MOST, "wounds dealt to enemies, however it came")
    target_choices: int = field(np.int32, 0, MOST, "choices between two or more targets")
    chose_nearest: int = field(np.int32, 0, MOST, "of them, no other target was nearer")
    chose_weakest: int = field(np.int32, 0, MOST, "of them, no other target had fewer wounds to go")
    chose_wounded: int = field(np.int32, 0, MOST, "of them, the target was wounded already")
    chose_largest: int = field(np.int32, 0, MOST, "of them, no other target was larger")
    enemy_attacks: int = field(np.int32, 0, MOST, "attacks, shots and other strikes of enemies, by hero struck at")
    enemy_hits: int = field(np.int32, 0, MOST, "their hits, before Defense")
    wounds_taken: int = field(np.int32, 0, MOST, "Health that heroes lost")
    sanity_lost: int = field(np.int32, 0, MOST, "Sanity that heroes lost")
    knockouts: int = field(np.int32, 0, MOST, "heroes knocked out")
    recoveries: int = field(np.int32, 0, MOST, "heroes that stood up again, by a revive token or recovered")
    healed: int = field(np.int32, 0, MOST, "Health and Sanity healed, revive tokens left out")
    grit_rerolls: int = field(np.int32, 0, MOST, "grit spent on rerolls")
    grit_moves: int = field(np.int32, 0, MOST, "grit spent on movement")
    grit_other: int = field(np.int32, 0, MOST, "grit spent otherwise: abilities, bleeding")
    grit_gained: int = field(np.int32, 0, MOST, "grit gained")
    escapes_tried: int = field(np.int32, 0, MOST, "escape rolls")
    escapes_made: int = field(np.int32, 0, MOST, "of them, heroes got away")
    moves: int = field(np.int32, 0, MOST, "moves of heroes")
    squares_moved: int = field(np.int32, 0, MOST, "squares between their ends, on the shortest way around walls")
    tokens_used: int = field(np.int32, 0, MOST, "side bag tokens used, dynamite too")


# --- choices of targets ---------------------------------------------------------------------------------------------


@compiled
def note_choice(battle: Battle, book: Book, mask: IntArray, action: int, counts: Behaviour) -> None:
    """Count a decision if it chooses one of several enemies to be hit."""
    kind = battle.pending.kind
    if kind != Decision.ASSIGN and kind != Decision.ASSIGN_ALL and kind != Decision.SHIV:
        return
    chosen = action - FIRST_ENEMY
    if chosen < 0 or chosen >= MAX_ENEMIES or count_targets(mask) < 2:
        return
    square = int(battle.heroes[battle.pending.hero].square)
    near, weak, large = 1, 1, 1
    for e in range(battle.num_enemies):
        if mask[FIRST_ENEMY + e] == 1:
            if distance_of(battle, book, e, square) < distance_of(battle, book, chosen, square):
                near = 0
            if wounds_left(battle, e) < wounds_left(battle, chosen):
                weak = 0
            if size_of(battle, e) > size_of(battle, chosen):
                large = 0
    counts.target_choices += 1
    counts.chose_nearest += near
    counts.chose_weakest += weak
    counts.chose_largest += large
    counts.chose_wounded += 1 if battle.enemies[chosen].wounds > 0 else 0


@compiled
def count_targets(mask: IntArray) -> int:
    """How many enemies a decision offers."""
    count = 0
    for e in range(MAX_ENEMIES):
        count += int(mask[FIRST_ENEMY + e])
    return count


@compiled
def distance_of(battle: Battle, book: Book, enemy_index: int, square: int) -> int:
    """Squares between an enemy and a square, diagonals as one."""
    least = chebyshev(book, square_of(battle, book, enemy_index, 0), square)
    for part in range(1, num_squares_of(battle, enemy_index)):
        least = min(least, chebyshev(book, square_of(battle, book, enemy_index, part), square))
    return least


# --- events ---------------------------------------------------------------------------------------------------------


@compiled
def note_events(
    battle: Battle, book: Book, dice: Dice, sizes: IntArray, kind: int, action: int, counts: Behaviour
) -> None:
    """Count what the log holds, and clear it.

    Args:
        battle: the battle after it.
        book: its book.
        dice: the dice table with the log.
        sizes: (MAX_ENEMIES,) sizes of the enemies before it, NOBODY where none was.
        kind: the `Decision` before it.
        action: how it was answered.
        counts: what is counted.
    """
    for i in range(dice.num_events):
        row = dice.events[i]
        code, a, b, c = int(row[0]), int(row[1]), int(row[2]), int(row[3])
        if code == Event.HERO_ATTACK:
            note_attack(book, b, c, counts)
        elif code == Event.HIT:
            size = int(sizes[a])
            note_hit(size_of(battle, a) if size == NOBODY else size, c, counts)
        elif code == Event.GRIT:
            note_grit(kind, action, b, c, counts)
        elif code == Event.HERO_MOVE:
            counts.moves += 1
            counts.squares_moved += int(book.map.distance[book.map.square_at[b], book.map.square_at[c]])
        elif code == Event.TOKEN and c == 0:
            counts.tokens_used += 1
            counts.other_attacks += 1 if is_attack(book.tokens[b]) else 0
        else:
            note_deed(code, b, counts)
            note_harm(code, b, c, counts)
    dice.num_events = 0


@compiled
def note_attack(book: Book, item: int, free: int, counts: Behaviour) -> None:
    """Count an attack with an item, NOBODY for bare hands."""
    counts.free_attacks += free
    if item != NOBODY and book.items[item].kind == ItemKind.GUN:
        counts.gun_attacks += 1
    else:
        counts.melee_attacks += 1


@compiled
def note_hit(size: int, critical: int, counts: Behaviour) -> None:
    """Count a hit on an enemy of a size."""
    counts.hits += 1
    counts.critical_hits += critical
    if size == Size.SMALL:
        counts.hits_small += 1
    elif size == Size.MEDIUM:
        counts.hits_medium += 1
    elif size == Size.LARGE:
        counts.hits_large += 1
    else:
        counts.hits_very_large += 1


@compiled
def note_grit(kind: int, action: int, change: int, lost: int, counts: Behaviour) -> None:
    """Count grit gained, or spent by the answer to a decision; what is lost above the most counts as not gained."""
    if change > 0 or lost == 1:
        counts.grit_gained += change
    elif kind == Decision.REROLL:
        counts.grit_rerolls -= change
    elif action == Verb.EXTRA_MOVE:
        counts.grit_moves -= change
    else:
        counts.grit_other -= change


@compiled
def note_deed(code: int, number: int, counts: Behaviour) -> None:
    """Count turns, and what heroes do otherwise; `number` is the event's second argument."""
    if code == Event.TURN:
        counts.rounds += 1
    elif code == Event.WOUND:
        counts.wounds_dealt += number
    elif code == Event.DYNAMITE:
        counts.other_attacks += 1
    elif code == Event.ESCAPE:
        counts.escapes_tried += 1
        counts.escapes_made += number


@compiled
def note_harm(code: int, number: int, last: int, counts: Behaviour) -> None:
    """Count what is done to heroes, and what makes up for it; `number` and `last` are the event's later arguments."""
    if code == Event.ENEMY_ATTACK or code == Event.ENEMY_SHOOT:
        counts.enemy_attacks += 1
        counts.enemy_hits += last
    elif code == Event.HERO_WOUND:
        counts.wounds_taken += number
    elif code == Event.HERO_HORROR:
        counts.sanity_lost += number
    elif code == Event.KNOCKED_OUT:
        counts.knockouts += 1
    elif code == Event.REVIVED or code == Event.RECOVER:
        counts.recoveries += 1
    elif code == Event.HEAL:
        counts.healed += number + last


# --- a battle -------------------------------------------------------------------------------------------------------


@compiled
def fill_sizes(battle: Battle, sizes_out: IntArray) -> None:
    """Write the size of every enemy, (MAX_ENEMIES,), NOBODY in free slots."""
    for e in range(MAX_ENEMIES):
        sizes_out[e] = size_of(battle, e) if e < battle.num_enemies else NOBODY


@entry
def count_battle(
    address: int, battles: Array, books: Array, dice_table: Array, masks: Array, actions: Array, counts_out: Array
) -> int:
    """Play a battle again from its reset, and count what happens.

    Args:
        address: where `play_action` of the rules lies.
        battles: (1,) record array of `Battle`, just reset; played on in place.
        books: (m,) read-only record array of `Book`.
        dice_table: (1,) record array of `Dice`, whose log is kept and holds what happened in the reset.
        masks: int8 (1, 400), what is legal; overwritten.
        actions: int64 (k,), the actions in order.
        counts_out: (1,) record array of `Behaviour`, zeroed.

    Returns:
        How many actions were played: less than k if one of them was not legal.
    """
    battle, dice, mask, counts = battles[0], dice_table[0], masks[0], counts_out[0]
    book = books[battle.book_id]
    sizes = np.full(MAX_ENEMIES, NOBODY, np.int8)
    note_events(battle, book, dice, sizes, Decision.NONE, NOBODY, counts)
    for k in range(len(actions)):
        action = int(actions[k])
        kind = int(battle.pending.kind)
        if kind == Decision.NONE or mask[action] == 0:
            return k
        note_choice(battle, book, mask, action, counts)
        fill_sizes(battle, sizes)
        call_int(address, (battle, book, dice, action, mask))
        note_events(battle, book, dice, sizes, kind, action, counts)
    return len(actions)
