"""Suites: which agents play how many battles of which scenarios, from a TOML file.

A suite's scenarios are split in two. Agents may be trained and tuned on those of the split `train`; those of `test`
share no enemies with them on the same map or for the same party, and say what an agent learned beyond
what it was trained on. Published tables are made from the seeds of the block that the suite names.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, field_validator, model_validator

from brimstone_agents.batch import name_game
from brimstone_agents.seeds import BLOCKS, find_block
from brimstone_env.battle.table_rows import Row, Text, Whole
from brimstone_env.core.configs import allowed_words, checked, find_config, list_configs, read_toml
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import find_game

KIND = "benchmark"
SPLITS = ("train", "test")
MOST_EPISODES = 10**6

Split = Literal["train", "test"]


class SuiteScenario(Row):
    """One scenario of a suite.

    Attributes:
        name: name of a scenario of `configs/scenarios`, or the path of a TOML file.
        split: `train` or `test`.
    """

    name: Text
    split: Split


class SuiteAgent(Row):
    """One agent of a suite.

    Attributes:
        agent: its spec, as on the command line.
        episodes: battles of each scenario in a full run, the first seeds of the block.
        quick: battles of each scenario in a quick run, 0: it sits out.
        scenarios: the scenarios that it plays; empty: all.
        title: its name in tables, None: what its spec gives.
    """

    agent: Text
    episodes: Whole = Field(ge=1, le=MOST_EPISODES)
    quick: Whole = Field(default=0, ge=0, le=MOST_EPISODES)
    scenarios: tuple[Text, ...] = ()
    title: Text | None = None


class Suite(Row):
    """A suite; frozen.

    Attributes:
        name: name of its file without ending.
        title: a few words for people.
        seeds: name of the block of episode seeds.
        reference: spec of the agent whose score is 1 of the normalised scores; 0 is `random`.
        scenarios: in the order of tables.
        agents: in the order of tables.
    """

    name: Text
    title: Text
    seeds: Text
    reference: Text
    scenarios: tuple[SuiteScenario, ...] = Field(min_length=1)
    agents: tuple[SuiteAgent, ...] = Field(min_length=1)

    @field_validator("seeds")
    @classmethod
    def _known_block(cls, block: str) -> str:
        if block not in BLOCKS:
            raise ValueError(f"{block!r} is no block of seeds: {allowed_words(block, BLOCKS)}")
        return block

    @model_validator(mode="after")
    def _no_row_twice(self) -> Suite:
        for key, names in (
            ("scenarios", [row.name for row in self.scenarios]),
            ("agents", [row.agent for row in self.agents]),
        ):
            for name in names:
                if names.count(name) > 1:
                    raise ValueError(f"{key} has {name!r} twice, allowed is once")
        return self

    @model_validator(mode="after")
    def _known_scenarios(self) -> Suite:
        names = [row.name for row in self.scenarios]
        for agent in self.agents:
            for name in agent.scenarios:
                if name not in names:
                    raise ValueError(f"agent {agent.agent!r} plays {name!r}: {allowed_words(name, names)}")
        return self

    @model_validator(mode="after")
    def _normal_agents_play(self) -> Suite:
        """The agents that scores are normalised by play every scenario."""
        for spec in ("random", self.reference):
            rows = [row for row in self.agents if row.agent == spec]
            if not rows:
                raise ValueError(f"scores are normalised by {spec!r}, which is missing among the agents")
            if rows[0].scenarios:
                raise ValueError(f"scores are normalised by {spec!r}, which must play every scenario")
        return self

    @property
    def game(self) -> str:
        """The game that is played: all scenarios are of one, or of battles and delves."""
        return name_game(self.scenarios[0].name)

    def of_split(self, split: str) -> tuple[str, ...]:
        """The names of the scenarios of a split, in order.

        Args:
            split: one of `SPLITS`.
        """
        return tuple(row.name for row in self.scenarios if row.split == split)

    def split_of(self, scenario: str) -> str:
        """The split that a scenario of the suite is in."""
        return next(row.split for row in self.scenarios if row.name == scenario)

    def played_by(self, agent: SuiteAgent) -> tuple[str, ...]:
        """The names of the scenarios that an agent of the suite plays, in the suite's order."""
        return tuple(row.name for row in self.scenarios if not agent.scenarios or row.name in agent.scenarios)

    def episode_seeds(self, agent: SuiteAgent, quick: bool = False) -> NDArray[np.int64]:
        """The episode seeds of an agent's battles, (n,): the first ones of the block, the same in every scenario."""
        count = agent.quick if quick else agent.episodes
        return find_block(self.seeds).seeds(count) if count else np.zeros(0, np.int64)


def load_suite(source: str | Path | Mapping[str, Any] | Suite) -> Suite:
    """Load a suite, and see that its scenarios can be played.

    Args:
        source: the name of a suite in `configs/benchmark`, the path of a TOML file (it ends in `.toml`), the values
            themselves, or a suite, which is returned as it is.

    Raises:
        InputError: if there is no such suite, or a value is wrong; one sentence says what.
    """
    if isinstance(source, Suite):
        return source
    if isinstance(source, Mapping):
        return _checked_suite({"name": "unnamed", **source}, f"suite {source.get('name', 'unnamed')}")
    path = Path(source) if str(source).endswith(".toml") else find_config(KIND, str(source))
    return _checked_suite({"name": path.stem, **read_toml(path)}, str(path))


def _checked_suite(values: Mapping[str, Any], source: str) -> Suite:
    suite = checked(Suite, values, source)
    systems = {}
    for row in suite.scenarios:
        try:
            game = find_game(name_game(row.name))
            game.load_scenario(row.name)
        except InputError as error:
            raise InputError(f"{source}: scenarios: {error}") from error
        systems[game.record] = row.name
    if len(systems) > 1:
        names = " and ".join(systems.values())
        raise InputError(f"{source}: scenarios: {names} are of different games, allowed are those of one")
    return suite


def list_suites() -> list[str]:
    """The names of all suites that come with the package."""
    return list_configs(KIND)
