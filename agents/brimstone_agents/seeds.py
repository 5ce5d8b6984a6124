"""The blocks of episode seeds: what is trained on, what checkpoints are chosen by, what reports are made from.

The blocks never overlap, so that no reported battle was ever trained on or used to choose a model (and all agents of a
report play the same battles).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError


@dataclass(frozen=True)
class SeedBlock:
    """A range of episode seeds.

    Attributes:
        name: its name on the command line.
        first: the first seed.
        size: how many seeds it has.
        purpose: what it is for.
    """

    name: str
    first: int
    size: int
    purpose: str

    def seeds(self, count: int, skip: int = 0) -> NDArray[np.int64]:
        """The first ``count`` seeds after ``skip`` of them.

        Raises:
            InputError: if the block has not that many.
        """
        if count < 1 or skip < 0 or skip + count > self.size:
            raise InputError(
                f"seed block {self.name!r}: {count} episodes after {skip} asked for, it has {self.size} in all"
            )
        return np.arange(self.first + skip, self.first + skip + count, dtype=np.int64)


REPORT = SeedBlock("report", 0, 10**6, "the battles of every published table")
SELECTION = SeedBlock("selection", 10**6, 10**6, "evaluation during training: choosing checkpoints and settings")
TRAINING = SeedBlock("training", 10**9, 10**9, "training battles, and the calibration of scenarios and scripts")

BLOCKS = {block.name: block for block in (TRAINING, SELECTION, REPORT)}


def find_block(name: str) -> SeedBlock:
    """The block of that name.

    Raises:
        InputError: if there is none.
    """
    if name not in BLOCKS:
        raise InputError(f"seed block {name!r} is unknown, allowed are {', '.join(sorted(BLOCKS))}")
    return BLOCKS[name]
