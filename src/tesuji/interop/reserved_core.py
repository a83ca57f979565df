"""One processor core for the agents of each game, so that games do not slow each other down."""

from __future__ import annotations

import fcntl
import functools
import os
import tempfile
from pathlib import Path

__all__ = ["reserved_core"]


@functools.cache
def reserved_core() -> int | None:
    """A core that no other process of Tesuji has reserved; None if all are taken.

    Only one agent of a game thinks at a time, so a process that plays one game at a time needs one
    core. The reservation is a file lock, which ends with the process.
    """
    folder = Path(tempfile.gettempdir(), f"tesuji-cores-{os.geteuid()}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
            return None
        return next((core for core in sorted(os.sched_getaffinity(0)) if _lock(folder, core)), None)
    except OSError:
        return None


def _lock(folder: Path, core: int) -> bool:
    """Tries to lock the file of a core; a lock that succeeds is held until the process ends."""
    file = os.open(folder / str(core), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return False
    return True
