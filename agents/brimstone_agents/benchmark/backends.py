"""Where tasks are done: in processes of this machine, or on Ray."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from brimstone_agents.benchmark import local_backend

T = TypeVar("T")
R = TypeVar("R")


def run_tasks(
    function: Callable[[T], R], tasks: Sequence[T], processes: int, ray: str | None = None
) -> Iterator[tuple[int, R]]:
    """Do tasks side by side.

    Args:
        function: what to do with each; a function of a module.
        tasks: what it is done with.
        processes: how many at a time on this machine.
        ray: address of a Ray cluster, `local` for a Ray on this machine, None for processes without Ray.

    Yields:
        A task's place in `tasks` and what it gave, as they are done.
    """
    if ray is None:
        return local_backend.run_tasks(function, tasks, processes)
    from brimstone_agents.benchmark import ray_backend

    return ray_backend.run_tasks(function, tasks, processes, ray)
