"""Where a tactic wants a hero besides fighting: in a doorway, by the weakest, by a fallen one."""

from __future__ import annotations

from brimstone_agents.scripted.tactic import HUNDRED, Stance, Tactic, Weight
from brimstone_env.battle.codes import NOBODY
from brimstone_env.battle.horror import tiles_of
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.core.compiled import compiled

FAR = 255
PATIENT_TURNS = 15
MOST_AWAY = 20  # squares of distance that count
HELP_NEXT = 0.5  # what standing where a hero can be recovered counts as, of a recovery


@compiled
def patience(battle: Battle) -> float:
    """The part of its caution that a party keeps: all at first, less in a battle that drags on, lest nobody move."""
    return 1.0 if battle.turn <= PATIENT_TURNS else float(PATIENT_TURNS) / float(battle.turn)


@compiled
def post_value(battle: Battle, book: Book, tactic: Tactic, hero_index: int, square: int) -> float:
    """What a square is worth for the tactic's stance."""
    away = 0
    ward = find_ward(battle, tactic, hero_index)
    if tactic.stance == Stance.DOOR:
        away = door_distance(battle, book, hero_index, square)
    elif ward != NOBODY:
        away = max(int(book.map.distance[square, battle.heroes[ward].square]) - 1, 0)
    value = -float(min(away, MOST_AWAY) * int(tactic.weights[Weight.POST])) / HUNDRED * patience(battle)
    fallen = battle.num_standing < battle.num_heroes
    if fallen and tactic.weights[Weight.RECOVERY] > 0 and is_by_fallen(battle, book, square):
        value += HELP_NEXT * float(tactic.weights[Weight.RECOVERY]) / HUNDRED
    return value


@compiled
def door_distance(battle: Battle, book: Book, hero_index: int, square: int) -> int:
    """Walking distance from a square to the nearest doorway without another hero; 0 if the map has none."""
    least = FAR
    for s in range(book.map.num_squares):
        if book.map.doorway[s] == 1 and not is_held(battle, hero_index, s):
            least = min(least, int(book.map.distance[square, s]))
    return 0 if least == FAR else least


@compiled
def is_held(battle: Battle, hero_index: int, square: int) -> bool:
    """Whether another standing hero is on a square."""
    for h in range(battle.num_heroes):
        if h != hero_index and battle.heroes[h].knocked_out == 0 and battle.heroes[h].square == square:
            return True
    return False


@compiled
def find_ward(battle: Battle, tactic: Tactic, hero_index: int) -> int:
    """The hero whom the others guard: the weakest other one; NOBODY if the tactic guards nobody, or it is the hero."""
    if tactic.stance != Stance.GUARD:
        return NOBODY
    ward = NOBODY
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        if hero.knocked_out == 0 and (ward == NOBODY or hero.health < battle.heroes[ward].health):
            ward = h
    return NOBODY if ward == hero_index else ward


@compiled
def is_by_fallen(battle: Battle, book: Book, square: int) -> bool:
    """Whether a hero on a square could recover a fallen one now: next to its marker, no enemy on the marker's tile.

    Source: B63.
    """
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        if hero.knocked_out == 0 or hero.dead == 1:
            continue
        if hero.square != square and book.map.adjacent[hero.square, square] == 0:
            continue
        if not is_watched(battle, book, int(hero.square)):
            return True
    return False


@compiled
def is_watched(battle: Battle, book: Book, square: int) -> bool:
    """Whether an enemy is on a tile of a square.

    Source: B63.
    """
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 1 and tiles_of(battle, book, e) & int(book.map.tiles[square]) != 0:
            return True
    return False
