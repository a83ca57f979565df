"""Input files: read up to a limit, so that neither a huge file nor a device fills the memory."""

from __future__ import annotations

import errno
import io
from pathlib import Path

__all__ = ["LARGEST_TEXT", "read_bytes", "read_text"]

LARGEST_TEXT = 32 << 20
"""Bytes of the largest text file that is read, unless the reader sets its own limit."""


def read_bytes(path: Path, most: int) -> bytes:
    """The content of a file. Raises an OSError with EFBIG if it has more bytes than ``most``."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"more than {most >> 20} MB, the most that is read", str(path))
    return data


def read_text(path: Path) -> str:
    """The text of a UTF-8 file of at most `LARGEST_TEXT` bytes."""
    return io.TextIOWrapper(io.BytesIO(read_bytes(path, LARGEST_TEXT)), "utf-8").read()
