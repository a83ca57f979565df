"""Tasks in workers: processes on this machine, or a Dask cluster. Answers come back as they are
ready; workers need not share a disk with this process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, TypeVar

from tesuji.arena.run.executors import WorkerPool
from tesuji.arena.run.local_pool import check_jobs, check_main_guard, death_of
from tesuji.errors import TesujiError, WorkerError

__all__ = ["RESUMES", "in_workers"]

Task = TypeVar("Task")
Answer = TypeVar("Answer")

RESUMES = "finished shards are kept, and the same command resumes the run"
_IDLE_SECONDS = 5.0


def in_workers(
    function: Callable[[Task], Answer],
    tasks: Sequence[Task],
    jobs: int | None = None,
    cluster: str | None = None,
) -> Iterator[Answer]:
    """Yields the answers as they come. With one job and no cluster the tasks run in this process.

    ``cluster`` is the address of a Dask scheduler; ``jobs`` is then the number of its workers to
    keep busy.
    """
    check_jobs(jobs)
    if cluster is None:
        jobs = min(jobs or os.cpu_count() or 1, len(tasks))
        if jobs <= 1:
            yield from map(function, tasks)
            return
    elif not tasks:
        return
    pool = WorkerPool(jobs, cluster)
    executor: Any = pool.start()
    waiting = iter(tasks)
    running: set[Future[Answer]] = set()
    try:
        while True:
            for task in islice(waiting, pool.ahead - len(running)):
                running.add(executor.submit(function, task))
            if not running:
                return
            done, running = wait(running, _IDLE_SECONDS, return_when=FIRST_COMPLETED)
            if not done:
                pool.wait()
            for future in done:
                yield _answer(future, executor)
    finally:
        workers = _processes(executor)
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()


def _processes(executor: Any) -> list[Any]:
    """The worker processes on this machine."""
    return list((getattr(executor, "_processes", None) or {}).values())


def _answer(future: Future[Answer], executor: Any) -> Answer:
    try:
        return future.result()
    except TesujiError:
        raise
    except BrokenProcessPool:
        workers = _processes(executor)
        check_main_guard(workers)
        raise WorkerError(f"worker processes died: {death_of(workers).reason}; {RESUMES}") from None
    except CancelledError as error:
        raise WorkerError(f"the cluster was lost; {RESUMES}") from error
    except Exception as error:
        if type(error).__name__ == "KilledWorker":
            raise WorkerError(
                f"cluster workers kept dying; is there enough memory? {RESUMES.capitalize()}"
            ) from error
        raise WorkerError(
            f"a worker failed: {type(error).__name__}: {error}; does it run the same version of"
            f" tesuji? {RESUMES.capitalize()}"
        ) from error
