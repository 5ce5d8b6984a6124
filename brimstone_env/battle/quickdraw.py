"""Free attacks out of turn when new enemies are placed."""

from __future__ import annotations

from brimstone_env.battle.codes import MAX_ENEMIES, MAX_ITEMS, NOBODY, Decision, Event, Frame, Status
from brimstone_env.battle.guns import can_draw
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.frames import push_frame, top_frame


@compiled
def may_quickdraw(battle: Battle, book: Book, hero_index: int) -> bool:
    """Whether a hero's upgrade gives it a free attack now: it can hit an enemy that was just placed.

    A surprised hero has none. What else heroes do outside their activations (rerolls, revive tokens) takes no action.

    Differs: the source does not say whether it is the turn's one extra attack; here it is.

    Source: B44, D8, facts 1b (Quickdraw).
    """
    hero = battle.heroes[hero_index]
    if hero.knocked_out == 1 or hero.extra_attacked == 1 or hero.upgrade == NOBODY or hero.surprised == 1:
        return False
    if book.upgrades[hero.upgrade].quickdraw == 0:
        return False
    for slot in range(MAX_ITEMS):
        if can_draw(battle, book, hero_index, slot):
            return True
    return False


@compiled
def mark_absent(battle: Battle) -> None:
    """Before enemies are placed: note the slots without a living enemy; whoever then stands there is new."""
    for e in range(MAX_ENEMIES):
        battle.enemies[e].fresh = 1 if battle.enemies[e].alive == 0 else 0


@compiled
def clear_marks(battle: Battle) -> None:
    """Nobody is new any more."""
    for e in range(MAX_ENEMIES):
        battle.enemies[e].fresh = 0


@compiled
def offer_quickdraw(battle: Battle, book: Book) -> None:
    """Put a frame on top that offers free attacks on the enemies placed since `mark_absent`, if any hero may make one.

    Source: facts 1b (Quickdraw).
    """
    for e in range(MAX_ENEMIES):
        if battle.enemies[e].alive == 0:
            battle.enemies[e].fresh = 0
    for h in range(battle.num_heroes):
        if may_quickdraw(battle, book, h):
            push_frame(battle.stack, Frame.QUICKDRAW, NOBODY, NOBODY, 0)
            return
    clear_marks(battle)


@compiled
def step_quickdraw(battle: Battle, book: Book, dice: Dice) -> int:
    """Ask the heroes, by index (`index` is the next one), whether and with which gun they draw.

    Source: facts 1b (Quickdraw).
    """
    frame = top_frame(battle.stack)
    while frame.index < battle.num_heroes:
        hero_index = int(frame.index)
        frame.index += 1
        if may_quickdraw(battle, book, hero_index):
            frame.hero = hero_index
            ask(battle, Decision.QUICKDRAW, hero_index, hero_index, NOBODY, 0)
            return Status.WAIT
    clear_marks(battle)
    return Status.DONE


@compiled
def answer_quickdraw(battle: Battle, dice: Dice, hero_index: int, slot: int) -> None:
    """Make the free attack with the gun of a slot; NOBODY: none.

    Source: B44, facts 1b (Quickdraw).
    """
    if slot == NOBODY:
        return
    hero = battle.heroes[hero_index]
    hero.extra_attacked = 1
    log_event(dice, Event.ABILITY, hero_index, int(hero.upgrade), 0)
    log_event(dice, Event.HERO_ATTACK, hero_index, int(hero.items[slot]), 1)
    push_frame(battle.stack, Frame.ATTACK, hero_index, NOBODY, slot)
