"""Endgame tables of ewn in files, which its solver reads if they are there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from tesuji._core import EwnTableBuilder
from tesuji._core import ewn_tables_folder as _core_folder
from tesuji.errors import ParameterError
from tesuji.interruptible import interruptible

__all__ = ["MOST_STONES", "build_ewn_tables", "check_ewn_tables", "ewn_tables_folder"]

MOST_STONES = 5
"""Stones on the board in the largest tables."""
_INTERVAL = 0.1
"""Seconds between two looks at the progress and for Ctrl-C."""


def ewn_tables_folder() -> Path:
    """The folder in which the solver looks for tables.

    It is TESUJI_DATA if that variable is set, else ``tesuji`` in the user's cache folder.
    """
    folder = _core_folder()
    if not folder:
        raise ParameterError("no folder for tables: set TESUJI_DATA", where="TESUJI_DATA")
    return Path(folder)


def build_ewn_tables(
    folder: Path | str | None = None,
    *,
    stones: int = MOST_STONES,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Writes the tables with up to so many stones into a folder, and returns the folder.

    Each file appears when it is complete. A build that was interrupted or killed continues where it
    stopped; damaged files are replaced. ``progress`` is called with the numbers of finished files
    and of all files with the most stones.
    """
    _check_stones(stones)
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 256:
        raise ParameterError.wrong_value("threads", threads, "an integer from 1 to 256")
    target = ewn_tables_folder() if folder is None else Path(folder)
    builder = EwnTableBuilder()

    def look() -> None:
        if progress:
            progress(*builder.progress())

    write = partial(builder.write, str(target), stones, threads)
    interruptible(write, builder.stop, look=look, interval=_INTERVAL)
    look()
    return target


def check_ewn_tables(folder: Path | str | None = None, *, stones: int = MOST_STONES) -> bool:
    """Reads all tables with up to so many stones; False if a file is missing.

    Raises TableError if one is damaged.
    """
    _check_stones(stones)
    target = ewn_tables_folder() if folder is None else Path(folder)
    return EwnTableBuilder().check(str(target), stones)


def _check_stones(stones: int) -> None:
    whole = isinstance(stones, int) and not isinstance(stones, bool)
    if not whole or not 2 <= stones <= MOST_STONES:
        raise ParameterError.wrong_value("stones", stones, f"an integer from 2 to {MOST_STONES}")
