"""Whom an ability can be aimed at."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.ability_frame import aim_at, is_target
from brimstone_env.rounds.book_layout import Ability
from brimstone_env.rounds.codes import (
    FIRST_CREATURE,
    FIRST_SQUARE,
    MAX_CREATURES,
    MAX_HEROES,
    MAX_SQUARES,
    NOBODY,
    Aim,
    Characteristic,
    Common,
    Reach,
)
from brimstone_env.rounds.creatures import (
    are_foes,
    end_of_foes,
    first_foe,
    gap,
    gap_to_square,
    has_captain,
    is_alive,
    sees,
    sees_square,
    width_of,
)
from brimstone_env.rounds.edges import banes_against, edges_against
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.power import net_edges


@compiled
def is_side(user: int, target: int, aim: int) -> bool:
    """Whether a target is on the side that an ability is for."""
    if aim == Aim.ENEMY:
        return are_foes(user, target)
    if aim == Aim.ALLY:
        return not are_foes(user, target) and user != target
    if aim == Aim.SELF_OR_ALLY:
        return not are_foes(user, target)
    return user != target


@compiled
def melee_reach(battle: Battle, book: Book, user: int, row: int) -> int:
    """Squares of an ability in melee, 0 for none; a free strike reaches as far as its kind of creature does."""
    if row == Common.MELEE_FREE_STRIKE:
        return int(book.kinds[battle.creatures[user].kind].reach)
    return int(book.abilities[row].melee)


@compiled
def range_of(battle: Battle, book: Book, user: int, row: int) -> int:
    """Squares of an ability at range, 0 for none.

    Source: rounds 7, with captain.
    """
    kind = book.kinds[battle.creatures[user].kind]
    distance = int(kind.distance) if row == Common.RANGED_FREE_STRIKE else int(book.abilities[row].distance)
    if distance > 0 and has_captain(battle, book, user):
        distance += int(kind.captain_distance)
    return distance


@compiled
def is_in_melee(battle: Battle, book: Book, user: int, target: int, row: int) -> bool:
    """Whether an ability is used in melee on a target: it is near enough for that, or it is an ability for melee alone.

    Source: rounds 3, adjacent enemy and ranged strike.
    """
    reach = melee_reach(battle, book, user, row)
    return gap(battle, book, user, target) <= reach or (reach > 0 and int(book.abilities[row].distance) == 0)


@compiled
def is_small_enough(battle: Battle, book: Book, user: int, target: int) -> bool:
    """Whether a target is small enough to be grabbed or knocked back: no bigger than the user, or than its Might.

    Source: rounds 3, knockback; grab.
    """
    own, other = book.kinds[battle.creatures[user].kind], book.kinds[battle.creatures[target].kind]
    might = int(own.characteristics[Characteristic.MIGHT])
    return bool(other.weight <= own.weight) or (might >= 2 and int(other.width) <= might)


@compiled
def can_aim(battle: Battle, book: Book, user: int, target: int, row: int) -> bool:
    """Whether an ability can be aimed at a creature: right side, near enough, in line of effect.

    Source: rounds 3, distance metric; knockback; grab. rounds 6.
    """
    if not is_alive(battle, target) or not is_side(user, target, int(book.abilities[row].aim)):
        return False
    if user == target:
        return True
    if (row == Common.GRAB or row == Common.KNOCKBACK) and not is_small_enough(battle, book, user, target):
        return False
    away = gap(battle, book, user, target)
    if away > max(melee_reach(battle, book, user, row), range_of(battle, book, user, row)):
        return False
    return sees(battle, book, user, target)


@compiled
def has_edge(battle: Battle, book: Book, user: int, target: int, row: int) -> bool:
    """Whether an ability roll against a target has an edge once banes are taken off, edges given for it included.

    Source: rounds 2, mixing.
    """
    ability = book.abilities[row]
    melee = is_in_melee(battle, book, user, target, row)
    edges = edges_against(battle, book, user, target, ability, melee)
    edges += int(battle.lift) + int(battle.creatures[user].edge)
    return net_edges(edges, banes_against(battle, book, user, target, ability, melee)) > 0


@compiled
def can_target(battle: Battle, book: Book, user: int, target: int, row: int) -> bool:
    """Whether an ability that is paid for can be aimed at a creature.

    A Shadow who paid more than it had, for the edge that makes the ability cheaper, needs a target with that edge.

    Source: rounds 5, Shadow.
    """
    if not can_aim(battle, book, user, target, row):
        return False
    return user >= MAX_HEROES or battle.creatures[user].resource >= 0 or has_edge(battle, book, user, target, row)


@compiled
def has_edged_aim(battle: Battle, book: Book, user: int, row: int) -> bool:
    """Whether an ability can be aimed at a single target with an edge.

    Source: rounds 5, Shadow.
    """
    if book.abilities[row].reach != Reach.CREATURES:
        return False
    for target in range(MAX_CREATURES):
        if can_aim(battle, book, user, target, row) and has_edge(battle, book, user, target, row):
            return True
    return False


@compiled
def fill_aims(battle: Battle, book: Book, user: int, row: int, mask_out: IntArray) -> int:
    """Mark the creatures that an ability can be aimed at and that are not targets yet.

    Returns:
        How many there are.
    """
    count = 0
    for target in range(MAX_CREATURES):
        if not is_target(battle, target) and can_target(battle, book, user, target, row):
            mask_out[FIRST_CREATURE + target] = 1
            count += 1
    return count


@compiled
def has_aim(battle: Battle, book: Book, user: int, row: int) -> bool:
    """Whether there is anybody, or any area, that an ability can be aimed at."""
    ability = book.abilities[row]
    if ability.reach == Reach.SELF:
        return True
    if ability.reach == Reach.CREATURES:
        first, end = 0, MAX_CREATURES
        if ability.aim == Aim.ENEMY:
            first, end = first_foe(user), end_of_foes(user)
        for target in range(first, end):
            if can_aim(battle, book, user, target, row):
                return True
        return False
    for square in range(int(book.map.num_squares)):
        if is_area(battle, book, user, square, row):
            return True
    return False


@compiled
def is_area(battle: Battle, book: Book, user: int, square: int, row: int) -> bool:
    """Whether an area can lie at a square and holds somebody whom it is for.

    A cube lies with its middle (of an even one, the square above and left of the middle) on the square; a line begins
    beside the user and goes through the square beside it; a burst is where its user is.

    Source: rounds 6.
    """
    ability = book.abilities[row]
    if ability.reach == Reach.BURST:
        if square != battle.creatures[user].square:
            return False
    elif ability.reach == Reach.LINE:
        if gap_to_square(battle, book, user, square) != 1 or not sees_square(battle, book, user, square):
            return False
    elif gap_to_square(battle, book, user, square) > int(ability.distance) or not sees_square(
        battle, book, user, square
    ):
        return False
    for target in range(MAX_CREATURES):
        if is_in_area(battle, book, user, square, target, ability):
            return True
    return False


@compiled
def is_in_area(battle: Battle, book: Book, user: int, square: int, target: int, ability: Ability) -> bool:
    """Whether a living creature of the right side is in an area."""
    if not is_alive(battle, target) or not is_side(user, target, int(ability.aim)):
        return False
    return covers(battle, book, user, square, target, ability)


@compiled
def covers(battle: Battle, book: Book, user: int, square: int, target: int, ability: Ability) -> bool:
    """Whether an area at a square covers some square of a creature."""
    at = int(battle.creatures[target].square)
    if width_of(battle, book, target) == 1:
        return covers_square(battle, book, user, square, at, ability)
    for corner in range(4):
        own = int(book.map.block[at, corner])
        if own != NOBODY and covers_square(battle, book, user, square, own, ability):
            return True
    return False


@compiled
def covers_square(battle: Battle, book: Book, user: int, square: int, other: int, ability: Ability) -> bool:
    """Whether an area at a square covers another square."""
    if ability.reach == Reach.BURST:
        return gap_to_square(battle, book, user, other) <= int(ability.span) and sees_square(battle, book, user, other)
    rows = int(book.map.rows[other]) - int(book.map.rows[square])
    columns = int(book.map.cols[other]) - int(book.map.cols[square])
    if ability.reach == Reach.CUBE:
        before = (int(ability.span) - 1) // 2
        after = int(ability.span) - 1 - before
        inside = -before <= rows <= after and -before <= columns <= after
        return inside and bool(book.map.sight[square, other] == 1)
    at = int(battle.creatures[user].square)
    down = int(book.map.rows[square]) - int(book.map.rows[at])
    across = int(book.map.cols[square]) - int(book.map.cols[at])
    for k in range(int(ability.span)):
        if rows == down * k and columns == across * k:
            return bool(book.map.sight[square, other] == 1)
    return False


@compiled
def fill_areas(battle: Battle, book: Book, user: int, row: int, mask_out: IntArray) -> int:
    """Mark the squares at which an area can lie. Returns how many there are."""
    count = 0
    for square in range(MAX_SQUARES):
        if square < int(book.map.num_squares) and is_area(battle, book, user, square, row):
            mask_out[FIRST_SQUARE + int(book.map.cell[square])] = 1
            count += 1
    return count


@compiled
def mark_area(battle: Battle, book: Book, user: int, square: int, row: int) -> None:
    """Make everybody in an area whom it is for a target."""
    ability = book.abilities[row]
    for target in range(MAX_CREATURES):
        if is_in_area(battle, book, user, square, target, ability):
            aim_at(battle, target)
