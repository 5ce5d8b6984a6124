"""Processes: every task is done once, a killed one again, errors end the work."""

import os
import signal
import time
from functools import partial

import pytest

from brimstone_agents.benchmark import local_backend
from brimstone_agents.benchmark.local_backend import run_tasks
from brimstone_env.core.errors import InputError

pytestmark = pytest.mark.compiled  # for its speed


def square(number):
    return number * number


def killed_once(folder, number):
    """The first attempt at task 2 kills its process."""
    marker = folder / "killed"
    if number == 2 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    (folder / f"{number}-{time.monotonic_ns()}").touch()
    return -number


def killed_always(number):
    os.kill(os.getpid(), signal.SIGKILL)


def refused(number):
    raise InputError("agent 'x' is unknown")


def test_run_tasks__every_result_once_and_a_killed_task_again(tmp_path, capsys):
    results = dict(run_tasks(partial(killed_once, tmp_path), range(6), 2))
    assert results == {number: -number for number in range(6)}
    assert (tmp_path / "killed").exists()
    assert "a process was killed" in capsys.readouterr().err


def test_run_tasks__killed_again_and_again_is_an_error(monkeypatch):
    monkeypatch.setattr(local_backend, "ATTEMPTS", 2)
    with pytest.raises(InputError, match="processes were killed 2 times"):
        list(run_tasks(killed_always, [1], 1))


def test_run_tasks__an_error_of_a_task_is_the_callers():
    with pytest.raises(InputError, match="agent 'x' is unknown"):
        list(run_tasks(refused, range(4), 2))


def test_run_tasks__nothing_to_do():
    assert list(run_tasks(square, [], 2)) == []
