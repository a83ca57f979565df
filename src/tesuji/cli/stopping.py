"""Stopping early: SIGTERM works like Ctrl-C, with its own exit status."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

__all__ = ["STOPPED", "exit_status", "how_to_resume", "termination_interrupts"]

STOPPED = 128 + signal.SIGINT
"""Exit status of a command that was interrupted."""
TERMINATED = 128 + signal.SIGTERM

_terminated = False
"""Whether this process has received SIGTERM."""


@contextmanager
def termination_interrupts() -> Iterator[None]:
    """Makes SIGTERM raise KeyboardInterrupt inside the block; a second one ends the process."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may change how signals are handled
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    global _terminated
    _terminated = True
    raise KeyboardInterrupt


def how_to_resume(store: Path | None, *, new: bool = False) -> str:
    """Tells the user how to resume; ``new`` says whether --new was given."""
    if store is None:
        return "No games were saved. With --store FILE the same command would resume here."
    again = " without --new" if new else ""
    return f"Finished pairs are in {store}. Run the same command{again} to resume."


def exit_status(status: int) -> int:
    """Replaces the status of an interrupted command if SIGTERM was the cause."""
    return TERMINATED if _terminated and status == STOPPED else status
