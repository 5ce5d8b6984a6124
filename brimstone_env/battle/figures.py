"""Figures on the board: who stands where, who is next to whom, and what is taken off.

`battle.board` says for each square what stands there; only the functions here change it.
"""

from __future__ import annotations

from brimstone_env.battle.codes import NOBODY, Event, Size, Stat
from brimstone_env.battle.layout import FREE, HERO_HERE, LARGE_HERE, SMALL_HERE, Battle, Book
from brimstone_env.battle.marker import count_kill
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event


@compiled
def size_of(battle: Battle, enemy_index: int) -> int:
    """The `Size` of an enemy."""
    return int(battle.groups[battle.enemies[enemy_index].group].stats[Stat.SIZE])


@compiled
def num_squares_of(battle: Battle, enemy_index: int) -> int:
    """Squares that an enemy covers: 4 for a very large one, else 1.

    Source: B56.
    """
    return 4 if size_of(battle, enemy_index) == Size.VERY_LARGE else 1


@compiled
def square_of(battle: Battle, book: Book, enemy_index: int, part: int) -> int:
    """One of the squares that an enemy covers; part 0 is the base square, also named for parts beyond the edge.

    Source: B56, B57.
    """
    enemy = battle.enemies[enemy_index]
    if part == 0:
        return int(enemy.square)
    return int(book.map.footing[enemy.square, enemy.lean, part])


@compiled
def put_enemy(battle: Battle, book: Book, enemy_index: int, square: int) -> None:
    """Stand an enemy on a base square that has room for it.

    Differs: the source does not say whether large enemies displace immobile ones; here immobile ones stand like large
    ones.

    Source: B55, facts 2c (immobile).
    """
    battle.enemies[enemy_index].square = square
    stats = battle.groups[battle.enemies[enemy_index].group].stats
    large = stats[Stat.SIZE] >= Size.LARGE or stats[Stat.IMMOBILE] == 1
    for part in range(num_squares_of(battle, enemy_index)):
        here = square_of(battle, book, enemy_index, part)
        if large:
            battle.board[here] = LARGE_HERE
        elif battle.board[here] == FREE:
            battle.board[here] = SMALL_HERE
        else:
            battle.board[here] += 1


@compiled
def lift_enemy(battle: Battle, book: Book, enemy_index: int) -> None:
    """Take an enemy off the board's squares; its own square field stays."""
    for part in range(num_squares_of(battle, enemy_index)):
        here = square_of(battle, book, enemy_index, part)
        if battle.board[here] > SMALL_HERE:
            battle.board[here] -= 1
        else:
            battle.board[here] = FREE


@compiled
def put_hero(battle: Battle, hero_index: int, square: int) -> None:
    """Stand a hero on a free square."""
    battle.heroes[hero_index].square = square
    battle.board[square] = HERO_HERE


@compiled
def is_next_to(battle: Battle, book: Book, enemy_index: int, square: int) -> bool:
    """Whether a living enemy is adjacent to a square (any of its squares; walls and wall corners part them).

    Source: B28, B56, N1.
    """
    if battle.enemies[enemy_index].alive == 0:
        return False
    for part in range(num_squares_of(battle, enemy_index)):
        if book.map.adjacent[square_of(battle, book, enemy_index, part), square] == 1:
            return True
    return False


@compiled
def is_hero_next_to(battle: Battle, book: Book, hero_index: int, enemy_index: int) -> bool:
    """Whether a standing hero is adjacent to a living enemy.

    Source: N1.
    """
    hero = battle.heroes[hero_index]
    return hero.knocked_out == 0 and is_next_to(battle, book, enemy_index, int(hero.square))


@compiled
def chebyshev(book: Book, one: int, other: int) -> int:
    """Distance in squares, diagonals as one.

    Source: N1.
    """
    rows = abs(int(book.map.rows[one]) - int(book.map.rows[other]))
    cols = abs(int(book.map.cols[one]) - int(book.map.cols[other]))
    return max(rows, cols)


@compiled
def is_in_sight(battle: Battle, book: Book, enemy_index: int, square: int, range_squares: int) -> bool:
    """Whether a living enemy is within range of a square and in line of sight.

    Range is counted from the base square; any of its squares may be seen. Only walls block; figures never do.

    Source: B34, B37, B56, N1.
    """
    enemy = battle.enemies[enemy_index]
    if enemy.alive == 0 or chebyshev(book, int(enemy.square), square) > range_squares:
        return False
    for part in range(num_squares_of(battle, enemy_index)):
        if book.map.sight[square_of(battle, book, enemy_index, part), square] == 1:
            return True
    return False


@compiled
def distance_to_heroes(battle: Battle, book: Book, square: int) -> int:
    """Walking distance from a square to the nearest standing hero, figures ignored; 255 for none.

    Source: N1.
    """
    least = 255
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        if hero.knocked_out == 0:
            least = min(least, int(book.map.distance[square, hero.square]))
    return least


@compiled
def count_targeting(battle: Battle, hero_index: int, group_index: int) -> int:
    """Living enemies of a type that are after a hero.

    Source: B19, B49.
    """
    count = 0
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        if enemy.alive == 1 and enemy.group == group_index and enemy.target == hero_index:
            count += 1
    return count


@compiled
def count_mates(battle: Battle, group_index: int, square: int) -> int:
    """Living enemies of a type whose base is on a square."""
    count = 0
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        if enemy.alive == 1 and enemy.group == group_index and enemy.square == square:
            count += 1
    return count


@compiled
def set_target(battle: Battle, dice: Dice, enemy_index: int, hero_index: int) -> None:
    """Note whom an enemy is after, NOBODY for none."""
    battle.enemies[enemy_index].target = hero_index
    log_event(dice, Event.TARGET, enemy_index, hero_index, 0)


@compiled
def remove_enemy(battle: Battle, book: Book, dice: Dice, enemy_index: int, hero_index: int) -> None:
    """A dead enemy leaves the board at once.

    Source: B42.
    """
    take_off(battle, book, enemy_index)
    log_event(dice, Event.KILL, enemy_index, hero_index, 0)
    count_kill(battle, book, dice, size_of(battle, enemy_index))


@compiled
def take_off(battle: Battle, book: Book, enemy_index: int) -> None:
    """An enemy, dead or not, is not on the board any more."""
    enemy = battle.enemies[enemy_index]
    lift_enemy(battle, book, enemy_index)
    enemy.alive = 0
    enemy.square = NOBODY
    enemy.target = NOBODY
    enemy.done = 0
    enemy.shared = 0
    enemy.lean = 0
    battle.groups[enemy.group].alive -= 1
    battle.num_alive -= 1
