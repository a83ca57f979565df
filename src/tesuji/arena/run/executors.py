"""Executors: pairs are given to local processes or to a Dask cluster; both are
``concurrent.futures`` executors to the match."""

from __future__ import annotations

import importlib
import os
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
from tesuji.arena.run.local_pool import check_jobs, check_main_guard, local_executor
from tesuji.arena.run.worker import RESUMES, work
from tesuji.errors import ParameterError, TesujiError, WorkerError

__all__ = ["ClusterExecutor", "WorkerPool", "cluster_executor", "run_tasks"]

_TRIES = 3
"""How often a Dask cluster gives a pair out again that failed."""
PATIENCE = "10s"
"""How long a Dask scheduler may take to answer."""
_DEATHS = 5
"""How often on end workers may die before any pair is finished."""


CLUSTER_JOBS = 32
"""Workers to have tasks ready for, where nobody says how many a cluster has or will have."""


class WorkerPool:
    """Who plays; no ``jobs`` is one a core, or as many as a cluster has."""

    def __init__(self, jobs: int | None, cluster: str | None) -> None:
        check_jobs(jobs)
        self._cluster = cluster
        self._jobs = jobs or (CLUSTER_JOBS if cluster else os.cpu_count() or 1)
        self._games_at_once = None if cluster else self._jobs
        self._made: ClusterExecutor | None = None

    def start(self) -> Executor:
        """Workers that are ready to play."""
        if self._cluster is None:
            return local_executor(self._jobs)
        self._made = cluster_executor(self._cluster)
        return self._made

    @property
    def ahead(self) -> int:
        """Tasks to give out at a time: nobody waits for the next."""
        return 2 * self._jobs

    @property
    def games_at_once(self) -> int:
        """Games that run beside each other; of a cluster, when this is first asked."""
        if self._games_at_once is None:
            self._games_at_once = 1 if self._made is None else max(1, self._made.threads)
        return self._games_at_once


def cluster_executor(address: str) -> ClusterExecutor:
    """A Dask cluster behind its scheduler's address."""
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
    """A Dask client as an executor of the standard library's kind, which closes the client."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor = client.get_executor(retries=_TRIES, pure=False)

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = self._executor.submit(function, *args, **kwargs)
        return future

    @property
    def threads(self) -> int:
        """How many pairs the workers that are there now play at once."""
        with suppress(Exception):  # a scheduler that is lost is noticed where games are lost
            return sum(self._client.nthreads().values())
        return 0

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(Exception):  # the scheduler may be gone, and nothing is lost with it
            self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close(timeout=2)


def run_tasks(
    tasks: Iterator[PairTask],
    make_executor: Callable[[], Executor],
    *,
    ahead: int,
    stop: Callable[[], bool],
) -> Iterator[tuple[PairTask, Any]]:
    """Plays tasks and yields them with their answers, `ahead` of them given out at a time.

    When a worker of the local pool dies, the pool is made anew and what it had not finished is
    played again. Once `stop` holds, no more tasks are given out, and those under way are
    finished.
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
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                task = running.pop(future)
                try:
                    answer = _answer(future, task)
                except BrokenProcessPool as error:
                    waiting += [task, *running.values()]
                    running.clear()
                    deaths += 1
                    if deaths == _DEATHS:
                        raise _workers_keep_dying(waiting) from error
                    pool.renew()
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


def _workers_keep_dying(tasks: list[PairTask]) -> WorkerError:
    pairs = sorted({task.pair for task in tasks})
    return WorkerError(
        f"workers died {_DEATHS} times in a row while playing pairs {', '.join(map(str, pairs))};"
        " is there enough memory?",
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

    def renew(self) -> None:
        """New workers in place of those that died, unless they died of the script."""
        check_main_guard(self.close())
        self._executor = self._make()

    def close(self) -> list[BaseProcess]:
        """Ends the workers at once: one in the midst of a pair is not waited for."""
        workers = list((getattr(self._executor, "_processes", None) or {}).values())
        self._executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()
        return workers


@contextmanager
def _pool(make: Callable[[], Executor]) -> Iterator[_Pool]:
    pool = _Pool(make)
    try:
        yield pool
    finally:
        pool.close()
