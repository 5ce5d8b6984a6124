"""What odds have to know of Rounds-v0: where a decision's matter ends, and which facts count."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.game import OddsRules
from brimstone_env.rounds.codes import MAX_HEROES, Condition, Decision, Frame, Verb
from brimstone_env.rounds.view import condition_word

# Frames that ask what is done next; all others are what was begun by an answer.
HOSTS = (Frame.SETUP, Frame.ROUND, Frame.GROUP, Frame.SQUAD, Frame.TURN)
RESTING = frozenset(map(int, (Decision.SIDE, Decision.NEXT, Decision.TURN, Decision.VOTE, Decision.SWAP)))
NO_REROLL = -1  # nothing is rerolled
TOTALS = ("kills", "damage_dealt", "damage_taken", "fallen", "resource_spent", "enemies_alive")
HERO_FACTS = ("stamina", "temporary", "recoveries", "resource", "surges", "alive", "main", "maneuver", "move", "at")
ENEMY_FACTS = ("stamina", "alive", "at")
SQUAD_FACTS = ("stamina", "living")
THRIFT: Mapping[str, int] = MappingProxyType({"resource_spent": -1})
DEALT: Mapping[str, int] = MappingProxyType({"damage_dealt": 1, "damage_taken": -1})
OBJECTIVES = MappingProxyType(
    {
        "fight": ({"kills": 1, "fallen": -1}, DEALT, THRIFT),
        "kills": ({"kills": 1}, DEALT, THRIFT),
        "damage": ({"damage_dealt": 1}, {"kills": 1}, THRIFT),
        "unhurt": ({"fallen": -1}, {"damage_taken": -1}, {"damage_dealt": 1}, THRIFT),
    }
)


def find_floor(battle: Any) -> int:
    """Frames on the stack with fewer than which the matter that is decided now is over.

    It is the ability or the move in which the decision stands, else the turn or what else is on top.
    """
    depth = int(battle.stack.depth)
    kinds = [int(frame.kind) for frame in battle.stack.frames[:depth]]
    for place, kind in enumerate(kinds):
        if kind not in HOSTS:
            return place + 1
    return len(kinds) + 1 if battle.pending.kind in (Decision.SIDE, Decision.NEXT) else len(kinds)


def find_counted(battle: Any) -> list[int]:
    """Kinds of rolls of which only the number of dice of each grade matters: none."""
    return []


def worth_a_look(battle: Any, mask: NDArray[np.int8], by_name: bool) -> list[int]:
    """The legal actions; all of them may come to something different."""
    legal: list[int] = np.flatnonzero(mask).tolist()
    return legal


def name_facts(battle: Any) -> tuple[str, ...]:
    """The facts that tell outcomes apart: totals, then what the view says of every creature and squad."""
    names = list(TOTALS)
    for side, count, facts in (
        ("heroes", int(battle.num_heroes), HERO_FACTS),
        ("enemies", int(battle.num_enemies), ENEMY_FACTS),
    ):
        for i in range(count):
            names += [f"{side}.{i}.{fact}" for fact in facts]
            names += [f"{side}.{i}.conditions.{condition_word(condition)}" for condition in Condition]
    names += [f"squads.{i}.{fact}" for i in range(int(battle.num_squads)) for fact in SQUAD_FACTS]
    return tuple(names)


def measure(before: Any, afters: NDArray[Any], book: Any) -> NDArray[np.int64]:
    """The facts of battles that came of one, (n, facts)."""
    heroes, enemies, squads = split(afters, before)
    old_heroes, old_enemies, old_squads = (part[0] for part in split(_batch(before), before))
    cells = np.append(np.asarray(book["map"]["cell"], np.int64), -1)  # the last: no square
    columns = [
        np.maximum(_change(old_enemies, enemies, "alive"), 0).sum(1),
        _change(old_enemies, enemies, "stamina").sum(1) + _change(old_squads, squads, "stamina").sum(1),
        _change(old_heroes, heroes, "stamina").sum(1) + _change(old_heroes, heroes, "temporary").sum(1),
        np.maximum(_change(old_heroes, heroes, "alive"), 0).sum(1),
        _change(old_heroes, heroes, "resource").sum(1),
        afters["num_alive"].astype(np.int64),
    ]
    for figures, facts in ((heroes, HERO_FACTS), (enemies, ENEMY_FACTS)):
        for i in range(figures.shape[1]):
            columns += [_fact(figures[:, i], fact, cells) for fact in facts]
            columns += [figures[:, i]["until"][:, condition].astype(np.int64) for condition in Condition]
    for i in range(squads.shape[1]):
        columns += [squads[:, i][fact].astype(np.int64) for fact in SQUAD_FACTS]
    return np.stack(columns, axis=1)


def split(battles: NDArray[Any], first: Any) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Heroes, enemies and squads of battles, as many as the first battle has."""
    creatures = battles["creatures"]
    return (
        creatures[:, : int(first.num_heroes)],
        creatures[:, MAX_HEROES : MAX_HEROES + int(first.num_enemies)],
        battles["squads"][:, : int(first.num_squads)],
    )


def _batch(battle: Any) -> NDArray[Any]:
    """A battle as an array of length 1."""
    return np.asarray(battle).reshape(1)


def _change(old: NDArray[Any], new: NDArray[Any], name: str) -> NDArray[np.int64]:
    """How much less a number of every figure is than before."""
    return np.asarray(old[name][None].astype(np.int64) - new[name])


def _fact(figures: NDArray[Any], fact: str, cells: NDArray[np.int64]) -> NDArray[np.int64]:
    if fact == "at":
        return np.asarray(cells[figures["square"]])
    return np.asarray(figures[fact].astype(np.int64))


ODDS = OddsRules(
    resting=RESTING,
    reroll=NO_REROLL,
    keep=int(Verb.PASS),
    failures=int(Verb.PASS),
    floor=find_floor,
    counted=find_counted,
    worth=worth_a_look,
    names=name_facts,
    measure=measure,
    objectives=OBJECTIVES,
)
