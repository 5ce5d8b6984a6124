"""What agents know of the rounds."""

from __future__ import annotations

from brimstone_agents.playbook import Playbook
from brimstone_agents.scripted_rounds.tactics import TACTICS
from brimstone_env.rounds.codes import FIRST_ABILITY, FIRST_CREATURE, FIRST_NUMBER, FIRST_SQUARE

PLAYBOOK = Playbook(
    tactics=TACTICS,
    proposers=(
        "scripted",
        "focus",
        "nearest",
        "dangerous",
        "aggressive",
        "careful",
        "lavish",
        "hinder",
        "slams",
        "hurt-first",
        "hurt-last",
    ),
    entry="brimstone_agents.scripted_rounds.entry",
    blocks=(FIRST_SQUARE, FIRST_CREATURE, FIRST_ABILITY, FIRST_NUMBER),
)
