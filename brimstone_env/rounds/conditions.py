"""Conditions: what imposes them, what they forbid, and how they end."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, roll_check
from brimstone_env.rounds.codes import (
    MAX_CREATURES,
    NOBODY,
    NUM_CONDITIONS,
    Condition,
    Event,
    Roll,
    Stream,
    Trait,
    Until,
)
from brimstone_env.rounds.creatures import are_adjacent, characteristic, has_trait
from brimstone_env.rounds.layout import Battle, Book

SAVED = 6  # least d10 of a saving throw that ends an effect
SLOW = 2  # most speed of the slowed


@compiled
def suffers(battle: Battle, creature: int, condition: int) -> bool:
    """Whether a creature has a condition."""
    return bool(battle.creatures[creature].until[condition] != Until.NEVER)


@compiled
def impose(battle: Battle, dice: Dice, creature: int, condition: int, until: int, source: int) -> None:
    """Impose a condition; one that is there already stays, or becomes the one that lasts longer, or the newer one.

    Source: rounds 4, same condition twice; EoT.
    Differs: of two that last equally long the newer one replaces the older one, whose source it takes over.
    """
    figure = battle.creatures[creature]
    if int(figure.until[condition]) > until or (
        figure.until[condition] == until and figure.source[condition] == source
    ):
        return
    figure.until[condition] = until
    figure.source[condition] = source
    log_event(dice, Event.CONDITION, creature, condition, until)


@compiled
def end_condition(battle: Battle, dice: Dice, creature: int, condition: int) -> None:
    """End a condition, if it is there."""
    figure = battle.creatures[creature]
    if figure.until[condition] == Until.NEVER:
        return
    figure.until[condition] = Until.NEVER
    figure.source[condition] = NOBODY
    log_event(dice, Event.ENDED, creature, condition, 0)


@compiled
def is_stuck(battle: Battle, creature: int) -> bool:
    """Whether a creature's speed is 0.

    Source: rounds 4, grabbed; restrained.
    """
    return suffers(battle, creature, Condition.GRABBED) or suffers(battle, creature, Condition.RESTRAINED)


@compiled
def is_spent(battle: Battle, creature: int) -> bool:
    """Whether a dazed creature has done its one thing.

    Source: rounds 4, dazed.
    """
    return suffers(battle, creature, Condition.DAZED) and bool(battle.creatures[creature].busy == 1)


@compiled
def may_trigger(battle: Battle, creature: int) -> bool:
    """Whether a creature can use triggered actions at all, free ones included.

    Source: D8; rounds 4, dazed; unconscious.
    """
    figure = battle.creatures[creature]
    return bool(figure.alive == 1 and figure.surprised == 0) and not suffers(battle, creature, Condition.DAZED)


@compiled
def end_of_turn_conditions(battle: Battle, dice: Dice, creature: int) -> None:
    """What ends with a creature's turn ends, and it saves against the rest.

    Source: rounds 2, saving throw; rounds 4, EoT.
    """
    figure = battle.creatures[creature]
    for condition in range(NUM_CONDITIONS):
        until = int(figure.until[condition])
        if until == Until.END_OF_TURN:
            end_condition(battle, dice, creature, condition)
        elif until == Until.SAVE:
            save_against(battle, dice, creature, condition)


@compiled
def save_against(battle: Battle, dice: Dice, creature: int, condition: int) -> None:
    """A saving throw against a condition.

    Source: rounds 2, saving throw.
    """
    if roll_check(battle.streams, dice, Stream.DICE, Roll.SAVE, 10, SAVED):
        log_event(dice, Event.SAVED, creature, condition, 0)
        end_condition(battle, dice, creature, condition)


@compiled
def let_go(battle: Battle, dice: Dice, book: Book) -> None:
    """Grabs end when the two are no longer adjacent, or the grabber is gone.

    Source: rounds 4, grabbed.
    """
    for creature in range(MAX_CREATURES):
        figure = battle.creatures[creature]
        if figure.alive == 1 and figure.until[Condition.GRABBED] != Until.NEVER:
            grabber = int(figure.source[Condition.GRABBED])
            if grabber == NOBODY:
                continue
            if battle.creatures[grabber].alive == 0 or not are_adjacent(battle, book, creature, grabber):
                end_condition(battle, dice, creature, Condition.GRABBED)


@compiled
def speed_of(battle: Battle, book: Book, creature: int) -> int:
    """A creature's speed as it stands.

    Source: rounds 4, grabbed; restrained; slowed. rounds 7, with captain. rounds 9, goblin Malice.
    """
    if is_stuck(battle, creature):
        return 0
    kind = book.kinds[battle.creatures[creature].kind]
    speed = int(kind.speed)
    if has_trait(battle, book, creature, Trait.CRAFTY):
        speed += int(battle.hurried)
    squad = int(battle.creatures[creature].squad)
    if squad != NOBODY and int(kind.captain_speed) > 0:
        captain = int(battle.squads[squad].captain)
        if captain != NOBODY and captain != creature and battle.creatures[captain].alive == 1:
            speed += int(kind.captain_speed)
    if suffers(battle, creature, Condition.SLOWED):
        speed = min(speed, SLOW)
    return speed


@compiled
def resists(battle: Battle, book: Book, target: int, which: int, potency: int) -> bool:
    """Whether a creature withstands a potency: its characteristic is not lower than the value.

    Source: rounds 2, potency.
    """
    return which != NOBODY and characteristic(battle, book, target, which) >= potency
