"""Stopping: SIGTERM ends a contest as Ctrl-C does, and the exit status tells them apart."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

__all__ = ["STOPPED", "exit_status", "how_to_go_on", "termination_interrupts"]

STOPPED = 128 + signal.SIGINT
"""What a command returns that was stopped before its end."""
TERMINATED = 128 + signal.SIGTERM

_terminated = False
"""Whether this process was told to end: once that is so, it stays so."""


@contextmanager
def termination_interrupts() -> Iterator[None]:
    """Within, SIGTERM raises KeyboardInterrupt; a second one, after it, ends the process."""
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


def how_to_go_on(store: Path | None, *, new: bool = False) -> str:
    """What to type after a stop, with or without a store of games; ``new`` was typed before."""
    if store is None:
        return "No game was kept: with --store FILE the same command goes on where it stopped."
    again = " without --new" if new else ""
    return f"The same command{again} goes on from here: finished pairs are in {store}."


def exit_status(status: int) -> int:
    """The status of a command, or what SIGTERM stands for where that stopped it."""
    return TERMINATED if _terminated and status == STOPPED else status
