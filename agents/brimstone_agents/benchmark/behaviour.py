"""How agents play: the behaviour mix of battles, found by playing them again with the event log."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from math import isclose
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.batch import Match
from brimstone_agents.benchmark.counting import Behaviour
from brimstone_agents.benchmark.counting_rounds import RoundsBehaviour
from brimstone_env.core.dice import new_dice, stream_states
from brimstone_env.core.errors import InputError
from brimstone_env.core.prepared import SCORE_UNIT
from brimstone_env.core.records import dtype_of, new_records

BEHAVIOUR = dtype_of(Behaviour)  # an int32 for each count, of battles and delves
ROUNDS_BEHAVIOUR = dtype_of(RoundsBehaviour)  # the same, of rounds
COUNTED: Mapping[str, tuple[type[Any], str]] = MappingProxyType(
    {  # by game: the record of the counts, and the module of the compiled `count_battle`
        "battle": (Behaviour, "brimstone_agents.benchmark.counting"),
        "delve": (Behaviour, "brimstone_agents.benchmark.counting"),
        "rounds": (RoundsBehaviour, "brimstone_agents.benchmark.counting_rounds"),
    }
)
# What must come out the same when a battle is played again: field of its result, of its record, units of the record in
# one of the result.
COMPARED = (
    ("score", "score", SCORE_UNIT),
    ("turns", "turn", 1),
    ("decisions", "num_decisions", 1),
    ("enemies_left", "num_alive", 1),
)


class Counter:
    """Counts what happens in the battles of a match.

    Args:
        match: what is played.

    Raises:
        InputError: if nobody counts in the game.
    """

    def __init__(self, match: Match) -> None:
        if match.game.name not in COUNTED:
            raise InputError(f"nothing is counted in {match.game.name!r}, allowed are {', '.join(COUNTED)}")
        self.match = match
        self._record, module = COUNTED[match.game.name]
        self._count_battle: Callable[..., int] = importlib.import_module(module).count_battle
        self._battles = new_records(match.game.record, 1)
        self._dice = new_dice()
        self._masks = np.zeros((1, match.game.num_actions), np.int8)
        self._planes = [np.zeros((0, *plane.shape), plane.dtype) for plane in match.game.observation_planes()]
        self._address = match.game.play_address(match.books)

    def count(self, seed: int, actions: Sequence[int]) -> Any:
        """Play one battle again; see `behaviour_of`."""
        counts = new_records(self._record, 1)
        self._dice["logging"] = 1
        self._dice["num_events"] = 0
        self._reset(stream_states(np.array([seed], np.int64)))
        played = self._count_battle(
            self._address, self._battles, self.match.books, self._dice, self._masks,
            np.asarray(actions, np.int64).reshape(-1), counts,
        )  # fmt: skip
        if played < len(actions):
            raise InputError(
                f"scenario {self.match.scenario}, seed {seed}: the battle does not play again as it was played, action "
                f"{int(actions[played])} (number {played + 1}) is not legal there"
            )
        return counts[0]

    def check(self, result: Any) -> None:
        """Compare the battle just played with what is known of it.

        Args:
            result: record with the fields of `arena.RESULT`.

        Raises:
            InputError: if it came out otherwise.
        """
        for name, field, units in COMPARED:
            now, then = float(self._battles[field][0]) / units, float(result[name])
            if not isclose(now, then, abs_tol=1e-6):
                raise InputError(
                    f"scenario {self.match.scenario}, seed {int(result['seed'])}: the battle does not play again as it "
                    f"was played, {name} is {now:g}, was {then:g}"
                )

    def _reset(self, states: NDArray[np.int64]) -> None:
        game = self.match.game
        game.run_many(
            game.commands["reset"], self._battles, self.match.books, self._dice, np.zeros(1, np.int64), states,
            np.zeros(1, np.int32), self._masks, *self._planes,
        )  # fmt: skip


def behaviour_of(match: Match, seed: int, actions: Sequence[int]) -> Any:
    """What happened in one battle.

    Args:
        match: what was played.
        seed: its episode seed.
        actions: all actions that were applied, in order.

    Returns:
        A record of the game's counts; what its fields mean is said in `counting.Behaviour` and
        `counting_rounds.RoundsBehaviour`.

    Raises:
        InputError: if an action is not legal where it stands.
    """
    return Counter(match).count(seed, actions)


def behaviours_of(match: Match, results: NDArray[Any], actions: Sequence[Sequence[int]]) -> NDArray[Any]:
    """What happened in several battles, each of which must come out as it did.

    Args:
        match: what was played.
        results: (n,) records with the fields of `arena.RESULT`.
        actions: the actions of each battle, n sequences.

    Returns:
        (n,) records of the game's counts.

    Raises:
        InputError: if a battle does not play again as it was played.
    """
    counter = Counter(match)
    found = np.zeros(len(results), dtype_of(COUNTED[match.game.name][0]))
    for i, (result, chosen) in enumerate(zip(results, actions, strict=True)):
        found[i] = counter.count(int(result["seed"]), chosen)
        counter.check(result)
    return found
