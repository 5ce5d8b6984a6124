"""The public view of a battle: plain values for people, logs, JSON and the expectations of rule cases.

Paths (`heroes.0.stamina`, `groups.1.acted`, `order`) are fixed by the format of rule cases; nothing that is still to be
rolled is in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brimstone_env.core.errors import InputError
from brimstone_env.core.notation import place_of
from brimstone_env.rounds.codes import (
    DIRECTOR,
    MAX_HEROES,
    NOBODY,
    Condition,
    Decision,
    Outcome,
    Roll,
    Side,
    Until,
)
from brimstone_env.rounds.names import creature_name

if TYPE_CHECKING:
    from brimstone_env.rounds.table_files import Tables

NOBODY_WORD = "nobody"
DIRECTOR_WORD = "director"
OUTCOMES = tuple(outcome.name.lower() for outcome in Outcome)
DECISIONS = tuple(decision.name.lower().replace("_", " ") for decision in Decision)
ROLL_KINDS = {roll.name.lower(): int(roll) for roll in Roll}
ROLL_WORDS = {number: word for word, number in ROLL_KINDS.items()}
SIDES = tuple(side.name.lower() for side in Side)
UNTILS = ("", "end of turn", "save", "mended")
NUMBERS = (
    "stamina", "temporary", "recoveries", "resource", "surges", "total", "place", "main", "maneuver", "move", "steps",
    "edge", "harmed",
)  # fmt: skip
FLAGS = (
    "alive", "acted", "surprised", "reacted", "moved", "busy", "shifting", "defending", "hidden", "risen", "early",
)  # fmt: skip
OTHERS = ("aided", "marked", "upkeep_at", "inciter")  # fields that name a creature


def view(battle: Any, book: Any, tables: Tables, viewer: int | None = None) -> dict[str, Any]:
    """What may be known about a battle.

    Args:
        battle: the battle.
        book: its book.
        tables: names of creatures and abilities.
        viewer: the seat that looks (0..5 a hero, 6 the Director), None for an onlooker. In this game every seat sees
            the same.

    Returns:
        A dict of plain Python values:

        - `turn` (number of the round), `outcome`, `first` (side that goes first), `side` (that picks next), `active`
          (`"hero 0"`, `"enemy 3"`, `"nobody"`), `order` (who is still to act in this round)
        - `decision` (kind in words), `seat` (who decides: `"hero 0"` or `"director"`), `about`: creature, target,
          ability and amount of the decision
        - `heroes` and `enemies` by index, `groups`, `squads`, `count` (living enemies by kind)
        - `graves` (squares where rotting zombies fell), `malice`, `villain` (which villain actions were used),
          `votes_left`, `decisions` (actions so far), `score` (reward so far, in hundredths)

    Raises:
        InputError: if there is no such seat.
    """
    if viewer is not None and not 0 <= viewer <= DIRECTOR:
        raise InputError(f"viewer {viewer} is no seat, allowed are 0..{DIRECTOR}")
    enemies = range(MAX_HEROES, MAX_HEROES + int(battle.num_enemies))
    return {
        "turn": int(battle.turn),
        "outcome": OUTCOMES[battle.outcome],
        "first": SIDES[battle.first_side],
        "side": SIDES[battle.side],
        "active": creature_name(int(battle.acting)),
        "order": order_to_come(battle),
        "decision": DECISIONS[battle.pending.kind],
        "seat": seat_word(battle),
        "about": view_pending(battle, tables),
        "heroes": [view_creature(battle, i, book, tables) for i in range(battle.num_heroes)],
        "enemies": [view_creature(battle, i, book, tables) for i in enemies],
        "groups": [view_group(battle, i) for i in range(battle.num_groups)],
        "squads": [view_squad(battle.squads[i], tables) for i in range(battle.num_squads)],
        "count": count_living(battle, tables),
        "graves": grave_places(battle, book),
        "malice": int(battle.malice),
        "villain": [bool(used) for used in battle.villain],
        "votes_left": int(battle.votes_left),
        "score": int(battle.score),
        "decisions": int(battle.num_decisions),
    }


# --- who acts -------------------------------------------------------------------------------------------------------


def order_to_come(battle: Any) -> list[str]:
    """Who is still to act in this round: heroes, then groups; by place under the alternative order, else by index.

    Source: D18, D19, D27, D28.
    """
    if battle.outcome != Outcome.UNDECIDED:
        return []
    heroes = [i for i in range(battle.num_heroes) if battle.creatures[i].alive and not battle.creatures[i].acted]
    groups = [i for i in range(battle.num_groups) if waits(battle, i)]
    heroes.sort(key=lambda i: int(battle.creatures[i].place))
    groups.sort(key=lambda i: int(battle.groups[i].place))
    return [*(f"hero {i}" for i in heroes), *(f"group {i}" for i in groups)]


def waits(battle: Any, group: int) -> bool:
    """Whether a group has not acted and has somebody living who has not."""
    if battle.groups[group].acted:
        return False
    enemies = battle.creatures[MAX_HEROES : MAX_HEROES + int(battle.num_enemies)]
    return any(enemy.alive and not enemy.acted and enemy.group == group for enemy in enemies)


def seat_word(battle: Any) -> str:
    """Who decides: `hero N`, `director`, or `nobody`."""
    if battle.pending.kind == Decision.NONE:
        return NOBODY_WORD
    seat = int(battle.pending.seat)
    return DIRECTOR_WORD if seat == DIRECTOR else f"hero {seat}"


def view_pending(battle: Any, tables: Tables) -> dict[str, Any]:
    """What the pending decision is about."""
    if battle.pending.kind == Decision.NONE:
        return {"creature": NOBODY_WORD, "target": NOBODY_WORD, "ability": None, "amount": 0}
    pending = battle.pending
    return {
        "creature": creature_name(int(pending.creature)),
        "target": creature_name(int(pending.target)),
        "ability": ability_word(int(pending.ability), tables),
        "amount": int(pending.amount),
    }


def ability_word(row: int, tables: Tables) -> str | None:
    """An ability's word, None for none."""
    return None if row == NOBODY else tables.ability_names[row]


# --- figures --------------------------------------------------------------------------------------------------------


def view_creature(battle: Any, creature: int, book: Any, tables: Tables) -> dict[str, Any]:
    """A creature, by the field names of positions; `at` is None for one that is not in the battle any more."""
    figure = battle.creatures[creature]
    most = 0 if figure.kind == NOBODY else int(book.kinds[figure.kind].stamina)
    hero = creature < MAX_HEROES
    return {
        "kind": None if figure.kind == NOBODY else tables.kind_names[figure.kind],
        "at": place_of(int(figure.square), book.map) if figure.square != NOBODY else None,
        "max_stamina": most,
        "winded": bool(figure.alive and not in_squad(battle, creature) and figure.stamina <= most // 2),
        "dying": bool(hero and figure.alive and figure.stamina <= 0),
        **{name: int(getattr(figure, name)) for name in NUMBERS},
        **{name: bool(getattr(figure, name)) for name in FLAGS},
        **{name: creature_name(int(getattr(figure, name))) for name in OTHERS},
        "squad": int(figure.squad),
        "group": int(figure.group),
        "reckless": int(figure.reckless),
        "upkeep": ability_word(int(figure.upkeep), tables),
        "conditions": conditions_of(figure),
        "sources": sources_of(figure),
    }


def in_squad(battle: Any, creature: int) -> bool:
    """Whether a creature is a minion of a squad, whose Stamina the squad has."""
    squad = int(battle.creatures[creature].squad)
    return squad != NOBODY and int(battle.squads[squad].captain) != creature


def conditions_of(figure: Any) -> dict[str, str]:
    """The conditions that a creature is in, and how each ends."""
    return {
        condition_word(condition): UNTILS[figure.until[condition]]
        for condition in Condition
        if figure.until[condition] != Until.NEVER
    }


def sources_of(figure: Any) -> dict[str, str]:
    """Who imposed each condition, for those that somebody did."""
    return {
        condition_word(condition): creature_name(int(figure.source[condition]))
        for condition in Condition
        if figure.until[condition] != Until.NEVER and figure.source[condition] != NOBODY
    }


def condition_word(condition: Condition) -> str:
    """A condition as people write it."""
    return condition.name.lower().replace("_", "-")


def view_group(battle: Any, index: int) -> dict[str, Any]:
    """A group of enemies."""
    group = battle.groups[index]
    enemies = range(MAX_HEROES, MAX_HEROES + int(battle.num_enemies))
    return {
        "acted": bool(group.acted),
        "total": int(group.total),
        "place": int(group.place),
        "members": [
            i - MAX_HEROES for i in enemies if battle.creatures[i].alive and battle.creatures[i].group == index
        ],
    }


def grave_places(battle: Any, book: Any) -> list[list[int]]:
    """Row and column of the squares where rotting zombies fell."""
    squares = range(int(book.map.num_squares))
    return [place_of(square, book.map) for square in squares if battle.graves[square]]


def view_squad(squad: Any, tables: Tables) -> dict[str, Any]:
    """A squad of minions."""
    return {
        "kind": None if squad.kind == NOBODY else tables.kind_names[squad.kind],
        "stamina": int(squad.stamina),
        "full": int(squad.full),
        "living": int(squad.living),
        "captain": creature_name(int(squad.captain)),
    }


def count_living(battle: Any, tables: Tables) -> dict[str, int]:
    """Living enemies of every kind of the tables."""
    counts = {row.name: 0 for row in tables.kinds if row.side == "enemies"}
    for enemy in battle.creatures[MAX_HEROES : MAX_HEROES + int(battle.num_enemies)]:
        if enemy.alive and enemy.kind != NOBODY:
            counts[tables.kind_names[enemy.kind]] += 1
    return counts
