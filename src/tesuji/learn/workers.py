"""Tasks in worker processes on this machine. A task writes its own files, so nothing is lost."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from tesuji.arena.run.local_pool import check_jobs, check_main_guard, death_of, local_executor
from tesuji.errors import WorkerError

__all__ = ["in_workers"]

T = TypeVar("T")


def in_workers(
    function: Callable[[T], T], tasks: Sequence[T], jobs: int | None = None
) -> Iterator[T]:
    """Yields the answers as they come. With one job the tasks run in this process."""
    check_jobs(jobs)
    count = min(jobs or os.cpu_count() or 1, len(tasks))
    if count <= 1:
        yield from map(function, tasks)
        return
    executor: Any = local_executor(count)
    workers: list[Any] = []
    try:
        futures = [executor.submit(function, task) for task in tasks]
        workers = list((executor._processes or {}).values())
        for future in as_completed(futures):
            yield future.result()
    except BrokenProcessPool:
        check_main_guard(workers)
        raise WorkerError(
            f"worker processes died: {death_of(workers).reason}. Finished shards are kept, and the"
            " same command resumes the run"
        ) from None
    finally:
        workers = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()
