"""A pursuit: one thing that a session looks into, broken off and taken up again as people look."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

__all__ = ["Pursuit", "Work"]

Work = Callable[[], Awaitable[None]]


class Pursuit:
    """At most one piece of work at a time; the next begins when the one before has ended.

    ``may_run`` says whether anyone looks; ``failed`` is told of an exception that work raised.
    """

    def __init__(self, *, may_run: Callable[[], bool], failed: Callable[[Exception], None]) -> None:
        self.owner: object | None = None
        """For whom the work is done; None: for all who look."""
        self._may_run = may_run
        self._failed = failed
        self._work: Work | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_on(self) -> bool:
        """Whether there is work that is not done yet."""
        return self._work is not None

    def begin(self, work: Work, *, owner: object | None = None) -> None:
        """Does this in place of what was done before."""
        self.pause()
        self._work, self.owner = work, owner
        self.resume()

    def resume(self) -> None:
        """Takes the work up, from its beginning, if anyone looks."""
        if self._work is None or not self._may_run():
            return
        if self._task is None:
            self._task = asyncio.create_task(self._run(self._work))
            self._task.add_done_callback(self._ended)

    def pause(self) -> None:
        """Breaks the work off; ``resume`` takes it up again."""
        if self._task is not None:
            self._task.cancel()

    def stop(self) -> None:
        """Gives the work up."""
        self._work = self.owner = None
        self.pause()

    async def end(self) -> None:
        """Gives the work up and waits until nothing of it runs."""
        self.stop()
        while self._task is not None:
            self.stop()  # somebody may have begun anew meanwhile
            await asyncio.wait([self._task])

    def _ended(self, task: asyncio.Task[None]) -> None:
        """The task is let go, as it keeps the search that it was cancelled in."""
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
            self._work = self.owner = None
