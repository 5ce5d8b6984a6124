"""Last Stand: at the start of each turn the Darkness is held back, or enemies break in at the entry points."""

from __future__ import annotations

from brimstone_env.battle.arrivals import place_arrivals
from brimstone_env.battle.codes import Event, Roll, Stream
from brimstone_env.battle.injuries import Trait, total_trait
from brimstone_env.battle.knockout import lose_sanity
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.quickdraw import mark_absent, offer_quickdraw
from brimstone_env.battle.threat import draw_cards
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, roll_die
from brimstone_env.core.frames import top_frame

OPEN_NEED = 2  # greatest d6 that brings a warning or a breach
GUARDED_NEED = 1  # ... where a hero stands on the tile


@compiled
def begin_stand(battle: Battle, book: Book) -> None:
    """The marker is put on its place, and every hero begins with the most grit.

    Source: facts 8 (Last Stand).
    """
    battle.marker = book.plan.places_to_hold
    for h in range(battle.num_heroes):
        battle.heroes[h].grit = battle.heroes[h].max_grit


@compiled
def hold_back(battle: Battle, dice: Dice) -> bool:
    """Hold back the Darkness at the start of a turn: two dice against the marker's place; no grit helps.

    Differs: lantern oil, which rerolls one of these dice, is left out: the actions of the tokens are all in use.

    Source: facts 4d, 5 (lantern oil), 7 (Hold Back), 8 (Last Stand).
    """
    first = roll_die(battle.streams, dice, Stream.DICE, Roll.HOLD_BACK, 6)
    return first + roll_die(battle.streams, dice, Stream.DICE, Roll.HOLD_BACK, 6) >= int(battle.marker)


@compiled
def fear_dark(battle: Battle, book: Book, dice: Dice) -> bool:
    """The Darkness was not held back: the next hero (`index` of the frame) whose madness fears it loses d3 Sanity.

    No Willpower helps. Heroes by index; those who are down feel nothing.

    Returns:
        Whether there was one.

    Source: facts 4b (row 5).
    """
    frame = top_frame(battle.stack)
    for h in range(int(frame.index), battle.num_heroes):
        count = total_trait(book, battle.heroes[h], Trait.DARK_SANITY)
        if count > 0 and battle.heroes[h].knocked_out == 0:
            frame.index = h + 1
            lost = 0
            for _ in range(count):
                lost += roll_die(battle.streams, dice, Stream.DICE, Roll.RESOLVE, 3)
            lose_sanity(battle, dice, h, lost)
            return True
    frame.index = 0
    return False


@compiled
def is_guarded(battle: Battle, book: Book, site: int) -> bool:
    """Whether a standing hero is on the tile of an entry point.

    Source: N6, facts 8 (Last Stand).
    """
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        if hero.knocked_out == 0 and int(book.map.tiles[hero.square]) & int(book.plan.sites[site].tile) != 0:
            return True
    return False


@compiled
def watch_entries(battle: Battle, book: Book, dice: Dice) -> None:
    """A die for each entry point: on 1 or 2 (1 where a hero is on its tile) a warning, then a breach, turn about.

    Source: facts 1b (Quickdraw), 8 (Last Stand).
    """
    mark_absent(battle)
    for site in range(1, book.plan.num_sites):
        need = GUARDED_NEED if is_guarded(battle, book, site) else OPEN_NEED
        if roll_die(battle.streams, dice, Stream.DICE, Roll.EVENT, 6) > need:
            continue
        battle.warnings[site] = 1 - int(battle.warnings[site])
        log_event(dice, Event.WARNING, site, int(battle.warnings[site]), 0)
        if battle.warnings[site] == 0:
            break_in(battle, book, dice, site)
    offer_quickdraw(battle, book)


@compiled
def break_in(battle: Battle, book: Book, dice: Dice, site: int) -> None:
    """A threat card is drawn, and its enemies come in at the far end of the entry point's tile.

    Source: B3, B9, facts 8 (Last Stand).
    """
    battle.site = site
    draw_cards(battle, book, dice, int(book.plan.deck), int(book.plan.num_cards), 0, 0)
    place_arrivals(battle, book, dice)
    battle.site = 0
