"""Tasks in workers: processes on this machine, or a Dask cluster. Answers come back as they are
ready; workers need not share a disk with this process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TypeVar

from tesuji.arena.run.executors import WorkerPool
from tesuji.arena.run.local_pool import (
    check_jobs,
    check_main_guard,
    death_of,
    end_workers,
    workers_of,
)
from tesuji.errors import TesujiError, WorkerError

__all__ = ["RESUMES", "Step", "in_workers"]

Task = TypeVar("Task")
Answer = TypeVar("Answer")

RESUMES = "finished shards are kept, and the same command resumes the run"
_IDLE_SECONDS = 5.0
_STEP_SECONDS = 0.5
Step = Callable[[], None]
"""Called after each step of a task, such as a game of a shard."""


def in_workers(
    function: Callable[[Task, Step], Answer],
    tasks: Sequence[Task],
    jobs: int | None = None,
    cluster: str | None = None,
    steps: Callable[[int], None] = lambda count: None,
) -> Iterator[Answer]:
    """Yields the answers as they come. With one job and no cluster the tasks run in this process.

    ``cluster`` is the address of a Dask scheduler; ``jobs`` is then the number of its workers to
    keep busy. The function calls its second argument after each step, and ``steps`` is called with
    the number of all steps so far, except on a cluster.
    """
    check_jobs(jobs)
    if cluster is None:
        jobs = min(jobs or os.cpu_count() or 1, len(tasks))
        if jobs <= 1:
            counter = count(1)
            for task in tasks:
                yield function(task, lambda: steps(next(counter)))
            return
    elif not tasks:
        return
    pool = WorkerPool(jobs, cluster)
    executor = pool.start()
    waiting = iter(tasks)
    running: set[Future[Answer]] = set()
    with _counted_steps(cluster) as counted:
        try:
            while True:
                for task in islice(waiting, pool.ahead - len(running)):
                    running.add(executor.submit(function, task, counted))
                if not running:
                    return
                done, running = wait(running, counted.seconds, return_when=FIRST_COMPLETED)
                steps(counted.number)
                if not done:
                    pool.wait()
                for future in done:
                    yield _answer(future, executor)
        finally:
            end_workers(executor)  # before the file of steps goes: they would create it again


@dataclass(frozen=True)
class _CountedSteps:
    """Called by workers after each step: it appends a byte to a file. Without one it does nothing,
    since the workers of a cluster need not see the files of this machine."""

    path: Path | None

    def __call__(self) -> None:
        if self.path is not None:
            with suppress(OSError), self.path.open("ab") as file:
                file.write(b".")

    @property
    def number(self) -> int:
        """The number of steps so far."""
        return 0 if self.path is None else self.path.stat().st_size

    @property
    def seconds(self) -> float:
        """How long to wait before this is looked at again."""
        return _IDLE_SECONDS if self.path is None else _STEP_SECONDS


@contextmanager
def _counted_steps(cluster: str | None) -> Iterator[_CountedSteps]:
    if cluster is not None:
        yield _CountedSteps(None)
        return
    with NamedTemporaryFile(prefix="tesuji-steps-") as file:
        yield _CountedSteps(Path(file.name))


def _answer(future: Future[Answer], executor: Executor) -> Answer:
    try:
        return future.result()
    except TesujiError:
        raise
    except BrokenProcessPool:
        workers = workers_of(executor)
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
