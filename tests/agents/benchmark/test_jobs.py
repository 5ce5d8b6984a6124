"""How battles are cut into jobs, and what a job gives (compiled)."""

import pytest

from brimstone_agents.benchmark.jobs import (
    battles_of_job,
    cut_seeds,
    find_sources,
    make_jobs,
    part_name,
    play_job,
    read_part,
    write_part,
)
from brimstone_agents.benchmark.results import played_names
from brimstone_agents.benchmark.suite import SuiteAgent
from brimstone_env.core.errors import InputError
from tests.agents.benchmark.small import small_suite


@pytest.mark.parametrize(
    ("episodes", "quick", "size"),
    [(400, 40, 40), (400, 20, 20), (100, 8, 4), (16, 1, 1), (16, 0, 1), (400, 0, 40), (401, 40, 1), (1, 1, 1)],
)
def test_battles_of_job__whole_jobs_make_up_both_numbers(episodes, quick, size):
    agent = SuiteAgent(agent="random", episodes=episodes, quick=quick)
    assert battles_of_job(agent) == size
    assert episodes % size == quick % size == 0


def test_make_jobs__cover_every_battle_once_and_the_quick_ones_come_first():
    suite = small_suite()
    jobs = make_jobs(suite)
    assert sum(job.count for job in jobs) == 2 * 2 * 20
    battles = [(job.agent, job.scenario, seed) for job in jobs for seed in job.seeds.tolist()]
    assert len(set(battles)) == len(battles)
    assert {job.key for job in make_jobs(suite, quick=True)} < {job.key for job in jobs}
    assert next(job.split for job in jobs if job.scenario == "solo") == "test"
    assert list(cut_seeds(suite, suite.agents[0], True)) == [(10**9, 2), (10**9 + 2, 2)]


def test_make_jobs__only_what_is_asked_for():
    jobs = make_jobs(small_suite(), agents=["nearest"], scenarios=["solo"])
    assert {(job.agent, job.scenario) for job in jobs} == {("nearest", "solo")}


def test_make_jobs__a_spec_too_long_for_results_is_refused():
    long = "x" * 100
    agents = [{"agent": name, "episodes": 1} for name in ("random", "nearest", long)]
    with pytest.raises(InputError, match="has 100 characters, allowed are at most 96"):
        make_jobs(small_suite(agents=agents))


def test_find_sources__is_this_checkout():
    commit = find_sources()
    assert commit == "" or len(commit.removesuffix("-dirty")) == 40


@pytest.mark.compiled
def test_play_job__gives_the_same_in_any_order():
    jobs = make_jobs(small_suite(), quick=True)
    forwards = [play_job(job) for job in jobs]
    backwards = [play_job(job) for job in reversed(jobs)][::-1]
    for one, other, job in zip(forwards, backwards, jobs, strict=True):
        assert one.rows.tobytes() == other.rows.tobytes()
        assert one.rows["seed"].tolist() == job.seeds.tolist()
        assert one.timing.battles == job.count
        assert one.timing.decisions == one.rows["decisions"].sum() > 0
    assert len({part.rows[list(played_names(part.rows))].tobytes() for part in forwards}) == len(jobs)


@pytest.mark.compiled
def test_parts__come_back_as_they_were(tmp_path):
    (job, *_) = make_jobs(small_suite(), quick=True)
    part = play_job(job)
    write_part(tmp_path, job, part)
    (path,) = tmp_path.iterdir()
    assert path.name == part_name(job)
    again = read_part(path)
    assert again.timing == part.timing
    assert again.rows.dtype == part.rows.dtype
    assert (again.rows == part.rows).all()


def test_parts__something_else_is_refused(tmp_path):
    path = tmp_path / "random-quick-0-4.json"
    path.write_text("{}")
    with pytest.raises(InputError, match="remove it to play them again"):
        read_part(path)


def test_part_name__tells_agents_apart_whatever_their_specs_hold():
    agents = [{"agent": name, "episodes": 1} for name in ("random", "nearest", "my:A", "my-A", "runs/a/b.zip")]
    jobs = make_jobs(small_suite(agents=agents))
    names = [part_name(job) for job in jobs]
    assert len(set(names)) == len(jobs)
    assert all("/" not in name and ":" not in name for name in names)
