"""Creatures on the board: where they are, how far apart, who sees whom, and what their printed numbers are."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.rounds.codes import MAX_CREATURES, MAX_HEROES, NOBODY, NUM_CHARACTERISTICS, Side, Trait
from brimstone_env.rounds.layout import Battle, Book

FAR = 99


@compiled
def side_of(creature: int) -> int:
    """The `Side` of a creature, by its index."""
    return int(Side.HEROES) if creature < MAX_HEROES else int(Side.ENEMIES)


@compiled
def is_alive(battle: Battle, creature: int) -> bool:
    """Whether a creature is in the battle."""
    return bool(battle.creatures[creature].alive == 1)


@compiled
def are_foes(one: int, other: int) -> bool:
    """Whether two creatures are on different sides."""
    return side_of(one) != side_of(other)


@compiled
def first_foe(creature: int) -> int:
    """The least index of those on the other side."""
    return MAX_HEROES if creature < MAX_HEROES else 0


@compiled
def end_of_foes(creature: int) -> int:
    """The index after the greatest of those on the other side."""
    return MAX_CREATURES if creature < MAX_HEROES else MAX_HEROES


@compiled
def has_trait(battle: Battle, book: Book, creature: int, trait: int) -> bool:
    """Whether a creature's kind has a trait."""
    return bool(int(book.kinds[battle.creatures[creature].kind].traits) & trait)


@compiled
def is_minion(battle: Battle, book: Book, creature: int) -> bool:
    """Whether a creature is a minion."""
    return has_trait(battle, book, creature, Trait.MINION)


@compiled
def has_captain(battle: Battle, book: Book, creature: int) -> bool:
    """Whether a minion's squad has a living captain.

    Source: rounds 8, captain.
    """
    if not is_minion(battle, book, creature) or battle.creatures[creature].squad == NOBODY:
        return False
    captain = int(battle.squads[battle.creatures[creature].squad].captain)
    return captain != NOBODY and is_alive(battle, captain)


@compiled
def characteristic(battle: Battle, book: Book, creature: int, which: int) -> int:
    """One of a creature's characteristics."""
    return int(book.kinds[battle.creatures[creature].kind].characteristics[which])


@compiled
def highest_characteristic(battle: Battle, book: Book, creature: int) -> int:
    """The greatest of a creature's characteristics."""
    best = -5
    for which in range(NUM_CHARACTERISTICS):
        best = max(best, characteristic(battle, book, creature, which))
    return best


@compiled
def width_of(battle: Battle, book: Book, creature: int) -> int:
    """How many squares wide a creature is."""
    return int(book.kinds[battle.creatures[creature].kind].width)


@compiled
def winded_value(battle: Battle, book: Book, creature: int) -> int:
    """Half of a creature's greatest Stamina, rounded down.

    Source: rounds 4, winded.
    """
    return int(book.kinds[battle.creatures[creature].kind].stamina) // 2


@compiled
def square_gap(book: Book, one: int, other: int) -> int:
    """Squares between two squares, diagonal steps counting as one.

    Source: rounds 3, distance metric.
    """
    rows = abs(int(book.map.rows[one]) - int(book.map.rows[other]))
    columns = abs(int(book.map.cols[one]) - int(book.map.cols[other]))
    return max(rows, columns)


@compiled
def gap_to_square(battle: Battle, book: Book, creature: int, square: int) -> int:
    """Squares from the nearest square of a creature to a square."""
    at = int(battle.creatures[creature].square)
    wide = width_of(battle, book, creature)
    row, column = int(book.map.rows[at]), int(book.map.cols[at])
    to_row, to_column = int(book.map.rows[square]), int(book.map.cols[square])
    rows = max(row - to_row, to_row - row - wide + 1, 0)
    columns = max(column - to_column, to_column - column - wide + 1, 0)
    return max(rows, columns)


@compiled
def gap(battle: Battle, book: Book, one: int, other: int) -> int:
    """Squares between two creatures: 1 when they are adjacent.

    Source: rounds 3, distance metric.
    """
    at = int(battle.creatures[other].square)
    wide = width_of(battle, book, other)
    if wide == 1:
        return gap_to_square(battle, book, one, at)
    best = FAR
    for corner in range(4):
        square = int(book.map.block[at, corner])
        if square != NOBODY:
            best = min(best, gap_to_square(battle, book, one, square))
    return best


@compiled
def sees_square(battle: Battle, book: Book, creature: int, square: int) -> bool:
    """Whether a line of effect goes from some square of a creature to a square."""
    at = int(battle.creatures[creature].square)
    if width_of(battle, book, creature) == 1:
        return bool(book.map.sight[at, square] == 1)
    for corner in range(4):
        own = int(book.map.block[at, corner])
        if own != NOBODY and book.map.sight[own, square] == 1:
            return True
    return False


@compiled
def sees(battle: Battle, book: Book, one: int, other: int) -> bool:
    """Whether a line of effect goes from one creature to another."""
    at = int(battle.creatures[other].square)
    if width_of(battle, book, other) == 1:
        return sees_square(battle, book, one, at)
    for corner in range(4):
        square = int(book.map.block[at, corner])
        if square != NOBODY and sees_square(battle, book, one, square):
            return True
    return False


@compiled
def are_adjacent(battle: Battle, book: Book, one: int, other: int) -> bool:
    """Whether two creatures stand side by side with nothing between."""
    return gap(battle, book, one, other) == 1 and sees(battle, book, one, other)


@compiled
def fits(battle: Battle, book: Book, creature: int, square: int) -> bool:
    """Whether a creature can stand with its base on a square: all floor, nobody else there.

    Source: rounds 3, movement.
    """
    if width_of(battle, book, creature) == 1:
        return int(battle.board[square]) == NOBODY or int(battle.board[square]) == creature
    for corner in range(4):
        own = int(book.map.block[square, corner])
        if own == NOBODY:
            return False
        if int(battle.board[own]) != NOBODY and int(battle.board[own]) != creature:
            return False
    return True


@compiled
def cover(battle: Battle, square: int, old: int, new: int) -> None:
    """Write who covers a square, if it was `old` so far; who passes through another one's square does not cover it."""
    if square != NOBODY and battle.board[square] == old:
        battle.board[square] = new


@compiled
def mark_board(battle: Battle, book: Book, creature: int, old: int, new: int) -> None:
    """Write who covers the squares of a creature, as far as it was `old` so far."""
    square = int(battle.creatures[creature].square)
    if square == NOBODY:
        return
    if width_of(battle, book, creature) == 1:
        cover(battle, square, old, new)
        return
    for corner in range(4):
        cover(battle, int(book.map.block[square, corner]), old, new)


@compiled
def put(battle: Battle, book: Book, creature: int, square: int) -> None:
    """Move a creature to a square, -1 for off the board."""
    mark_board(battle, book, creature, creature, NOBODY)
    battle.creatures[creature].square = square
    mark_board(battle, book, creature, NOBODY, creature)


@compiled
def calm(battle: Battle, inciter: int) -> None:
    """Whom a creature made reckless is so no longer.

    Source: rounds 7, Goblin Underboss.
    """
    for creature in range(MAX_CREATURES):
        if battle.creatures[creature].inciter == inciter:
            battle.creatures[creature].reckless = 0
            battle.creatures[creature].inciter = NOBODY


@compiled
def speaker(battle: Battle) -> int:
    """The living hero of lowest index, who speaks for the players; 0 if none lives."""
    for hero in range(MAX_HEROES):
        if battle.creatures[hero].alive == 1:
            return hero
    return 0


@compiled
def count_living(battle: Battle) -> None:
    """Keep the counts of living heroes and enemies."""
    battle.num_standing = 0
    battle.num_alive = 0
    for creature in range(MAX_CREATURES):
        if battle.creatures[creature].alive == 1:
            if creature < MAX_HEROES:
                battle.num_standing += 1
            else:
                battle.num_alive += 1
