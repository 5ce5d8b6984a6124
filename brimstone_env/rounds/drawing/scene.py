"""What a picture shows of a battle, read once from the public view: figures, whose turn it is, what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.render.board import Place
from brimstone_env.core.render.looks import HERO_COLOURS, Look, initials, spread_looks
from brimstone_env.core.render.palette import Colour
from brimstone_env.rounds.codes import FIRST_CREATURE, FIRST_SQUARE, MAX_CREATURES, MAX_HEROES, MAX_SQUARES
from brimstone_env.rounds.view import view

QUESTIONS = {
    "side": "which side goes first?",
    "next": "who acts next?",
    "turn": "what does it do?",
    "target": "at whom?",
    "area": "where?",
    "surges": "how many surges?",
    "react": "does it react?",
    "force": "which way is it shoved?",
    "stability": "how far does it resist?",
    "vote": "who should act next?",
    "swap": "with whom does it swap?",
    "agree": "does it agree to swap?",
    "spend": "how much more does it spend?",
    "option": "which of these?",
    "ending": "which condition ends?",
    "potency": "spend two surges on the potency?",
}
TITLES = {"won": "The heroes have won", "lost": "The heroes have lost"}


@dataclass(frozen=True)
class FigureScene:
    """A creature in a picture.

    Attributes:
        creature: its index, heroes first.
        title: its kind in words.
        label: what stands on it: a hero's initials, an enemy's letter and its number in the names of actions.
        place: its square, None when it is gone.
        wide: whether it covers 2 x 2 squares.
        stamina: Stamina left, of minions the squad's.
        most: Stamina when unhurt.
        words: conditions and what else holds of it.
        colour: a hero's colour.
        look: an enemy's look, None for heroes.
        resource: Heroic Resource in hand.
        surges: surges in hand.
        recoveries: Recoveries left.
        acted: whether it had its turn in this round.
        active: whether it is its turn.
        chosen: whether an action may name it.
        squad: the squad whose Stamina it shares, -1 for none (captains have their own).
    """

    creature: int
    title: str
    label: str
    place: Place | None
    wide: bool
    stamina: int
    most: int
    words: tuple[str, ...]
    colour: Colour
    look: Look | None
    resource: int
    surges: int
    recoveries: int
    acted: bool
    active: bool
    chosen: bool
    squad: int


@dataclass(frozen=True)
class Scene:
    """A battle, as pictures show it.

    Attributes:
        headline: round, and whose turn it is, or how the battle ended.
        question: what is asked of whom.
        malice: the Director's Malice.
        heroes: the heroes.
        enemies: the enemies, the dead included.
        order: who is still to act in this round.
        steps: squares that an action may name.
        graves: squares where rotting zombies fell, whose ground grasps.
    """

    headline: str
    question: str
    malice: int
    heroes: tuple[FigureScene, ...]
    enemies: tuple[FigureScene, ...]
    order: tuple[str, ...]
    steps: tuple[Place, ...]
    graves: tuple[Place, ...]


def read_scene(battle: Any, book: Any, tables: Any, mask: NDArray[Any] | None) -> Scene:
    """What is to be drawn of a battle.

    Args:
        battle: one record of `Battle`.
        book: the record of `Book` that it is played with.
        tables: the printed facts, for names.
        mask: (NUM_ACTIONS,) legal actions, None: no marks.
    """
    seen = view(battle, book, tables)
    legal = np.zeros(FIRST_CREATURE + MAX_CREATURES, np.int8) if mask is None else np.asarray(mask)
    kinds = list(dict.fromkeys(enemy["kind"] for enemy in seen["enemies"]))
    words = [" ".join(reversed(kind.split("-"))) for kind in kinds]  # a goblin warrior is a W rather than one more G
    looks = dict(zip(kinds, spread_looks({}, words), strict=True))
    enemies = []
    for index, enemy in enumerate(seen["enemies"]):
        label = f"{looks[enemy['kind']].letter}{index}"
        enemies.append(_figure(seen, enemy, MAX_HEROES + index, label, looks[enemy["kind"]], legal, battle, book))
    heroes = [
        _figure(seen, hero, index, initials(hero["kind"]), None, legal, battle, book)
        for index, hero in enumerate(seen["heroes"])
    ]
    squares = [divmod(cell, 16) for cell in range(MAX_SQUARES) if legal[FIRST_SQUARE + cell]]
    figures = {
        **{f"hero {hero.creature}": f"{hero.title} (hero {hero.creature})" for hero in heroes},
        **{f"enemy {enemy.creature - MAX_HEROES}": f"{enemy.title} {enemy.label}" for enemy in enemies},
    }
    asked = ask_words(seen, figures)
    active = "" if seen["active"] == "nobody" else f": {figures[seen['active']]}"
    headline = TITLES.get(seen["outcome"], f"Round {seen['turn']}{active}")
    return Scene(
        headline=headline,
        question=asked,
        malice=seen["malice"],
        heroes=tuple(heroes),
        enemies=tuple(enemies),
        order=tuple(order_words(seen, enemies)),
        steps=tuple(squares),
        graves=tuple((int(row), int(column)) for row, column in seen["graves"]),
    )


def order_words(seen: Any, enemies: Sequence[FigureScene]) -> list[str]:
    """Who is still to act; of a group of enemies its members by the labels that stand on them.

    Args:
        seen: the view of the battle.
        enemies: the enemies.
    """
    words = []
    for name in seen["order"]:
        kind, _, number = str(name).partition(" ")
        if kind != "group":
            words.append(str(name))
            continue
        members = [enemies[member] for member in seen["groups"][int(number)]["members"]]
        words.append(f"{name} ({', '.join(dict.fromkeys(_short(figure, members) for figure in members))})")
    return words


def _short(figure: FigureScene, members: Sequence[FigureScene]) -> str:
    """A figure of a group by its label, or the squad that it is of."""
    same = [other for other in members if other.look is figure.look and other.squad == figure.squad]
    if figure.squad < 0 or figure.look is None or len(same) == 1:
        return figure.label
    return f"{len(same)} x {figure.look.letter}"


def ask_words(seen: Any, figures: Mapping[str, str]) -> str:
    """What is asked of whom, in words.

    Args:
        seen: the view of the battle.
        figures: creatures as people say them, by the view's words.
    """
    if seen["decision"] == "none":
        return ""
    about = seen["about"]["ability"]
    words = QUESTIONS.get(seen["decision"], seen["decision"])
    return f"{figures.get(seen['seat'], seen['seat'])}: {words}{f' ({about})' if about else ''}"


def listed(enemies: Sequence[FigureScene]) -> list[tuple[FigureScene, int]]:
    """The living enemies as a list shows them: of a squad the first, with how many there are; others by themselves."""
    rows: dict[tuple[int, int], tuple[FigureScene, int]] = {}
    for enemy in enemies:
        if enemy.place is None:
            continue
        key = (enemy.squad, enemy.creature if enemy.squad < 0 else -1)
        first, count = rows.get(key, (enemy, 0))
        if enemy.active and not first.active:
            first = enemy
        words = tuple(dict.fromkeys((*first.words, *enemy.words)))
        rows[key] = (replace(first, words=words, acted=first.acted and enemy.acted), count + 1)
    return list(rows.values())


def _figure(
    seen: Any, figure: Any, creature: int, label: str, look: Look | None, legal: Any, battle: Any, book: Any
) -> FigureScene:
    squad = figure["squad"]
    leads = any(row["captain"] == f"enemy {creature - MAX_HEROES}" for row in seen["squads"])
    pooled = squad >= 0 and not leads
    hurt = "dying" if figure["dying"] else "winded"
    marks = [word for word in ("surprised", "defending", hurt) if figure[word]]
    if leads:
        marks.insert(0, "captain")
    return FigureScene(
        creature=creature,
        title=str(figure["kind"]).replace("-", " "),
        label=label,
        place=None if figure["at"] is None else (int(figure["at"][0]), int(figure["at"][1])),
        wide=int(book["kinds"][int(battle["creatures"][creature]["kind"])]["width"]) == 2,
        stamina=seen["squads"][squad]["stamina"] if pooled else figure["stamina"],
        most=seen["squads"][squad]["full"] * figure["max_stamina"] if pooled else figure["max_stamina"],
        words=(*marks, *figure["conditions"]),
        colour=HERO_COLOURS[creature % len(HERO_COLOURS)],
        look=look,
        resource=figure["resource"],
        surges=figure["surges"],
        recoveries=figure["recoveries"],
        acted=figure["acted"],
        active=seen["active"] == (f"hero {creature}" if look is None else f"enemy {creature - MAX_HEROES}"),
        chosen=bool(legal[FIRST_CREATURE + creature]),
        squad=squad if pooled else -1,
    )
