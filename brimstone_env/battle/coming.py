"""Who is still to be activated in a turn, for people: views and pictures."""

from __future__ import annotations

from typing import Any

from brimstone_env.battle.codes import Outcome, Side, Stat, TurnOrder

Place = tuple[str, int]  # ("hero" or "group", index)


def current_initiative(battle: Any, group_index: int) -> int:
    """A type's Initiative this turn: rolled or as printed, more for an ambush, less for a flash.

    Source: B18, B23, facts 2c (variable Initiative), 5 (flash).
    """
    group = battle["groups"][group_index]
    own = int(group["rolled"]) or int(group["stats"][Stat.INITIATIVE])
    return max(own + int(group["ambush"]) - int(battle["flash"]), 0)


def who_comes(battle: Any, book: Any) -> list[Place]:
    """The activations of this turn that are still to come, in order; those that go on are among them.

    By Initiative: descending, enemies before heroes of equal Initiative; equal types and equal heroes, whose order is
    rolled or chosen later, by index. Under another order the sides take turns: heroes, who are chosen later, by index
    or by rank, types by Initiative or rank. Empty when the battle is over.

    Source: B18, B23, B24, D18, D21, D27, D28.
    """
    if battle["outcome"] != Outcome.UNDECIDED:
        return []
    groups = battle["groups"][: battle["num_groups"]]
    heroes = battle["heroes"][: battle["num_heroes"]]
    waiting = [i for i, group in enumerate(groups) if group["alive"] > 0 and not group["activated"]]
    ready = [i for i, hero in enumerate(heroes) if not hero["knocked_out"] and not hero["activated"]]
    order = int(book["rules"]["turn_order"])
    if order == TurnOrder.INITIATIVE:
        rows = [(-current_initiative(battle, i), 0, i, "group") for i in waiting]
        rows += [(-int(heroes[i]["initiative"]), 1, i, "hero") for i in ready]
        return [(kind, i) for _, _, i, kind in sorted(rows)]
    if order == TurnOrder.AGILITY:
        waiting.sort(key=lambda i: int(groups[i]["rank"]))
        ready.sort(key=lambda i: int(heroes[i]["rank"]))
    else:
        waiting.sort(key=lambda i: -current_initiative(battle, i))
    sides: list[list[Place]] = [[("hero", i) for i in ready], [("group", i) for i in waiting]]
    return take_turns(*(sides[::-1] if battle["next_side"] == Side.ENEMIES else sides))


def take_turns(first: list[Place], second: list[Place]) -> list[Place]:
    """One of the first, one of the second, and so on; when one side has run out the rest of the other."""
    found: list[Place] = []
    for i in range(max(len(first), len(second))):
        found += first[i : i + 1] + second[i : i + 1]
    return found
