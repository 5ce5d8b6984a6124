"""Training settings: a dataclass, filled from a TOML file and from what the command line changes.

A file holds plain ``key = value`` lines. An unknown key, a value of the wrong kind or out of its range is refused with
a sentence that says what is allowed.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from brimstone_env.core.configs import allowed_words, find_config, read_toml
from brimstone_env.core.errors import InputError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

KIND = "train"
MODES = ("stochastic", "deterministic")
LARGEST = 2**53


def option(
    default: Any, doc: str, low: float | None = None, high: float | None = None, words: Sequence[str] = ()
) -> Any:
    """Declare a setting: its default, meaning, and what is allowed (a range, or words)."""
    return field(default=default, metadata={"doc": doc, "low": low, "high": high, "words": tuple(words)})


@dataclass(frozen=True)
class Settings:
    """What a training run does; every field is a key of the TOML file, and its `option` says what it means."""

    scenario: str = option("quick", "name or file of the scenario")
    tables: str = option("", "folder of card tables, empty for those of the package")
    seed: int = option(0, "seed of everything random in the run", 0, LARGEST)
    total_steps: int = option(1_000_000, "decisions to train on", 1, LARGEST)
    num_envs: int = option(256, "battles played side by side", 1, 65536)
    rollout_steps: int = option(32, "decisions of each battle between two updates", 1, 65536)
    threads: int = option(0, "threads of engine and network, 0: one for each core", 0, 1024)

    batch_size: int = option(1024, "decisions in one gradient step", 2, LARGEST)
    epochs: int = option(3, "passes over the decisions of one update", 1, 100)
    learning_rate: float = option(1e-3, "step size of Adam at the start", 0.0, 1.0)
    final_learning_rate: float = option(1e-4, "step size at the end; it falls linearly", 0.0, 1.0)
    gamma: float = option(0.995, "discount of one decision", 0.0, 1.0)
    gae_lambda: float = option(0.95, "bias against variance of the advantages", 0.0, 1.0)
    clip_range: float = option(0.2, "how far one update may move a probability, as a ratio", 0.01, 1.0)
    entropy_bonus: float = option(0.01, "weight of the policy's entropy at the start", 0.0, 1.0)
    final_entropy_bonus: float = option(0.001, "weight of the entropy at the end; it falls linearly", 0.0, 1.0)
    value_weight: float = option(0.5, "weight of the value's error", 0.0, 10.0)
    max_grad_norm: float = option(0.5, "longest gradient", 0.0, 100.0)
    force_gamma: bool = option(False, "train even if gamma to the length of a battle is below 0.05")

    square_width: int = option(32, "numbers kept for each square", 1, 1024)
    figure_width: int = option(32, "numbers kept for each figure", 1, 1024)
    latent_width: int = option(128, "numbers kept for the battle as a whole", 1, 4096)
    convolutions: int = option(2, "3 x 3 layers over the squares", 0, 16)
    marks_dice: bool = option(True, "whether it may mark single dice for a reroll, not only reroll all failures")

    shaping: float = option(0.0, "weight of the potential-based shaping by Health, 0 for none", 0.0, 10.0)

    evaluate_every: int = option(
        200_000, "decisions between two evaluations, each followed by a checkpoint", 1, LARGEST
    )
    evaluate_episodes: int = option(512, "battles of an evaluation, from the selection block", 1, 10**6)
    select_by: str = option("stochastic", "how the policy plays in evaluations", words=MODES)
    report_episodes: int = option(2000, "battles of each agent in the closing table, from the report block", 1, 10**6)
    report_agents: tuple[str, ...] = option(
        ("random", "nearest", "door", "scripted"), "agents that the closing table compares with"
    )

    @property
    def steps_per_update(self) -> int:
        """Decisions that one update learns from."""
        return self.num_envs * self.rollout_steps

    def to_dict(self) -> dict[str, Any]:
        """The settings as plain values that JSON can hold."""
        return asdict(self) | {"report_agents": list(self.report_agents)}


SETTINGS = {item.name: item for item in fields(Settings)}
KINDS = {"str": "a text", "int": "a whole number", "float": "a number", "bool": "true or false"}


def load_settings(config: str, overrides: Sequence[str] = ()) -> tuple[str, Settings]:
    """Read a settings file and apply what the command line changes.

    Args:
        config: path of a TOML file, or the name of one of `configs/train`.
        overrides: ``key=value`` each, the value as TOML or as plain text.

    Returns:
        The file's name without ending, and the settings.

    Raises:
        InputError: if a file, key or value cannot be used.
    """
    path = Path(config) if config.endswith(".toml") else find_config(KIND, config)
    values = check_values(read_toml(path), str(path))
    for override in overrides:
        key, separator, text = override.partition("=")
        if not separator:
            raise InputError(f"{override!r} changes no setting, allowed is KEY=VALUE")
        values |= check_values({key.strip(): parse_value(text.strip())}, f"{key.strip()}={text.strip()}")
    return path.stem, make_settings(values, str(path))


def parse_value(text: str) -> Any:
    """A value of the command line: TOML where it is TOML, else the text itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def make_settings(values: Mapping[str, Any], source: str) -> Settings:
    """Settings from checked or unchecked values, with what must hold between them.

    Raises:
        InputError: if a value cannot be used.
    """
    settings = Settings(**check_values(values, source))
    if settings.batch_size > settings.steps_per_update:
        raise InputError(
            f"{source}: batch_size is {settings.batch_size}, allowed is at most num_envs * rollout_steps = "
            f"{settings.steps_per_update}"
        )
    if settings.steps_per_update % settings.batch_size == 1:
        raise InputError(
            f"{source}: batch_size is {settings.batch_size}, which leaves a last batch of one decision of "
            f"{settings.steps_per_update}; allowed is any that does not"
        )
    return settings


def check_values(values: Mapping[str, Any], source: str) -> dict[str, Any]:
    """Check keys, kinds and ranges.

    Args:
        values: value by key.
        source: where they come from, for messages.

    Raises:
        InputError: if a key is unknown, or a value is of the wrong kind or out of range.
    """
    for key in values:
        if key not in SETTINGS:
            raise InputError(f"{source}: unknown key {key!r}: {allowed_words(key, SETTINGS)}")
    return {key: _check_value(key, value, source) for key, value in values.items()}


def _check_value(key: str, value: Any, source: str) -> Any:
    item = SETTINGS[key]
    kind, limits = str(item.type), item.metadata
    if kind.startswith("tuple"):
        if not isinstance(value, list | tuple) or not all(isinstance(entry, str) for entry in value):
            raise InputError(f"{source}: {key} is {value!r}, allowed is a list of texts")
        return tuple(value)
    if kind == "float" and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value).__name__ != kind:
        raise InputError(f"{source}: {key} is {value!r}, allowed is {KINDS[kind]}")
    if limits["words"] and value not in limits["words"]:
        raise InputError(f"{source}: {key} is {value!r}, allowed are {', '.join(limits['words'])}")
    if limits["low"] is not None and (math.isnan(value) or not limits["low"] <= value <= limits["high"]):
        raise InputError(f"{source}: {key} is {value!r}, allowed is {limits['low']} to {limits['high']}")
    return value


def format_settings(settings: Settings) -> str:
    """The settings as lines `key = value  # meaning`, in order."""
    rows = [(f"{name} = {_toml(getattr(settings, name))}", item.metadata["doc"]) for name, item in SETTINGS.items()]
    width = max(len(left) for left, _ in rows if len(left) < 40)
    return "\n".join(f"{left:{width}}  # {doc}" for left, doc in rows)


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(entry) for entry in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
