"""The start of a battle: who fights, and where they stand."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, pick
from brimstone_env.core.frames import clear_frames, push_frame, top_frame
from brimstone_env.rounds.book_layout import Place
from brimstone_env.rounds.codes import (
    MAX_CREATURES,
    MAX_HEROES,
    MAX_SQUADS,
    MAX_SQUARES,
    NOBODY,
    NUM_CONDITIONS,
    Frame,
    Roll,
    Stream,
)
from brimstone_env.rounds.creatures import count_living, fits, put
from brimstone_env.rounds.layout import Battle, Book, Creature
from brimstone_env.rounds.malice import start_malice
from brimstone_env.rounds.resources import start_resources


class Entering(IntEnum):
    """The order in which creatures are placed."""

    FIXED = 0  # on a square of their own
    BIG = 1
    SMALL = 2


@compiled
def begin_battle(battle: Battle, book: Book, dice: Dice) -> None:
    """Put the set-up on the stack of an empty battle; seats that nobody outside plays are played by the rules."""
    empty_battle(battle)
    clear_frames(battle.stack)
    battle.outside = book.rules.outside
    push_frame(battle.stack, Frame.SETUP, NOBODY, NOBODY, NOBODY)


@compiled
def empty_battle(battle: Battle) -> None:
    """Write -1 wherever it means nobody or nowhere."""
    battle.acting = NOBODY
    battle.next_up = NOBODY
    battle.vicious_by = NOBODY
    battle.brutal_by = NOBODY
    for k in range(len(battle.trail)):
        battle.trail[k] = NOBODY
    for hero in range(MAX_HEROES):
        battle.votes[hero] = NOBODY
    for square in range(MAX_SQUARES):
        battle.board[square] = NOBODY
    for creature in range(MAX_CREATURES):
        empty_creature(battle.creatures[creature])
    for squad in range(MAX_SQUADS):
        battle.squads[squad].captain = NOBODY
        battle.squads[squad].kind = NOBODY


@compiled
def empty_creature(figure: Creature) -> None:
    """A free slot: there is nobody."""
    figure.kind = NOBODY
    figure.square = NOBODY
    figure.squad = NOBODY
    figure.group = NOBODY
    figure.aided = NOBODY
    figure.marked = NOBODY
    figure.upkeep = NOBODY
    figure.upkeep_at = NOBODY
    figure.inciter = NOBODY
    for condition in range(NUM_CONDITIONS):
        figure.source[condition] = NOBODY


@compiled
def step_setup(battle: Battle, book: Book, dice: Dice) -> None:
    """Place everybody of the plan, then begin the order of turns.

    Source: D3; D6; D7; D10; D11. rounds 5, start of combat. rounds 9, start of combat.
    """
    for entering in range(Entering.SMALL + 1):
        for creature in range(MAX_CREATURES):
            if book.plan.places[creature].kind != NOBODY and entering_of(book, creature) == entering:
                enter(battle, book, dice, creature)
    battle.num_heroes = book.plan.num_heroes
    battle.num_enemies = book.plan.num_enemies
    count_living(battle)
    start_resources(battle, book)
    start_malice(battle, book)
    top_frame(battle.stack).kind = Frame.ROUND


@compiled
def entering_of(book: Book, creature: int) -> int:
    """When a creature is placed: before others could take its square or the room that it needs."""
    place = book.plan.places[creature]
    if place.square != NOBODY:
        return int(Entering.FIXED)
    return int(Entering.BIG) if book.kinds[place.kind].width > 1 else int(Entering.SMALL)


@compiled
def enter(battle: Battle, book: Book, dice: Dice, creature: int) -> None:
    """One creature of the plan enters the battle.

    Source: D6; D7; D10.
    """
    place = book.plan.places[creature]
    figure = battle.creatures[creature]
    kind = book.kinds[place.kind]
    figure.kind = place.kind
    figure.alive = 1
    figure.stamina = kind.stamina
    figure.recoveries = kind.recoveries
    figure.surprised = place.surprised
    if (int(book.rules.surprise) >> int(creature >= MAX_HEROES)) & 1:
        figure.surprised = 1
    figure.group = place.group
    if place.group != NOBODY:
        battle.num_groups = max(int(battle.num_groups), int(place.group) + 1)
        battle.groups[place.group].members += 1
    if place.squad != NOBODY:
        join_squad(battle, book, creature, place)
    put(battle, book, creature, find_start(battle, book, dice, creature, int(place.square)))


@compiled
def join_squad(battle: Battle, book: Book, creature: int, place: Place) -> None:
    """A creature belongs to a squad: as a minion, whose Stamina goes into the pool, or as its captain.

    Source: rounds 8, squad; captain.
    """
    figure = battle.creatures[creature]
    squad = battle.squads[place.squad]
    figure.squad = place.squad
    battle.num_squads = max(int(battle.num_squads), int(place.squad) + 1)
    if place.captain == 1:
        squad.captain = creature
        return
    figure.stamina = 0
    squad.kind = place.kind
    squad.full += 1
    squad.living += 1
    squad.stamina += book.kinds[place.kind].stamina


@compiled
def find_start(battle: Battle, book: Book, dice: Dice, creature: int, square: int) -> int:
    """Where a creature starts: on its own square, or on one that is drawn from its side's free ones.

    Differs: the sources say nothing of where figures start; scenarios do.
    """
    if square != NOBODY:
        return square
    bit = 1 if creature < MAX_HEROES else 2
    count = 0
    for at in range(int(book.map.num_squares)):
        count += int((int(book.plan.starts[at]) & bit) != 0 and fits(battle, book, creature, at))
    number = pick(battle.streams, dice, Stream.SET_UP, Roll.SQUARE, count)
    for at in range(int(book.map.num_squares)):
        if (int(book.plan.starts[at]) & bit) != 0 and fits(battle, book, creature, at):
            if number == 0:
                return at
            number -= 1
    return NOBODY
