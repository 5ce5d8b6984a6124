"""The named tactics of the rounds: what each of them is, for players and for the compiled kernel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from brimstone_agents.scripted_rounds.tactic import HUNDRED, Order, Tactic, Target, Weight
from brimstone_env.core.records import new_records

SENSIBLE: Mapping[Weight, float] = {
    Weight.FELL: 1.0,
    Weight.PRICE: 1.5,
    Weight.SURGE: 1.0,
    Weight.EXPOSURE: 0.02,
    Weight.PROVOKED: 3.0,
    Weight.FLANK: 1.5,
    Weight.HEAL_BELOW: 0.5,
    Weight.MEND: 1.0,
    Weight.MARGIN: 1.0,
    Weight.CONDITION: 1.0,
    Weight.WAIT: 0.0,
    Weight.GUARD: 3.0,
    Weight.HURRY: 6.0,
    Weight.SLAM: 1.5,
    Weight.GRANT: 0.8,
    Weight.BOON: 1.5,
    Weight.FEAR: 1.0,
    Weight.SPARE: 0.2,
    Weight.SOON: 0.4,
    Weight.RETREAT: 0.1,
    Weight.MEND_FIRST: 1.0,
    Weight.AID: 1.0,
}


@dataclass(frozen=True)
class NamedTactic:
    """One tactic.

    Attributes:
        name: its name.
        description: what a player would call it, one line.
        order: who acts next.
        target: whom it strikes first.
        glance: whether moves are chosen by distance alone.
        weights: where it differs from a sensible player's weights.
    """

    name: str
    description: str
    order: Order = Order.WORTH
    target: Target = Target.WORTH
    glance: bool = False
    weights: Mapping[Weight, float] = field(default_factory=dict)

    def as_record(self) -> NDArray[Any]:
        """(1,) record array of ``Tactic``, as the kernel takes it."""
        records = new_records(Tactic, 1)
        records["order"] = self.order
        records["target"] = self.target
        records["glance"] = self.glance
        for weight, value in {**SENSIBLE, **self.weights}.items():
            records["weights"][0, weight] = round(value * HUNDRED)
        return records


TACTICS = {
    tactic.name: tactic
    for tactic in (
        NamedTactic("rollout", "sensible at a glance: for the rollouts of search", glance=True),
        NamedTactic("scripted", "plays sensibly: who can do most acts next and strikes where it does most"),
        NamedTactic("in-order", "the same, but heroes act in the order in which they are listed", Order.SLOT),
        NamedTactic("focus", "focus fire: everybody at the same enemy until it falls", target=Target.WEAKEST),
        NamedTactic("nearest", "nearest first: goes to the nearest enemy and strikes it", target=Target.NEAREST),
        NamedTactic(
            "dangerous", "most dangerous first: whoever is worth most is felled first", target=Target.DANGEROUS
        ),
        NamedTactic(
            "aggressive",
            "all-out aggression: strikes wherever that does most, and recovers only when nearly dying",
            weights={
                Weight.EXPOSURE: 0.0,
                Weight.PROVOKED: 1.0,
                Weight.HEAL_BELOW: 0.2,
                Weight.MEND: 0.4,
                Weight.PRICE: 0.0,
                Weight.SURGE: 0.0,
            },
        ),
        NamedTactic(
            "careful",
            "careful: stays out of reach, recovers early, mends the hurt",
            weights={
                Weight.EXPOSURE: 0.1,
                Weight.RETREAT: 0.4,
                Weight.PROVOKED: 6.0,
                Weight.HEAL_BELOW: 0.7,
                Weight.MEND: 1.6,
                Weight.MARGIN: 0.5,
            },
        ),
        NamedTactic(
            "lavish",
            "lavish: heroic abilities and surges as soon as they can be had",
            weights={Weight.PRICE: 0.0, Weight.SURGE: 0.0},
        ),
        NamedTactic(
            "hinder",
            "hinders: conditions and forced movement before damage",
            weights={Weight.CONDITION: 3.0},
        ),
        NamedTactic(
            "slams", "slams: shoves enemies into walls and into each other before all else", weights={Weight.SLAM: 3.0}
        ),
        NamedTactic("hurt-first", "who is hurt most acts first", Order.HURT),
        NamedTactic("hurt-last", "who is hurt most acts last", Order.STURDY),
    )
}
