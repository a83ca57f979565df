"""The studies of a session: each page may have an analysis or a retry of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tesuji.web.resumable_task import ResumableTask, Work
from tesuji.web.services import Page

__all__ = ["Studies"]


class Studies:
    """At most one study per page. A study pauses while its page is hidden.

    ``failed`` receives an exception of a study, and the page that asked for it.
    """

    def __init__(self, failed: Callable[[Exception, Page], None]) -> None:
        self._failed = failed
        self._tasks: dict[Page, ResumableTask] = {}

    def is_on(self, page: Page) -> bool:
        """Whether the page has an unfinished study."""
        task = self._tasks.get(page)
        return task is not None and task.is_on

    def begin(self, page: Page, work: Work) -> None:
        """Starts a study instead of the last one of the same page."""
        if page not in self._tasks:
            self._tasks[page] = ResumableTask(
                may_run=lambda: page.visible, failed=lambda error: self._failed(error, page)
            )
        self._tasks[page].begin(work)

    def stop(self, page: Page) -> None:
        """Drops the study of a page."""
        if page in self._tasks:
            self._tasks[page].stop()

    def leave(self, page: Page) -> None:
        """Drops the study of a page that is gone, and forgets the page."""
        if (task := self._tasks.pop(page, None)) is not None:
            task.stop()

    def visibility_changed(self) -> None:
        """Lets the studies of visible pages run, and pauses the others."""
        for page, task in self._tasks.items():
            if page.visible:
                task.resume()
            else:
                task.pause()

    def stop_all(self) -> None:
        """Drops every study."""
        for task in self._tasks.values():
            task.stop()

    async def end_all(self) -> None:
        """Drops every study and waits until nothing of them runs."""
        await asyncio.gather(*(task.end() for task in tuple(self._tasks.values())))
