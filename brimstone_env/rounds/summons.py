"""Creatures that appear in the middle of a battle."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.rounds.codes import MAX_CREATURES, MAX_ENEMIES, MAX_HEROES, MAX_SQUADS, NOBODY, Event
from brimstone_env.rounds.creatures import count_living, gap_to_square, is_alive, put
from brimstone_env.rounds.layout import Battle, Book

MOST_OF_SQUAD = 8
FAR = 99


@compiled
def summon(battle: Battle, book: Book, dice: Dice, user: int, row: int) -> None:
    """Minions appear as near to the user as there is room, in its group; they may act when it does.

    Source: rounds 7, Goblin Monarch.
    Differs: they join the squad of their kind in that group while it has fewer than eight, else they are a new one;
    who has no room, no squad or no place in the record does not appear.
    """
    for _ in range(int(book.abilities[row].amount[0])):
        kind = int(book.abilities[row].summons)
        squad = squad_for(battle, user, kind)
        square = room_near(battle, book, user)
        if squad == NOBODY or square == NOBODY or battle.num_enemies == MAX_ENEMIES:
            break
        creature = MAX_HEROES + int(battle.num_enemies)
        battle.num_enemies += 1
        join(battle, book, creature, kind, squad, int(battle.creatures[user].group))
        put(battle, book, creature, square)
        log_event(dice, Event.MOVED, creature, square, 0)
    count_living(battle)


@compiled
def squad_for(battle: Battle, user: int, kind: int) -> int:
    """The squad that a minion which appears belongs to, -1 where there can be no more."""
    for creature in range(MAX_HEROES, MAX_CREATURES):
        figure = battle.creatures[creature]
        if not is_alive(battle, creature) or figure.kind != kind or figure.group != battle.creatures[user].group:
            continue
        if figure.squad != NOBODY and battle.squads[figure.squad].living < MOST_OF_SQUAD:
            return int(figure.squad)
    return int(battle.num_squads) if battle.num_squads < MAX_SQUADS else NOBODY


@compiled
def room_near(battle: Battle, book: Book, user: int) -> int:
    """The free square nearest to a creature, the first by row and column; -1 if there is none.

    Only creatures of one square appear.
    """
    best = NOBODY
    least = FAR
    for square in range(int(book.map.num_squares)):
        away = gap_to_square(battle, book, user, square)
        if battle.board[square] == NOBODY and 0 < away < least:
            least = away
            best = square
    return best


@compiled
def join(battle: Battle, book: Book, creature: int, kind: int, squad: int, group: int) -> None:
    """A minion enters the battle as one of a squad and a group.

    Source: rounds 8, squad.
    """
    figure = battle.creatures[creature]
    figure.kind = kind
    figure.alive = 1
    figure.group = group
    figure.squad = squad
    battle.groups[group].members += 1
    battle.num_squads = max(int(battle.num_squads), squad + 1)
    row = battle.squads[squad]
    row.kind = kind
    row.living += 1
    row.full = max(int(row.full), int(row.living))
    row.stamina += book.kinds[kind].stamina
