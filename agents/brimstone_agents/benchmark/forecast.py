"""How long a benchmark will take, said before it starts.

An agent that has played before is forecast by the times it took. Of any other one a second or so of its play is
measured. Either way battles of the training block say how many decisions a battle of each scenario has.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from brimstone_agents.arena import play_chunk
from brimstone_agents.batch import Batch
from brimstone_agents.benchmark.jobs import Job, find_match, warm_up
from brimstone_agents.benchmark.results import Timing
from brimstone_agents.roster import agent_name, make_agent
from brimstone_agents.seeds import TRAINING
from brimstone_agents.simulator import Simulator, attach

LONGEST_PROBE = 1.0  # seconds that an agent is measured for; one decision at least
PROBES = 6  # battles that are played for a scenario's length
PROBE_AGENT = "nearest"  # plays them: fast, and its battles are about as long as those of better players
SHOWN = "{:32} {:>8,} battles {:>9}"


@dataclass(frozen=True)
class Pace:
    """How fast an agent decides.

    Attributes:
        agent: its spec.
        decision: seconds of a decision.
    """

    agent: str
    decision: float


@dataclass(frozen=True)
class Length:
    """How long battles of a scenario are.

    Attributes:
        scenario: its name.
        decisions: mean decisions of a battle.
    """

    scenario: str
    decisions: float


@dataclass(frozen=True)
class Forecast:
    """What jobs will take.

    Attributes:
        seconds: of each job, by its key, one process after the other.
        processes: how many at a time.
    """

    seconds: Mapping[tuple[str, str, int, int], float]
    processes: int

    @property
    def total(self) -> float:
        """Seconds until the last job is done."""
        whole = sum(self.seconds.values())
        return max([whole / self.processes, *self.seconds.values()]) if self.seconds else 0.0

    def of_agent(self, agent: str) -> float:
        """Seconds of all jobs of an agent, one process after the other."""
        return sum(seconds for key, seconds in self.seconds.items() if key[0] == agent)


def measure(task: Job | str) -> Pace | Length:
    """Measure the pace of a job's agent, or the length of a scenario's battles."""
    return measure_length(task) if isinstance(task, str) else measure_pace(task)


def measure_pace(job: Job) -> Pace:
    """Let an agent play the beginning of a job's battles, with training seeds, for about a second."""
    match, agent = find_match(job.scenario), make_agent(job.agent)
    warm_up(job.agent, agent, match)
    batch = Batch(match, job.count)
    batch.reset(TRAINING.seeds(job.count))
    attach(agent, Simulator(match, batch.battles))
    agent.reset(job.count)
    started = time.perf_counter()
    while True:
        batch.step(agent.act(batch.observations, batch.masks))
        took = time.perf_counter() - started
        if took > LONGEST_PROBE or (batch.battles["outcome"] != 0).all():
            return Pace(job.agent, took / max(1, int(batch.battles["num_decisions"].sum())))


def measure_length(scenario: str) -> Length:
    """Play a few battles of a scenario, with training seeds."""
    battles = play_chunk(make_agent(PROBE_AGENT), find_match(scenario), TRAINING.seeds(PROBES))
    return Length(scenario, float(battles["decisions"].mean()))


def jobs_to_measure(jobs: Sequence[Job], timings: Sequence[Timing]) -> list[Job]:
    """One job of each agent that has never played; of its scenarios the one in the middle."""
    known = {timing.agent for timing in timings}
    by_agent: dict[str, list[Job]] = {}
    for job in jobs:
        if job.agent not in known:
            by_agent.setdefault(job.agent, []).append(job)
    return [own[len(own) // 2] for own in by_agent.values()]


def known_paces(timings: Sequence[Timing]) -> list[Pace]:
    """The paces of agents that have played before."""
    agents = dict.fromkeys(timing.agent for timing in timings)
    own = {agent: [timing for timing in timings if timing.agent == agent] for agent in agents}
    return [
        Pace(agent, sum(timing.seconds for timing in rows) / max(1, sum(timing.decisions for timing in rows)))
        for agent, rows in own.items()
    ]


def forecast_jobs(
    jobs: Sequence[Job], paces: Sequence[Pace], lengths: Sequence[Length], timings: Sequence[Timing], processes: int
) -> Forecast:
    """How long jobs will take.

    Args:
        jobs: what will be done.
        paces: of every agent in them.
        lengths: of every scenario in them.
        timings: what agents took before; where an agent has played a scenario, a battle takes as long as it did then.
        processes: how many jobs are done at a time.
    """
    pace = {item.agent: item.decision for item in paces}
    length = {item.scenario: item.decisions for item in lengths}
    battle = {(timing.agent, timing.scenario): timing.seconds / timing.battles for timing in timings if timing.battles}
    usual = fmean(length.values()) if length else 0.0
    seconds = {
        job.key: job.count
        * battle.get((job.agent, job.scenario), pace.get(job.agent, 0.0) * length.get(job.scenario, usual))
        for job in jobs
    }
    return Forecast(seconds, processes)


def format_forecast(forecast: Forecast, jobs: Sequence[Job]) -> str:
    """The forecast as text: a line an agent, and the whole."""
    lines = []
    for agent in dict.fromkeys(job.agent for job in jobs):
        battles = sum(job.count for job in jobs if job.agent == agent)
        lines.append(SHOWN.format(agent_name(agent), battles, format_seconds(forecast.of_agent(agent))))
    battles = sum(job.count for job in jobs)
    lines.append(SHOWN.format("all", battles, format_seconds(sum(forecast.seconds.values()))))
    return "\n".join([*lines, f"forecast: about {format_seconds(forecast.total)} with {forecast.processes} at a time"])


def format_seconds(seconds: float) -> str:
    """A duration in words: `8 s`, `12 min`, `3.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 90 * 60 else f"{seconds / 3600:.1f} h"
