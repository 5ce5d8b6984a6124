"""Tasks on Ray, on this machine or on a cluster. A killed process's task is done again."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from brimstone_agents.benchmark.jobs import hash_sources, one_thread
from brimstone_env.core.errors import InputError

LOCAL = "local"  # the address that starts a Ray on this machine
RETRIES = 3  # times that a task is begun again after the process or machine that did it is gone
T = TypeVar("T")
R = TypeVar("R")


def run_tasks(
    function: Callable[[T], R], tasks: Sequence[T], processes: int, address: str = LOCAL
) -> Iterator[tuple[int, R]]:
    """Do tasks as Ray tasks.

    Args:
        function: what to do with each; a function of a module, since other processes import it.
        tasks: what it is done with.
        processes: how many at a time on a local Ray; a cluster decides by its own cores.
        address: of a cluster (`auto`, `HOST:PORT`, `ray://HOST:PORT`), or `local`.

    Yields:
        A task's place in `tasks` and what it gave, as they are done.

    Raises:
        InputError: if Ray is not installed, no cluster answers, or one of its machines runs other sources.
    """
    ray = import_ray()
    begin(ray, processes, address)
    try:
        remote = ray.remote(num_cpus=1, max_retries=RETRIES)(do_task)
        places = {remote.remote(function, hash_sources(), task): place for place, task in enumerate(tasks)}
        while places:
            for done in ray.wait(list(places), num_returns=1)[0]:
                yield places.pop(done), result_of(ray, done)
    finally:
        ray.shutdown()


def import_ray() -> Any:
    """The package ray, which reports nothing home.

    Raises:
        InputError: if it is not installed.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        return importlib.import_module("ray")
    except ModuleNotFoundError as error:
        raise InputError('--ray: ray is not installed: pip install "brimstone-env[ray]"') from error


def begin(ray: Any, processes: int, address: str) -> None:
    """Start a local Ray, or connect to a cluster.

    Raises:
        InputError: if no cluster answers at the address.
    """
    own = {"num_cpus": processes, "include_dashboard": False} if address == LOCAL else {}
    try:  # the address is said always: Ray would take any cluster that it finds on the machine instead of its own
        ray.init(address=address, **own, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise InputError(
            f"--ray {address}: no Ray cluster answers there ({str(error).splitlines()[0]}), or not to us: "
            "RAY_AUTH_MODE and the token must be as where `ray start` ran"
        ) from error


def do_task(function: Callable[[T], R], sources: str, task: T) -> R:
    """What a Ray worker does.

    Raises:
        InputError: if this machine runs other sources than the one that asks.
    """
    if hash_sources() != sources:
        raise InputError(
            f"--ray: machine {os.uname().nodename} runs other sources or versions of brimstone-env, Python or NumPy, "
            "allowed are the same on all machines"
        )
    one_thread()
    return function(task)


def result_of(ray: Any, done: Any) -> Any:
    """What a task gave.

    Raises:
        InputError: if the workers that did it were killed again and again, or if it raised one.
    """
    try:
        return ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None  # without the other process's call stack, as in processes of this machine
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.OutOfMemoryError) as error:
        raise InputError(f"--ray: a task was begun {RETRIES + 1} times and its process was killed each time") from error
