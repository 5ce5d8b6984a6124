"""The arena: an agent plays many battles of a scenario in batches, each from its own episode seed.

Battles are played in chunks of fixed size. The agent is reset once a chunk, with the chunk's first episode seed, so
that a chunk's results depend on nothing but the agent, the scenario and its seeds: chunks can be played in any order,
or elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.base import Actions, Agent
from brimstone_agents.batch import Batch, Match
from brimstone_agents.simulator import Simulator, attach
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import Game
from brimstone_env.core.prepared import SCORE_UNIT

CHUNK = 256  # battles played side by side
MAX_DECISIONS = 5000  # a battle that takes longer counts as not won (an agent that only does illegal things, say)

RESULT = np.dtype(
    [
        ("seed", np.int64),  # episode seed
        ("won", np.bool_),
        ("cut_off", np.bool_),  # True: stopped undecided after MAX_DECISIONS
        ("score", np.float64),  # the rewards of the battle together, -1..1 (in a delve of n battles each is worth 1/n)
        ("heroes_standing", np.int16),  # heroes not knocked out at the end
        ("health", np.int16),  # Health left, all heroes together
        ("sanity", np.int16),  # Sanity left, all heroes together
        ("enemies_left", np.int16),  # living enemies at the end
        ("enemies_killed", np.int16),
        ("turns", np.int32),  # number of the last turn
        ("decisions", np.int32),  # actions applied
        ("illegal", np.int32),  # actions refused
    ]
)


def play_battles(
    agent: Agent,
    match: Match,
    seeds: NDArray[np.int64],
    report: Callable[[int], None] | None = None,
    actions: Sequence[list[int]] = (),
) -> NDArray[Any]:
    """Let an agent play one battle for each episode seed.

    Args:
        agent: who plays the heroes.
        match: what is played.
        seeds: (n,) episode seeds.
        report: called with the number of battles that have ended since the last call.
        actions: lists that get the actions of the first battles, one a battle, illegal ones left out.

    Returns:
        (n,) records of dtype ``RESULT``, in the order of the seeds.
    """
    results = []
    for chunk in split_chunks(seeds):
        results.append(play_chunk(agent, match, chunk, report, actions[: len(chunk)]))
        actions = actions[len(chunk) :]
    return np.concatenate(results) if results else np.zeros(0, RESULT)


def split_chunks(seeds: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """The seeds in chunks of ``CHUNK``, the last one shorter."""
    for start in range(0, len(seeds), CHUNK):
        yield seeds[start : start + CHUNK]


def play_chunk(
    agent: Agent,
    match: Match,
    seeds: NDArray[np.int64],
    report: Callable[[int], None] | None = None,
    actions: Sequence[list[int]] = (),
) -> NDArray[Any]:
    """Play one chunk of battles side by side until all are over; see ``play_battles``."""
    batch = Batch(match, len(seeds))
    batch.reset(seeds)
    attach(agent, Simulator(match, batch.battles))
    agent.reset(len(seeds), int(seeds[0]))
    illegal = np.zeros(len(seeds), np.int32)
    going = batch.battles["outcome"] == 0
    for _ in range(MAX_DECISIONS):
        if not going.any():
            break
        chosen = checked_actions(agent.act(batch.observations, batch.masks), len(seeds))
        batch.step(chosen)
        for row, kept in enumerate(actions):
            if going[row] and batch.applied[row]:
                kept.append(int(chosen[row]))
        illegal += going & (batch.applied == 0)
        before = int(going.sum())
        going = batch.battles["outcome"] == 0
        if report is not None:
            report(before - int(going.sum()))
    return _read_results(match.game, batch.battles, seeds, illegal)


def checked_actions(actions: Any, count: int) -> Actions:
    """What an agent answered, as (count,) int64.

    Raises:
        InputError: if it is anything but one whole number for each battle.
    """
    answer = np.asarray(actions)
    if answer.shape != (count,) or answer.dtype.kind not in "iu":
        raise InputError(
            f"the agent's act() answered {answer.dtype} of shape {answer.shape}, allowed are whole numbers of shape "
            f"({count},), one action for each battle"
        )
    return answer.astype(np.int64)


def _read_results(
    game: Game, battles: NDArray[Any], seeds: NDArray[np.int64], illegal: NDArray[np.int32]
) -> NDArray[Any]:
    results = np.zeros(len(battles), RESULT)
    outcome = battles["outcome"]
    results["seed"] = seeds
    results["won"] = outcome == game.outcomes.index("won")
    results["cut_off"] = outcome == 0
    results["score"] = battles["score"] / SCORE_UNIT
    results["heroes_standing"] = battles["num_standing"]
    results["health"], results["sanity"] = read_party(game, battles)
    results["enemies_left"] = battles["num_alive"]
    results["enemies_killed"] = battles["num_enemies"].astype(np.int16) - battles["num_alive"]
    results["turns"] = battles["turn"]
    results["decisions"] = battles["num_decisions"]
    results["illegal"] = illegal
    return results


def read_party(game: Game, battles: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Health and Sanity left of all heroes together, (n,) each; in a game without Sanity the latter is 0."""
    names = battles.dtype.names or ()
    if "heroes" in names:
        heroes = battles["heroes"]
        return heroes["health"].sum(axis=1, dtype=np.int64), heroes["sanity"].sum(axis=1, dtype=np.int64)
    heroes = battles["creatures"][:, : game.num_heroes]
    health = (np.maximum(heroes["stamina"], 0) * heroes["alive"]).sum(axis=1, dtype=np.int64)
    return health, np.zeros_like(health)
