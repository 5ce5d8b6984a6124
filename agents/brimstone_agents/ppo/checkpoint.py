"""Checkpoints: everything a training run needs to go on exactly as if it had not been stopped.

Weights, optimizer, counters, the battles with their random streams, and all random generators, in one file that is
replaced atomically. It is taken between two updates, when the rollout buffer is empty. Nothing in it is pickled code.
"""

from __future__ import annotations

import hashlib
import io
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from sb3_contrib import MaskablePPO

from brimstone_agents.ppo.model import write_atomically
from brimstone_env.core.errors import InputError

CHECKPOINT_FORMAT = 1
CHECKPOINT_NAME = "last.ckpt"


def save_checkpoint(path: Path, model: MaskablePPO, run: Mapping[str, Any]) -> None:
    """Write a checkpoint.

    Args:
        path: the file.
        model: the learner, between two updates; its environment can be saved.
        run: plain values that belong to the run (settings, evaluations so far).
    """
    env_state = model.env.get_state()  # type: ignore[union-attr]
    content = {
        "format": CHECKPOINT_FORMAT,
        "run": dict(run),
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "steps": model.num_timesteps,
        "updates": model._n_updates,
        "episode_starts": th.as_tensor(np.asarray(model._last_episode_starts, np.bool_)),
        "episodes": list(model.ep_info_buffer or ()),
        "successes": [bool(value) for value in model.ep_success_buffer or ()],
        "env": env_state | {"native": _as_tensor(env_state["native"])},
        "random": _save_random(),
    }
    buffer = io.BytesIO()
    th.save(content, buffer)
    write_atomically(path, buffer.getvalue())


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Read a checkpoint.

    Raises:
        InputError: if there is none, or the file is not one.
    """
    if not path.exists():
        raise InputError(f"{path}: there is no checkpoint to resume from; train without --resume")
    try:
        content: dict[str, Any] = th.load(path, map_location="cpu", weights_only=True)
        known = content["format"] == CHECKPOINT_FORMAT
    except Exception as error:  # torch raises many kinds for a file that is not its own
        raise InputError(f"{path}: is no checkpoint of `brimstone train`") from error
    if not known:
        raise InputError(f"{path}: has checkpoint format {content['format']!r}, allowed is {CHECKPOINT_FORMAT}")
    return content


def restore(model: MaskablePPO, content: Mapping[str, Any]) -> None:
    """Put a learner, its environment and all random generators back to where a checkpoint was taken.

    Raises:
        InputError: if the checkpoint is of another scenario, version, network or number of battles.
    """
    try:
        model.policy.load_state_dict(content["policy"])
        model.policy.optimizer.load_state_dict(content["optimizer"])
    except (RuntimeError, ValueError, KeyError) as error:
        raise InputError("checkpoint: its weights are those of another network than the settings describe") from error
    model.num_timesteps = content["steps"]
    model._n_updates = content["updates"]
    state = content["env"]
    model._last_obs = model.env.set_state(  # type: ignore[union-attr]
        state | {"native": state["native"].numpy().tobytes()}
    )
    model._last_episode_starts = content["episode_starts"].numpy()
    if model.ep_info_buffer is not None and model.ep_success_buffer is not None:
        model.ep_info_buffer.extend(content["episodes"])
        model.ep_success_buffer.extend(content["successes"])
    _restore_random(content["random"])


def weights_hash(policy: th.nn.Module) -> str:
    """Hash of all weights; equal for equal training."""
    digest = hashlib.sha256()
    for name, value in sorted(policy.state_dict().items()):
        digest.update(name.encode() + value.detach().cpu().contiguous().numpy().tobytes())
    return digest.hexdigest()[:16]


def _as_tensor(data: bytes) -> th.Tensor:
    return th.frombuffer(bytearray(data), dtype=th.uint8)


def _save_random() -> dict[str, Any]:
    kind, words, position, has_gauss, gauss = np.random.get_state()
    version, internal, following = random.getstate()
    return {
        "torch": th.get_rng_state(),
        "numpy": [str(kind), th.as_tensor(np.asarray(words, np.int64)), int(position), int(has_gauss), float(gauss)],
        "python": [version, list(internal), following],
    }


def _restore_random(saved: Mapping[str, Any]) -> None:
    th.set_rng_state(saved["torch"])
    kind, words, position, has_gauss, gauss = saved["numpy"]
    np.random.set_state((kind, words.numpy().astype(np.uint32), position, has_gauss, gauss))
    version, internal, following = saved["python"]
    random.setstate((version, tuple(internal), following))
