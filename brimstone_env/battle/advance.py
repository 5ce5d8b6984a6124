"""One loop runs a battle from decision to decision."""

from __future__ import annotations

from brimstone_env.battle.abilities import step_ability
from brimstone_env.battle.aftermath import step_aftermath
from brimstone_env.battle.apply import apply_action
from brimstone_env.battle.arrivals import step_appearance, step_arrival
from brimstone_env.battle.attack import step_attack
from brimstone_env.battle.codes import NUM_ACTIONS, Decision, Frame, Halt, Outcome, Status, Stream, Verb
from brimstone_env.battle.deaths import step_death
from brimstone_env.battle.delve import settle_score, step_between
from brimstone_env.battle.dragging import step_drag
from brimstone_env.battle.dynamite import step_chain, step_dynamite
from brimstone_env.battle.endings import step_endings
from brimstone_env.battle.enemy import step_group
from brimstone_env.battle.fright import step_fright
from brimstone_env.battle.hero import step_activation
from brimstone_env.battle.hero_armor import step_wound
from brimstone_env.battle.knockout import step_comfort, step_knockout
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.legal import fill_legal
from brimstone_env.battle.loot import step_loot
from brimstone_env.battle.madness import step_harm, step_hits
from brimstone_env.battle.quickdraw import step_quickdraw
from brimstone_env.battle.recovery import step_recovery
from brimstone_env.battle.rolls import step_roll
from brimstone_env.battle.setup import step_setup
from brimstone_env.battle.status_rolls import step_status
from brimstone_env.battle.strike import step_strike
from brimstone_env.battle.token_use import step_token
from brimstone_env.battle.turn import end_battle, find_outcome, step_turn
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, draw_any
from brimstone_env.core.frames import pop_frame, top_frame
from brimstone_env.core.records import IntArray


@compiled
def step_frame(battle: Battle, book: Book, dice: Dice) -> int:
    """Let the rule on top of the stack take its next step."""
    kind = int(top_frame(battle.stack).kind)
    if kind == Frame.ROLL:
        return step_roll(battle, book, dice)
    if kind == Frame.ATTACK:
        return step_attack(battle, book, dice)
    if kind == Frame.ACTIVATION:
        return step_activation(battle, book, dice)
    if kind == Frame.STRIKE:
        return step_strike(battle, book, dice)
    if kind == Frame.GROUP:
        return step_group(battle, book, dice)
    if kind == Frame.TURN:
        return step_turn(battle, book, dice)
    if kind == Frame.SETUP:
        step_setup(battle, book, dice)
        return Status.CALL
    if kind == Frame.ARRIVAL:
        return step_arrival(battle, book, dice)
    if kind == Frame.BETWEEN:
        return step_between(battle, book, dice)
    if kind == Frame.APPEARANCE:
        return step_appearance(battle, book, dice)
    return step_hero_frame(battle, book, dice, kind)


@compiled
def step_hero_frame(battle: Battle, book: Book, dice: Dice, kind: int) -> int:
    """The next step of a rule about what befalls figures apart from their own activation."""
    if kind == Frame.KNOCKOUT:
        return step_knockout(battle, book, dice)
    if kind == Frame.TURN_END:
        return step_endings(battle, book, dice)
    if kind == Frame.DEATH:
        return step_death(battle, book, dice)
    if kind == Frame.COMFORT:
        return step_comfort(battle, book, dice)
    if kind == Frame.RECOVERY:
        return step_recovery(battle, book, dice)
    if kind == Frame.LOOT:
        return step_loot(battle, book, dice)
    if kind == Frame.HITS:
        return step_hits(battle, book, dice)
    if kind == Frame.HARM:
        return step_harm(battle, book, dice)
    if kind == Frame.DRAG:
        return step_drag(battle, book, dice)
    if kind == Frame.AFTERMATH:
        return step_aftermath(battle, book, dice)
    return step_other_frame(battle, book, dice, kind)


@compiled
def step_other_frame(battle: Battle, book: Book, dice: Dice, kind: int) -> int:
    """The next step of a rule about statuses, armor, tokens, abilities and dynamite."""
    if kind == Frame.DYNAMITE:
        return step_dynamite(battle, book, dice)
    if kind == Frame.CHAIN:
        return step_chain(battle, book, dice)
    if kind == Frame.STATUS:
        return step_status(battle, book, dice)
    if kind == Frame.HORROR:
        return step_fright(battle, book, dice)
    if kind == Frame.TOKEN:
        return step_token(battle, book, dice)
    if kind == Frame.ABILITY:
        return step_ability(battle, book, dice)
    if kind == Frame.QUICKDRAW:
        return step_quickdraw(battle, book, dice)
    return step_wound(battle, book, dice)


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

    In a rule case the engine never ends an activation by itself. Seats that are not played from outside choose
    uniformly among what is legal.

    Returns:
        Whether it was taken.
    """
    count = fill_legal(battle, book, mask_out)
    if (int(battle.outside) >> int(battle.pending.seat)) & 1 == 0:
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
def is_paused(battle: Battle, dice: Dice) -> bool:
    """Whether odds pause here: what they are about is over, or a chance was taken since the engine was called."""
    return bool(dice.floor > 0) and bool(battle.stack.depth < dice.floor or dice.num_branches > 0)


@compiled
def advance(battle: Battle, book: Book, dice: Dice, mask_out: IntArray) -> None:
    """Run the battle to the next decision of an outside seat, to its end, or to a rule case's pause.

    Args:
        battle: the battle.
        book: the book.
        dice: the caller's dice table.
        mask_out: int8 (NUM_ACTIONS,), left holding the mask of where the battle stopped.
    """
    while True:
        if battle.outcome == Outcome.UNDECIDED:
            outcome = find_outcome(battle, book)
            if outcome != Outcome.UNDECIDED:
                end_battle(battle, book, dice, outcome)
        if battle.stack.depth == 0:
            settle_score(battle, int(battle.outcome))
            break
        if is_paused(battle, dice):
            break
        status = step_frame(battle, book, dice)
        if status == Status.DONE:
            pop_frame(battle.stack)
        elif status == Status.WAIT:
            if battle.pending.kind == Decision.NONE:
                break
            if not settle_decision(battle, book, dice, mask_out):
                if battle.halt == Halt.AT_HERO and battle.stack.frames[1].kind == Frame.ACTIVATION:
                    battle.halt = Halt.BETWEEN
                return
    fill_legal(battle, book, mask_out)
