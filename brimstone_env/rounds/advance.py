"""One loop runs a battle from decision to decision."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, draw_any, log_event
from brimstone_env.core.frames import clear_frames, pop_frame, top_frame
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.ability import step_ability
from brimstone_env.rounds.ability_frame import clear_target
from brimstone_env.rounds.apply import apply_action
from brimstone_env.rounds.codes import (
    DIRECTOR,
    MAX_CREATURES,
    MAX_HEROES,
    MAX_LEVELS,
    MAX_TRAIL,
    NOBODY,
    NUM_ACTIONS,
    Decision,
    Event,
    Frame,
    Halt,
    Outcome,
    Status,
    Stream,
    Verb,
)
from brimstone_env.rounds.director import choose_action
from brimstone_env.rounds.effects import step_effect
from brimstone_env.rounds.forced import step_force
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.legal import fill_legal
from brimstone_env.rounds.movement import step_move
from brimstone_env.rounds.pending import clear_pending
from brimstone_env.rounds.round import step_group, step_round
from brimstone_env.rounds.setup import step_setup
from brimstone_env.rounds.squad import step_squad
from brimstone_env.rounds.triggers import step_reaction
from brimstone_env.rounds.turn import step_turn


@compiled
def step_frame(battle: Battle, book: Book, dice: Dice) -> int:
    """Let the rule on top of the stack take its next step."""
    kind = int(top_frame(battle.stack).kind)
    if kind == Frame.ABILITY:
        return step_ability(battle, book, dice)
    if kind == Frame.MOVE:
        return step_move(battle, book, dice)
    if kind == Frame.TURN:
        return step_turn(battle, book, dice)
    if kind == Frame.REACTION:
        return step_reaction(battle, book, dice)
    if kind == Frame.FORCE:
        return step_force(battle, book, dice)
    if kind == Frame.EFFECT:
        return step_effect(battle, book, dice)
    if kind == Frame.SQUAD:
        return step_squad(battle, book, dice)
    if kind == Frame.GROUP:
        return step_group(battle, book)
    if kind == Frame.ROUND:
        return step_round(battle, book, dice)
    step_setup(battle, book, dice)
    return Status.CALL


@compiled
def nth_legal(mask: IntArray, number: int) -> int:
    """The legal action with ``number`` legal ones before it."""
    for action in range(NUM_ACTIONS):
        if mask[action] == 1:
            if number == 0:
                return action
            number -= 1
    return 0


@compiled
def settle_decision(battle: Battle, book: Book, dice: Dice, mask_out: IntArray) -> bool:
    """Take a pending decision if nobody outside has to: one legal option, or a seat that the rules play.

    The Director plays by his own rules; heroes' seats that nobody plays choose uniformly among what is legal. In a rule
    case the engine never ends a turn by itself.

    Returns:
        Whether it was taken.
    """
    count = fill_legal(battle, book, mask_out)
    seat = int(battle.pending.seat)
    if (int(battle.outside) >> seat) & 1 == 0:
        if seat == DIRECTOR:
            action = choose_action(battle, book, mask_out)
        else:
            action = nth_legal(mask_out, draw_any(battle.streams, dice, Stream.CHOICE, count))
    elif count > 1 or book.rules.keep_single == 1:
        return False
    else:
        action = nth_legal(mask_out, 0)
        if action == Verb.END and battle.halt != Halt.NEVER:
            return False
    apply_action(battle, book, dice, action)
    return True


@compiled
def find_outcome(battle: Battle) -> int:
    """How the battle stands: won when no enemy is left, lost when no hero is; undecided before anybody is placed.

    Source: rounds 4, hero death; monster at 0.
    """
    if battle.outcome != Outcome.UNDECIDED or battle.num_heroes == 0:
        return int(battle.outcome)
    if battle.num_standing == 0:
        return int(Outcome.LOST)
    if battle.num_alive == 0:
        return int(Outcome.WON)
    return int(Outcome.UNDECIDED)


@compiled
def end_battle(battle: Battle, dice: Dice, outcome: int) -> None:
    """The battle is decided: nothing more is asked."""
    battle.outcome = outcome
    battle.score = 100 if outcome == Outcome.WON else -100
    log_event(dice, Event.OUTCOME, outcome, 0, 0)
    clear_pending(battle)
    clear_frames(battle.stack)
    clear_rules(battle)


@compiled
def clear_rules(battle: Battle) -> None:
    """What interrupted rules kept in the battle is over with it, so that equal ends have equal bytes."""
    battle.acting = NOBODY
    battle.hit = 0
    battle.lift = 0
    battle.votes_left = 0
    for k in range(MAX_TRAIL):
        battle.trail[k] = NOBODY
    for hero in range(MAX_HEROES):
        battle.votes[hero] = NOBODY
    for creature in range(MAX_CREATURES):
        battle.creatures[creature].ward = 0
        battle.creatures[creature].struck = 0
        for level in range(MAX_LEVELS):
            clear_target(battle, level, creature)


@compiled
def is_paused(battle: Battle, dice: Dice) -> bool:
    """Whether odds pause here: what they are about is over, or a chance was taken since the engine was called."""
    return bool(dice.floor > 0) and bool(battle.stack.depth < dice.floor or dice.num_branches > 0)


@compiled
def halts_here(battle: Battle) -> bool:
    """Whether a rule case pauses before the rule on top goes on: between two turns."""
    kind = int(top_frame(battle.stack).kind)
    return bool(battle.halt == Halt.BETWEEN) and (kind == Frame.ROUND or kind == Frame.GROUP)


@compiled
def advance(battle: Battle, book: Book, dice: Dice, mask_out: IntArray) -> None:
    """Run the battle to the next decision of an outside seat, to its end, or to a rule case's pause.

    Args:
        battle: the battle.
        book: the book.
        dice: the caller's dice table.
        mask_out: int8 (NUM_ACTIONS,), left holding the mask of where the battle stopped.
    """
    while battle.stack.depth > 0:
        if battle.pending.kind == Decision.NONE:
            outcome = find_outcome(battle)
            if outcome != Outcome.UNDECIDED:
                end_battle(battle, dice, outcome)
                break
            if is_paused(battle, dice) or halts_here(battle):
                break
            status = step_frame(battle, book, dice)
            if status == Status.DONE:
                pop_frame(battle.stack)
        if battle.pending.kind != Decision.NONE and not settle_decision(battle, book, dice, mask_out):
            if battle.halt == Halt.AT_HERO and battle.pending.kind == Decision.TURN:
                battle.halt = Halt.BETWEEN
            return
    fill_legal(battle, book, mask_out)
