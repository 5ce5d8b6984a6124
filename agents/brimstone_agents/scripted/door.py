"""The baseline "hold the door"."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.scripted.board import Board
from brimstone_agents.scripted.plain import PlainAgent, step_closer
from brimstone_env.battle.codes import Verb


class DoorAgent(PlainAgent):
    """Walks to the nearest doorway that no other hero holds, stays in it, and attacks whatever it can from there."""

    def move(self, board: Board, mask: NDArray[np.bool_]) -> int:
        """Stay in a doorway, else go to the nearest free one (to the nearest of all if none is free)."""
        square, doorways = board.me.square, board.geometry.doorways
        if square in doorways or not doorways:
            return int(Verb.END_MOVE)
        held = {hero.square for hero in board.standing()}
        free = [doorway for doorway in doorways if doorway not in held] or list(doorways)
        goal = min(free, key=lambda doorway: board.geometry.distance[square, doorway])
        return step_closer(board, mask, goal)
