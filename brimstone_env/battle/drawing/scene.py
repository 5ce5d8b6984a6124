"""What is to be seen of a battle, read once from the record into plain values; both pictures are drawn from it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.codes import (
    BOARD_SIDE,
    FIRST_ENEMY,
    FIRST_SQUARE,
    MAX_ENEMIES,
    Decision,
    Frame,
    Outcome,
    Roll,
    Size,
    Stat,
)
from brimstone_env.battle.coming import current_initiative, who_comes
from brimstone_env.battle.drawing.looks import looks_of
from brimstone_env.battle.drawing.questions import ABOUT_A_ROLL, ask_in_words
from brimstone_env.core.render.board import Place
from brimstone_env.core.render.looks import HERO_COLOURS, Look, initials
from brimstone_env.core.render.palette import Colour


@dataclass(frozen=True)
class HeroFigure:
    """A hero as a picture shows it."""

    index: int
    title: str
    initials: str
    colour: Colour
    place: Place
    health: int
    max_health: int
    sanity: int
    max_sanity: int
    grit: int
    max_grit: int
    initiative: int
    experience: int
    knocked_out: bool
    activated: bool
    statuses: tuple[str, ...]


@dataclass(frozen=True)
class EnemyFigure:
    """A living enemy as a picture shows it."""

    index: int
    group: int
    label: str
    place: Place  # its first square
    base: Place  # the square that rules and sentences name: another one where it hangs over the edge
    wide: bool
    health_left: int
    max_health: int
    target: int


@dataclass(frozen=True)
class EnemyGroup:
    """All enemies of a type as a picture shows them."""

    index: int
    title: str
    look: Look
    alive: int
    placed: int
    initiative: int
    health: int
    defense: int
    blow: str  # its attack in melee, empty for none
    shot: str  # its ranged attack
    elite: tuple[int, ...]
    activated: bool


@dataclass(frozen=True)
class Die:
    """One die of the roll that the decision is about; `grade` 0 miss, 1 hit, 2 critical."""

    value: int
    grade: int
    marked: bool


@dataclass(frozen=True)
class Scene:
    """Everything a picture shows.

    Attributes:
        turn: number of the turn.
        outcome: how the battle stands.
        headline: who decides, or how the battle ended; in a delve or last stand also how far it is.
        question: the pending decision in words.
        heroes: the party.
        enemies: the living enemies.
        groups: the enemy types, the dead ones included.
        hero: hero whose turn it is, -1 for none.
        group: enemy type whose turn it is, -1 for none.
        asked: hero who decides, -1 for none.
        order: activations still to come this turn: ("hero" or "group", index).
        dice: the roll that the decision is about.
        roll: its kind in words.
        revive_tokens: revive tokens of the party.
        steps: cells (row * 16 + column) that the hero may move to, if legal actions are shown.
        choices: enemies that an action may name, likewise.
    """

    turn: int
    outcome: Outcome
    headline: str
    question: str
    heroes: tuple[HeroFigure, ...]
    enemies: tuple[EnemyFigure, ...]
    groups: tuple[EnemyGroup, ...]
    hero: int
    group: int
    asked: int
    order: tuple[tuple[str, int], ...]
    dice: tuple[Die, ...]
    roll: str
    revive_tokens: int
    steps: tuple[int, ...]
    choices: tuple[int, ...]


def read_scene(battle: Any, book: Any, tables: Any, mask: NDArray[Any] | None = None) -> Scene:
    """Read a battle.

    Args:
        battle: one record of `Battle`.
        book: the record of `Book` that it is played with.
        tables: the printed facts, for names.
        mask: (NUM_ACTIONS,) the legal actions, None if they are not to be shown.
    """
    heroes = read_heroes(battle, book, tables)
    groups = read_groups(battle, tables)
    enemies = read_enemies(battle, book, groups)
    pending = battle["pending"]
    kind, asked = Decision(int(pending["kind"])), int(pending["hero"])
    asked = asked if kind != Decision.NONE else -1
    hero, group = acting(battle)
    outcome = Outcome(int(battle["outcome"]))
    in_question = kind in ABOUT_A_ROLL
    labels = {enemy.index: enemy.label for enemy in enemies}
    return Scene(
        turn=int(battle["turn"]),
        outcome=outcome,
        headline=_headline(outcome, heroes, groups, asked, hero, group) + mission_words(battle, book, outcome),
        question=ask_in_words(battle, labels) if outcome == Outcome.UNDECIDED else _ending(heroes),
        heroes=heroes,
        enemies=enemies,
        groups=groups,
        hero=hero,
        group=group,
        asked=asked,
        order=remaining_order(battle, book, hero, group),
        dice=read_dice(battle["pool"]) if in_question else (),
        roll=Roll(int(battle["pool"]["kind"])).name.lower().replace("_", " ") if in_question else "",
        revive_tokens=int(battle["revive_tokens"]),
        steps=_legal(mask, FIRST_SQUARE, BOARD_SIDE * BOARD_SIDE),
        choices=_legal(mask, FIRST_ENEMY, MAX_ENEMIES),
    )


def _legal(mask: NDArray[Any] | None, first: int, size: int) -> tuple[int, ...]:
    """The legal actions of a block, counted from its start."""
    return () if mask is None else tuple(int(i) for i in np.flatnonzero(mask[first : first + size]))


def read_heroes(battle: Any, book: Any, tables: Any) -> tuple[HeroFigure, ...]:
    """The party. Heroes of one class are numbered."""
    count = int(battle["num_heroes"])
    cells = book["map"]["cell"]
    titles = [title_of(tables, "heroes", int(row)) for row in battle["heroes"]["class_id"][:count]]
    several = {title for title, number in Counter(titles).items() if number > 1}
    figures = []
    for h in range(count):
        hero = battle["heroes"][h]
        nth = f" {titles[: h + 1].count(titles[h])}" if titles[h] in several else ""
        figures.append(
            HeroFigure(
                index=h,
                title=titles[h] + nth,
                initials=initials(titles[h]) + nth.strip(),
                colour=HERO_COLOURS[h % len(HERO_COLOURS)],
                place=divmod(int(cells[hero["square"]]), BOARD_SIDE),
                knocked_out=bool(hero["knocked_out"]),
                activated=bool(hero["activated"]),
                statuses=_statuses(hero),
                **{name: int(hero[name]) for name in HERO_NUMBERS},
            )
        )
    return tuple(figures)


HERO_NUMBERS = (
    "health",
    "max_health",
    "sanity",
    "max_sanity",
    "grit",
    "max_grit",
    "initiative",
    "experience",
)
# Conditions with a number; fields of `Hero`.
COUNTED_STATUSES = ("poison", "webbed", "stunned", "burning", "bleeding", "ensnared", "corruption")


def _statuses(hero: Any) -> tuple[str, ...]:
    if hero["knocked_out"]:
        return ()  # the panel says that, and nothing else matters to who lies there
    words = (("venom", "venom"), ("held", "held"), ("badge_bonus", "badge"))
    found = [word for name, word in words if hero[name] > 0]
    found += [f"{name} {int(hero[name])}" for name in COUNTED_STATUSES if hero[name] > 0]
    found += ["surprised"] if hero["surprised"] else []
    found += ["dragging"] if hero["dragging"] >= 0 else []
    if hero["dead_eye"] > 0:
        found.append(f"dead eye {int(hero['dead_eye'])}")
    return tuple(found)


def title_of(tables: Any, kind: str, row: int) -> str:
    """The name for people of a row of the tables (kind: `heroes`, `enemies`, `items`, `tokens`, `upgrades`)."""
    return str(getattr(tables, kind)[row].title)


def read_groups(battle: Any, tables: Any) -> tuple[EnemyGroup, ...]:
    """The enemy types of the battle."""
    looks = looks_of(tables.type_names)
    groups = []
    for g in range(int(battle["num_groups"])):
        group = battle["groups"][g]
        stats, row = group["stats"], int(group["type_id"])
        groups.append(
            EnemyGroup(
                index=g,
                title=title_of(tables, "enemies", row),
                look=looks[row],
                alive=int(group["alive"]),
                placed=int(group["placed"]),
                initiative=current_initiative(battle, g),
                health=int(stats[Stat.HEALTH]),
                defense=int(stats[Stat.DEFENSE]),
                blow=blow_words(stats),
                shot=shot_words(stats),
                elite=tuple(i + 1 for i, force in enumerate(group["elite"]) if force),
                activated=bool(group["activated"]),
            )
        )
    return tuple(groups)


def blow_words(stats: Any) -> str:
    """An attack in melee: `3 dice 4+, damage 3`; a damage that is rolled is `d6`, `d6+2`."""
    if not stats[Stat.COMBAT]:
        return ""
    rolled = ["d6"] if stats[Stat.DAMAGE_D6] else []
    damage = "+".join([*rolled, *([str(int(stats[Stat.DAMAGE]))] if stats[Stat.DAMAGE] or not rolled else [])])
    return f"{int(stats[Stat.COMBAT])} dice {int(stats[Stat.TO_HIT])}+, damage {damage}"


def shot_words(stats: Any) -> str:
    """A ranged attack: `3 dice 5+, damage 2, range 6`."""
    if not stats[Stat.SHOTS]:
        return ""
    dice = f"{int(stats[Stat.SHOTS])} dice {int(stats[Stat.RANGED_TO_HIT])}+"
    return f"{dice}, damage {int(stats[Stat.RANGED_DAMAGE])}, range {int(stats[Stat.RANGE])}"


def read_enemies(battle: Any, book: Any, groups: tuple[EnemyGroup, ...]) -> tuple[EnemyFigure, ...]:
    """The living enemies, in order of their slots."""
    cells = book["map"]["cell"]
    figures = []
    enemies = battle["enemies"]
    for e in range(int(battle["num_enemies"])):
        enemy = enemies[e]
        if not enemy["alive"]:
            continue
        group = groups[int(enemy["group"])]
        figures.append(
            EnemyFigure(
                index=e,
                group=group.index,
                label=f"{group.look.letter}{e}",
                place=top_left(int(cells[enemy["square"]]), int(enemy["lean"])),
                base=divmod(int(cells[enemy["square"]]), BOARD_SIDE),
                wide=int(battle["groups"][group.index]["stats"][Stat.SIZE]) == Size.VERY_LARGE,
                health_left=max(0, group.health - int(enemy["wounds"])),
                max_health=group.health,
                target=int(enemy["target"]),
            )
        )
    return tuple(figures)


def top_left(cell: int, lean: int) -> Place:
    """The first of a figure's squares, whose base is another corner where it hangs over the edge of the map."""
    row, col = divmod(cell, BOARD_SIDE)
    return row - lean // 2, col - lean % 2


def read_dice(pool: Any) -> tuple[Die, ...]:
    """The dice of the roll that was made last."""
    return tuple(
        Die(int(pool["values"][i]), int(pool["grades"][i]), bool(pool["marked"][i])) for i in range(int(pool["count"]))
    )


def acting(battle: Any) -> tuple[int, int]:
    """Hero and group whose activation goes on, -1 for none; at most one of them."""
    stack = battle["stack"]
    for i in reversed(range(int(stack["depth"]))):
        frame = stack["frames"][i]
        if frame["kind"] == Frame.ACTIVATION:
            return int(frame["hero"]), -1
        if frame["kind"] == Frame.GROUP:
            return -1, int(frame["slot"])
    return -1, -1


def remaining_order(battle: Any, book: Any, hero: int, group: int) -> tuple[tuple[str, int], ...]:
    """Who is still to be activated this turn, but for those whose activation goes on."""
    return tuple(place for place in who_comes(battle, book) if place not in (("hero", hero), ("group", group)))


def _headline(
    outcome: Outcome,
    heroes: tuple[HeroFigure, ...],
    groups: tuple[EnemyGroup, ...],
    asked: int,
    hero: int,
    group: int,
) -> str:
    if outcome != Outcome.UNDECIDED:
        return "Victory" if outcome == Outcome.WON else "Defeat"
    if asked >= 0 or hero >= 0:
        return heroes[asked if asked >= 0 else hero].title
    return groups[group].title if group >= 0 else "The party"


def mission_words(battle: Any, book: Any, outcome: Outcome) -> str:
    """Which battle of a delve it is, or how a last stand goes; nothing for a single battle, or when all is over."""
    plan = book["plan"]
    if outcome != Outcome.UNDECIDED:
        return ""
    if plan["num_stages"] > 0:
        return f" (battle {int(battle['stage']) + 1} of {int(plan['num_stages'])})"
    if plan["last_stand"] == 0:
        return ""
    entries = [str(site) for site in range(int(plan["num_sites"])) if battle["warnings"][site]]
    warnings = f", warnings at {', '.join(entries)}" if entries else ""
    return f" (Darkness at {int(battle['marker'])}{warnings})"


def _ending(heroes: tuple[HeroFigure, ...]) -> str:
    standing = sum(not hero.knocked_out for hero in heroes)
    return f"{standing} of {len(heroes)} heroes standing" if standing else "every hero is knocked out"
