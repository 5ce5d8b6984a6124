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
from brimstone_agents.benchmark.behaviour import BEHAVIOUR, COUNTED, ROUNDS_BEHAVIOUR
from brimstone_agents.benchmark.suite import Suite
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import dtype_of

RESULTS_NAME = "results.csv.gz"
TIMINGS_NAME = "timings.csv"
LONGEST_SPEC = 96  # characters of an agent's spec
LONGEST_SCENARIO = 48  # characters of a scenario's name


def row_dtype(behaviour: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype of rows of results of a game, by the counts of what heroes do there.

    A row says what was played, then how it went (see ``RESULT``) and what the heroes did (see ``behaviour``), then what
    played it: the commit of the source tree (with -dirty if sources differ from it) and the versions of Python and the
    libraries.
    """
    return np.dtype(
        [
            ("scenario", f"U{LONGEST_SCENARIO}"),
            ("split", "U5"),  # train or test
            ("agent", f"U{LONGEST_SPEC}"),  # its spec
            *((name, RESULT[name]) for name in RESULT.names or ()),
            *((name, behaviour[name]) for name in behaviour.names or ()),
            ("together", np.int16),  # battles played side by side: a job's, whose agent drew its chance for all
            ("commit", "U48"),
            ("versions", "U96"),
        ]
    )


ROW = row_dtype(BEHAVIOUR)  # of battles and delves
ROWS = {BEHAVIOUR: ROW, ROUNDS_BEHAVIOUR: row_dtype(ROUNDS_BEHAVIOUR)}
NAMES = ROW.names or ()


def played_names(rows: NDArray[Any]) -> tuple[str, ...]:
    """The fields of rows that another run must play again."""
    return tuple(name for name in rows.dtype.names or () if name not in ("commit", "versions"))


def row_of(columns: Sequence[str]) -> np.dtype[Any]:
    """The dtype of rows with these fields.

    Raises:
        ValueError: if no game has such rows.
    """
    for row in ROWS.values():
        if list(row.names or ()) == list(columns):
            return row
    raise ValueError(f"its columns are {', '.join(columns)}, which no game has")


def row_for(game_name: str) -> np.dtype[Any]:
    """The dtype of rows of results of a game."""
    return ROWS[dtype_of(COUNTED[game_name][0])]


def counts_of(rows: NDArray[Any]) -> NDArray[Any]:
    """What the heroes did, of rows of results."""
    counts = next(counts for counts, row in ROWS.items() if row == rows.dtype)
    return rows[list(counts.names or ())]


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
        behaviours: (n,) counts of the game.
        stamp: commit and versions.

    Returns:
        (n,) records of one of `ROWS`.
    """
    rows = np.zeros(len(battles), ROWS[behaviours.dtype])
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
    """Write rows, (n,) of one of `ROWS`, to a file; compressed if its name ends in `.gz`."""
    data = _format([rows.dtype.names or (), *map(_plain, rows.tolist())])
    write_whole(path, gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def read_results(path: str | Path) -> NDArray[Any]:
    """Read what `write_results` wrote.

    Args:
        path: the file, or the folder that it lies in.

    Returns:
        (n,) records of one of `ROWS`.

    Raises:
        InputError: if it cannot be read, or holds anything else.
    """
    path = Path(path)
    path = path / RESULTS_NAME if path.is_dir() else path
    heading, table = _read_table(path, *(row.names or () for row in ROWS.values()))
    dtype = row_of(heading)
    rows = np.zeros(len(table), dtype)
    for column, name in enumerate(heading):
        texts = [row[column] for row in table]
        try:
            rows[name] = texts if dtype[name].kind == "U" else np.array(texts, np.float64)
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
    _, table = _read_table(Path(path), [item.name for item in fields(Timing)])
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


def _read_table(path: Path, *headings: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """The heading of a file, which must be one of those given, and the rows below it."""
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    heading, *rows = list(csv.reader(io.StringIO(text, newline=""))) or [[]]
    if heading not in [list(names) for names in headings]:
        allowed = "; or ".join(", ".join(names) for names in headings)
        raise InputError(f"{path}: its columns are {', '.join(heading) or 'none'}; allowed are {allowed}")
    for number, row in enumerate(rows, 2):
        if len(row) != len(heading):
            raise InputError(f"{path}, line {number}: {len(row)} values, allowed are {len(heading)}")
    return heading, rows
