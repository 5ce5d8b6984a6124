"""What adds to the damage of a hit before it is dealt: a punch, spice."""

from __future__ import annotations

from brimstone_env.battle.codes import NOBODY, NUM_TOKENS, Decision, Event, Roll, Stat, Status, Stream
from brimstone_env.battle.damage import AttackStage
from brimstone_env.battle.knockout import take_wounds
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.battle.upgrades import has_punch
from brimstone_env.battle.weapons import MELEE
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, roll_die
from brimstone_env.core.frames import top_frame

SPICE_WOUNDS = 1


@compiled
def step_boost(battle: Battle, book: Book) -> int:
    """Ask whether grit doubles a critical hit in melee, then whether a token adds to the hit's damage.

    Differs: the source does not say in which order; spice is not doubled, and a hit has one portion.

    Source: facts 1b (Knockout Punch), 5 (spice).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    if frame.stage == AttackStage.PUNCH:
        asks = can_punch(battle, book)
        following = AttackStage.SPICE
    else:
        asks = has_spice(battle, book, hero_index)
        following = AttackStage.DEAL
    if asks:
        ask(battle, Decision.BOOST, hero_index, hero_index, int(frame.enemy), int(frame.points))
        return Status.WAIT
    frame.stage = following
    return Status.CALL


@compiled
def can_punch(battle: Battle, book: Book) -> bool:
    """Whether 1 grit may double the hit that is dealt: critical, in melee, on an enemy that is not tough.

    Source: B47, facts 1b (Knockout Punch).
    """
    frame = top_frame(battle.stack)
    hero = battle.heroes[frame.hero]
    if frame.slot != MELEE or hero.grit == 0 or not has_punch(book, hero) or battle.hits[frame.index] < 2:
        return False
    return bool(battle.groups[battle.enemies[frame.enemy].group].stats[Stat.TOUGH] == 0)


@compiled
def has_spice(battle: Battle, book: Book, hero_index: int) -> bool:
    """Whether a hero has a token that adds to a hit's damage, and the Health to pay for it.

    Differs: the source does not say that nobody may fall by it.

    Source: facts 5 (spice).
    """
    hero = battle.heroes[hero_index]
    if hero.health <= SPICE_WOUNDS:
        return False
    for kind in range(NUM_TOKENS):
        if hero.tokens[kind] > 0 and book.tokens[kind].spice_d3 > 0:
            return True
    return False


@compiled
def answer_boost(battle: Battle, book: Book, dice: Dice, kind: int) -> None:
    """Double the hit's damage for 1 grit, use the token of this kind (1 wound), or neither.

    Args:
        battle: the battle.
        book: the book.
        dice: the caller's dice table.
        kind: the kind of token, NOBODY for none; with the punch anything but NOBODY says yes.

    Differs: grit does not change the d3 of spice, since the damage dice of other hits still lie on the table.

    Source: B41, facts 1b (Knockout Punch), 5 (spice).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    hero = battle.heroes[hero_index]
    punch = frame.stage == AttackStage.PUNCH
    frame.stage = AttackStage.SPICE if punch else AttackStage.DEAL
    if kind == NOBODY:
        return
    if punch:
        hero.grit -= 1
        log_event(dice, Event.GRIT, hero_index, -1, 0)
        log_event(dice, Event.ABILITY, hero_index, int(hero.upgrade), 0)
        frame.points *= 2
        return
    hero.tokens[kind] -= 1
    log_event(dice, Event.TOKEN, hero_index, kind, 0)
    take_wounds(battle, dice, hero_index, SPICE_WOUNDS)
    for _ in range(book.tokens[kind].spice_d3):
        frame.points += roll_die(battle.streams, dice, Stream.DICE, Roll.AMOUNT, 3)
