"""Stopping early: SIGTERM and SIGHUP work like Ctrl-C, each with its own exit status."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any

__all__ = ["RESUME", "STOPPED", "exit_status", "how_to_resume", "termination_interrupts"]

STOPPED = 128 + signal.SIGINT
"""Exit status of a command that was interrupted."""
RESUME = "Run the same command to resume."
PATIENCE = 3.0
"""Seconds after which a stopped command that has not ended can be stopped again."""
_SIGNALS = (signal.SIGTERM, signal.SIGHUP)

_received: int | None = None
"""The signal that ended this process, if one did."""


@contextmanager
def termination_interrupts(*, once: bool = False) -> Iterator[Callable[[], bool]]:
    """Makes the first SIGTERM or SIGHUP raise KeyboardInterrupt inside the block.

    Further ones are ignored, because a process often gets two: one of its own and one that make or
    the shell passes on. A process that ignores one of them, as under nohup, continues to do so.

    ``once`` is for commands that end soon after the block: it treats Ctrl-C in the same way.
    Otherwise a second one would interrupt the end of the workers. In the block, a signal counts
    again after ``PATIENCE`` seconds, in case foreign code has caught the first. After a block that
    was stopped, Ctrl-C is ignored, since it would print a traceback while Python waits for the
    workers; SIGTERM and SIGHUP end the process at once.

    The block gets a function that says whether it was stopped, in case it goes on.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False  # only the main thread may change how signals are handled
        return
    numbers = (*_SIGNALS, signal.SIGINT) if once else _SIGNALS
    before = {number: signal.getsignal(number) for number in numbers}
    stopped: float | None = None

    def interrupt(number: int, frame: FrameType | None) -> None:
        global _received
        nonlocal stopped
        now = monotonic()
        if stopped is None or (once and now - stopped > PATIENCE):
            _received, stopped = number, now
            raise KeyboardInterrupt

    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, interrupt)
    try:
        yield lambda: stopped is not None
    finally:
        ends = once and stopped is not None
        for number, handler in before.items():
            signal.signal(number, _after_a_stop(number, handler) if ends else handler)


def _after_a_stop(number: int, before: Any) -> Any:
    """The handler of a signal until the process ends; what was ignored before stays so."""
    ignored = number == signal.SIGINT or before is signal.SIG_IGN
    return signal.SIG_IGN if ignored else signal.SIG_DFL


def how_to_resume(store: Path | None, *, new: bool = False) -> str:
    """Tells the user how to resume; ``new`` says whether --new was given."""
    if store is None:
        return "No games were saved. With --store FILE the same command would resume here."
    again = " without --new" if new else ""
    return f"Finished pairs are in {store}. Run the same command{again} to resume."


def exit_status(status: int) -> int:
    """Replaces the status of an interrupted command if a signal other than Ctrl-C was the cause."""
    return 128 + _received if _received is not None and status == STOPPED else status
