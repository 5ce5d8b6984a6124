"""Edges and banes of an ability roll against a target."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.rounds.book_layout import Ability
from brimstone_env.rounds.codes import MAX_CREATURES, NOBODY, Condition, Reach
from brimstone_env.rounds.conditions import may_trigger, suffers
from brimstone_env.rounds.creatures import are_adjacent, are_foes, gap, has_captain, is_alive, sees, side_of, width_of
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.monster_codes import MonsterEffect
from brimstone_env.rounds.power import net_edges
from brimstone_env.rounds.resources import mark_edges


@compiled
def edges_against(battle: Battle, book: Book, user: int, target: int, ability: Ability, in_melee: bool) -> int:
    """Edges of an ability roll against a target.

    Source: D9; rounds 3, flanking; aid attack. rounds 4, frightened; prone; restrained. rounds 7, with captain; Goblin
    Sniper; Goblin Underboss.
    """
    aimed = battle.creatures[target]
    edges = int(aimed.surprised)
    if ability.strike == 1 and in_melee:
        edges += int(is_flanking(battle, book, user, target))
    edges += int(is_of_melee(ability, in_melee) and suffers(battle, target, Condition.PRONE))
    edges += int(suffers(battle, target, Condition.RESTRAINED))
    edges += mark_edges(battle, book, user, target)
    if fears(battle, target, user):
        edges += 1
    if aimed.aided != NOBODY and aimed.aided != user and side_of(int(aimed.aided)) == side_of(user):
        edges += 1
    if ability.strike == 1:
        edges += int(battle.creatures[user].reckless) + int(aimed.reckless)
    if ability.effect == MonsterEffect.STILL_EDGE and battle.creatures[user].moved == 0:
        edges += 1
    if ability.strike == 1 and has_captain(battle, book, user):
        edges += int(book.kinds[battle.creatures[user].kind].captain_edge)
    return edges


@compiled
def banes_against(battle: Battle, book: Book, user: int, target: int, ability: Ability, in_melee: bool) -> int:
    """Banes of an ability roll against a target.

    Source: rounds 3, adjacent enemy and ranged strike; defend. rounds 4, frightened; grabbed; prone; restrained;
    taunted; weakened.
    Differs: no map has cover, concealment or high ground, and so nobody hides.
    """
    banes = 2 * int(battle.creatures[target].defending == 1 and not is_taunting(battle, target))
    if ability.strike == 1:
        banes += int(not in_melee and has_foe_beside(battle, book, user))
        banes += int(suffers(battle, user, Condition.PRONE))
    banes += int(fears(battle, user, target))
    if suffers(battle, user, Condition.GRABBED) and battle.creatures[user].source[Condition.GRABBED] != target:
        banes += 1
    banes += int(suffers(battle, user, Condition.RESTRAINED))
    banes += int(suffers(battle, user, Condition.WEAKENED))
    banes += 2 * int(skips_taunter(battle, book, user, target))
    return banes


@compiled
def is_of_melee(ability: Ability, in_melee: bool) -> bool:
    """Whether an ability is used in melee: a strike, a maneuver, or an area that begins beside its user.

    Source: rounds 4, prone.
    """
    return bool(ability.melee > 0) and (in_melee or bool(ability.reach != Reach.CREATURES))


@compiled
def is_taunting(battle: Battle, creature: int) -> bool:
    """Whether some creature is taunted by this one: while it is, defending is of no use.

    Source: rounds 3, defend.
    """
    for other in range(MAX_CREATURES):
        figure = battle.creatures[other]
        if suffers(battle, other, Condition.TAUNTED) and figure.source[Condition.TAUNTED] == creature:
            return True
    return False


@compiled
def fears(battle: Battle, one: int, other: int) -> bool:
    """Whether a creature is frightened of another one."""
    return suffers(battle, one, Condition.FRIGHTENED) and bool(
        battle.creatures[one].source[Condition.FRIGHTENED] == other
    )


@compiled
def skips_taunter(battle: Battle, book: Book, user: int, target: int) -> bool:
    """Whether a taunted creature aims at somebody else while it could see who taunts it.

    Source: rounds 4, taunted.
    """
    if not suffers(battle, user, Condition.TAUNTED):
        return False
    taunter = int(battle.creatures[user].source[Condition.TAUNTED])
    if taunter in (NOBODY, target) or not is_alive(battle, taunter):
        return False
    return sees(battle, book, user, taunter)


@compiled
def has_foe_beside(battle: Battle, book: Book, creature: int) -> bool:
    """Whether a foe stands next to a creature."""
    for foe in range(MAX_CREATURES):
        if is_alive(battle, foe) and are_foes(foe, creature) and are_adjacent(battle, book, foe, creature):
            return True
    return False


@compiled
def is_flanking(battle: Battle, book: Book, user: int, target: int) -> bool:
    """Whether an ally stands opposite the user beside a target; both must be able to use triggered actions.

    Source: rounds 3, flanking. D8.
    """
    if gap(battle, book, user, target) != 1 or not may_trigger(battle, user):
        return False
    for ally in range(MAX_CREATURES):
        if ally == user or not is_alive(battle, ally) or are_foes(ally, user) or not may_trigger(battle, ally):
            continue
        if are_adjacent(battle, book, ally, target) and are_opposite(battle, book, user, ally, target):
            return True
    return False


@compiled
def are_opposite(battle: Battle, book: Book, one: int, other: int, target: int) -> bool:
    """Whether two creatures are on opposite sides, or at opposite corners, of a third one.

    Source: rounds 3, flanking.
    """
    return (
        side_beside(battle, book, one, target, 0) == -side_beside(battle, book, other, target, 0)
        and side_beside(battle, book, one, target, 1) == -side_beside(battle, book, other, target, 1)
    )  # fmt: skip


@compiled
def side_beside(battle: Battle, book: Book, creature: int, target: int, across: int) -> int:
    """On which side of a target a creature is: -1 above (or left of) it, 1 below (right of) it, 0 level with it."""
    own, other = int(battle.creatures[creature].square), int(battle.creatures[target].square)
    if across == 0:
        first, aim = int(book.map.rows[own]), int(book.map.rows[other])
    else:
        first, aim = int(book.map.cols[own]), int(book.map.cols[other])
    if first + width_of(battle, book, creature) <= aim:
        return -1
    if first >= aim + width_of(battle, book, target):
        return 1
    return 0


@compiled
def rolls_free_strike_badly(battle: Battle, book: Book, user: int, target: int) -> bool:
    """Whether a creature's melee free strike against another one has a bane that no edge takes away.

    Source: rounds 3, opportunity attack.
    """
    strike = book.abilities[0]
    banes = banes_against(battle, book, user, target, strike, True)
    return net_edges(edges_against(battle, book, user, target, strike, True), banes) < 0
