"""What agents know of battles and delves."""

from __future__ import annotations

from brimstone_agents.playbook import Playbook
from brimstone_agents.scripted.tactics import TACTICS
from brimstone_env.battle.codes import (
    FIRST_DIE,
    FIRST_ENEMY,
    FIRST_HERO,
    FIRST_NUMBER,
    FIRST_SHOOT,
    FIRST_SQUARE,
    FIRST_USE,
)

PLAYBOOK = Playbook(
    tactics=TACTICS,
    proposers=(
        "scripted",
        "focus",
        "nearest",
        "dangerous",
        "door",
        "guard",
        "aggressive",
        "careful",
        "lavish",
        "headhunter",
    ),
    entry="brimstone_agents.scripted.entry",
    blocks=(FIRST_SQUARE, FIRST_ENEMY, FIRST_HERO, FIRST_DIE, FIRST_SHOOT, FIRST_USE, FIRST_NUMBER),
    seldom=range(FIRST_DIE, FIRST_SHOOT),  # single dice for rerolls: they seldom earn the grit
)
