"""How a battle starts: the party, the threat, and who is placed when."""

from __future__ import annotations

from brimstone_env.battle.arrivals import place_arrivals
from brimstone_env.battle.codes import NOBODY, NUM_TOKENS, Event, Frame, Stream
from brimstone_env.battle.hero import place_hero
from brimstone_env.battle.last_stand import begin_stand
from brimstone_env.battle.layout import FREE, Battle, Book
from brimstone_env.battle.quickdraw import mark_absent, offer_quickdraw
from brimstone_env.battle.threat import draw_cards, play_card
from brimstone_env.battle.turn_order import surprise_heroes
from brimstone_env.battle.upgrades import take_upgrade
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, draw_any, log_event
from brimstone_env.core.frames import push_frame, top_frame


@compiled
def begin_battle(battle: Battle, book: Book, dice: Dice) -> None:
    """Place the party on an empty battle and put the set-up on the stack; enemies come with the first step.

    Source: B1, B2, B64, B71.
    """
    plan = book.plan
    battle.outside = book.rules.outside
    for slot in range(len(battle.heroes)):
        battle.heroes[slot].class_id = NOBODY
    for e in range(len(battle.enemies)):
        battle.enemies[e].type_id = NOBODY
    for g in range(len(battle.groups)):
        battle.groups[g].type_id = NOBODY
    for h in range(plan.num_heroes):
        place_hero(battle, book, int(plan.classes[h]), start_of(battle, book, dice, h))
        if plan.upgrades[h] != NOBODY:
            take_upgrade(battle, book, h, int(plan.upgrades[h]))
        for kind in range(NUM_TOKENS):
            battle.heroes[h].tokens[kind] = plan.tokens[h, kind]
    battle.revive_tokens = plan.revive_tokens
    battle.site = plan.stages[0].site
    if plan.last_stand == 1:
        begin_stand(battle, book)
    push_frame(battle.stack, Frame.SETUP, NOBODY, NOBODY, 0)


@compiled
def start_of(battle: Battle, book: Book, dice: Dice, hero_index: int) -> int:
    """The square of the next hero to be placed: the plan's, or one of its start places that no hero has yet."""
    plan = book.plan
    if plan.num_start_places == 0:
        return int(plan.starts[hero_index])
    nth = draw_any(battle.streams, dice, Stream.SET_UP, plan.num_start_places - hero_index)
    for k in range(plan.num_start_places):
        square = int(plan.start_places[k])
        if battle.board[square] == FREE:
            if nth == 0:
                return square
            nth -= 1
    return int(plan.starts[hero_index])


@compiled
def set_up(battle: Battle, book: Book, dice: Dice) -> None:
    """Draw the threat cards (or take the named enemies), roll for elite levels, and place everyone.

    A last stand begins without enemies.

    Source: B3, B4.
    """
    plan = book.plan
    if plan.last_stand == 1:
        return
    if plan.num_stages > 0:
        stage = plan.stages[battle.stage]
        log_event(dice, Event.STAGE, int(battle.stage), 0, 0)
        if stage.deck == NOBODY:
            play_card(battle, book, dice, stage.named, int(stage.elite), 0)
        else:
            draw_cards(battle, book, dice, int(stage.deck), int(stage.num_cards), int(stage.elite), 0)
    elif plan.deck == NOBODY:
        if plan.named.num_entries > 0:
            play_card(battle, book, dice, plan.named, 0, 0)
    else:
        draw_cards(battle, book, dice, int(plan.deck), int(plan.num_cards), 0, 0)
    place_arrivals(battle, book, dice)


@compiled
def step_setup(battle: Battle, book: Book, dice: Dice) -> None:
    """Set up, then turn this frame into the turn's; what comes with those who appear lies on top, quick heroes first.

    Source: B1, facts 1b (Quickdraw).
    """
    mark_absent(battle)
    frame = top_frame(battle.stack)
    set_up(battle, book, dice)
    surprise_heroes(battle, book, dice)
    frame.kind = Frame.TURN
    frame.stage = 0
    offer_quickdraw(battle, book)
