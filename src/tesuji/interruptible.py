"""Runs long work in another thread, so that Ctrl-C can stop it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from contextvars import copy_context
from time import monotonic
from typing import TypeVar

__all__ = ["interruptible"]

T = TypeVar("T")
INTERVAL = 0.05
"""Seconds between two looks for Ctrl-C."""
PATIENCE = 1.0
"""Seconds for which more presses of Ctrl-C do not end the wait for stopped work."""


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

    Where Ctrl-C raises nothing, as outside the main thread and in the workers of a match, work
    without a ``look`` is done right there.
    """
    if look is None and not _hears_ctrl_c():
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
        _stop(stop, ended)
        if not (keep and isinstance(error, KeyboardInterrupt)):
            raise
    if errors:
        raise errors.pop()  # kept here, it would hold this frame and everything in it
    return results[0]


def _hears_ctrl_c() -> bool:
    """Whether Ctrl-C raises an exception in this thread."""
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and callable(signal.getsignal(signal.SIGINT))


def _stop(stop: Callable[[], object], ended: threading.Event) -> None:
    """Stops the work and waits for its end.

    It stops it again and again, since a stop at the very beginning of a search does nothing. Who
    presses Ctrl-C twice still gets the result; work that does not end can be left later.
    """
    patient_until = monotonic() + PATIENCE
    while True:
        try:
            stop()
            if ended.wait(INTERVAL):
                return
        except KeyboardInterrupt:
            if monotonic() > patient_until:
                raise
