"""The baseline "attack the nearest, else walk to the nearest"."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.scripted.board import Board
from brimstone_agents.scripted.plain import PlainAgent, step_closer
from brimstone_env.battle.codes import Verb


class NearestAgent(PlainAgent):
    """Stands and attacks where it has a target, else walks to the nearest enemy."""

    def move(self, board: Board, mask: NDArray[np.bool_]) -> int:
        """Stay if the nearest enemy can be attacked from here, else go towards it."""
        if not board.enemies:  # a last stand before anyone breaks in
            return int(Verb.END_MOVE)
        me, geometry = board.me, board.geometry
        nearest = min(board.enemies, key=lambda enemy: geometry.distance[me.square, enemy.square])
        in_range = geometry.chebyshev[me.square, nearest.square] <= me.gun_range
        if board.is_next_to(me.square, nearest) or (in_range and geometry.sight[me.square, nearest.square]):
            return int(Verb.END_MOVE)
        return step_closer(board, mask, nearest.square)
