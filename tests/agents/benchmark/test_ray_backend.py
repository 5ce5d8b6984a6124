"""Tasks on Ray give what processes give, a killed one is done again."""

import os
import signal
import sys
from functools import partial

import pytest

from brimstone_agents.benchmark import ray_backend
from brimstone_agents.benchmark.backends import run_tasks
from brimstone_agents.benchmark.jobs import hash_sources, make_jobs, play_job
from brimstone_agents.benchmark.ray_backend import do_task
from brimstone_env.core.errors import InputError
from tests.agents.benchmark.small import small_suite


def play_or_die(folder, job):
    """Play a job; the first attempt at the first job of the agent `nearest` kills its process."""
    marker = folder / "killed"
    if job.agent == "nearest" and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_job(job)


@pytest.mark.compiled
def test_ray__the_same_bytes_as_without_though_a_worker_was_killed(tmp_path):
    pytest.importorskip("ray")
    jobs = make_jobs(small_suite(), quick=True)
    parts = dict(run_tasks(partial(play_or_die, tmp_path), jobs, 2, "local"))
    assert (tmp_path / "killed").exists()
    assert sorted(parts) == list(range(len(jobs)))
    for place, job in enumerate(jobs):
        assert parts[place].rows.tobytes() == play_job(job).rows.tobytes()


def test_result_of__an_error_of_a_task_is_one_sentence():
    ray = pytest.importorskip("ray")

    class Failed:
        exceptions = ray.exceptions

        @staticmethod
        def get(done):
            raise ray.exceptions.RayTaskError("do_task", "a long trace", InputError("agent 'x' is unknown"))

    with pytest.raises(InputError, match=r"^agent 'x' is unknown$"):
        ray_backend.result_of(Failed, None)


def test_ray__is_asked_for_when_it_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match=r'ray is not installed: pip install "brimstone-env\[ray\]"'):
        list(run_tasks(play_job, make_jobs(small_suite(), quick=True), 1, "local"))


def test_do_task__only_by_the_sources_of_who_asks():
    assert do_task(abs, hash_sources(), -3) == 3
    with pytest.raises(InputError, match="runs other sources or versions"):
        do_task(abs, "0" * 16, -3)


def test_begin__a_local_ray_is_its_own_even_beside_a_cluster():
    calls = []

    class NoRay:
        def init(self, **arguments):
            calls.append(arguments)

    ray_backend.begin(NoRay(), 3, "local")
    ray_backend.begin(NoRay(), 3, "auto")
    assert [(call["address"], call.get("num_cpus")) for call in calls] == [("local", 3), ("auto", None)]


def test_begin__no_cluster_there():
    class NoRay:
        def init(self, **arguments):
            assert arguments["address"] == "10.0.0.1:6379"
            raise ConnectionError("could not connect\nlong trace")

    with pytest.raises(
        InputError, match=r"--ray 10.0.0.1:6379: no Ray cluster answers there \(could not connect\), or"
    ):
        ray_backend.begin(NoRay(), 2, "10.0.0.1:6379")
