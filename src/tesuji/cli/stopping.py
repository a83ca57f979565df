"""Stopping early: SIGTERM and SIGHUP work like Ctrl-C, each with its own exit status."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

__all__ = ["RESUME", "STOPPED", "exit_status", "how_to_resume", "termination_interrupts"]

STOPPED = 128 + signal.SIGINT
"""Exit status of a command that was interrupted."""
RESUME = "Run the same command to resume."
_SIGNALS = (signal.SIGTERM, signal.SIGHUP)

_received: int | None = None
"""The signal that ended this process, if one did."""


@contextmanager
def termination_interrupts() -> Iterator[None]:
    """Makes the first SIGTERM or SIGHUP raise KeyboardInterrupt inside the block.

    Further ones are ignored, because a process often gets two: one of its own and one that make or
    the shell passes on. A process that ignores one of them, as under nohup, continues to do so.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may change how signals are handled
        return
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    global _received
    _received = number
    for each in _SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def how_to_resume(store: Path | None, *, new: bool = False) -> str:
    """Tells the user how to resume; ``new`` says whether --new was given."""
    if store is None:
        return "No games were saved. With --store FILE the same command would resume here."
    again = " without --new" if new else ""
    return f"Finished pairs are in {store}. Run the same command{again} to resume."


def exit_status(status: int) -> int:
    """Replaces the status of an interrupted command if a signal other than Ctrl-C was the cause."""
    return 128 + _received if _received is not None and status == STOPPED else status
