"""What no step may change, whatever was played: looked at on a whole batch at once, before and after the step."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.codes import DYNAMITE, FIRST_NUMBER, FIRST_USE, Decision, Outcome, Verb

Flags = NDArray[np.bool_]
GROWING = ("experience", "gold", "dark_stone", "injuries", "madness", "mutations", "dead")
FIXED = ("class_id", "upgrade")


def any_of(flags: NDArray[np.bool_]) -> Flags:
    """(n,) whether any flag of a row is set."""
    return flags.reshape(len(flags), -1).any(1)


def moved_heroes(before: Any, after: Any) -> Flags:
    """(n, heroes) which heroes stand elsewhere."""
    moved: Flags = before["heroes"]["square"] != after["heroes"]["square"]
    return moved


def may_move(before: Any, after: Any) -> Flags:
    """(n, heroes) whose square a step may change: the mover, whom it drags, and all of them in a new battle."""
    count = before["heroes"].shape[1]
    rows = np.arange(len(before))
    pending = before["pending"]
    free = np.zeros((len(before), count), bool)
    about = (pending["hero"] >= 0) & np.isin(pending["kind"], (Decision.MOVE, Decision.REROLL, Decision.REVIVE))
    free[rows[about], pending["hero"][about]] = True
    for dragged in (before["heroes"]["dragging"], after["heroes"]["dragging"]):
        for battle, hero in np.argwhere(dragged >= 0):
            free[battle, dragged[battle, hero]] |= free[battle, hero]
    free |= before["heroes"]["knocked_out"] == 1  # it may stand up beside who stands on its marker, and fall again
    free |= (before["stage"] != after["stage"])[:, None]
    return free


def find_changes(before: Any, after: Any, actions: NDArray[np.int64]) -> list[str]:
    """(n,) what a step changed that no step may, empty where nothing is wrong.

    Args:
        before: (n,) the battles.
        after: (n,) the same, a step later.
        actions: (n,) what was played, -1 where nothing was.
    """
    old, new = before["heroes"], after["heroes"]
    same_stage = before["stage"] == after["stage"]
    used = ((actions >= FIRST_USE) & (actions < FIRST_NUMBER)) | (actions == Verb.THROW_DYNAMITE)
    used |= np.isin(before["pending"]["kind"], (Decision.THROW, Decision.BOOST, Decision.SHIV, Decision.TOKEN_HERO))
    used |= np.isin(before["pending"]["kind"], (Decision.SKILL, Decision.REROLL, Decision.BETWEEN, Decision.ASSIGN))
    chained = np.arange(old["tokens"].shape[-1]) == DYNAMITE  # it may go off in the bag (option `dynamite_chain`)
    lost_tokens = any_of((old["tokens"] > new["tokens"]) & ~chained)
    gone = any_of(before["enemies"]["alive"] > after["enemies"]["alive"])  # who is left behind takes its card along
    found = {f"a hero's {name} shrank": any_of(old[name] > new[name]) for name in GROWING}
    found |= {f"a hero's {name} changed": any_of(old[name] != new[name]) for name in FIXED}
    found |= {
        "the party changed": before["num_heroes"] != after["num_heroes"],
        "a hero moved out of its turn": any_of(moved_heroes(before, after) & ~may_move(before, after)),
        "a token vanished": lost_tokens & ~used,
        "an item vanished": any_of((old["items"] >= 0) & (new["items"] < 0)),
        "a revive token was found": before["revive_tokens"] < after["revive_tokens"],
        "enemy slots were given back": same_stage & (before["num_enemies"] > after["num_enemies"]),
        "threat cards were taken back": same_stage & ~gone & (before["threat_cards"] > after["threat_cards"]),
        "the turn ran back": same_stage & (before["turn"] > after["turn"]),
        "the battle of a delve ran back": before["stage"] > after["stage"],
        "a battle that is over went on": same_stage
        & (before["outcome"] != Outcome.UNDECIDED)
        & (after["outcome"] != before["outcome"]),
    }
    sentences = [""] * len(before)
    for what, where in found.items():
        for i in np.flatnonzero(where):
            sentences[i] = sentences[i] or what
    return sentences
