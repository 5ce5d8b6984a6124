"""How a knocked-out hero comes to: injury or madness, healing, back on its feet."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.codes import NOBODY, Decision, Event, Frame, Roll, Status, Stream
from brimstone_env.battle.figures import put_hero
from brimstone_env.battle.horror import tiles_of
from brimstone_env.battle.injuries import roll_result
from brimstone_env.battle.knockout import ask_split, heal_hero
from brimstone_env.battle.layout import FREE, Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.battle.rolls import ANY_RESULT, roll_plain
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, log_event, pick, sum_values
from brimstone_env.core.frames import push_frame, top_frame
from brimstone_env.core.records import IntArray

RECOVERY_DICE = 2
RECOVERY_EXPERIENCE = 25


class RecoveryStage(IntEnum):
    """How far a recovery has come."""

    CHOOSE = 0  # which hero the helper recovers
    TABLES = 1
    HEAL = 2
    HEALED = 3  # healing dice lie on the table
    SANITY_HEALED = 4  # ... those for Sanity alone, after those for Health
    STAND = 5


@compiled
def is_recoverable(battle: Battle, book: Book, helper_index: int, hero_index: int) -> bool:
    """Whether a standing hero could recover another: knocked out, next to it, no enemy on a tile of its marker.

    Differs: the source says adjacent; here a helper on the marker's own square may help too.

    Source: B63, facts 9c (26).
    """
    hero = battle.heroes[hero_index]
    if hero.knocked_out == 0 or hero.dead == 1:
        return False
    square = int(battle.heroes[helper_index].square)
    if hero.square != square and book.map.adjacent[hero.square, square] == 0:
        return False
    tiles = int(book.map.tiles[hero.square])
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 1 and tiles_of(battle, book, e) & tiles != 0:
            return False
    return True


@compiled
def fill_recoverable(battle: Battle, book: Book, helper_index: int, heroes_out: IntArray) -> int:
    """Mark the heroes whom a hero could recover; how many there are.

    Source: B63.
    """
    count = 0
    for h in range(battle.num_heroes):
        if is_recoverable(battle, book, helper_index, h):
            heroes_out[h] = 1
            count += 1
    return count


@compiled
def can_recover(battle: Battle, book: Book, helper_index: int) -> bool:
    """Whether a hero could recover anyone.

    Source: B63.
    """
    for h in range(battle.num_heroes):
        if is_recoverable(battle, book, helper_index, h):
            return True
    return False


@compiled
def start_recovery(battle: Battle, helper_index: int, hero_index: int) -> None:
    """Put a recovery on the stack; without a helper (NOBODY) after the battle, without a hero the helper chooses.

    Source: B63, B68.
    """
    frame = push_frame(battle.stack, Frame.RECOVERY, hero_index, NOBODY, helper_index)
    if hero_index != NOBODY:
        frame.stage = RecoveryStage.TABLES


@compiled
def choose_recovered(battle: Battle, hero_index: int) -> None:
    """The helper has chosen whom it recovers.

    Source: B63.
    """
    frame = top_frame(battle.stack)
    frame.hero = hero_index
    frame.stage = RecoveryStage.TABLES


@compiled
def step_recovery(battle: Battle, book: Book, dice: Dice) -> int:
    """Injury for Health 0, madness for Sanity 0, then 2d6 in any split (2d6 for each if both are 0), then up.

    Source: B63, B68, facts 4c, 9c (25).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    stage = int(frame.stage)
    if stage == RecoveryStage.CHOOSE:
        ask(battle, Decision.RECOVER, int(frame.slot), int(frame.slot), NOBODY, 0)
        return Status.WAIT
    hero = battle.heroes[hero_index]
    if stage == RecoveryStage.TABLES:
        log_event(dice, Event.RECOVER, int(frame.slot), hero_index, 0)
        frame.flag = 1 if hero.health == 0 and hero.sanity == 0 else 0
        if hero.health == 0:
            roll_result(battle, book, dice, hero_index, False)
        if hero.sanity == 0 and hero.dead == 0:
            roll_result(battle, book, dice, hero_index, True)
        frame.stage = RecoveryStage.HEAL
        return Status.DONE if hero.dead == 1 else Status.CALL
    if stage == RecoveryStage.HEAL:
        frame.stage = RecoveryStage.HEALED
        roll_plain(battle, dice, Roll.HEAL, hero_index, RECOVERY_DICE, ANY_RESULT)
        return Status.CALL
    if stage == RecoveryStage.STAND:
        stand_up(battle, book, dice, hero_index, int(frame.slot))
        return Status.DONE
    return take_healing(battle, dice, hero_index)


@compiled
def take_healing(battle: Battle, dice: Dice, hero_index: int) -> int:
    """The healing dice stand: one roll for Health and one for Sanity if both were 0, else one in any split.

    Source: B63, B68, facts 4c, 9c (25).
    """
    frame = top_frame(battle.stack)
    points = sum_values(battle.pool)
    clear_pool(battle.pool)
    if frame.flag == 0:
        frame.stage = RecoveryStage.STAND
        return ask_split(battle, hero_index, hero_index, points)
    if frame.stage == RecoveryStage.HEALED:
        heal_hero(battle, dice, hero_index, points, 0)
        frame.stage = RecoveryStage.SANITY_HEALED
        roll_plain(battle, dice, Roll.HEAL, hero_index, RECOVERY_DICE, ANY_RESULT)
    else:
        heal_hero(battle, dice, hero_index, 0, points)
        frame.stage = RecoveryStage.STAND
    return Status.CALL


@compiled
def stand_up(battle: Battle, book: Book, dice: Dice, hero_index: int, helper_index: int) -> None:
    """A hero stands up where its marker lies, or on the nearest free square; it acts from the next turn on.

    Differs: the source does not say what if someone stands on the marker; here as in N1, the nearest free square.

    Source: B63, N1, N9, facts 7 (experience of the helper).
    """
    hero = battle.heroes[hero_index]
    hero.knocked_out = 0
    hero.activated = 1
    hero.recovered = 1
    battle.num_standing += 1
    put_hero(battle, hero_index, find_room(battle, book, dice, int(hero.square)))
    if helper_index != NOBODY:
        battle.heroes[helper_index].experience += RECOVERY_EXPERIENCE
        log_event(dice, Event.EXPERIENCE, helper_index, RECOVERY_EXPERIENCE, 0)


@compiled
def find_room(battle: Battle, book: Book, dice: Dice, square: int) -> int:
    """A square itself if it is free, else the nearest free one; equal: `square`.

    Source: N1.
    """
    least = 256
    count = 0
    for s in range(book.map.num_squares):
        if battle.board[s] == FREE:
            distance = int(book.map.distance[square, s])
            if distance < least:
                least = distance
                count = 0
            if distance == least:
                count += 1
    chosen = pick(battle.streams, dice, Stream.CHOICE, Roll.SQUARE, count)
    for s in range(book.map.num_squares):
        if battle.board[s] == FREE and book.map.distance[square, s] == least:
            if chosen == 0:
                return s
            chosen -= 1
    return square
