"""The jobs that a benchmark is made of: one agent plays some battles of one scenario side by side.

What a job gives follows from the agent, the scenario and its seeds alone: jobs may be done in any order, in any
process and on any machine. How the seeds are cut into jobs is part of that (an agent draws its own chance for all
battles of a job together), so it depends on the suite's numbers of battles only, and a quick run's jobs are the first
ones of a full run.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from math import gcd
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.arena import play_chunk
from brimstone_agents.base import Agent
from brimstone_agents.batch import Batch, Match, load_match
from brimstone_agents.bench import cpu_model
from brimstone_agents.benchmark.behaviour import behaviours_of
from brimstone_agents.benchmark.results import LONGEST_SCENARIO, LONGEST_SPEC, Timing, make_rows, row_of, write_whole
from brimstone_agents.benchmark.suite import Suite, SuiteAgent
from brimstone_agents.ppo.card import library_versions
from brimstone_agents.roster import make_agent
from brimstone_agents.simulator import Simulator, attach
from brimstone_env.core.errors import InputError

MOST_BATTLES = 40  # of a job: enough to fill a batch, few enough to be done again
SOURCES = ("brimstone_env/*.py", "agents/*.py", "brimstone_env/*.toml", "configs/*.toml")  # what results depend on
LIBRARIES = ("python", "brimstone-env", "numpy", "numba", "torch")  # likewise


@dataclass(frozen=True)
class Job:
    """Battles to be played.

    Attributes:
        agent: the spec of who plays.
        scenario: what is played.
        split: the scenario's split.
        first: the first episode seed.
        count: battles, of seeds from the first one on.
        commit: the commit that plays, as in results.
        versions: Python's and the libraries', as in results.
    """

    agent: str
    scenario: str
    split: str
    first: int
    count: int
    commit: str
    versions: str

    @property
    def seeds(self) -> NDArray[np.int64]:
        """(count,) episode seeds."""
        return np.arange(self.first, self.first + self.count, dtype=np.int64)

    @property
    def key(self) -> tuple[str, str, int, int]:
        """What is played, whoever asks for it."""
        return self.agent, self.scenario, self.first, self.count


@dataclass(frozen=True)
class Part:
    """What a job gave.

    Attributes:
        rows: (count,) of one of `results.ROWS`.
        timing: how long it took.
    """

    rows: NDArray[Any]
    timing: Timing


def make_jobs(
    suite: Suite, quick: bool = False, agents: Collection[str] = (), scenarios: Collection[str] = ()
) -> list[Job]:
    """All jobs of a suite, agent by agent.

    Args:
        suite: the suite.
        quick: play the suite's quick numbers of battles.
        agents: specs of the agents that play, none for all.
        scenarios: names of the scenarios to play, none for all.

    Raises:
        InputError: if an agent's spec or a scenario's name is too long for results.
    """
    commit, versions = find_sources(), describe_versions()
    jobs = []
    for agent in suite.agents:
        if agents and agent.agent not in agents:
            continue
        for scenario in suite.played_by(agent):
            if not scenarios or scenario in scenarios:
                _check_length(agent.agent, scenario)
                split = suite.split_of(scenario)
                for first, count in cut_seeds(suite, agent, quick):
                    jobs.append(Job(agent.agent, scenario, split, first, count, commit, versions))
    return jobs


def cut_seeds(suite: Suite, agent: SuiteAgent, quick: bool) -> Iterator[tuple[int, int]]:
    """First seed and number of battles of each job of an agent in a scenario."""
    seeds, size = suite.episode_seeds(agent, quick), battles_of_job(agent)
    for start in range(0, len(seeds), size):
        yield int(seeds[start]), size


def battles_of_job(agent: SuiteAgent) -> int:
    """How many battles an agent plays side by side: so many that whole jobs make up its quick and its full number.

    At most a tenth of the full number, so that what is done again after an interruption is little.
    """
    common = gcd(agent.episodes, agent.quick)
    most = max(1, min(agent.episodes // 10, MOST_BATTLES))
    return max(size for size in range(1, most + 1) if common % size == 0)


def _check_length(agent: str, scenario: str) -> None:
    for word, text, longest in (("agent", agent, LONGEST_SPEC), ("scenario", scenario, LONGEST_SCENARIO)):
        if len(text) > longest:
            raise InputError(f"{word} {text!r} has {len(text)} characters, allowed are at most {longest} in results")


def play_job(job: Job) -> Part:
    """Do a job.

    Raises:
        InputError: if the agent or the scenario cannot be used.
    """
    match, agent = find_match(job.scenario), make_agent(job.agent)
    warm_up(job.agent, agent, match)
    started = time.perf_counter()
    actions: list[list[int]] = [[] for _ in range(job.count)]
    battles = play_chunk(agent, match, job.seeds, actions=actions)
    seconds = time.perf_counter() - started
    behaviours = behaviours_of(match, battles, actions)
    rows = make_rows(job.scenario, job.split, job.agent, battles, behaviours, (job.commit, job.versions))
    decisions = int(battles["decisions"].sum())
    return Part(rows, Timing(job.agent, job.scenario, decisions, round(seconds, 6), job.count, cpu_model()))


@functools.cache
def find_match(scenario: str) -> Match:
    """A scenario, loaded once a process."""
    return load_match(scenario)


_WARM: set[tuple[str, str]] = set()  # agents that have decided in a game in this process


def warm_up(spec: str, agent: Agent, match: Match) -> None:
    """Let an agent decide once, so that loading what is compiled is not counted as its time."""
    if (spec, match.game.name) in _WARM:
        return
    batch = Batch(match, 1)
    batch.reset(np.zeros(1, np.int64))
    attach(agent, Simulator(match, batch.battles))
    agent.reset(1)
    batch.step(agent.act(batch.observations, batch.masks))
    _WARM.add((spec, match.game.name))


@functools.cache
def describe_versions() -> str:
    """Versions of Python and of the libraries, in a few words."""
    versions = library_versions()
    return ", ".join(f"{name} {versions[name]}" for name in LIBRARIES if versions[name] != "not installed")


@functools.cache
def find_sources() -> str:
    """The commit of the source tree, with `-dirty` if sources differ from it; empty outside a checkout."""
    folder = Path(__file__).parents[3]
    commands = (["rev-parse", "HEAD"], ["status", "--porcelain", "--", *SOURCES])
    said = []
    for command in commands:
        try:
            done = subprocess.run(
                ["git", "-C", str(folder), *command], capture_output=True, text=True, check=True, timeout=10
            )
        except (OSError, subprocess.SubprocessError):
            return ""
        said.append(done.stdout.strip())
    return said[0] + ("-dirty" if said[1] else "")


@functools.cache
def hash_sources() -> str:
    """Hash of all sources of both packages, by which two machines know that they run the same."""
    import brimstone_env

    digest = hashlib.sha256(f"{sys.version_info[:3]} {np.__version__}".encode())
    for home in (Path(brimstone_env.__file__).parent, Path(__file__).parents[1]):
        for path in sorted(home.rglob("*.py")):
            digest.update(path.relative_to(home).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def write_part(folder: Path, job: Job, part: Part) -> None:
    """Keep what a job gave in a file of its own, whole or not at all."""
    columns = list(part.rows.dtype.names or ())
    content = {"job": asdict(job), "timing": asdict(part.timing), "columns": columns, "rows": part.rows.tolist()}
    write_whole(folder / part_name(job), json.dumps(content).encode())


def part_name(job: Job) -> str:
    """Name of the file that keeps a job's results."""
    words = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in f"{job.agent}-{job.scenario}")
    return f"{words}-{job.first}-{job.count}-{hashlib.sha256(repr(job.key).encode()).hexdigest()[:8]}.json"


def read_part(path: Path) -> Part:
    """Read what `write_part` wrote.

    Raises:
        InputError: if it is of another version of this project.
    """
    try:
        content = json.loads(path.read_bytes())
        rows = np.array([tuple(row) for row in content["rows"]], row_of(content["columns"]))
        return Part(rows, Timing(**content["timing"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: holds no results of this version ({error}); remove it to play them again") from error


def one_thread() -> None:
    """Let this process compute on one thread, as many processes work side by side."""
    os.environ["OMP_NUM_THREADS"] = "1"
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)
