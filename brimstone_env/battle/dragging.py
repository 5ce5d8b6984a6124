"""Dragging the marker of a knocked-out hero along while moving, one square at a time."""

from __future__ import annotations

from brimstone_env.battle.codes import NOBODY, Decision, Event, Frame, Status
from brimstone_env.battle.layout import FREE, Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.frames import push_frame, top_frame
from brimstone_env.core.records import IntArray

DRAG_COST = 2  # squares of movement for each square


@compiled
def is_draggable(battle: Battle, book: Book, hero_index: int, other_index: int) -> bool:
    """Whether a hero is on or next to the marker of a knocked-out one.

    Source: B31.
    """
    other = battle.heroes[other_index]
    if other.knocked_out == 0 or other.dead == 1:
        return False
    square = int(battle.heroes[hero_index].square)
    return bool(other.square == square) or bool(book.map.adjacent[other.square, square] == 1)


@compiled
def fill_draggable(battle: Battle, book: Book, hero_index: int, heroes_out: IntArray) -> int:
    """Mark the heroes whose markers a hero could drag; how many there are.

    Source: B31.
    """
    count = 0
    for h in range(battle.num_heroes):
        if is_draggable(battle, book, hero_index, h):
            heroes_out[h] = 1
            count += 1
    return count


@compiled
def can_drag(battle: Battle, book: Book, hero_index: int) -> bool:
    """Whether a hero may take hold of a marker now: it drags none, and its movement takes it at least one square.

    Source: B31.
    """
    hero = battle.heroes[hero_index]
    if (
        hero.dragging != NOBODY
        or hero.move_points < DRAG_COST
        or not has_free_neighbour(battle, book, int(hero.square))
    ):
        return False
    for h in range(battle.num_heroes):
        if is_draggable(battle, book, hero_index, h):
            return True
    return False


@compiled
def has_free_neighbour(battle: Battle, book: Book, square: int) -> bool:
    """Whether a figure could step anywhere from a square."""
    for k in range(book.map.num_neighbours[square]):
        if battle.board[book.map.neighbours[square, k]] == FREE:
            return True
    return False


@compiled
def start_drag(battle: Battle, hero_index: int) -> None:
    """A hero takes hold of a marker: it chooses whose.

    Source: B31.
    """
    push_frame(battle.stack, Frame.DRAG, hero_index, NOBODY, 0)


@compiled
def step_drag(battle: Battle, book: Book, dice: Dice) -> int:
    """Ask whose marker is dragged.

    Source: B31.
    """
    frame = top_frame(battle.stack)
    if frame.stage == 1:
        return Status.DONE
    ask(battle, Decision.DRAG, int(frame.hero), int(frame.hero), NOBODY, 0)
    return Status.WAIT


@compiled
def take_hold(battle: Battle, other_index: int) -> None:
    """The hero holds that marker.

    Differs: the source does not say when a hero may let go; here after one square at least, so that taking hold and
    letting go again and again is not a way to wait.

    Source: B31.
    """
    frame = top_frame(battle.stack)
    frame.stage = 1
    hero = battle.heroes[frame.hero]
    hero.dragging = other_index
    hero.grip = 1


@compiled
def let_go(battle: Battle, hero_index: int) -> None:
    """The hero drags nobody any more; its movement goes on.

    Source: B31.
    """
    hero = battle.heroes[hero_index]
    hero.dragging = NOBODY
    hero.grip = 0


@compiled
def fill_drag_reach(battle: Battle, book: Book, hero_index: int, reach_out: IntArray) -> None:
    """Squares that a dragging hero can move to now: one step, which costs 2. `reach_out` is as in `fill_hero_reach`.

    Source: B31.
    """
    hero = battle.heroes[hero_index]
    reach_out[: book.map.num_squares] = -1
    if hero.move_points < DRAG_COST:
        return
    for k in range(book.map.num_neighbours[hero.square]):
        there = int(book.map.neighbours[hero.square, k])
        if battle.board[there] == FREE:
            reach_out[there] = DRAG_COST


@compiled
def drag_along(battle: Battle, book: Book, dice: Dice, hero_index: int, start: int, square: int) -> None:
    """The marker goes with the hero if they shared the square, else it takes the square that the hero left.

    Source: B31.
    """
    hero = battle.heroes[hero_index]
    if hero.dragging == NOBODY:
        return
    hero.grip = 0
    marker = battle.heroes[hero.dragging]
    marker.square = square if marker.square == start else start
    log_event(dice, Event.DRAG, hero_index, int(hero.dragging), int(book.map.cell[marker.square]))
