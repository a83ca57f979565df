"""Runs long work in another thread, so that Ctrl-C can stop it."""

from __future__ import annotations

import threading
from collections.abc import Callable
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
    # Not Thread.join: if Ctrl-C interrupts it, Python takes the thread for ended while it runs.
    ended = threading.Event()

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            ended.set()

    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
        while not ended.wait(interval):
            if look is not None:
                look()
    except BaseException as error:
        # Again and again: a stop before the work has begun does nothing.
        while thread.ident is not None and not ended.wait(interval):
            stop()
        if not (keep and isinstance(error, KeyboardInterrupt) and ended.is_set()):
            raise
    if errors:
        raise errors[0]
    return results[0]
