"""Live output of a command that runs for long: redrawn on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from rich.console import RenderableType
from rich.live import Live

from tesuji.clean_text import terminal_stream
from tesuji.cli.stopping import termination_interrupts
from tesuji.cli.terminal import make_console
from tesuji.wording import counted

__all__ = ["count_line", "live_progress"]

_REFRESH_SECONDS = 0.1
State = TypeVar("State")


@contextmanager
def live_progress(
    view: Callable[[State], RenderableType],
    lines: Callable[[State], None],
    finished: Callable[[State], bool] = lambda state: False,
) -> Iterator[Callable[[State], None]]:
    """Yields the function to call with each new state; SIGTERM interrupts the command.

    A terminal shows the `view` of the latest state; elsewhere, `lines` prints what is new.
    """
    console = make_console()
    if not console.is_terminal:
        with termination_interrupts():
            yield lines
        return
    live = Live(console=console, auto_refresh=False, transient=True)
    with termination_interrupts(), live:
        last = 0.0

        def show(state: State) -> None:
            nonlocal last
            if time.monotonic() - last >= _REFRESH_SECONDS or finished(state):
                last = time.monotonic()
                live.update(view(state), refresh=True)

        yield show


@contextmanager
def count_line(noun: str, *, shown: bool = True) -> Iterator[Callable[[int, int], None] | None]:
    """Yields a function that shows "3 of 10 positions" in place, or None without a terminal.

    It writes to standard error. Both standard streams must be terminals.
    """
    errors = terminal_stream(sys.stderr)
    if not shown or not make_console().is_terminal or not errors.isatty():
        yield None
        return
    line = partial(print, end="", file=errors, flush=True)
    try:
        yield lambda done, of: line(f"\r{done} of {counted(of, noun)}")
    finally:
        line("\r\x1b[K")
