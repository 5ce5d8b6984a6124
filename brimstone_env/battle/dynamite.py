"""Dynamite: the throw, the bounces of a miss, the explosion."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.codes import (
    BOARD_SIDE,
    DYNAMITE,
    FIRST_SQUARE,
    NOBODY,
    Decision,
    Event,
    Frame,
    Roll,
    Status,
    Stream,
)
from brimstone_env.battle.damage import wound_enemy
from brimstone_env.battle.figures import chebyshev, is_next_to, num_squares_of, square_of
from brimstone_env.battle.knockout import wound_hero
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.battle.rolls import roll_hero_pool
from brimstone_env.battle.weapons import NATURAL_SIX, STRENGTH, THROW_RANGE, to_hit_penalty
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, count_grade, log_event, roll_die
from brimstone_env.core.frames import push_frame, top_frame
from brimstone_env.core.records import IntArray

CHAIN_SET_OFF = 2  # option `dynamite_chain`: a d6 of this or less sets a token off
# The d8 of directions: 1 north, then clockwise, 8 north-west.
ROW_STEPS = (-1, -1, 0, 1, 1, 1, 0, -1)
COL_STEPS = (0, 1, 1, 1, 0, -1, -1, -1)


class DynamiteStage(IntEnum):
    """How far a throw has come; the dynamite is on `square`, `index` is the next figure in the explosion."""

    AIM = 0
    ROLLED = 1  # the to-hit die lies on the table
    HEROES = 2
    ENEMIES = 3


@compiled
def fill_aims(battle: Battle, book: Book, hero_index: int, mask_out: IntArray) -> int:
    """Mark the squares at which a hero can throw dynamite: in line of sight, within Strength + 3; how many there are.

    Adjacent enemies do not matter.

    Differs: the source says any square; so also those where nobody stands, and the hero's own.

    Source: B37, B45, facts 9c (17).
    """
    hero = battle.heroes[hero_index]
    square = int(hero.square)
    reach = int(hero.skills[STRENGTH]) + THROW_RANGE
    count = 0
    for s in range(book.map.num_squares):
        if book.map.sight[square, s] == 1 and chebyshev(book, square, s) <= reach:
            mask_out[FIRST_SQUARE + int(book.map.cell[s])] = 1
            count += 1
    return count


@compiled
def start_throw(battle: Battle, dice: Dice, hero_index: int) -> None:
    """A hero takes dynamite from its side bag for its attack.

    Source: B45.
    """
    hero = battle.heroes[hero_index]
    hero.attacked = 1
    hero.tokens[DYNAMITE] -= 1
    log_event(dice, Event.TOKEN, hero_index, DYNAMITE, 0)
    push_frame(battle.stack, Frame.DYNAMITE, hero_index, NOBODY, 0)


@compiled
def throw_dynamite(battle: Battle, book: Book, dice: Dice, square: int) -> None:
    """Throw it at a square: one to-hit roll with the ranged value; a natural 6 hits whatever makes it harder.

    Source: B41, B45.
    """
    frame = top_frame(battle.stack)
    frame.square = square
    frame.stage = DynamiteStage.ROLLED
    hero_index = int(frame.hero)
    log_event(dice, Event.DYNAMITE, hero_index, int(book.map.cell[square]), 0)
    need = int(battle.heroes[hero_index].ranged_to_hit) + to_hit_penalty(battle, book, hero_index)
    roll_hero_pool(battle, dice, Roll.TO_HIT, hero_index, 1, 6, need, NATURAL_SIX)


@compiled
def step_dynamite(battle: Battle, book: Book, dice: Dice) -> int:
    """Go on with a throw: aim, bounces if it missed, then the explosion, heroes before enemies, each by index.

    Source: B45.
    """
    frame = top_frame(battle.stack)
    if frame.stage == DynamiteStage.AIM:
        ask(battle, Decision.THROW, int(frame.hero), int(frame.hero), NOBODY, 0)
        return Status.WAIT
    if frame.stage == DynamiteStage.ROLLED:
        hit = count_grade(battle.pool, 1)
        clear_pool(battle.pool)
        if hit == 0:
            for _ in range(roll_die(battle.streams, dice, Stream.DICE, Roll.BOUNCES, 3)):
                bounce(battle, book, dice)
        log_event(dice, Event.EXPLODE, int(book.map.cell[frame.square]), 0, 0)
        frame.stage = DynamiteStage.HEROES
        return Status.CALL
    if frame.stage == DynamiteStage.HEROES:
        return blast_hero(battle, book, dice)
    return blast_enemy(battle, book, dice)


@compiled
def bounce(battle: Battle, book: Book, dice: Dice) -> None:
    """One bounce: a square in a random direction; against a wall (or off the floor) it is lost.

    Differs: the chart of directions cannot be read in the sources; here 1 is north, then clockwise. The dice are no
    roll of the hero's own: grit does not change them.

    Source: B45, facts 5, 9c (18).
    """
    frame = top_frame(battle.stack)
    here = int(frame.square)
    direction = roll_die(battle.streams, dice, Stream.DICE, Roll.DIRECTION, 8) - 1
    row = int(book.map.rows[here]) + ROW_STEPS[direction]
    col = int(book.map.cols[here]) + COL_STEPS[direction]
    there = NOBODY
    if 0 <= row < BOARD_SIDE and 0 <= col < BOARD_SIDE:
        there = int(book.map.square_at[row * BOARD_SIDE + col])
    stays = there == NOBODY or book.map.adjacent[here, there] == 0
    if stays:
        there = here
    frame.square = there
    log_event(dice, Event.BOUNCE, int(book.map.cell[here]), int(book.map.cell[there]), 0 if stays else 1)


@compiled
def is_near(book: Book, one: int, other: int) -> bool:
    """Whether an explosion on one square reaches another: the same, or next to it."""
    return one == other or bool(book.map.adjacent[one, other] == 1)


@compiled
def is_in_blast(battle: Battle, book: Book, enemy_index: int, square: int) -> bool:
    """Whether an explosion reaches an enemy, on any of its squares; it takes it once.

    Source: B45, B46, facts 9c (19).
    """
    if is_next_to(battle, book, enemy_index, square):
        return True
    if battle.enemies[enemy_index].alive == 0:
        return False
    for part in range(num_squares_of(battle, enemy_index)):
        if square_of(battle, book, enemy_index, part) == square:
            return True
    return False


@compiled
def blast_hero(battle: Battle, book: Book, dice: Dice) -> int:
    """The next hero in the explosion takes d6 wounds: no defense; then come the enemies.

    Differs: each figure's die is rolled apart, so grit changes none of them; markers of the fallen are no figures.

    Source: B45, N7.
    """
    frame = top_frame(battle.stack)
    for h in range(int(frame.index), battle.num_heroes):
        if battle.heroes[h].knocked_out == 0 and is_near(book, int(battle.heroes[h].square), int(frame.square)):
            frame.index = h + 1
            wound_hero(battle, dice, h, roll_die(battle.streams, dice, Stream.DICE, Roll.DYNAMITE, 6))
            return Status.CALL
    frame.index = 0
    frame.stage = DynamiteStage.ENEMIES
    return Status.CALL


@compiled
def blast_enemy(battle: Battle, book: Book, dice: Dice) -> int:
    """The next enemy in the explosion takes d6 wounds: no Defense; the thrower gains its experience.

    Source: B42, B43, B45, B46, N7.
    """
    frame = top_frame(battle.stack)
    for e in range(int(frame.index), battle.num_enemies):
        if is_in_blast(battle, book, e, int(frame.square)):
            frame.index = e + 1
            wounds = roll_die(battle.streams, dice, Stream.DICE, Roll.DYNAMITE, 6)
            wound_enemy(battle, book, dice, int(frame.hero), e, wounds)
            return Status.CALL
    for e in range(battle.num_enemies):
        battle.paid[e] = 0
    return Status.DONE


@compiled
def step_chain(battle: Battle, book: Book, dice: Dice) -> int:
    """Option `dynamite_chain`: a hero who took 10 wounds at once rolls for the dynamite in its bag; 1-2 sets it off.

    Source: facts 5.
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    hero = battle.heroes[hero_index]
    if book.rules.dynamite_chain == 1 and frame.stage == 0:
        for _ in range(int(hero.tokens[DYNAMITE])):
            if roll_die(battle.streams, dice, Stream.DICE, Roll.DYNAMITE, 6) <= CHAIN_SET_OFF:
                frame.amount += 1
        hero.tokens[DYNAMITE] -= int(frame.amount)
        frame.stage = 1
    if frame.amount == 0:
        return Status.DONE
    frame.amount -= 1
    log_event(dice, Event.EXPLODE, int(book.map.cell[hero.square]), 0, 0)
    blast = push_frame(battle.stack, Frame.DYNAMITE, hero_index, NOBODY, 0)
    blast.square = hero.square
    blast.stage = DynamiteStage.HEROES
    return Status.CALL


@compiled
def is_exploding(battle: Battle) -> bool:
    """Whether an explosion is going on, or may follow from one hit: what it fells, it fells together.

    Source: N8, facts 5 (dynamite).
    """
    for i in range(battle.stack.depth):
        frame = battle.stack.frames[i]
        if frame.kind == Frame.CHAIN or (frame.kind == Frame.DYNAMITE and frame.stage >= DynamiteStage.HEROES):
            return True
    return False
