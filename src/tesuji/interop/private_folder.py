"""Private folders of agents: temporary, and removed later if their process was killed."""

from __future__ import annotations

import functools
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

__all__ = ["private_folder"]

_PREFIX = "tesuji-agent"


def private_folder() -> tempfile.TemporaryDirectory[str]:
    """A new folder, named after this process.

    The first one of a process also removes the folders of processes that were killed before they
    could clean up.
    """
    pid = os.getpid()
    _remove_abandoned(pid)
    return tempfile.TemporaryDirectory(prefix=f"{_own_prefix()}{pid}-{_start_time(pid)}-")


@functools.cache
def _remove_abandoned(_pid: int) -> None:
    """Removes the folders of dead processes of this user. A forked process looks again."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_own_prefix()}*-*-*"):
        with suppress(OSError, ValueError):
            pid, start, _ = folder.name.removeprefix(_own_prefix()).split("-", 2)
            found = folder.lstat()
            is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()
            if is_own and _start_time(int(pid)) != int(start):
                shutil.rmtree(folder, ignore_errors=True)


def _own_prefix() -> str:
    """How the names begin. Process ids of another container mean nothing here."""
    return f"{_PREFIX}-{os.stat('/proc/self/ns/pid').st_ino}-"


def _start_time(pid: int) -> int | None:
    """When a process started, in clock ticks; None if it is gone.

    With it, a process that got the id of a dead one is not taken for it.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return int(fields[19])
