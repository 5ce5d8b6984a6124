"""The public view of a battle: plain values for people, logs, JSON and the expectations of rule cases.

Paths (`heroes.0.health`, `count.tentacles`, `order`) are fixed by the format of rule cases; nothing that is still to be
drawn or rolled is in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brimstone_env.battle.codes import (
    MAX_ITEMS,
    NOBODY,
    Decision,
    Frame,
    ItemKind,
    Outcome,
    Roll,
    Side,
    Stat,
)
from brimstone_env.battle.coming import who_comes
from brimstone_env.battle.hero_text import LASTING, MARKERS, had_results, tokens_of
from brimstone_env.core.dice import Grade
from brimstone_env.core.errors import InputError
from brimstone_env.core.notation import place_of

if TYPE_CHECKING:
    from brimstone_env.battle.book import Tables

ENEMY_SIDE = 6  # the seat of the enemies
NOBODY_WORD = "nobody"
SIDES = tuple(side.name.lower() for side in Side)
OUTCOMES = tuple(outcome.name.lower() for outcome in Outcome)
DECISIONS = tuple(decision.name.lower().replace("_", " ") for decision in Decision)
ROLL_KINDS = {roll.name.lower(): int(roll) for roll in Roll}
ROLL_WORDS = {number: word for word, number in ROLL_KINDS.items()}
GRADES = tuple(grade.name.lower() for grade in Grade)


def view(battle: Any, book: Any, tables: Tables, viewer: int | None = None) -> dict[str, Any]:
    """What may be known about a battle.

    Args:
        battle: the battle.
        book: its book.
        tables: names of classes, items and enemy types.
        viewer: the seat that looks (0..5 a hero, 6 the enemy side), None for an onlooker. In this game every seat sees
            the same.

    Returns:
        A dict of plain Python values:

        - `turn`, `outcome`, `active` and `order` (`"hero 0"`, `"night-terrors"`), `move_points` (of the active hero)
        - `decision` (kind in words), `seat` (who decides, in the same words, or `"enemies"`), `about`: hero, enemy and
          amount of the decision; `dice`: the roll that may be rerolled
        - `heroes` and `enemies` by index, `groups` (enemy types with the numbers in force), `count` (living by type)
        - `revive_tokens`, `flash` (Initiative off enemies this turn), `threat_cards`, `decisions` (actions so
          far), `score` (reward so far, in hundredths)
        - `first_side`, `next_side`: option `turn_order` (`"none"`, `"heroes"`, `"enemies"`)
        - `stage` (of a delve); `marker` and `warnings` (entry points with a warning) of a last stand

    Raises:
        InputError: if there is no such seat.
    """
    if viewer is not None and not 0 <= viewer <= ENEMY_SIDE:
        raise InputError(f"viewer {viewer} is no seat, allowed are 0..{ENEMY_SIDE}")
    active = active_figure(battle, tables)
    hero_index = active_hero(battle)
    return {
        "turn": int(battle.turn),
        "outcome": OUTCOMES[battle.outcome],
        "active": active,
        "order": order_to_come(battle, book, tables, active),
        "move_points": 0 if hero_index == NOBODY else int(battle.heroes[hero_index].move_points),
        "decision": DECISIONS[battle.pending.kind],
        "seat": seat_word(battle),
        "about": view_pending(battle),
        "dice": view_pool(battle),
        "heroes": [view_hero(battle.heroes[i], book, tables) for i in range(battle.num_heroes)],
        "enemies": [view_enemy(battle, i, book, tables) for i in range(battle.num_enemies)],
        "groups": [view_group(battle.groups[i], tables) for i in range(battle.num_groups)],
        "count": count_living(battle, tables),
        "revive_tokens": int(battle.revive_tokens),
        "flash": int(battle.flash),
        "first_side": SIDES[battle.first_side],
        "next_side": SIDES[battle.next_side],
        "threat_cards": int(battle.threat_cards),
        "stage": int(battle.stage),
        "score": int(battle.score),
        "marker": int(battle.marker),
        "warnings": [site for site in range(book.plan.num_sites) if battle.warnings[site]],
        "decisions": int(battle.num_decisions),
    }


# --- who acts -------------------------------------------------------------------------------------------------------


def top_activation(battle: Any) -> tuple[int, int]:
    """The innermost activation that goes on: (frame kind, hero or group index), or (NONE, NOBODY)."""
    for depth in reversed(range(battle.stack.depth)):
        frame = battle.stack.frames[depth]
        if frame.kind == Frame.ACTIVATION:
            return Frame.ACTIVATION, int(frame.hero)
        if frame.kind == Frame.GROUP:
            return Frame.GROUP, int(frame.slot)
    return Frame.NONE, NOBODY


def active_hero(battle: Any) -> int:
    """The hero in its activation, NOBODY for none."""
    kind, index = top_activation(battle)
    return index if kind == Frame.ACTIVATION else NOBODY


def active_figure(battle: Any, tables: Tables) -> str:
    """Who is in its activation: `hero N`, an enemy type, or `nobody`."""
    kind, index = top_activation(battle)
    if kind == Frame.ACTIVATION:
        return f"hero {index}"
    return tables.type_names[battle.groups[index].type_id] if kind == Frame.GROUP else NOBODY_WORD


def order_to_come(battle: Any, book: Any, tables: Tables, active: str) -> list[str]:
    """The activations of this turn that are still to come, in words; see `coming.who_comes`.

    Source: B18, B23, B24, D18, D21, D27, D28.
    """
    if battle.stack.frames[0].kind in (Frame.AFTERMATH, Frame.BETWEEN):
        return []
    words = []
    for kind, i in who_comes(battle, book):
        words.append(f"hero {i}" if kind == "hero" else tables.type_names[battle.groups[i].type_id])
    return [word for word in words if word != active]


def seat_word(battle: Any) -> str:
    """Who decides: `hero N`, `enemies`, or `nobody`."""
    seat = int(battle.pending.seat)
    if battle.pending.kind == Decision.NONE or seat == NOBODY:
        return NOBODY_WORD
    return "enemies" if seat == ENEMY_SIDE else f"hero {seat}"


def view_pending(battle: Any) -> dict[str, int]:
    """What the pending decision is about; hero and enemy are -1 for none."""
    if battle.pending.kind == Decision.NONE:
        return {"hero": NOBODY, "enemy": NOBODY, "amount": 0}
    pending = battle.pending
    return {"hero": int(pending.hero), "enemy": int(pending.enemy), "amount": int(pending.amount)}


def view_pool(battle: Any) -> dict[str, Any]:
    """The roll that the pending decision is about; empty in other decisions.

    `marked` are the dice that will be rerolled, `spent` those that may not be rerolled.
    """
    if battle.pending.kind != Decision.REROLL:
        return {}
    pool = battle.pool
    dice = range(pool.count)
    return {
        "kind": ROLL_WORDS[int(pool.kind)],
        "sides": int(pool.sides),
        "need": int(pool.need),
        "results": [int(pool.values[i]) for i in dice],
        "grades": [GRADES[pool.grades[i]] for i in dice],
        "marked": [i for i in dice if pool.marked[i]],
        "spent": [i for i in dice if pool.rerolled[i]],
    }


# --- figures --------------------------------------------------------------------------------------------------------


def view_hero(hero: Any, book: Any, tables: Tables) -> dict[str, Any]:
    """A hero, by the field names of positions."""
    return {
        "class": tables.class_names[hero.class_id],
        "at": place_of(int(hero.square), book.map),
        "health": int(hero.health),
        "sanity": int(hero.sanity),
        "max_health": int(hero.max_health),
        "max_sanity": int(hero.max_sanity),
        "grit": int(hero.grit),
        "max_grit": int(hero.max_grit),
        "initiative": int(hero.initiative),
        "defense": int(hero.defense),
        "willpower": int(hero.willpower),
        "combat": int(hero.combat),
        "ranged_to_hit": int(hero.ranged_to_hit),
        "melee_to_hit": int(hero.melee_to_hit),
        "knocked_out": bool(hero.knocked_out),
        "activated": bool(hero.activated),
        "moved": bool(hero.moved),
        "attacked": bool(hero.attacked),
        "extra_attacked": bool(hero.extra_attacked),
        "escaped": int(hero.escaped),
        "experience": int(hero.experience),
        "gold": int(hero.gold),
        "dark_stone": int(hero.dark_stone),
        "statuses": statuses_of(hero),
        **{word: int(getattr(hero, word)) for word in MARKERS},
        "corruption": int(hero.corruption),
        "mutations": int(hero.mutations),
        "tokens": tokens_of(hero, tables),
        "upgrade": None if hero.upgrade == NOBODY else tables.upgrade_names[hero.upgrade],
        "injuries": had_results(hero, tables, "injuries"),
        "madness": had_results(hero, tables, "madness"),
        "dead": bool(hero.dead),
        "items": items_of(hero, tables),
        "spent_items": [tables.item_names[hero.items[i]] for i in range(MAX_ITEMS) if hero.item_used[i]],
        "guns": [tables.item_names[i] for i in hero.items if i != NOBODY and book.items[i].kind == ItemKind.GUN],
        "dead_eye": int(hero.dead_eye),
        "badge_bonus": bool(hero.badge_bonus),
        "surprised": bool(hero.surprised),
        "total": int(hero.total),
        "rank": int(hero.rank),
    }


def items_of(hero: Any, tables: Tables) -> list[str]:
    """Names of the items that a hero carries, by slot."""
    return [tables.item_names[item] for item in hero.items if item != NOBODY]


def statuses_of(hero: Any) -> list[str]:
    """The conditions that a hero is in."""
    rows = {**LASTING, **{word: word for word in MARKERS}}
    return [word for word, name in rows.items() if getattr(hero, name)]


def view_enemy(battle: Any, index: int, book: Any, tables: Tables) -> dict[str, Any]:
    """An enemy; `at` is None for a dead one, `elite` the rows of its type's elite table that are in force."""
    enemy = battle.enemies[index]
    group = battle.groups[enemy.group]
    return {
        "type": tables.type_names[enemy.type_id],
        "at": place_of(int(enemy.square), book.map) if enemy.alive else None,
        "wounds": int(enemy.wounds),
        "health": full_health(battle, int(enemy.group)),
        "alive": bool(enemy.alive),
        "target": int(enemy.target),
        "lean": int(enemy.lean),
        "elite": elite_rows(group),
    }


def full_health(battle: Any, group_index: int) -> int:
    """The wounds at which enemies of a type die now; `enemy_health.health_of` for Python."""
    others = (
        battle.groups[i].stats[Stat.AURA_HEALTH]
        for i in range(battle.num_groups)
        if i != group_index and battle.groups[i].alive
    )
    own = battle.groups[group_index]
    return int(own.stats[Stat.HEALTH]) + int(own.alive > 1) * int(own.stats[Stat.AURA_HEALTH]) + sum(map(int, others))


def elite_rows(group: Any) -> list[int]:
    """The rows, 1..6, of a type's elite table that are in force."""
    return [row + 1 for row in range(6) if group.elite[row]]


def view_group(group: Any, tables: Tables) -> dict[str, Any]:
    """An enemy type in this battle, with the numbers in force (`Stat`, in words)."""
    return {
        "type": tables.type_names[group.type_id],
        "living": int(group.alive),
        "elite": elite_rows(group),
        "activated": bool(group.activated),
        "ambush": int(group.ambush),
        "rolled": int(group.rolled),
        "total": int(group.total),
        "rank": int(group.rank),
        **{stat.name.lower(): int(group.stats[stat]) for stat in Stat},
    }


def count_living(battle: Any, tables: Tables) -> dict[str, int]:
    """Living figures of every enemy type of the tables."""
    counts = dict.fromkeys(tables.type_names, 0)
    for i in range(battle.num_groups):
        counts[tables.type_names[battle.groups[i].type_id]] += int(battle.groups[i].alive)
    return counts
