"""What is special about the Shadow's abilities."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.core.frames import FrameRecord
from brimstone_env.rounds.codes import MAX_HEROES, NOBODY, Decision, Status
from brimstone_env.rounds.creatures import gap, is_alive, square_gap
from brimstone_env.rounds.effect_codes import Effect
from brimstone_env.rounds.effect_frame import question
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.teleport import go_to, may_teleport

CONFUSION_REACH = 4
SURGE_REACH = 5


@compiled
def can_hesitate(battle: Battle, user: int, doer: int) -> bool:
    """Whether a hero may take its turn right after another hero: that one did not begin its own turn so.

    Source: rounds 6, Hesitation Is Weakness.
    """
    if user == doer or doer >= MAX_HEROES or battle.creatures[user].acted == 1:
        return False
    return bool(battle.creatures[doer].early == 0) and bool(battle.next_up == NOBODY)


@compiled
def hesitate(battle: Battle, frame: FrameRecord) -> int:
    """Hesitation Is Weakness: the user's turn comes next, whatever the order of sides.

    Source: rounds 6, Hesitation Is Weakness. D31.
    """
    battle.next_up = frame.enemy
    return Status.DONE


@compiled
def teleport_reach(battle: Battle, book: Book, frame: FrameRecord) -> int:
    """Squares of a teleport for nothing.

    Source: rounds 6, Black Ash Teleport; In All This Confusion.
    """
    ability = book.abilities[frame.slot]
    return CONFUSION_REACH if ability.effect == Effect.CONFUSION else int(ability.amount[0])


@compiled
def may_arrive(battle: Battle, book: Book, frame: FrameRecord, square: int) -> bool:
    """Whether a teleport may lead to a square; each square beyond those for nothing costs 1 insight.

    Source: rounds 6, Black Ash Teleport; In All This Confusion.
    """
    user = int(frame.enemy)
    most = teleport_reach(battle, book, frame) + max(int(battle.creatures[user].resource), 0)
    return may_teleport(battle, book, user, square, most)


@compiled
def step_teleport(battle: Battle, book: Book, dice: Dice, frame: FrameRecord) -> int:
    """Black Ash Teleport, and In All This Confusion, which halves the damage as well.

    Source: rounds 6, Black Ash Teleport; In All This Confusion. rounds 4, halving.
    Differs: insight is paid by the square that is chosen, never more than it takes.
    """
    user = int(frame.enemy)
    if frame.stage == 0:
        if book.abilities[frame.slot].effect == Effect.CONFUSION:
            battle.hit = int(battle.hit) // 2
        return question(battle, frame, Decision.AREA, teleport_reach(battle, book, frame))
    if frame.square != NOBODY:
        away = square_gap(book, int(battle.creatures[user].square), int(frame.square))
        battle.creatures[user].resource -= max(away - teleport_reach(battle, book, frame), 0)
        go_to(battle, book, dice, user, int(frame.square))
    return Status.DONE


@compiled
def may_surge(battle: Battle, book: Book, frame: FrameRecord, other: int) -> bool:
    """Whether a creature may gain the surges of an ability: an ally within 5 of the target, or within its distance.

    Source: rounds 6, Gasping in Pain; Blessed Light.
    Differs: from a target that died of it nothing is measured, and any ally may gain the surge.
    """
    user, target = int(frame.enemy), int(frame.chosen)
    if other == user or not is_alive(battle, other) or (other < MAX_HEROES) != (user < MAX_HEROES):
        return False
    ability = book.abilities[frame.slot]
    if ability.effect == Effect.SURGE_NEAR:
        return gap(battle, book, user, other) <= int(ability.distance)
    return not is_alive(battle, target) or gap(battle, book, target, other) <= SURGE_REACH


@compiled
def step_surge(battle: Battle, book: Book, frame: FrameRecord) -> int:
    """An ally gains surges.

    Source: rounds 6, Gasping in Pain; Blessed Light.
    """
    if frame.stage == 0:
        return question(battle, frame, Decision.TARGET, 0)
    if frame.extra != NOBODY:
        amount = int(book.abilities[frame.slot].amount[int(frame.points) - 1])
        battle.creatures[frame.extra].surges = min(int(battle.creatures[frame.extra].surges) + amount, 99)
    return Status.DONE
