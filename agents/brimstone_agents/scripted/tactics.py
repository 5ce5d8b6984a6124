"""The named tactics: what each of them is, for players and for the compiled kernel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from brimstone_agents.scripted.tactic import HUNDRED, Stance, Tactic, Target, Weight
from brimstone_env.core.records import new_records

SENSIBLE: Mapping[Weight, float] = {
    Weight.KILL_TURNS: 1.25,
    Weight.WOUND_SHARE: 0.2,
    Weight.FEAR_OF_FALL: 8.0,
    Weight.CAUTION: 0.3,
    Weight.STEP_COST: 0.01,
    Weight.MARGIN: 0.3,
    Weight.ESCAPE_COST: 0.6,
    Weight.GRIT_FAILURES: 2.0,
    Weight.GRIT_WOUNDS: 0.5,
    Weight.HEAL_BELOW: 0.6,
    Weight.RECOVERY: 6.0,
    Weight.POST: 0.0,
    Weight.HURRY: 0.0,
    Weight.WARD: 0.0,
}


@dataclass(frozen=True)
class NamedTactic:
    """One tactic.

    Attributes:
        name: its name.
        description: what a player would call it, one line.
        stance: where it stands.
        target: whom it strikes first.
        weights: where it differs from a sensible player's weights.
    """

    name: str
    description: str
    stance: Stance
    target: Target
    weights: Mapping[Weight, float] = field(default_factory=dict)

    def as_record(self) -> NDArray[Any]:
        """(1,) record array of ``Tactic``, as the kernel takes it."""
        records = new_records(Tactic, 1)
        records["stance"] = self.stance
        records["target"] = self.target
        for weight, value in {**SENSIBLE, **self.weights}.items():
            records["weights"][0, weight] = round(value * HUNDRED)
        return records


TACTICS = {
    tactic.name: tactic
    for tactic in (
        NamedTactic("rollout", "sensible at a glance: for the rollouts of search", Stance.QUICK, Target.WORTH),
        NamedTactic(
            "scripted",
            "plays sensibly: strikes who is near, few enemies reach it, retreats when hurt, grit where it counts",
            Stance.BALANCED,
            Target.NEAREST,
        ),
        NamedTactic("focus", "focus fire: everybody at the same enemy until it falls", Stance.BALANCED, Target.WEAKEST),
        NamedTactic(
            "nearest",
            "nearest first: goes to the nearest enemy and strikes it",
            Stance.BALANCED,
            Target.NEAREST,
            {Weight.CAUTION: 0.0},
        ),
        NamedTactic(
            "dangerous", "most dangerous first: whoever deals most is killed first", Stance.BALANCED, Target.DANGEROUS
        ),
        NamedTactic(
            "door",
            "hold the door: stands in the nearest free doorway and fights there",
            Stance.DOOR,
            Target.WORTH,
            {Weight.POST: 4.0, Weight.CAUTION: 0.0},
        ),
        NamedTactic(
            "guard",
            "guard the weak: stays by the weakest hero and keeps enemies from it",
            Stance.GUARD,
            Target.WORTH,
            {Weight.POST: 0.6, Weight.WARD: 2.0},
        ),
        NamedTactic(
            "aggressive",
            "all-out aggression: attacks wherever that does most, grit for hits",
            Stance.BALANCED,
            Target.WORTH,
            {
                Weight.CAUTION: 0.0,
                Weight.GRIT_FAILURES: 1.0,
                Weight.GRIT_WOUNDS: 1.0,
                Weight.HEAL_BELOW: 0.2,
                Weight.RECOVERY: 0.0,
                Weight.HURRY: 1.0,
            },
        ),
        NamedTactic(
            "lavish",
            "lavish: spends grit on every failed attack, and wounds whom it cannot kill",
            Stance.BALANCED,
            Target.NEAREST,
            {Weight.GRIT_FAILURES: 1.0, Weight.WOUND_SHARE: 0.5},
        ),
        NamedTactic(
            "headhunter",
            "headhunter: the most dangerous first, and no grit spared for it",
            Stance.BALANCED,
            Target.DANGEROUS,
            {Weight.GRIT_FAILURES: 1.0, Weight.WOUND_SHARE: 0.5},
        ),
        NamedTactic(
            "careful",
            "careful: stays out of reach when hurt, heals early, recovers the fallen",
            Stance.BALANCED,
            Target.WORTH,
            {
                Weight.CAUTION: 1.6,
                Weight.FEAR_OF_FALL: 12.0,
                Weight.HEAL_BELOW: 0.8,
                Weight.RECOVERY: 12.0,
                Weight.GRIT_WOUNDS: 0.3,
                Weight.GRIT_FAILURES: 3.0,
            },
        ),
    )
}
