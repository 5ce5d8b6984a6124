"""What callers hand to the vector environment, checked: modes, seeds, masks, actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.prepared import check_seed

AUTORESET_MODES = {"next_step": AutoresetMode.NEXT_STEP, "same_step": AutoresetMode.SAME_STEP}


def find_autoreset_mode(mode: str | AutoresetMode) -> AutoresetMode:
    """The autoreset mode of that name.

    Raises:
        InputError: if it is none that the vector environment has.
    """
    if isinstance(mode, AutoresetMode) and mode in AUTORESET_MODES.values():
        return mode
    if isinstance(mode, str) and mode in AUTORESET_MODES:
        return AUTORESET_MODES[mode]
    raise InputError(f"autoreset_mode is {mode!r}, allowed are {', '.join(AUTORESET_MODES)}")


def list_seeds(seed: Any, count: int) -> list[int | None]:
    """The seed of each battle: `seed + i` for a number, else one each.

    Raises:
        InputError: if there are not that many.
    """
    if seed is None:
        return [None] * count
    if isinstance(seed, int | np.integer):
        return [int(seed) + i for i in range(count)]
    seeds = list(seed)
    if len(seeds) != count:
        raise InputError(f"seed has {len(seeds)} entries, allowed is one number or {count} of them")
    return seeds


def check_episode_seeds(seeds: Any, count: int) -> list[int]:
    """The episode seed of each battle; for a single battle a bare number will do.

    Raises:
        InputError: if there are not that many, or one is no seed.
    """
    if count == 1 and np.ndim(seeds) == 0:
        seeds = [seeds]
    if not isinstance(seeds, Sequence | np.ndarray) or len(seeds) != count:
        raise InputError(f"episode_seed is {seeds!r}, allowed is a sequence of {count} numbers")
    return [check_seed(seed) for seed in seeds]


def check_reset_mask(mask: Any, count: int, begun: bool) -> NDArray[np.intp]:
    """The battles to be reset, as indices.

    Raises:
        InputError: if it is no mask, or there are no battles yet that could stay as they are.
    """
    if mask is None:
        return np.arange(count)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (count,) or not mask.any():
        raise InputError(f"reset_mask is {mask!r}, allowed is a bool array of {count}, True somewhere")
    if not begun:
        raise InputError("reset_mask needs battles that have begun: reset all of them first")
    return np.flatnonzero(mask)


def check_actions(actions: Any, count: int, num_actions: int) -> NDArray[Any]:
    """The actions of a batch, (count,) whole numbers.

    Raises:
        InputError: if one is none of the action space.
    """
    array = np.asarray(actions)
    if array.shape != (count,) or array.dtype.kind not in "iu":
        raise InputError(f"actions are {array.dtype} {array.shape}, allowed are whole numbers ({count},)")
    if array.min() < 0 or array.max() >= num_actions:
        raise InputError(f"actions go from {array.min()} to {array.max()}, allowed are 0 to {num_actions - 1}")
    return array
