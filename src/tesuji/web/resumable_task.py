"""A resumable task: background work that pauses while nobody is watching."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

__all__ = ["ResumableTask", "Work"]

Work = Callable[[], Awaitable[None]]


class ResumableTask:
    """Runs at most one piece of work at a time; the next one starts when the last has ended.

    ``may_run`` says whether anybody is watching; ``failed`` receives an exception of the work.
    """

    def __init__(self, *, may_run: Callable[[], bool], failed: Callable[[Exception], None]) -> None:
        self._may_run = may_run
        self._failed = failed
        self._work: Work | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_on(self) -> bool:
        """Whether there is unfinished work."""
        return self._work is not None

    def begin(self, work: Work) -> None:
        """Starts this work instead of any work before it."""
        self.pause()
        self._work = work
        self.resume()

    def resume(self) -> None:
        """Runs the work from its beginning, if anybody is watching."""
        if self._work is None or not self._may_run():
            return
        if self._task is None:
            self._task = asyncio.create_task(self._run(self._work))
            self._task.add_done_callback(self._ended)

    def pause(self) -> None:
        """Cancels the running work; ``resume`` starts it again."""
        if self._task is not None:
            self._task.cancel()

    def stop(self) -> None:
        """Drops the work."""
        self._work = None
        self.pause()

    async def end(self) -> None:
        """Drops the work and waits until nothing of it runs."""
        self.stop()
        while self._task is not None:
            self.stop()  # new work may have started while this waited
            await asyncio.wait([self._task])

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Forgets the task: a cancelled task keeps its search, and so the search tree, alive."""
        self._task = None
        self.resume()

    async def _run(self, work: Work) -> None:
        try:
            await work()
        except Exception as error:
            self._done(work)
            self._failed(error)
        self._done(work)

    def _done(self, work: Work) -> None:
        if self._work is work:
            self._work = None
