"""The pending decision as a short question for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brimstone_env.battle.codes import Decision, Roll

# Decisions beside which the dice of the last roll are shown.
ABOUT_A_ROLL = (Decision.REROLL, Decision.ASSIGN, Decision.ASSIGN_ALL, Decision.DEAD_EYE, Decision.BOOST)
# Questions with what the battle fills in: `amount`, `hits`, `points` and `squares` with their word, `label` of the
# enemy, `roll` and `need` of the last roll.
QUESTIONS: Mapping[Decision, str] = {
    Decision.NONE: "acts",
    Decision.ACTIVATE: "which hero is next?",
    Decision.REROLL: "{roll} roll{need}: spend grit to roll dice again?",
    Decision.MOVE: "where to move? {squares} left",
    Decision.ATTACK: "attack, or end the activation?",
    Decision.FREE_ATTACK: "the free attack: with what?",
    Decision.ASSIGN: "who takes the next hit? {hits} left",
    Decision.ASSIGN_ALL: "who takes all {hits}?",
    Decision.DEAD_EYE: "{amount} damage to {label}: add 2 with Dead Eye?",
    Decision.SPLIT: "how much of {amount} damage goes to {label}?",
    Decision.SPLIT_TARGET: "who on the square takes the other {amount} damage?",
    Decision.HEAL: "heal {points}: how many of Health?",
    Decision.REVIVE: "use a revive token?",
    Decision.FIRST: "which of the nearest enemies goes first?",
    Decision.BREATH: "catch your breath: healing or grit?",
    Decision.RECOVER: "which knocked-out hero to help up?",
    Decision.DRAG: "which knocked-out hero to drag along?",
    Decision.THROW: "on which square to throw the dynamite?",
    Decision.TOKEN_HERO: "on which hero to use the token?",
    Decision.SKILL: "which skill to raise?",
    Decision.BOOST: "add to the damage of this hit on {label}?",
    Decision.MAIN_GUN: "which gun in the better hand?",
    Decision.OFF_GUN: "which gun in the other hand?",
    Decision.FAN: "which pistol to fan?",
    Decision.QUICKDRAW: "new enemies: a free attack at once, with what?",
    Decision.REDRAW: "keep this loot card, or draw another?",
    Decision.BETWEEN: "between two battles: what to use before going on?",
    Decision.FIRST_SIDE: "which side is first in every turn?",
    Decision.SWAP: "change places in the order, with whom?",
    Decision.AGREE: "change places with hero {amount}?",
    Decision.SHIV: "which enemy to strike?",
}


def ask_in_words(battle: Any, labels: Mapping[int, str]) -> str:
    """The pending decision as a short question.

    Args:
        battle: the battle.
        labels: what the living enemies are called, by index.
    """
    pending, pool = battle["pending"], battle["pool"]
    amount = int(pending["amount"])
    question = QUESTIONS[Decision(int(pending["kind"]))]
    return question.format(
        amount=amount,
        hits=plural(amount, "hit"),
        points=plural(amount, "point"),
        squares=plural(int(battle["heroes"][int(pending["hero"])]["move_points"]), "square"),
        label=labels.get(int(pending["enemy"]), "the enemy"),
        roll=Roll(int(pool["kind"])).name.lower().replace("_", " "),
        need=f", needs {int(pool['need'])}+" if pool["need"] > 0 else "",
    )


def plural(count: int, word: str) -> str:
    """`1 hit`, `2 hits`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
