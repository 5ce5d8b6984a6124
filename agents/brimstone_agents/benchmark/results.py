"""The results of a benchmark: one row a battle, and how long the agents took.

Results are files of comma-separated values, the same bytes whenever the same battles are played by the same code, in
whatever order and wherever; so they hold no times. Times are a file of their own.
"""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.arena import RESULT
from brimstone_agents.benchmark.behaviour import BEHAVIOUR
from brimstone_agents.benchmark.suite import Suite
from brimstone_env.core.errors import InputError

RESULTS_NAME = "results.csv.gz"
TIMINGS_NAME = "timings.csv"
LONGEST_SPEC = 96  # characters of an agent's spec
LONGEST_SCENARIO = 48  # characters of a scenario's name

# A row of results. What was played, then how it went (see ``RESULT``) and what the heroes did (see ``BEHAVIOUR``), then
# what played it: the commit of the source tree (with -dirty if sources differ from it) and the versions of Python and
# the libraries.
ROW = np.dtype(
    [
        ("scenario", f"U{LONGEST_SCENARIO}"),
        ("split", "U5"),  # train or test
        ("agent", f"U{LONGEST_SPEC}"),  # its spec
        *((name, RESULT[name]) for name in RESULT.names or ()),
        *((name, BEHAVIOUR[name]) for name in BEHAVIOUR.names or ()),
        ("together", np.int16),  # battles played side by side: a job's, whose agent drew its chance for all of them
        ("commit", "U48"),
        ("versions", "U96"),
    ]
)
NAMES = ROW.names or ()
PLAYED = tuple(name for name in NAMES if name not in ("commit", "versions"))  # what another run must play again


@dataclass(frozen=True)
class Timing:
    """How long an agent took in a scenario.

    Attributes:
        agent: its spec.
        scenario: the scenario.
        decisions: decisions of all battles together.
        seconds: what they took, the agent and the rules, one process after the other.
        battles: how many battles.
        where: the processor.
    """

    agent: str
    scenario: str
    decisions: int
    seconds: float
    battles: int
    where: str

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds if self.seconds > 0 else 0.0


def make_rows(
    scenario: str, split: str, agent: str, battles: NDArray[Any], behaviours: NDArray[Any], stamp: tuple[str, str]
) -> NDArray[Any]:
    """Rows of results.

    Args:
        scenario: what was played.
        split: its split.
        agent: the spec of who played.
        battles: (n,) results of dtype `RESULT`, of all battles of a job.
        behaviours: (n,) of dtype `BEHAVIOUR`.
        stamp: commit and versions.

    Returns:
        (n,) records of dtype `ROW`.
    """
    rows = np.zeros(len(battles), ROW)
    rows["scenario"], rows["split"], rows["agent"] = scenario, split, agent
    for part in (battles, behaviours):
        for name in part.dtype.names or ():
            rows[name] = part[name]
    rows["together"] = len(battles)
    rows["commit"], rows["versions"] = stamp
    return rows


def sort_rows(rows: NDArray[Any], suite: Suite) -> NDArray[Any]:
    """Rows in the order of results: by scenario, agent (both as the suite lists them) and seed.

    Args:
        rows: (n,) of dtype `ROW`; of two rows of the same battle the later one stays.
        suite: whose battles they are.
    """
    places = [
        {row.name: i for i, row in enumerate(suite.scenarios)},
        {row.agent: i for i, row in enumerate(suite.agents)},
    ]
    order: dict[tuple[int, int, int], int] = {}
    for i, (scenario, agent, seed) in enumerate(rows[["scenario", "agent", "seed"]].tolist()):
        order[places[0][scenario], places[1][agent], seed] = i
    return rows[[order[key] for key in sorted(order)]]


def played_in(rows: NDArray[Any], suite: Suite) -> NDArray[np.bool_]:
    """(n,) whether a row is of a scenario and an agent that the suite lists."""
    scenarios, agents = [row.name for row in suite.scenarios], [row.agent for row in suite.agents]
    known: NDArray[np.bool_] = np.isin(rows["scenario"], scenarios) & np.isin(rows["agent"], agents)
    return known


def write_results(path: Path, rows: NDArray[Any]) -> None:
    """Write rows, (n,) of dtype `ROW`, to a file; compressed if its name ends in `.gz`."""
    data = _format([NAMES, *map(_plain, rows.tolist())])
    write_whole(path, gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def read_results(path: str | Path) -> NDArray[Any]:
    """Read what `write_results` wrote.

    Args:
        path: the file, or the folder that it lies in.

    Returns:
        (n,) records of dtype `ROW`.

    Raises:
        InputError: if it cannot be read, or holds anything else.
    """
    path = Path(path)
    path = path / RESULTS_NAME if path.is_dir() else path
    table = _read_table(path, NAMES)
    rows = np.zeros(len(table), ROW)
    for column, name in enumerate(NAMES):
        texts = [row[column] for row in table]
        try:
            rows[name] = texts if ROW[name].kind == "U" else np.array(texts, np.float64)
        except ValueError as error:
            raise InputError(f"{path}, column {name!r}: {error}, allowed are numbers") from error
    return rows


def write_timings(path: Path, timings: Iterable[Timing]) -> None:
    """Write timings, summed up by agent, scenario and place."""
    rows = [[*map(str, astuple(timing))] for timing in sum_timings(timings)]
    write_whole(path, _format([[item.name for item in fields(Timing)], *rows]))


def read_timings(path: str | Path) -> list[Timing]:
    """Read what `write_timings` wrote.

    Raises:
        InputError: if it cannot be read, or holds anything else.
    """
    table = _read_table(Path(path), [item.name for item in fields(Timing)])
    try:
        return [Timing(row[0], row[1], int(row[2]), float(row[3]), int(row[4]), row[5]) for row in table]
    except ValueError as error:
        raise InputError(f"{path}: {error}, allowed are numbers of decisions, seconds and battles") from error


def sum_timings(timings: Iterable[Timing]) -> list[Timing]:
    """One timing for each agent, scenario and place, in the order in which they come first."""
    sums: dict[tuple[str, str, str], Timing] = {}
    for timing in timings:
        key = (timing.agent, timing.scenario, timing.where)
        old = sums.get(key)
        sums[key] = timing if old is None else _add(old, timing)
    return list(sums.values())


def _add(one: Timing, other: Timing) -> Timing:
    return Timing(
        one.agent,
        one.scenario,
        one.decisions + other.decisions,
        round(one.seconds + other.seconds, 6),
        one.battles + other.battles,
        one.where,
    )


def write_whole(path: Path, data: bytes) -> None:
    """Write a file to a temporary name first, so that it is there whole or not at all.

    Raises:
        InputError: if it cannot be written.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error


def _plain(row: Sequence[Any]) -> list[Any]:
    return [int(value) if isinstance(value, bool) else value for value in row]


def _format(rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _read_table(path: Path, names: Sequence[str]) -> list[list[str]]:
    """The rows of a file below its heading, which must be `names`."""
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    heading, *rows = list(csv.reader(io.StringIO(text, newline=""))) or [[]]
    if heading != list(names):
        raise InputError(f"{path}: its columns are {', '.join(heading) or 'none'}; allowed are {', '.join(names)}")
    for number, row in enumerate(rows, 2):
        if len(row) != len(names):
            raise InputError(f"{path}, line {number}: {len(row)} values, allowed are {len(names)}")
    return rows
