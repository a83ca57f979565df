"""Copies of stores, for reading where SQLite cannot create the files that it needs."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

__all__ = ["COPY_NAME", "copy_if_read_only", "copy_store"]

COPY_NAME = "store"


def copy_if_read_only(path: Path) -> tempfile.TemporaryDirectory[str] | None:
    """A temporary folder with a copy, if a store or its folder is read-only; else None."""
    writable = os.access(path.parent, os.W_OK) and os.access(path, os.W_OK)
    return None if writable else copy_store(path)


def copy_store(path: Path) -> tempfile.TemporaryDirectory[str]:
    """A temporary folder with a copy of a store and of its write-ahead log."""
    folder = tempfile.TemporaryDirectory(prefix="tesuji-store-")
    shutil.copyfile(path, Path(folder.name, COPY_NAME))
    log = path.with_name(f"{path.name}-wal")
    if log.is_file():
        shutil.copyfile(log, Path(folder.name, f"{COPY_NAME}-wal"))
    return folder
