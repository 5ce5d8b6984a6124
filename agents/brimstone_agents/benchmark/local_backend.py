"""Tasks in processes of this machine. A killed process's task is done again."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import TypeVar

from brimstone_agents.benchmark.jobs import one_thread
from brimstone_env.core.errors import InputError

ATTEMPTS = 3  # times in a row that processes may be killed before any task is done
T = TypeVar("T")
R = TypeVar("R")


def run_tasks(function: Callable[[T], R], tasks: Sequence[T], processes: int) -> Iterator[tuple[int, R]]:
    """Do tasks side by side.

    Args:
        function: what to do with each; a function of a module, since processes of their own import it.
        tasks: what it is done with.
        processes: how many at a time.

    Yields:
        A task's place in `tasks` and what it gave, as they are done.

    Raises:
        InputError: if processes are killed again and again.
    """
    waiting = dict(enumerate(tasks))
    fruitless = 0
    while waiting:
        before = len(waiting)
        for place, result in _run_once(function, waiting, min(processes, len(waiting))):
            del waiting[place]
            yield place, result
        fruitless = fruitless + 1 if len(waiting) == before else 0
        if fruitless == ATTEMPTS:
            raise InputError(
                f"processes were killed {ATTEMPTS} times before any task was done (out of memory?); "
                "what was done is kept"
            )
        if waiting:
            print(f"a process was killed: {len(waiting)} tasks that were not done go on in new ones", file=sys.stderr)


def _run_once(function: Callable[[T], R], tasks: dict[int, T], processes: int) -> Iterator[tuple[int, R]]:
    """Do tasks in one set of processes, up to the first that is killed."""
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin_process)
    try:
        places: dict[Future[R], int] = {executor.submit(function, task): place for place, task in tasks.items()}
        for future in as_completed(places):
            if not isinstance(future.exception(), BrokenProcessPool):
                yield places[future], future.result()
        executor.shutdown()
    finally:  # nothing to do after all was done; else: an error, an interrupt, or nobody wants more
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()


def _begin_process() -> None:
    """A process of the pool: one thread; an interrupt ends it at once; it ends when its parent does."""
    one_thread()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
