"""What odds have to know of Battle-v0: where a decision's matter ends, which dice are alike, which facts count."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.codes import (
    FIRST_DIE,
    FIRST_ENEMY,
    FIRST_HERO,
    FIRST_SHOOT,
    Decision,
    Frame,
    Roll,
    Stat,
    Verb,
)
from brimstone_env.core.game import OddsRules

# Frames that ask what is done next; all others are what was begun by an answer.
HOSTS = (Frame.SETUP, Frame.TURN, Frame.ACTIVATION, Frame.GROUP, Frame.AFTERMATH, Frame.BETWEEN)
RESTING = frozenset(
    map(int, (Decision.ACTIVATE, Decision.MOVE, Decision.ATTACK, Decision.BREATH, Decision.BETWEEN)),
)
HITTING = (Decision.ASSIGN, Decision.ASSIGN_ALL, Decision.SPLIT_TARGET)
# Rolls of which rules only ever read how many dice have which grade.
COUNTED = (
    Roll.ESCAPE, Roll.DEFENSE, Roll.AGILITY, Roll.CUNNING, Roll.SPIRIT, Roll.STRENGTH, Roll.LORE, Roll.LUCK,
    Roll.ENEMY_TO_HIT, Roll.ARMOR, Roll.SPIRIT_ARMOR, Roll.STATUS,
)  # fmt: skip
HERO_FACTS = ("health", "sanity", "grit", "experience", "knocked_out", "move_points", "held", "at")
ENEMY_FACTS = ("wounds", "alive", "target", "at")
TOTALS = (
    "kills",
    "wounds_dealt",
    "wounds_taken",
    "horror_taken",
    "knocked_out",
    "experience",
    "grit_spent",
    "enemies_alive",
)
THRIFT: Mapping[str, int] = MappingProxyType({"grit_spent": -1})
DEALT: Mapping[str, int] = MappingProxyType({"wounds_dealt": 1, "wounds_taken": -1, "horror_taken": -1})
OBJECTIVES = MappingProxyType(
    {
        "fight": ({"kills": 1, "knocked_out": -1}, DEALT, {"experience": 1}, THRIFT),
        "kills": ({"kills": 1}, DEALT, THRIFT),
        "wounds": ({"wounds_dealt": 1}, {"kills": 1}, THRIFT),
        "experience": ({"experience": 1}, DEALT, THRIFT),
        "unhurt": ({"knocked_out": -1}, {"wounds_taken": -1, "horror_taken": -1}, {"wounds_dealt": 1}, THRIFT),
    }
)


def find_floor(battle: Any) -> int:
    """Frames on the stack with fewer than which the matter that is decided now is over.

    It is the attack (an enemy's, say) in which the decision stands, else the activation or what else is on top.
    """
    depth = int(battle.stack.depth)
    kinds = [int(frame.kind) for frame in battle.stack.frames[:depth]]
    if kinds and kinds[-1] == Frame.ROLL:
        kinds.pop()
    for place, kind in enumerate(kinds):
        if kind not in HOSTS:
            return place + 1
    return len(kinds) + 1 if battle.pending.kind == Decision.ACTIVATE else len(kinds)


def find_counted(battle: Any) -> list[int]:
    """Kinds of rolls of which only the number of dice of each grade matters in this battle.

    Willpower dice count by enemy where enemies differ in the Sanity that a failed one costs.
    """
    costs = {int(group.stats[Stat.HORROR_DAMAGE]) for group in battle.groups[: battle.num_groups] if group.alive > 0}
    return [*map(int, COUNTED), *([int(Roll.WILLPOWER)] if len(costs) < 2 else [])]


def worth_a_look(battle: Any, mask: NDArray[np.int8], by_name: bool) -> list[int]:
    """The legal actions without those that come to the same as another one.

    Args:
        battle: the battle.
        mask: what is legal.
        by_name: whether it matters which of several like enemies is hit.
    """
    legal: list[int] = np.flatnonzero(mask).tolist()
    if battle.pending.kind == Decision.REROLL:
        return rerolls_worth_a_look(battle, legal)
    if battle.pending.kind in HITTING:
        enemies = [action for action in legal if is_enemy(action)]
        if not by_name:
            alike = {enemy_bytes(battle, action - FIRST_ENEMY): action for action in reversed(enemies)}
            enemies = sorted(alike.values())
        return [*enemies, *(action for action in legal if not is_enemy(action))]
    return legal


def is_enemy(action: int) -> bool:
    """Whether an action names an enemy."""
    return FIRST_ENEMY <= action < FIRST_HERO


def enemy_bytes(battle: Any, index: int) -> bytes:
    """All that may tell an enemy from another."""
    return bytes(battle.enemies[index].tobytes()) + bytes([int(battle.paid[index])])


def rerolls_worth_a_look(battle: Any, legal: list[int]) -> list[int]:
    """Dice are marked in ascending order, and of dice that are alike the first; rerolling all failures is that too."""
    pool = battle.pool
    dice = [action - FIRST_DIE for action in legal if FIRST_DIE <= action < FIRST_SHOOT]
    others = [action for action in legal if not FIRST_DIE <= action < FIRST_SHOOT and action != Verb.REROLL_FAILURES]
    if pool.marks > 0:
        others = [action for action in others if action != Verb.KEEP]  # marking was for the reroll
    if pool.need > 0 and int(pool.kind) in find_counted(battle):
        first = {int(pool.grades[die]): die for die in reversed(dice)}
        dice = sorted(first.values())
    else:
        last = max((die for die in range(int(pool.count)) if pool.marked[die]), default=-1)
        dice = [die for die in dice if die > last]
    return [*others, *(FIRST_DIE + die for die in dice)]


def name_facts(battle: Any) -> tuple[str, ...]:
    """The facts that tell outcomes apart: totals, then what the view says of every figure."""
    heroes = [f"heroes.{i}.{fact}" for i in range(int(battle.num_heroes)) for fact in HERO_FACTS]
    enemies = [f"enemies.{i}.{fact}" for i in range(int(battle.num_enemies)) for fact in ENEMY_FACTS]
    return (*TOTALS, *heroes, *enemies)


def measure(before: Any, afters: NDArray[Any], book: Any) -> NDArray[np.int64]:
    """The facts of battles that came of one, (n, facts)."""
    num_heroes, num_enemies = int(before.num_heroes), int(before.num_enemies)
    heroes, enemies = afters["heroes"][:, :num_heroes], afters["enemies"][:, :num_enemies]
    old_heroes, old_enemies = before["heroes"][:num_heroes], before["enemies"][:num_enemies]
    cells = np.append(np.asarray(book["map"]["cell"], np.int64), -1)  # the last: no square
    columns = [
        np.maximum(_change(old_enemies, enemies, "alive"), 0).sum(1),
        -_change(old_enemies, enemies, "wounds").sum(1),
        np.maximum(_change(old_heroes, heroes, "health"), 0).sum(1),
        np.maximum(_change(old_heroes, heroes, "sanity"), 0).sum(1),
        -_change(old_heroes, heroes, "knocked_out").sum(1),
        -_change(old_heroes, heroes, "experience").sum(1),
        _change(old_heroes, heroes, "grit").sum(1),
        afters["num_alive"].astype(np.int64),
    ]
    for i in range(num_heroes):
        columns += [_fact(heroes[:, i], fact, cells) for fact in HERO_FACTS]
    for i in range(num_enemies):
        columns += [_fact(enemies[:, i], fact, cells) for fact in ENEMY_FACTS]
    return np.stack(columns, axis=1)


def _change(old: NDArray[Any], new: NDArray[Any], name: str) -> NDArray[np.int64]:
    """How much less a number of every figure is than before."""
    return np.asarray(old[name][None].astype(np.int64) - new[name])


def _fact(figures: NDArray[Any], fact: str, cells: NDArray[np.int64]) -> NDArray[np.int64]:
    if fact == "at":
        return np.asarray(cells[figures["square"]])
    return np.asarray(figures[fact].astype(np.int64))


ODDS = OddsRules(
    resting=RESTING,
    reroll=int(Decision.REROLL),
    keep=int(Verb.KEEP),
    failures=int(Verb.REROLL_FAILURES),
    floor=find_floor,
    counted=find_counted,
    worth=worth_a_look,
    names=name_facts,
    measure=measure,
    objectives=OBJECTIVES,
)
