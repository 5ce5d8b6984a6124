"""How far jobs are, in words, and how long the rest takes."""

import pytest

from brimstone_agents.benchmark import progress
from brimstone_agents.benchmark.forecast import Length, Pace, forecast_jobs
from brimstone_agents.benchmark.jobs import make_jobs
from brimstone_agents.benchmark.progress import Progress
from tests.agents.benchmark.small import small_suite

JOBS = make_jobs(small_suite(), agents=["nearest"], scenarios=["solo"])  # ten jobs of two battles
FORECAST = forecast_jobs(JOBS, [Pace("nearest", 1.0)], [Length("solo", 10)], [], 2)  # 20 s each, two at a time: 100 s


@pytest.fixture
def clock(monkeypatch):
    """What time it is; the test turns it."""
    now = [1000.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_progress__the_forecast_first_then_what_the_work_took(clock):
    with Progress(FORECAST, len(JOBS)) as shown:
        clock[0] += 10
        assert shown.seconds_left() == pytest.approx(90)
        shown.add(JOBS[0])
        clock[0] += 30
        shown.add(JOBS[1])
        assert shown.seconds_left() == pytest.approx(40 * 0.8 / 0.2)
        assert shown.describe() == "2 of 10 jobs, 4 battles, 40 s, about 3 min left"


def test_progress__a_line_every_so_often_and_at_the_end(clock, capsys):
    with Progress(FORECAST, len(JOBS)) as shown:
        for job in JOBS:
            clock[0] += 10
            shown.add(job)
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(" jobs")[0] for line in lines] == ["3 of 10", "6 of 10", "9 of 10", "10 of 10"]
    assert lines[-1] == "10 of 10 jobs, 20 battles, 2 min, about 0 s left"


def test_progress__a_bar_on_a_terminal(clock, capsys, monkeypatch):
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: True, raising=False)
    with Progress(FORECAST, len(JOBS)) as shown:
        for job in JOBS:
            shown.add(job)
    said = capsys.readouterr().err
    assert "100%" in said
    assert "10 of 10 jobs" in said
