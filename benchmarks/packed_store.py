"""Stores that travel: a file whose name ends in .xz is unpacked for use and packed afterwards.

The games of a store take 6 KB each, and a twentieth of that when they are packed.
"""

from __future__ import annotations

import lzma
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """The store to work with; a packed one is written again at the end, even after an error."""
    if path.suffix != ".xz":
        yield path
        return
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        plain = Path(folder) / path.stem
        if path.exists():
            plain.write_bytes(lzma.decompress(path.read_bytes()))
        try:
            yield plain
        finally:
            if plain.exists():
                _pack(plain, path)


def _pack(plain: Path, path: Path) -> None:
    """Packs a store; the old file stays until the new one is complete."""
    with closing(sqlite3.connect(plain)) as store:
        store.execute("pragma wal_checkpoint(truncate)")
    new = path.with_name(path.name + ".new")
    new.write_bytes(lzma.compress(plain.read_bytes()))
    new.replace(path)
