"""Workers that stay alive from one contest to the next, for many short contests in a row."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from multiprocessing.process import BaseProcess
from typing import Any

from tesuji.arena.run.executors import WorkerPool
from tesuji.arena.run.local_pool import end_workers

__all__ = ["KeptWorkers"]


class KeptWorkers(WorkerPool):
    """The workers of several contests. Use it in a ``with`` block, which ends them."""

    def __init__(self, jobs: int | None, cluster: str | None) -> None:
        super().__init__(jobs, cluster)
        self._kept: _KeptExecutor | None = None

    def start(self) -> Executor:
        """The running workers, or new ones if there are none or some have died."""
        if self._kept is None or self._kept.is_broken:
            self._kept = _KeptExecutor(super().start())
        return self._kept

    def __enter__(self) -> KeptWorkers:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._kept is not None:
            self._kept.end()
            self._kept = None


class _KeptExecutor(Executor):
    """An executor that ignores the shutdown at the end of a contest."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    @property
    def is_broken(self) -> bool:
        return bool(getattr(self._inner, "_broken", False))

    @property
    def _processes(self) -> dict[int, BaseProcess]:
        """The processes that the end of a contest may kill: none as long as all are alive."""
        found: dict[int, BaseProcess] = getattr(self._inner, "_processes", None) or {}
        return dict(found) if self.is_broken else {}

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._inner.submit(function, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if self.is_broken:
            self._inner.shutdown(wait=wait, cancel_futures=cancel_futures)

    def end(self) -> None:
        """Ends the workers at once, even in the middle of a pair."""
        end_workers(self._inner)
