"""Runs long work in another thread, so that Ctrl-C can stop it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

__all__ = ["interruptible"]

T = TypeVar("T")
INTERVAL = 0.05
"""Seconds between two looks for Ctrl-C."""


def interruptible(
    work: Callable[[], T],
    stop: Callable[[], object],
    *,
    look: Callable[[], object] | None = None,
    interval: float = INTERVAL,
    keep: bool = False,
) -> T:
    """The result of ``work``, done by another thread, while ``look`` is called now and then.

    Signals reach the main thread only while it executes Python, and the compiled core does not.
    Ctrl-C, or an exception in ``look``, stops the work by ``stop``. Then the exception is raised,
    or after Ctrl-C with ``keep`` the result so far is returned.

    Outside the main thread, which alone gets signals, work without a ``look`` is done right there.
    """
    if look is None and threading.current_thread() is not threading.main_thread():
        return work()
    results: list[T] = []
    errors: list[BaseException] = []
    begun = threading.Lock()
    # Not Thread.join: if Ctrl-C interrupts it, Python takes the thread for ended while it runs.
    ended = threading.Event()

    def run() -> None:
        if not begun.acquire(blocking=False):
            return  # an exception came before the work began
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            ended.set()

    thread = threading.Thread(target=copy_context().run, args=(run,), daemon=True)
    try:
        thread.start()
        while not ended.wait(interval):
            if look is not None:
                look()
    except BaseException as error:
        if begun.acquire(blocking=False):
            raise
        # Again and again: a stop at the very beginning of a search does nothing.
        while not ended.wait(interval):
            stop()
        if not (keep and isinstance(error, KeyboardInterrupt)):
            raise
    if errors:
        raise errors[0]
    return results[0]
