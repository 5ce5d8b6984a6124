"""The forecast: from times taken before, else from a short measurement."""

import pytest

from brimstone_agents.benchmark.forecast import (
    Length,
    Pace,
    forecast_jobs,
    format_forecast,
    format_seconds,
    jobs_to_measure,
    known_paces,
    measure,
)
from brimstone_agents.benchmark.jobs import make_jobs
from brimstone_agents.benchmark.results import Timing
from tests.agents.benchmark.small import small_suite

JOBS = make_jobs(small_suite())
TIMINGS = [Timing("random", "quick", 100, 2.0, 10, "here"), Timing("random", "quick", 300, 2.0, 10, "there")]


def test_forecast_jobs__decisions_of_a_battle_times_seconds_of_a_decision():
    paces = [Pace("random", 0.01), Pace("nearest", 0.1)]
    forecast = forecast_jobs(JOBS, paces, [Length("quick", 50), Length("solo", 10)], [], 2)
    assert forecast.of_agent("random") == pytest.approx(20 * 50 * 0.01 + 20 * 10 * 0.01)
    assert forecast.of_agent("nearest") == pytest.approx(20 * 60 * 0.1)
    assert forecast.total == pytest.approx((12 + 120) / 2)


def test_forecast_jobs__where_an_agent_has_played_a_battle_takes_as_long_again():
    forecast = forecast_jobs(JOBS, known_paces(TIMINGS), [Length("quick", 50), Length("solo", 10)], TIMINGS[:1], 1)
    assert forecast.of_agent("random") == pytest.approx(20 * 0.2 + 20 * 10 * 4.0 / 400)


def test_forecast__no_shorter_than_its_longest_job():
    paces = [Pace("random", 1.0), Pace("nearest", 0.0)]
    forecast = forecast_jobs(JOBS[:1], paces, [Length("quick", 50)], [], 8)
    assert forecast.total == pytest.approx(50 * JOBS[0].count)


def test_jobs_to_measure__one_of_each_agent_that_has_not_played():
    assert [job.agent for job in jobs_to_measure(JOBS, TIMINGS)] == ["nearest"]
    assert [job.agent for job in jobs_to_measure(JOBS, [])] == ["random", "nearest"]


@pytest.mark.compiled
def test_measure__paces_and_lengths():
    pace = measure(next(job for job in JOBS if job.agent == "random"))
    assert pace.agent == "random"
    assert 0 < pace.decision < 0.1
    length = measure("solo")
    assert length.scenario == "solo"
    assert 1 < length.decisions < 1000


def test_format_forecast__a_line_an_agent_and_the_whole():
    forecast = forecast_jobs(JOBS, [Pace("random", 0.1), Pace("nearest", 1.0)], [Length("quick", 60)], [], 2)
    lines = format_forecast(forecast, JOBS).splitlines()
    assert [line.split()[0] for line in lines] == ["random", "nearest", "all", "forecast:"]
    assert lines[1].split()[1:3] == ["40", "battles"]
    assert lines[-1] == "forecast: about 22 min with 2 at a time"


@pytest.mark.parametrize(("seconds", "said"), [(3.2, "3 s"), (89, "89 s"), (120, "2 min"), (7200, "2.0 h")])
def test_format_seconds__in_words(seconds, said):
    assert format_seconds(seconds) == said
