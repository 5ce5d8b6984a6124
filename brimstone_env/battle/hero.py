"""A hero's activation: horror, the move roll, movement and escape, attacks, the end."""

from __future__ import annotations

from brimstone_env.battle.codes import (
    BADGE_NEXT,
    BADGE_NOW,
    MAX_ITEMS,
    NOBODY,
    ActivationStage,
    Decision,
    Event,
    Frame,
    Roll,
    Stat,
    Status,
)
from brimstone_env.battle.dragging import let_go
from brimstone_env.battle.figures import is_hero_next_to, put_hero
from brimstone_env.battle.grit import can_recover_grit
from brimstone_env.battle.horror import find_grasp, roll_grasp, roll_horror, strike_grasp, take_horror
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.madness import start_harm
from brimstone_env.battle.movement import escape_need, move_hero
from brimstone_env.battle.pending import ask
from brimstone_env.battle.rolls import ANY_RESULT, roll_plain
from brimstone_env.battle.status_rolls import is_afflicted
from brimstone_env.battle.strike import push_hits
from brimstone_env.battle.weapons import HANDS
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, count_grade, log_event, sum_values
from brimstone_env.core.frames import push_frame, top_frame


@compiled
def place_hero(battle: Battle, book: Book, class_id: int, square: int) -> int:
    """Put a fresh hero into the next slot: full Health and Sanity, starting items and grit.

    Returns:
        The hero's index.

    Source: B71, facts 1.
    """
    index = int(battle.num_heroes)
    hero = battle.heroes[index]
    row = book.classes[class_id]
    hero.class_id = class_id
    hero.health = row.health
    hero.sanity = row.sanity
    hero.max_health = row.health
    hero.max_sanity = row.sanity
    hero.grit = row.grit
    hero.max_grit = row.max_grit
    hero.initiative = row.initiative
    hero.combat = row.combat
    hero.ranged_to_hit = row.ranged_to_hit
    hero.melee_to_hit = row.melee_to_hit
    hero.defense = row.defense
    hero.willpower = row.willpower
    for k in range(6):
        hero.skills[k] = row.skills[k]
    for slot in range(MAX_ITEMS):
        hero.items[slot] = row.items[slot]
    hero.dead_eye = row.dead_eye
    hero.upgrade = NOBODY
    hero.dragging = NOBODY
    hero.potion = NOBODY
    hero.hands = HANDS
    battle.num_heroes += 1
    battle.num_standing += 1
    put_hero(battle, index, square)
    return index


@compiled
def step_activation(battle: Battle, book: Book, dice: Dice) -> int:
    """Go on with a hero's activation.

    Source: B23, B26, B28, B32.
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    stage = int(frame.stage)
    if stage <= ActivationStage.GRASP_ROLLED:
        return step_start(battle, book, dice, hero_index)
    if stage == ActivationStage.MOVE_ROLL:
        return roll_move(battle, dice, hero_index)
    if stage == ActivationStage.MOVE_ROLLED:
        return take_move_roll(battle, book, dice, hero_index)
    if stage == ActivationStage.ESCAPE_ROLLED:
        return finish_escape(battle, book, dice, hero_index)
    if stage == ActivationStage.ESCAPE_HITS:
        return punish_escape(battle, book, dice, hero_index)
    if stage == ActivationStage.EXTRA_ROLLED:
        battle.heroes[hero_index].move_points += sum_values(battle.pool)
        clear_pool(battle.pool)
        frame.stage = ActivationStage.MOVE
        return Status.CALL
    if stage == ActivationStage.MOVE:
        if battle.heroes[hero_index].moved == 1:
            frame.stage = ActivationStage.ATTACK
            start_harm(battle, book, hero_index)
            return Status.CALL
        ask(battle, Decision.MOVE, hero_index, hero_index, NOBODY, int(battle.heroes[hero_index].move_points))
        return Status.WAIT
    if stage == ActivationStage.ATTACK:
        ask(battle, Decision.ATTACK, hero_index, hero_index, NOBODY, 0)
        return Status.WAIT
    if stage == ActivationStage.FREE_ATTACK:
        ask(battle, Decision.FREE_ATTACK, hero_index, hero_index, NOBODY, 0)
        return Status.WAIT
    if stage >= ActivationStage.FAN:
        return ask_gun(battle, hero_index)
    end_activation(battle, dice, hero_index)
    return Status.DONE


@compiled
def ask_gun(battle: Battle, hero_index: int) -> int:
    """Ask which pistol is fanned, or which are the first and the second of two guns (the first is in `slot`).

    Source: facts 1b (Pistol Fanning), 4d (two guns).
    """
    frame = top_frame(battle.stack)
    if frame.stage == ActivationStage.FAN:
        ask(battle, Decision.FAN, hero_index, hero_index, NOBODY, 0)
    elif frame.stage == ActivationStage.MAIN_GUN:
        ask(battle, Decision.MAIN_GUN, hero_index, hero_index, NOBODY, 0)
    else:
        ask(battle, Decision.OFF_GUN, hero_index, hero_index, NOBODY, int(frame.slot))
    return Status.WAIT


@compiled
def step_start(battle: Battle, book: Book, dice: Dice, hero_index: int) -> int:
    """The start of an activation: statuses, then horror, then grasping enemies.

    Differs: the source does not say which comes first.

    Source: B26, N9, facts 2c, 5.
    """
    frame = top_frame(battle.stack)
    if frame.stage == ActivationStage.BEGIN:
        begin_activation(battle, dice, hero_index)
        frame.stage = ActivationStage.HORROR
        if is_afflicted(battle.heroes[hero_index]):
            push_frame(battle.stack, Frame.STATUS, hero_index, NOBODY, 0)
    elif frame.stage == ActivationStage.HORROR:
        # While there is a roll, the stage comes back here for enemies that did not fit into it.
        frame.stage = ActivationStage.HORROR_ROLLED
        if not roll_horror(battle, book, dice, hero_index):
            frame.index = 0
            frame.extra = 0
            frame.stage = ActivationStage.GRASP
    elif frame.stage == ActivationStage.HORROR_ROLLED:
        frame.stage = ActivationStage.HORROR
        take_horror(battle, book, dice, hero_index)
    elif frame.stage == ActivationStage.GRASP:
        frame.stage = ActivationStage.MOVE_ROLL
        if find_grasp(battle, book, hero_index) != NOBODY:
            frame.stage = ActivationStage.GRASP_ROLLED
            roll_grasp(battle, book, dice, hero_index)
    else:
        frame.stage = ActivationStage.MOVE_ROLL
        passed = count_grade(battle.pool, 1)
        clear_pool(battle.pool)
        if passed == 0:
            strike_grasp(battle, dice, find_grasp(battle, book, hero_index), hero_index)
    return Status.CALL


@compiled
def begin_activation(battle: Battle, dice: Dice, hero_index: int) -> None:
    """A hero is activated: what was given for its next activation counts now.

    Source: B23, B29, facts 1a (badges), 5 (statuses).
    """
    hero = battle.heroes[hero_index]
    hero.activated = 1
    hero.escaped = 0
    hero.move_points = 0
    hero.moved = 0
    hero.attacked = 0
    if hero.venom == 1:
        hero.venom = 2
    if hero.held == 1:
        hero.held = 2
    if hero.badge_bonus == BADGE_NEXT:
        hero.badge_bonus = BADGE_NOW
        hero.rally_now = hero.rally_next
        hero.rally_next = 0
    log_event(dice, Event.ACTIVATE_HERO, hero_index, 0, 0)


@compiled
def roll_move(battle: Battle, dice: Dice, hero_index: int) -> int:
    """Roll for movement; a held or ensnared hero does not move.

    Source: B28, facts 2b (tentacles 1), 5 (ensnared).
    """
    frame = top_frame(battle.stack)
    hero = battle.heroes[hero_index]
    if hero.held == 2 or hero.ensnared > 0:
        hero.moved = 1
        frame.stage = ActivationStage.ATTACK
        return Status.CALL
    frame.stage = ActivationStage.MOVE_ROLLED
    roll_plain(battle, dice, Roll.MOVE, hero_index, 1, ANY_RESULT)
    return Status.CALL


@compiled
def take_move_roll(battle: Battle, book: Book, dice: Dice, hero_index: int) -> int:
    """The move roll stands: d6 plus bonuses, less the webs; a 1 (or what the class says) gives back 1 grit.

    At most grit the point is in hand until the next decision, to be spent at once or lost. Option `fixed_move`: the
    roll only says whether grit comes back. Injuries leave at least 1 square.

    Source: B28, facts 4a (row 6), 4d, 1b (Fast, Wild Card), 5 (webbed).
    """
    hero = battle.heroes[hero_index]
    row = book.classes[hero.class_id]
    rolled = sum_values(battle.pool)
    clear_pool(battle.pool)
    squares = int(book.rules.fixed_move) if book.rules.fixed_move > 0 else rolled
    squares = max(squares + int(row.move_bonus) + int(hero.move_bonus), 1)
    hero.move_points = max(squares - int(hero.webbed), 0)
    if rolled <= row.grit_on and can_recover_grit(battle, book, hero_index):
        hero.grit += 1
        log_event(dice, Event.GRIT, hero_index, 1, 0)
    top_frame(battle.stack).stage = ActivationStage.MOVE
    return Status.CALL


@compiled
def lose_excess_grit(battle: Battle, dice: Dice, hero_index: int) -> None:
    """Grit above the most that was not spent at once is lost.

    Source: facts 4d, 9c (23).
    """
    hero = battle.heroes[hero_index]
    if hero.grit > hero.max_grit:
        hero.grit = hero.max_grit
        log_event(dice, Event.GRIT, hero_index, -1, 1)


@compiled
def start_move(battle: Battle, book: Book, dice: Dice, hero_index: int, square: int) -> None:
    """Move to a square; next to an enemy not yet escaped the hero rolls to escape first.

    Source: B28, B29.
    """
    need = escape_need(battle, book, hero_index)
    if need == 0:
        move_hero(battle, book, dice, hero_index, square)
        return
    frame = top_frame(battle.stack)
    frame.stage = ActivationStage.ESCAPE_ROLLED
    frame.extra = square
    roll_plain(battle, dice, Roll.ESCAPE, hero_index, 1, need)


@compiled
def finish_escape(battle: Battle, book: Book, dice: Dice, hero_index: int) -> int:
    """After the escape roll: the hero moves and ignores that value and lower ones this turn, or moves no further.

    Source: B29, B30.
    """
    frame = top_frame(battle.stack)
    hero = battle.heroes[hero_index]
    square = int(frame.extra)
    frame.extra = 0
    frame.stage = ActivationStage.MOVE
    need = int(battle.pool.need)
    passed = count_grade(battle.pool, 1)
    clear_pool(battle.pool)
    log_event(dice, Event.ESCAPE, hero_index, passed, 0)
    if passed == 1:
        hero.escaped = need
        move_hero(battle, book, dice, hero_index, square)
    else:
        end_movement(battle, hero_index)
        frame.stage = ActivationStage.ESCAPE_HITS
    return Status.CALL


@compiled
def punish_escape(battle: Battle, book: Book, dice: Dice, hero_index: int) -> int:
    """A failed escape: each adjacent enemy that punishes it deals its hits, one figure after the other.

    Source: B30, facts 2b (slashers 3).
    """
    frame = top_frame(battle.stack)
    for e in range(int(frame.index), battle.num_enemies):
        stats = battle.groups[battle.enemies[e].group].stats
        if stats[Stat.ESCAPE_HITS] > 0 and is_hero_next_to(battle, book, hero_index, e):
            frame.index = e + 1
            push_hits(battle, dice, e, hero_index, int(stats[Stat.ESCAPE_HITS]), int(stats[Stat.ESCAPE_DAMAGE]))
            return Status.CALL
    frame.index = 0
    frame.stage = ActivationStage.MOVE
    return Status.CALL


@compiled
def end_movement(battle: Battle, hero_index: int) -> None:
    """The hero's movement is over, and so is its dragging.

    Source: B30, B31, B32.
    """
    hero = battle.heroes[hero_index]
    hero.move_points = 0
    hero.moved = 1
    let_go(battle, hero_index)


@compiled
def buy_move(battle: Battle, dice: Dice, hero_index: int) -> None:
    """Spend 1 grit for d6 squares more; this is not a move roll, so a 1 gives no grit.

    Source: facts 4d.
    """
    battle.heroes[hero_index].grit -= 1
    log_event(dice, Event.GRIT, hero_index, -1, 0)
    top_frame(battle.stack).stage = ActivationStage.EXTRA_ROLLED
    roll_plain(battle, dice, Roll.EXTRA_MOVE, hero_index, 1, ANY_RESULT)


@compiled
def end_activation(battle: Battle, dice: Dice, hero_index: int) -> None:
    """What counted for this activation ends.

    Source: facts 5 (statuses).
    """
    hero = battle.heroes[hero_index]
    hero.move_points = 0
    let_go(battle, hero_index)
    lose_excess_grit(battle, dice, hero_index)
    if hero.venom == 2:
        hero.venom = 0
    if hero.held == 2:
        hero.held = 0
    if hero.badge_bonus >= BADGE_NOW:
        hero.badge_bonus -= BADGE_NOW
        hero.rally_now = 0
