"""The exact value of an action: every way that its dice can fall, and the best choices on the way."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.batch import Match
from brimstone_agents.playbook import TacticCommand, playbook_of
from brimstone_agents.search.layout import MILLION
from brimstone_env.core.chances import ROOM, Guide, Key, Stage, TooManyError, Tree
from brimstone_env.core.outcomes import Row


def score_many(match: Match, battles: NDArray[Any], tactics: NDArray[Any]) -> NDArray[np.float64]:
    """The reward that each of (n,) battles is expected to come to, -1 to 1."""
    count = len(battles)
    masks = np.zeros((count, match.game.num_actions), np.int8)
    scores = np.zeros(count, np.float64)
    command = TacticCommand.SCORE
    playbook_of(match.game).think_many(
        command, battles, match.books, masks, tactics[:1], np.zeros(count, np.int64), scores
    )
    return scores


class ScoredTree(Tree):
    """What may come of an action up to the end of what it begins, of which one fact counts: the expected score.

    Args:
        match: what is played.
        battles: (1,) the position.
        tactics: (t,) records of `Tactic`, for the kernel.
        limit: most outcomes.
    """

    def __init__(self, match: Match, battles: NDArray[Any], tactics: NDArray[Any], limit: int) -> None:
        stage = Stage(match.game, match.books, battles)
        guide = Guide(lambda battle, _, mask: stage.rules.worth(battle, mask, False), lambda row: row, "best score")
        super().__init__(stage, guide, limit)
        self.match, self.tactics = match, tactics

    def _measure(self, keys: Sequence[Key], before: Any) -> dict[Key, Row]:
        rows: dict[Key, Row] = {}
        for start in range(0, len(keys), ROOM):
            part = keys[start : start + ROOM]
            for i, key in enumerate(part):
                self._load(i, key)
            scores = np.rint(score_many(self.match, self._battles[: len(part)], self.tactics) * MILLION)
            rows.update((key, (int(score),)) for key, score in zip(part, scores, strict=True))
        return rows


def exact_value(match: Match, battles: NDArray[Any], tactics: NDArray[Any], action: int, limit: int) -> float | None:
    """The expected score after an action and the best choices within what it begins.

    Args:
        match: what is played.
        battles: (1,) the position.
        tactics: (t,) records of `Tactic`, for the kernel.
        action: a legal action.
        limit: most outcomes.

    Returns:
        -1 to 1; None if there are more outcomes than the limit.
    """
    tree = ScoredTree(match, battles, tactics, limit)
    try:
        tree.explore(action)
    except TooManyError:
        return None
    total = sum((chance * row[0] for row, chance in tree.solve(battles[0])), Fraction(0))
    return float(total) / MILLION
