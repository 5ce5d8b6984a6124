"""The behaviour mix in figures that a player would ask for: by round, by battle, and in shares."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Totals = Mapping[str, float]
BATTLES = "battles"  # besides the counts: how many battles they are of
ATTACKS = ("melee_attacks", "gun_attacks", "other_attacks")
GRIT = ("grit_rerolls", "grit_moves", "grit_other")


@dataclass(frozen=True)
class Figure:
    """One figure of the mix: a quotient of sums of counts, over all battles together.

    Attributes:
        name: its name in tables of numbers.
        heading: its name for people.
        above: the counts that are added up.
        below: the counts that they are divided by, added up; `BATTLES` for a mean by battle.
        is_share: whether it is shown in percent.
    """

    name: str
    heading: str
    above: tuple[str, ...]
    below: tuple[str, ...]
    is_share: bool = True


MIX = (
    Figure("attacks_a_round", "attacks a round", ATTACKS, ("rounds",), False),
    Figure("melee", "attacks in melee", ("melee_attacks",), ATTACKS),
    Figure("guns", "attacks with guns", ("gun_attacks",), ATTACKS),
    Figure("other", "attacks with dynamite or tokens", ("other_attacks",), ATTACKS),
    Figure("hits_an_attack", "hits an attack", ("hits",), ATTACKS, False),
    Figure("nearest", "hit the nearest", ("chose_nearest",), ("target_choices",)),
    Figure("weakest", "hit the weakest", ("chose_weakest",), ("target_choices",)),
    Figure("wounded", "hit one wounded before", ("chose_wounded",), ("target_choices",)),
    Figure("largest", "hit the largest", ("chose_largest",), ("target_choices",)),
    Figure("wounds_dealt_a_round", "wounds dealt a round", ("wounds_dealt",), ("rounds",), False),
    Figure("wounds_taken_a_round", "wounds taken a round", ("wounds_taken",), ("rounds",), False),
    Figure("grit_spent", "grit spent a battle", GRIT, (BATTLES,), False),
    Figure("grit_on_rerolls", "grit spent on rerolls", ("grit_rerolls",), GRIT),
    Figure("escapes_tried", "escapes tried a battle", ("escapes_tried",), (BATTLES,), False),
    Figure("escapes_made", "escapes made", ("escapes_made",), ("escapes_tried",)),
    Figure("squares_a_round", "squares moved a round", ("squares_moved",), ("rounds",), False),
    Figure("knockouts", "heroes knocked out a battle", ("knockouts",), (BATTLES,), False),
)

USES = ("signature_uses", "heroic_uses", "free_strikes")
ROUNDS_MIX = (
    Figure("damage_dealt_a_turn", "damage dealt a hero's turn", ("damage_dealt",), ("hero_turns",), False),
    Figure("damage_taken_a_round", "damage taken a round", ("damage_taken",), ("rounds",), False),
    Figure("heroes_first", "heroes go first", ("heroes_began",), (BATTLES,)),
    Figure("first_listed", "first listed acts next", ("chose_first_listed",), ("order_choices",)),
    Figure("hurt_next", "most hurt acts next", ("chose_hurt",), ("order_choices",)),
    Figure("heroic", "heroic abilities", ("heroic_uses",), USES),
    Figure("areas", "areas", ("area_uses",), USES),
    Figure("free_strikes", "free strikes", ("free_strikes",), USES),
    Figure("charges", "charges a battle", ("charges",), (BATTLES,), False),
    Figure("triggered", "triggered actions a round", ("triggered_uses",), ("rounds",), False),
    Figure("resource", "Heroic Resource a battle", ("resource_spent",), (BATTLES,), False),
    Figure("surges", "surges a battle", ("surges_spent",), (BATTLES,), False),
    Figure("nearest", "strike the nearest", ("chose_nearest",), ("target_choices",)),
    Figure("weakest", "strike the weakest", ("chose_weakest",), ("target_choices",)),
    Figure("dangerous", "strike the most dangerous", ("chose_dangerous",), ("target_choices",)),
    Figure("slams", "slams a battle", ("slams",), (BATTLES,), False),
    Figure("conditions", "conditions imposed a battle", ("conditions_dealt",), (BATTLES,), False),
    Figure("free_strikes_taken", "free strikes taken a battle", ("enemy_free_strikes",), (BATTLES,), False),
    Figure("breaths", "Catch Breath a battle", ("breaths",), (BATTLES,), False),
    Figure("deaths", "heroes lost a battle", ("deaths",), (BATTLES,), False),
)


def mix_of(behaviours: NDArray[Any]) -> dict[str, float]:
    """The figures of several battles together, by name.

    Args:
        behaviours: (n,) records with the counts of a game.

    Returns:
        Each figure of the game's mix; NaN where there is nothing to divide by (no choice of a target, say).
    """
    names = behaviours.dtype.names or ()
    totals = {name: float(behaviours[name].sum()) for name in names} | {BATTLES: len(behaviours)}
    return {figure.name: _quotient(totals, figure) for figure in figures_of(names)}


def figures_of(names: Collection[str]) -> tuple[Figure, ...]:
    """The figures of the mix that can be worked out from fields of these names: those of their game."""
    return next(mix for mix in (MIX, ROUNDS_MIX) if {*mix[0].above, *mix[0].below} <= {*names, BATTLES})


def _quotient(totals: Totals, figure: Figure) -> float:
    above, below = (sum(totals[name] for name in names) for names in (figure.above, figure.below))
    return above / below if below else float("nan")


def mix_rows(mixes: Sequence[tuple[str, Mapping[str, float]]]) -> list[list[str]]:
    """A table of mixes as text: the agents' names, then a row for each figure.

    Args:
        mixes: name of an agent and its figures, as `mix_of` gives them.
    """
    headings = ["behaviour", *(name for name, _ in mixes)]
    names = list(mixes[0][1]) if mixes else []
    figures = next((mix for mix in (MIX, ROUNDS_MIX) if [figure.name for figure in mix] == names), MIX)
    return [headings, *([figure.heading, *(show(figure, mix[figure.name]) for _, mix in mixes)] for figure in figures)]


def show(figure: Figure, value: float) -> str:
    """A figure as text: a share in percent, `-` for none."""
    if np.isnan(value):
        return "-"
    return f"{value:.0%}" if figure.is_share else f"{value:.1f}"
