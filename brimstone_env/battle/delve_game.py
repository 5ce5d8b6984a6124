"""Delve-v0: battles one after the other, or a last stand; the rules, records and actions are those of Battle-v0."""

from __future__ import annotations

import dataclasses
from typing import Any

from brimstone_env.battle.game import GAME as BATTLE
from brimstone_env.battle.scenario import Scenario, load_scenario
from brimstone_env.core.errors import InputError


def load_delve(source: Any) -> Scenario:
    """Load a scenario that is a delve or a last stand; see `load_scenario`.

    Raises:
        InputError: if it is a single battle.
    """
    scenario = load_scenario(source)
    if not scenario.is_delve:
        raise InputError(
            f"scenario {scenario.name} is a single battle, which is for {BATTLE.env_id}: allowed are scenarios with "
            "stages or last_stand"
        )
    return scenario


GAME = dataclasses.replace(BATTLE, name="delve", env_id="brimstone/Delve-v0", load_scenario=load_delve)
