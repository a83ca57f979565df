"""The lock of a store, which lets one command at a time write to it.

The operating system releases the lock when the process ends in any way, so a killed command
leaves nothing to clean up. The lock file next to the store names the process that holds it.
"""

from __future__ import annotations

import fcntl
import os
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from tesuji.errors import StoreError

__all__ = ["StoreLock", "lock_file"]


def lock_file(store: Path) -> Path:
    """The lock file of a store. The store itself has the locks of SQLite."""
    return store.with_name(f"{store.name}.lock")


class StoreLock:
    """A lock that is held until `release`, or until the process ends."""

    def __init__(self, store: Path) -> None:
        self._file: BinaryIO | None = None
        path = lock_file(store)
        try:
            file = path.open("a+b")
        except OSError as error:
            message = f"{store} cannot be locked: {path}: {error.strerror}"
            raise StoreError(message, path=store) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _in_use(store, file) from None
        except OSError as error:
            file.close()
            message = f"{store} cannot be locked: {error.strerror}"
            raise StoreError(message, path=store) from error
        self._file = file
        # The text only helps people, so a full disk is not an error here.
        with suppress(OSError):
            file.truncate(0)
            file.write(_holder().encode())
            file.flush()

    def release(self) -> None:
        """Lets other commands write to the store."""
        if self._file is not None:
            with suppress(OSError):
                self._file.truncate(0)
            self._file.close()
            self._file = None


def _holder() -> str:
    command = " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])
    since = time.strftime("%Y-%m-%d %H:%M:%S")
    return f"process {os.getpid()} on {socket.gethostname()}, since {since}: {command}"


def _in_use(store: Path, file: BinaryIO) -> StoreError:
    with file:
        file.seek(0)
        holder = file.read(500).decode(errors="replace").strip() or "another process"
    return StoreError(
        f"another command is writing to {store} ({holder});"
        " wait for it, stop it, or use another store",
        path=store,
        holder=holder,
    )
