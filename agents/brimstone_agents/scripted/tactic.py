"""A tactic as a record: which one it is and what it holds for important."""

from __future__ import annotations

import numpy as np

from brimstone_env.core.records import IntArray, field, record

NUM_WEIGHTS = 16


@record
class Tactic:
    """A tactic of the heroes."""

    kind: int = field(np.int8, 0, 63, "which tactic")
    weights: IntArray = field(np.int16, -(2**15), 2**15 - 1, "what counts how much, in hundredths", shape=NUM_WEIGHTS)
