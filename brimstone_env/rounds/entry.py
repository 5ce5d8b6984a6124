"""What Python calls: one compiled kernel over a batch of battles.

There is one kernel because compile time is a cost users feel: the rules are compiled once, whatever is called first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.branching import next_path, start_run
from brimstone_env.core.compiled import compiled, entry
from brimstone_env.core.dice import Dice, draw
from brimstone_env.core.frames import pop_frame, top_frame
from brimstone_env.core.native import address_of
from brimstone_env.core.records import IntArray, dtype_of
from brimstone_env.rounds.advance import advance, nth_legal
from brimstone_env.rounds.apply import apply_action
from brimstone_env.rounds.codes import NUM_ACTIONS, Command, Decision, Frame, Halt, Outcome, Stream
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.legal import fill_legal
from brimstone_env.rounds.observe import fill_observation
from brimstone_env.rounds.pending import clear_pending
from brimstone_env.rounds.setup import begin_battle
from brimstone_env.rounds.turn_frame import TurnStage

Array = NDArray[Any]
BATTLE = dtype_of(Battle)
TURN_DEPTH = 4  # frames with which a turn can lie on top: rounds, a group, a squad, the turn


@compiled
def reset_battle(battle: Battle, book: Book, dice: Dice, seed: IntArray, mask_out: IntArray) -> None:
    """Begin a battle afresh from the scenario, with given random streams, and run it to its first decision."""
    for stream in range(seed.shape[0]):
        for k in range(seed.shape[1]):
            battle.streams.state[stream, k] = seed[stream, k]
    clear_pending(battle)
    begin_battle(battle, book, dice)
    advance(battle, book, dice, mask_out)


@compiled
def step_battle(battle: Battle, book: Book, dice: Dice, action: int, mask_out: IntArray) -> int:
    """Apply one action, if it is legal, and run on; an illegal one changes nothing.

    Returns:
        1 if it was applied.
    """
    if battle.pending.kind == Decision.NONE or action < 0 or action >= NUM_ACTIONS:
        return 0
    fill_legal(battle, book, mask_out)
    if mask_out[action] == 0:
        return 0
    play_action(battle, book, dice, action, mask_out)
    return 1


@compiled
def play_action(battle: Battle, book: Book, dice: Dice, action: int, mask_out: IntArray) -> int:
    """Apply an action that is known to be legal, and run on: what planners call, by address.

    Returns:
        The kind of the decision that is pending now, `Decision.NONE` (0) when the battle is over.
    """
    battle.num_decisions += 1
    apply_action(battle, book, dice, action)
    advance(battle, book, dice, mask_out)
    return int(battle.pending.kind)


@compiled
def play_out(battle: Battle, book: Book, dice: Dice, mask_out: IntArray) -> int:
    """Take random legal actions until the battle is over.

    Returns:
        How many decisions were made.
    """
    decisions = 0
    count = fill_legal(battle, book, mask_out)
    while battle.pending.kind != Decision.NONE:
        action = nth_legal(mask_out, draw(battle.streams, Stream.CHOICE, count))
        decisions += 1
        play_action(battle, book, dice, action, mask_out)
        count = 0
        for k in range(NUM_ACTIONS):
            count += int(mask_out[k])
    return decisions


@compiled
def is_over(battle: Battle) -> bool:
    """Whether the battle is decided and nothing more is asked (an aftermath comes after the outcome)."""
    return bool(battle.outcome != Outcome.UNDECIDED and battle.pending.kind == Decision.NONE)


@compiled
def run_command(battle: Battle, book: Book, dice: Dice, command: int, mask_out: IntArray) -> None:
    """Carry out a rule case's `set up`, `start`, `enemies` or `next`."""
    if battle.outcome != Outcome.UNDECIDED:
        return
    if command == Command.SET_UP:
        battle.halt = Halt.BETWEEN
    elif command == Command.ENEMIES:
        end_running_turn(battle)
        battle.halt = Halt.AT_ENEMY
    else:
        if command == Command.NEXT:
            end_running_turn(battle)
        battle.halt = Halt.AT_HERO
    advance(battle, book, dice, mask_out)


@compiled
def end_running_turn(battle: Battle) -> None:
    """Cut short the turn that a rule case is in: everything above the order of turns is taken off but its end."""
    clear_pending(battle)
    while battle.stack.depth > 1 and top_frame(battle.stack).kind != Frame.GROUP:
        if top_frame(battle.stack).kind == Frame.TURN and battle.stack.depth <= TURN_DEPTH:
            top_frame(battle.stack).stage = TurnStage.END
            return
        pop_frame(battle.stack)


@compiled
def enumerate_step(battles: Array, books: Array, dice: Dice, action: int, mask: IntArray, weights_out: IntArray) -> int:
    """Put what may come of one step of the first battle into the battles after it, with their weights.

    The step is an action, or what follows it (-1), or a rule case's command (-1 - `Command`). It ends at a decision, or
    where a chance was taken and the rule that took it is through with it. The dice table has to be in the mode
    ENUMERATE, with a path of length 0 to begin with; while its path is longer afterwards, there is more to come, and
    the next call goes on with it.

    Returns:
        How many battles were filled.
    """
    book = books[battles[0].book_id]
    start_run(dice)
    count = 0
    while True:
        count += 1
        battles[count] = battles[0]
        battle = battles[count]
        if action >= 0:
            apply_action(battle, book, dice, action)
            advance(battle, book, dice, mask)
        elif action == -1:
            advance(battle, book, dice, mask)
        else:
            run_command(battle, book, dice, -1 - action, mask)
        weights_out[count, 0, 0] = dice.numerator
        weights_out[count, 0, 1] = dice.denominator
        if not next_path(dice) or dice.fault != 0 or count + 1 == len(battles):
            return count


@entry
def run_many(
    command: int,
    battles: Array,
    books: Array,
    dice_table: Array,
    actions: Array,
    seeds: Array,
    applied_out: Array,
    masks_out: Array,
    board_out: Array,
    heroes_out: Array,
    enemies_out: Array,
    globals_out: Array,
) -> None:
    """Carry out one command on every battle of a batch, then fill the buffers that have room for it.

    Every array must have just the dtype and number of axes given here, or be empty with it: the kernel is compiled
    once.

    Args:
        command: a `Command`. STEP applies `actions`; RESET and RESET_OVER begin afresh; OBSERVE only fills buffers;
            PLAYOUT plays random legal actions to the end; ENUMERATE takes the step `actions[0]`, see
            `enumerate_step`; ADDRESS tells where `play_action` lies, see `core.native`; the others are a rule case's.
        battles: (n,) record array of `Battle`, changed in place.
        books: (m,) read-only record array of `Book`; `book_id` says which row a battle is played with.
        dice_table: (1,) record array of `Dice`: mode, script, event log.
        actions: int64 (n,) for STEP.
        seeds: int64 (n, 3, 6) for RESET and RESET_OVER, from `stream_states`; ENUMERATE puts the weight of battle i
            into [i, 0, 0] and what it is a fraction of into [i, 0, 1], ADDRESS the address into [0, 0, 0].
        applied_out: int32 (n,): 1 where the action was applied or the battle was reset; for PLAYOUT the decisions; for
            ENUMERATE, in the first place, how many battles were filled.
        masks_out: int8 (n or 0, NUM_ACTIONS): legal actions of the decision that is now pending.
        board_out: uint8 (n or 0, planes, 16, 16).
        heroes_out: uint8 (n or 0, 6, hero features).
        enemies_out: uint8 (n or 0, 40, enemy features).
        globals_out: uint8 (n or 0, battle features).
    """
    scratch = np.zeros(NUM_ACTIONS, np.int8)
    blank = np.zeros(1, BATTLE)
    dice = dice_table[0]
    if command == Command.ENUMERATE:
        applied_out[0] = enumerate_step(battles, books, dice, actions[0], scratch, seeds)
        return
    if command == Command.ADDRESS:
        seeds[0, 0, 0] = address_of(play_action, (battles[0], books[0], dice, 0, scratch))
        return
    for i in range(len(battles)):
        battle = battles[i]
        book = books[battle.book_id]
        mask = masks_out[i] if len(masks_out) > 0 else scratch
        if command == Command.STEP:
            applied_out[i] = step_battle(battle, book, dice, actions[i], mask)
            if applied_out[i] == 0:
                fill_legal(battle, book, mask)
        elif command == Command.RESET or (command == Command.RESET_OVER and is_over(battle)):
            book_id = battle.book_id
            battles[i] = blank[0]
            battles[i].book_id = book_id
            reset_battle(battles[i], book, dice, seeds[i], mask)
            applied_out[i] = 1
        elif command == Command.PLAYOUT:
            applied_out[i] = play_out(battle, book, dice, mask)
        elif command == Command.RESET_OVER or command == Command.OBSERVE:
            applied_out[i] = 0
            fill_legal(battle, book, mask)
        else:
            run_command(battle, book, dice, command, mask)
            applied_out[i] = 1
        if len(board_out) > 0:
            fill_observation(battles[i], book, board_out[i], heroes_out[i], enemies_out[i], globals_out[i])
