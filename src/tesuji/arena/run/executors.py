"""Handing out pairs to workers: processes on this machine, or a Dask cluster.

To a match both are executors as in ``concurrent.futures``.
"""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from typing import Any

from tesuji.arena.match.pair import PairTask
from tesuji.arena.run.local_pool import (
    Death,
    check_jobs,
    check_main_guard,
    death_of,
    end_workers,
    local_executor,
    workers_of,
)
from tesuji.arena.run.worker import RESUMES, work
from tesuji.errors import ParameterError, TesujiError, WorkerError

__all__ = ["ClusterExecutor", "WaitingWarning", "WorkerPool", "cluster_executor", "run_tasks"]

_TRIES = 3
"""Times that a Dask cluster retries a pair."""
PATIENCE = "10s"
"""Time for a Dask scheduler to answer."""
_IDLE_SECONDS = 5.0
_DEATHS = 5
"""Times in a row that workers may die before the match gives up."""


CLUSTER_JOBS = 32
"""Number of cluster workers to keep busy if ``jobs`` is not given."""


class WaitingWarning(UserWarning):
    """A match cannot go on until something else happens."""


class WorkerPool:
    """The workers of a contest. ``jobs`` is by default one per core."""

    def __init__(self, jobs: int | None, cluster: str | None) -> None:
        check_jobs(jobs)
        self._cluster = cluster
        self._jobs = jobs or (CLUSTER_JOBS if cluster else os.cpu_count() or 1)
        self._games_at_once = None if cluster else self._jobs
        self._made: ClusterExecutor | None = None
        self._said = False

    def start(self) -> Executor:
        """Starts the workers, or connects to the cluster."""
        if self._cluster is None:
            return local_executor(self._jobs)
        self._made = cluster_executor(self._cluster)
        return self._made

    def wait(self) -> None:
        """Says once that a cluster has no workers; called while no answer comes."""
        if self._made is not None and self._made.threads == 0 and not self._said:
            self._said = True
            warnings.warn(
                f"waiting for workers: the cluster at {self._cluster} has none."
                f" Start one with 'dask worker {self._cluster}'",
                WaitingWarning,
                stacklevel=2,
            )

    @property
    def ahead(self) -> int:
        """Tasks to hand out at a time, so that no worker waits for the next."""
        return 2 * self._jobs

    @property
    def games_at_once(self) -> int:
        """Games played at the same time; for a cluster, when this is first read."""
        if self._games_at_once is None:
            self._games_at_once = 1 if self._made is None else max(1, self._made.threads)
        return self._games_at_once


def cluster_executor(address: str) -> ClusterExecutor:
    """Connects to a Dask cluster by the address of its scheduler."""
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise ParameterError(
            "a cluster needs dask.distributed: pip install 'tesuji[cluster]'",
            where="cluster",
            given=address,
            expected="dask.distributed",
        ) from error
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ParameterError(
            f"no Dask scheduler answers at {address!r}: {error}",
            where="cluster",
            given=address,
            expected="the address of a Dask scheduler",
        ) from error
    return ClusterExecutor(client)


class ClusterExecutor(Executor):
    """A Dask client as a standard executor. Shutting it down closes the client."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor = client.get_executor(retries=_TRIES, pure=False)

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = self._executor.submit(function, *args, **kwargs)
        return future

    @property
    def threads(self) -> int:
        """Number of pairs that the current workers play at the same time."""
        with suppress(Exception):  # a lost scheduler shows up where tasks fail
            return sum(self._client.nthreads().values())
        return 0

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(Exception):  # the scheduler may be gone already
            self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close(timeout=2)


def run_tasks(
    tasks: Iterator[PairTask],
    make_executor: Callable[[], Executor],
    *,
    ahead: int,
    stop: Callable[[], bool],
    idle: Callable[[], None] = lambda: None,
) -> Iterator[tuple[PairTask, Any]]:
    """Plays tasks and yields them with their answers, with `ahead` tasks handed out at a time.

    When a worker of the local pool dies, a new pool starts and plays its unfinished tasks again.
    Once `stop` returns True, no more tasks are handed out, and running ones are finished. `idle` is
    called every few seconds while no answer comes.
    """
    waiting: list[PairTask] = []
    deaths = 0
    running: dict[Future[Any], PairTask] = {}
    with _pool(make_executor) as pool:
        while True:
            while len(running) < ahead and not stop():
                task = waiting.pop() if waiting else next(tasks, None)
                if task is None:
                    break
                running[pool.submit(work, task)] = task
            if not running:
                return
            done, _ = wait(running, _IDLE_SECONDS, return_when=FIRST_COMPLETED)
            if not done:
                idle()
            for future in done:
                task = running.pop(future)
                try:
                    answer = _answer(future, task)
                except BrokenProcessPool as error:
                    waiting += [task, *running.values()]
                    running.clear()
                    deaths += 1
                    why = pool.renew()
                    if deaths == _DEATHS or why.is_final:
                        raise _workers_died(deaths, waiting, why) from error
                    break
                deaths = 0
                yield task, answer


def _answer(future: Future[Any], task: PairTask) -> Any:
    try:
        return future.result()
    except CancelledError as error:
        raise WorkerError(f"the cluster was lost; {RESUMES}", pairs=[task.pair]) from error
    except (TesujiError, BrokenProcessPool):
        raise
    except Exception as error:
        if type(error).__name__ == "KilledWorker":
            raise WorkerError(
                f"cluster workers kept dying while playing pair {task.pair};"
                f" is there enough memory? {RESUMES.capitalize()}",
                pairs=[task.pair],
            ) from error
        raise WorkerError(
            f"pair {task.pair} failed in a worker: {type(error).__name__}: {error};"
            f" does the worker run the same version of tesuji? {RESUMES.capitalize()}",
            pairs=[task.pair],
        ) from error


def _workers_died(deaths: int, tasks: list[PairTask], why: Death) -> WorkerError:
    pairs = sorted({task.pair for task in tasks})
    times = "once" if deaths == 1 else f"{deaths} times in a row"
    return WorkerError(
        f"workers died {times} while playing pairs {', '.join(map(str, pairs))} of"
        f" {tasks[0].game}: {why.reason}",
        given=why.exit_code,
        pairs=pairs,
    )


class _Pool:
    def __init__(self, make: Callable[[], Executor]) -> None:
        self._make = make
        self._executor = make()

    def submit(self, function: Callable[[PairTask], Any], task: PairTask) -> Future[Any]:
        try:
            return self._executor.submit(function, task)
        except BrokenProcessPool:
            self.renew()
            return self._executor.submit(function, task)

    def renew(self) -> Death:
        """Starts new workers, unless the old ones died because of the script; returns why."""
        ended = [each for each in workers_of(self._executor) if not each.is_alive()]
        workers = self.close()
        check_main_guard(workers)
        self._executor = self._make()
        return death_of(ended or workers)

    def close(self) -> list[BaseProcess]:
        """Ends the workers at once, even in the middle of a pair."""
        return end_workers(self._executor)


@contextmanager
def _pool(make: Callable[[], Executor]) -> Iterator[_Pool]:
    pool = _Pool(make)
    try:
        yield pool
    finally:
        pool.close()
