"""Turns: who is activated next, what begins and ends with a turn, and how a battle ends."""

from __future__ import annotations

from brimstone_env.battle.agility_order import first_stage, settle_order, step_swap, step_test
from brimstone_env.battle.arrivals import end_ambushes, next_event
from brimstone_env.battle.attack import clear_hits
from brimstone_env.battle.codes import (
    MAX_ENEMIES,
    NOBODY,
    Decision,
    Event,
    Frame,
    Halt,
    Outcome,
    Roll,
    Side,
    Status,
    Stream,
    TurnOrder,
    TurnStage,
)
from brimstone_env.battle.deaths import is_death_pending
from brimstone_env.battle.delve import is_last_stage, score_stage
from brimstone_env.battle.dragging import let_go
from brimstone_env.battle.dynamite import is_exploding
from brimstone_env.battle.enemy_health import regenerate
from brimstone_env.battle.groups import current_initiative, roll_initiative
from brimstone_env.battle.last_stand import fear_dark, hold_back, watch_entries
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.left_behind import leave_behind
from brimstone_env.battle.madness import start_turn_hits
from brimstone_env.battle.pending import ask
from brimstone_env.battle.token_use import end_tokens
from brimstone_env.battle.turn_order import decide_first, end_surprise, next_side, pass_on
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, pick
from brimstone_env.core.frames import clear_frames, push_frame, top_frame


@compiled
def step_turn(battle: Battle, book: Book, dice: Dice) -> int:
    """Go on with the turn.

    Source: B23.
    """
    frame = top_frame(battle.stack)
    if frame.stage == TurnStage.COMFORT:
        frame.stage = TurnStage.POWERS
        push_frame(battle.stack, Frame.COMFORT, NOBODY, NOBODY, 0)
        return Status.CALL
    if frame.stage == TurnStage.POWERS:
        frame.stage = TurnStage.END
        push_frame(battle.stack, Frame.TURN_END, NOBODY, NOBODY, 0)
        return Status.CALL
    if frame.stage == TurnStage.END:
        frame.stage = TurnStage.BEGIN
        end_surprise(battle)
        end_tokens(battle, book)
        leave_behind(battle, book, dice)
        return Status.CALL
    if battle.halt == Halt.BETWEEN:
        return Status.WAIT
    if frame.stage == TurnStage.BEGIN:
        begin_turn(battle, dice)
        frame.stage = first_stage(battle, book)
        if book.plan.last_stand == 0:
            start_turn_hits(battle, book)
        else:
            stand_fast(battle, book, dice)
        return Status.CALL
    if frame.stage == TurnStage.DARK:
        if not fear_dark(battle, book, dice):
            frame.stage = first_stage(battle, book)
            watch_entries(battle, book, dice)
            start_turn_hits(battle, book)
        return Status.CALL
    if frame.stage == TurnStage.SWAP:
        return step_swap(battle)
    if frame.stage == TurnStage.TEST or frame.stage == TurnStage.TESTED:
        return step_test(battle, dice)
    return step_pick(battle, book, dice)


@compiled
def stand_fast(battle: Battle, book: Book, dice: Dice) -> None:
    """The start of a turn of a last stand: it is over when the Darkness is held back, else the Darkness has its turn.

    Heroes may lose Sanity by it first, then enemies may break in.

    Source: facts 4b (row 5), 8 (Last Stand).
    """
    if hold_back(battle, dice):
        end_battle(battle, book, dice, Outcome.WON)
    else:
        top_frame(battle.stack).stage = TurnStage.DARK


@compiled
def step_pick(battle: Battle, book: Book, dice: Dice) -> int:
    """Before the next activation: an ambush may have ended the turn, or an event of the scenario is due.

    Differs: what happens at the end of every turn still happens when an ambush ends it; the source is silent.

    Source: B2, B22.
    """
    if battle.cut == 1:
        battle.cut = 0
        top_frame(battle.stack).stage = TurnStage.COMFORT
        log_event(dice, Event.TURN_CUT, int(battle.turn), 0, 0)
        return Status.CALL
    event = next_event(battle, book)
    if event != NOBODY:
        push_frame(battle.stack, Frame.ARRIVAL, NOBODY, NOBODY, event)
        return Status.CALL
    if book.rules.turn_order == TurnOrder.AGILITY and settle_order(battle, dice):
        return Status.CALL
    return activate_next(battle, book, dice)


@compiled
def begin_turn(battle: Battle, dice: Dice) -> None:
    """A new turn: everyone may be activated again, and enemies that regenerate heal.

    Source: B23, D2, D34, D35, facts 2c (regeneration).
    """
    battle.turn += 1
    battle.activations = 0
    battle.next_side = battle.first_side
    log_event(dice, Event.TURN, int(battle.turn), 0, 0)
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        hero.activated = 0
        hero.recovered = 0
        hero.escaped = 0
        hero.moved = 0
        hero.attacked = 0
        hero.extra_attacked = 0
        hero.double_shot = 0
        hero.ability_used = 0
    for g in range(battle.num_groups):
        battle.groups[g].activated = 0
        roll_initiative(battle, dice, g)
    regenerate(battle, dice)
    battle.level = max(best_group_initiative(battle), best_hero_initiative(battle), 0)


@compiled
def group_initiative(battle: Battle, group_index: int) -> int:
    """A type's Initiative this turn; -1 if it has been activated or nobody of it is left.

    Source: B18, B23.
    """
    group = battle.groups[group_index]
    if group.alive == 0 or group.activated == 1:
        return -1
    return current_initiative(battle, group_index)


@compiled
def hero_initiative(battle: Battle, hero_index: int) -> int:
    """A hero's Initiative; -1 if it has been activated or is knocked out.

    Source: B23.
    """
    hero = battle.heroes[hero_index]
    if hero.knocked_out == 1 or hero.activated == 1:
        return -1
    return int(hero.initiative)


@compiled
def best_group_initiative(battle: Battle) -> int:
    """The highest Initiative among groups still to be activated, -1 for none."""
    best = -1
    for g in range(battle.num_groups):
        best = max(best, group_initiative(battle, g))
    return best


@compiled
def best_hero_initiative(battle: Battle) -> int:
    """The highest Initiative among heroes still to be activated, -1 for none."""
    best = -1
    for h in range(battle.num_heroes):
        best = max(best, hero_initiative(battle, h))
    return best


@compiled
def activate_next(battle: Battle, book: Book, dice: Dice) -> int:
    """Activate who is next in descending Initiative, enemies before heroes; heroes of equal Initiative as chosen.

    When nobody is left, the Initiative of an ambush ends: what comes later in this turn counts in the next one. Under
    another order the sides act in turns.

    Source: B18, B23, B24.
    """
    enemies = best_group_initiative(battle)
    heroes = best_hero_initiative(battle)
    if battle.halt == Halt.AT_GROUP:
        heroes = -1
    if enemies < 0 and heroes < 0:
        end_ambushes(battle)
        top_frame(battle.stack).stage = TurnStage.COMFORT
        return Status.CALL
    if book.rules.turn_order != TurnOrder.INITIATIVE:
        return activate_side(battle, book, dice, heroes >= 0, enemies)
    if enemies >= heroes:
        activate_group(battle, pick_group(battle, dice, enemies))
        return Status.CALL
    return offer_heroes(battle, book, heroes)


@compiled
def activate_side(battle: Battle, book: Book, dice: Dice, heroes: bool, enemies: int) -> int:
    """The side that is next activates one of its own: the hero that the players pick, an enemy type, or by rank.

    Differs: of the enemy types the Director picks the one of the highest Initiative, equal ones at random.

    `heroes` says whether a hero has yet to act, `enemies` the highest Initiative among types that do, -1 for none.

    Source: D16, D18, D23, D27, D28, D32, D33.
    """
    side = next_side(battle, heroes, enemies >= 0)
    if side == Side.NONE:
        return decide_first(battle, dice)
    ranked = book.rules.turn_order == TurnOrder.AGILITY
    if side == Side.ENEMIES:
        activate_group(battle, first_group(battle) if ranked else pick_group(battle, dice, enemies))
        return Status.CALL
    if ranked:
        activate_hero(battle, first_hero(battle))
        return Status.CALL
    return offer_heroes(battle, book, 0)


@compiled
def first_hero(battle: Battle) -> int:
    """The hero of the first rank among those who have yet to act, NOBODY for none.

    Source: D19, D27.
    """
    best = NOBODY
    for h in range(battle.num_heroes):
        if hero_initiative(battle, h) >= 0 and (best == NOBODY or battle.heroes[h].rank < battle.heroes[best].rank):
            best = h
    return best


@compiled
def first_group(battle: Battle) -> int:
    """The enemy type of the first rank among those that have yet to act, NOBODY for none.

    Source: D19, D28.
    """
    best = NOBODY
    for g in range(battle.num_groups):
        if group_initiative(battle, g) >= 0 and (best == NOBODY or battle.groups[g].rank < battle.groups[best].rank):
            best = g
    return best


@compiled
def may_pick(battle: Battle, book: Book, hero_index: int, initiative: int) -> bool:
    """Whether a hero may be activated now: one of that Initiative; under another order any who has yet to act.

    Source: B24, D19, D23.
    """
    own = hero_initiative(battle, hero_index)
    if book.rules.turn_order == TurnOrder.INITIATIVE:
        return own == initiative
    return own >= 0


@compiled
def offer_heroes(battle: Battle, book: Book, initiative: int) -> int:
    """Ask which of several heroes is activated; a single one is at once.

    Source: B24, D23.
    """
    first = NOBODY
    count = 0
    for h in range(battle.num_heroes):
        if may_pick(battle, book, h, initiative):
            if first == NOBODY:
                first = h
            count += 1
    if count > 1:
        ask(battle, Decision.ACTIVATE, first, NOBODY, NOBODY, initiative)
        return Status.WAIT
    activate_hero(battle, first)
    return Status.CALL


@compiled
def activate_group(battle: Battle, group_index: int) -> None:
    """Begin the activation of an enemy type.

    Source: B23, D32.
    """
    battle.level = current_initiative(battle, group_index)
    push_frame(battle.stack, Frame.GROUP, NOBODY, NOBODY, group_index)
    battle.activations += 1
    pass_on(battle, Side.ENEMIES)
    if battle.halt == Halt.AT_GROUP:
        battle.halt = Halt.BETWEEN


@compiled
def pick_group(battle: Battle, dice: Dice, initiative: int) -> int:
    """The enemy type of that Initiative; several are rolled each turn.

    Source: B24.
    """
    count = 0
    for g in range(battle.num_groups):
        if group_initiative(battle, g) == initiative:
            count += 1
    chosen = pick(battle.streams, dice, Stream.CHOICE, Roll.FIRST, count)
    for g in range(battle.num_groups):
        if group_initiative(battle, g) == initiative:
            if chosen == 0:
                return g
            chosen -= 1
    return NOBODY


@compiled
def activate_hero(battle: Battle, hero_index: int) -> None:
    """Begin a hero's activation.

    Source: B23.
    """
    push_frame(battle.stack, Frame.ACTIVATION, hero_index, NOBODY, 0)
    battle.activations += 1
    battle.level = battle.heroes[hero_index].initiative
    pass_on(battle, Side.HEROES)


@compiled
def find_outcome(battle: Battle, book: Book) -> int:
    """How the battle stands: won when the last enemy fell (even with the last hero), lost when no hero stands.

    Before its first turn and after its end nothing is decided. A revive token that may still be used is waited for,
    the rest of an explosion, and what the last enemy's death does. In a last stand more enemies come.

    Differs: the publisher's rules let all standing heroes flee at the start of a turn; here a battle is fought out.

    Source: B65, B66, N8, facts 4c (flee).
    """
    if battle.stack.depth == 0 or battle.stack.frames[0].kind != Frame.TURN:
        return Outcome.UNDECIDED
    outcome = Outcome.UNDECIDED
    if battle.num_enemies > 0 and battle.num_alive == 0 and book.plan.last_stand == 0:
        outcome = Outcome.WON
    elif battle.num_standing == 0 and top_frame(battle.stack).kind != Frame.KNOCKOUT:
        outcome = Outcome.LOST
    if outcome == Outcome.WON and is_death_pending(battle):
        return Outcome.UNDECIDED
    if outcome != Outcome.UNDECIDED and is_exploding(battle):
        return Outcome.UNDECIDED
    return outcome


@compiled
def end_battle(battle: Battle, book: Book, dice: Dice, outcome: int) -> None:
    """The battle and its turn end at once; by option the heroes catch their breath after a victory.

    In a delve they always do, but after the last battle, and go on to the next one.

    Differs: the publisher's rules let all roll on the charts after a lost battle; here it ends with it.

    Source: B65, B66, B67, facts 4c (all down).
    """
    battle.cut = 0
    log_event(dice, Event.OUTCOME, outcome, 0, 0)
    clear_frames(battle.stack)
    clear_hits(battle)
    for e in range(MAX_ENEMIES):
        battle.paid[e] = 0
        battle.enemies[e].shared = 0
        battle.enemies[e].done = 0
        battle.enemies[e].fresh = 0
    for h in range(battle.num_heroes):
        let_go(battle, h)
    end_surprise(battle)
    end_tokens(battle, book)
    goes_on = outcome == Outcome.WON and not is_last_stage(battle, book)
    if goes_on:
        score_stage(battle, book)
        push_frame(battle.stack, Frame.BETWEEN, NOBODY, NOBODY, 0)
    else:
        battle.outcome = outcome
    if goes_on or (outcome == Outcome.WON and book.rules.aftermath == 1):
        push_frame(battle.stack, Frame.AFTERMATH, NOBODY, NOBODY, 0)
