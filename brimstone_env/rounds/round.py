"""The order of turns: rounds, sides that alternate, groups of enemies."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.frames import push_frame, top_frame
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import (
    FIRST_CREATURE,
    MAX_CREATURES,
    MAX_GROUPS,
    MAX_HEROES,
    NOBODY,
    Decision,
    Event,
    Frame,
    Halt,
    Outcome,
    Side,
    Status,
)
from brimstone_env.rounds.creatures import is_alive, speaker
from brimstone_env.rounds.initiative import first_of_group, roll_order
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.malice import gain_malice
from brimstone_env.rounds.pending import ask
from brimstone_env.rounds.resources import renew_gains
from brimstone_env.rounds.squad import begin_squad, renew_captains
from brimstone_env.rounds.surprise import decide_first, end_surprise
from brimstone_env.rounds.turn_frame import begin_turn
from brimstone_env.rounds.waiting import (
    count_waiting,
    first_in_order,
    has_waiting_member,
    is_unit,
    is_waiting_enemy,
    is_waiting_hero,
)


class RoundStage(IntEnum):
    """How far a round has come."""

    START = 0  # who goes first
    ORDER = 1  # the tests of the alternative order
    BEGIN = 2
    SWAP = 3  # heroes swap places
    PICK = 4
    VOTE = 5


class Asked(IntEnum):
    """What `pending.amount` says of a decision about who is next."""

    HERO = 0
    GROUP = 1  # any enemy of a group that waits
    MEMBER = 2  # another one of the group that acts
    DIRECTOR = 3  # a hero, picked by the Director because time is up


@compiled
def step_round(battle: Battle, book: Book, dice: Dice) -> int:
    """The next step of the order of turns.

    Source: D1; D2; D18; D34.
    """
    frame = top_frame(battle.stack)
    if frame.stage == RoundStage.START:
        frame.stage = RoundStage.ORDER
        if not decide_first(battle, dice):
            ask(battle, Decision.SIDE, speaker(battle), NOBODY, NOBODY, 0)
            return Status.WAIT
    if frame.stage == RoundStage.ORDER:
        if book.rules.order == 1:
            roll_order(battle, book, dice)
        frame.stage = RoundStage.BEGIN
    if frame.stage == RoundStage.BEGIN:
        begin_round(battle, book, dice)
        if battle.outcome != Outcome.UNDECIDED:
            return Status.CALL
        frame.index = 0
        frame.stage = RoundStage.SWAP if book.rules.order == 1 and battle.turn > 1 else RoundStage.PICK
    if frame.stage == RoundStage.SWAP:
        return step_swaps(battle)
    if frame.stage == RoundStage.VOTE:
        return step_vote(battle)
    return step_pick(battle, book, dice)


@compiled
def begin_round(battle: Battle, book: Book, dice: Dice) -> None:
    """A round begins: everybody may act again, the side that went first in the first round goes first.

    Source: D2; D7; D34; D35. rounds 8, captain. rounds 9, start of each round.
    """
    if battle.turn >= book.rules.last_turn:
        battle.outcome = Outcome.LOST
        return
    battle.turn += 1
    log_event(dice, Event.ROUND, int(battle.turn), int(battle.first_side), 0)
    if battle.turn > 1:
        end_surprise(battle)
    for creature in range(MAX_CREATURES):
        battle.creatures[creature].acted = 0
    for group in range(MAX_GROUPS):
        battle.groups[group].acted = 0
    renew_gains(battle)
    renew_captains(battle, book)
    gain_malice(battle, dice)
    battle.side = battle.first_side


@compiled
def step_pick(battle: Battle, book: Book, dice: Dice) -> int:
    """The side whose turn it is picks who acts; a side with nobody left lets the other one go on.

    Source: D16; D18; D21; D23; D27; D28; D33; D34. rounds 6, Hesitation Is Weakness.
    """
    frame = top_frame(battle.stack)
    if battle.next_up != NOBODY and is_alive(battle, int(battle.next_up)):
        start_hero(battle, int(battle.next_up), False)
        return Status.CALL
    heroes, enemies = count_waiting(battle, Side.HEROES), count_waiting(battle, Side.ENEMIES)
    if battle.halt == Halt.AT_ENEMY:
        heroes = 0  # a rule case passes over them
    if heroes == 0 and enemies == 0:
        frame.stage = RoundStage.BEGIN
        return Status.CALL
    if battle.side == Side.HEROES and heroes == 0:
        battle.side = Side.ENEMIES
    elif battle.side == Side.ENEMIES and enemies == 0:
        battle.side = Side.HEROES
    if battle.side == Side.HEROES:
        return pick_hero(battle, book)
    return pick_group(battle, book)


@compiled
def pick_hero(battle: Battle, book: Book) -> int:
    """The next hero: by its place in the alternative order, by votes while time runs, or as the players say.

    Source: D16; D23; D24; D27.
    """
    frame = top_frame(battle.stack)
    if book.rules.order == 1:
        start_hero(battle, first_in_order(battle), True)
        return Status.CALL
    if book.rules.timer > 0 and count_waiting(battle, Side.HEROES) > 1:
        battle.votes_left = book.rules.timer
        frame.index = 0
        frame.stage = RoundStage.VOTE
        return Status.CALL
    ask(battle, Decision.NEXT, speaker(battle), NOBODY, NOBODY, Asked.HERO)
    return Status.WAIT


@compiled
def pick_group(battle: Battle, book: Book) -> int:
    """The next group of enemies: by its place in the alternative order, or as the Director likes.

    Source: D16; D28; D32.
    """
    if book.rules.order == 1:
        best = NOBODY
        for group in range(int(battle.num_groups)):
            if battle.groups[group].acted == 1 or not has_waiting_member(battle, group):
                continue
            if best == NOBODY or battle.groups[group].place < battle.groups[best].place:
                best = group
        start_group(battle, best, NOBODY)
        return Status.CALL
    ask_director(battle, Asked.GROUP)
    return Status.WAIT


@compiled
def ask_director(battle: Battle, asked: int) -> None:
    """Ask the Director who is next."""
    ask(battle, Decision.NEXT, MAX_HEROES, NOBODY, NOBODY, asked)
    battle.pending.creature = NOBODY


@compiled
def step_vote(battle: Battle) -> int:
    """While time runs the waiting heroes vote; all for the same hero: it acts. Time is up: the Director picks.

    Source: D24; D25.
    Differs: time is counted in votes, not in seconds.
    """
    frame = top_frame(battle.stack)
    while frame.index < MAX_HEROES and battle.votes_left > 0:
        hero = int(frame.index)
        frame.index += 1
        if is_waiting_hero(battle, hero):
            battle.votes_left -= 1
            ask(battle, Decision.VOTE, hero, NOBODY, NOBODY, int(battle.votes_left))
            return Status.WAIT
    agreed = agreed_hero(battle) if have_all_voted(battle, int(frame.index)) else NOBODY
    frame.index = 0
    if agreed != NOBODY:
        frame.stage = RoundStage.PICK
        start_hero(battle, agreed, True)
        return Status.CALL
    if battle.votes_left > 0:
        return Status.CALL
    frame.stage = RoundStage.PICK
    ask_director(battle, Asked.DIRECTOR)
    return Status.WAIT


@compiled
def have_all_voted(battle: Battle, first: int) -> bool:
    """Whether no waiting hero from an index on is left to vote."""
    for hero in range(first, MAX_HEROES):
        if is_waiting_hero(battle, hero):
            return False
    return True


@compiled
def agreed_hero(battle: Battle) -> int:
    """The hero whom all waiting heroes want to act next, -1 if they do not agree.

    Source: D23.
    """
    agreed = NOBODY
    for hero in range(MAX_HEROES):
        if not is_waiting_hero(battle, hero):
            continue
        vote = int(battle.votes[hero])
        if agreed == NOBODY:
            agreed = vote
        elif agreed != vote:
            return NOBODY
    return agreed


@compiled
def step_swaps(battle: Battle) -> int:
    """At the start of a round each hero may swap its place with another one who is willing.

    Source: D30; D31.
    Differs: the Director always allows it.
    """
    frame = top_frame(battle.stack)
    while frame.index < MAX_HEROES:
        hero = int(frame.index)
        frame.index += 1
        if is_alive(battle, hero) and battle.num_standing > 1:
            ask(battle, Decision.SWAP, hero, NOBODY, NOBODY, 0)
            return Status.WAIT
    frame.index = 0
    frame.stage = RoundStage.PICK
    return Status.CALL


@compiled
def start_hero(battle: Battle, hero: int, alternate: bool) -> None:
    """A hero's turn begins; then the other side picks, unless the turn comes out of order.

    Source: D17; D18; D19. rounds 6, Hesitation Is Weakness.
    """
    for voter in range(MAX_HEROES):
        battle.votes[voter] = NOBODY
    battle.votes_left = 0
    battle.creatures[hero].acted = 1
    if alternate:
        battle.side = Side.ENEMIES
    begin_turn(battle, hero, 0)


@compiled
def start_group(battle: Battle, group: int, chosen: int) -> None:
    """A group of enemies acts, beginning with a member that is chosen already, or with none (-1).

    Source: D16; D32; D33.
    """
    battle.groups[group].acted = 1
    battle.side = Side.HEROES
    frame = push_frame(battle.stack, Frame.GROUP, NOBODY, NOBODY, group)
    frame.chosen = chosen


@compiled
def step_group(battle: Battle, book: Book) -> int:
    """The members of a group have their turns, one creature or squad after the other.

    Source: D33.
    """
    frame = top_frame(battle.stack)
    chosen = int(frame.chosen)
    if chosen != NOBODY and is_waiting_enemy(battle, chosen):
        frame.chosen = NOBODY
        start_enemy(battle, book, chosen)
        return Status.CALL
    if not has_waiting_member(battle, int(frame.slot)):
        return Status.DONE
    ask_director(battle, Asked.MEMBER)
    battle.pending.target = first_of_group(battle, int(frame.slot))
    return Status.WAIT


@compiled
def start_enemy(battle: Battle, book: Book, enemy: int) -> None:
    """An enemy's turn begins, or that of its squad.

    Source: D33. rounds 8, minion turn; captain.
    """
    if battle.halt == Halt.AT_ENEMY:
        battle.halt = Halt.BETWEEN
    squad = int(battle.creatures[enemy].squad)
    if squad != NOBODY:
        begin_squad(battle, squad)
        return
    battle.creatures[enemy].acted = 1
    begin_turn(battle, enemy, 0)


@compiled
def fill_next(battle: Battle, book: Book, mask_out: IntArray) -> int:
    """Mark who may be next: waiting heroes, or enemies of groups that wait, or of the group that acts.

    Returns:
        How many there are.

    Source: D16; D19; D23; D33.
    """
    asked = int(battle.pending.amount)
    count = 0
    for creature in range(MAX_CREATURES):
        if creature < MAX_HEROES:
            legal = asked != Asked.GROUP and asked != Asked.MEMBER and is_waiting_hero(battle, creature)
        elif asked == Asked.GROUP or asked == Asked.MEMBER:
            legal = is_waiting_enemy(battle, creature) and is_unit(battle, book, creature)
            group = int(battle.creatures[creature].group)
            if legal and asked == Asked.GROUP:
                legal = bool(battle.groups[group].acted == 0)
            elif legal:
                legal = group == int(top_frame(battle.stack).slot)
        else:
            legal = False
        if legal:
            mask_out[FIRST_CREATURE + creature] = 1
            count += 1
    return count


@compiled
def apply_next(battle: Battle, book: Book, creature: int, asked: int) -> None:
    """Let whoever was picked act."""
    if asked == Asked.MEMBER:
        top_frame(battle.stack).chosen = creature
    elif asked == Asked.GROUP:
        start_group(battle, int(battle.creatures[creature].group), creature)
    else:
        start_hero(battle, creature, True)
