"""Digests of agents outside: what a store and workers compare besides the spec.

A folder counts with all its files. A file counts with the Python files next to it, which it may
import. Other files that a program opens are unknown here, unless they lie in its folder.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from tesuji.arena.store.schema import APPLICATION
from tesuji.errors import LoadError
from tesuji.games import Game
from tesuji.interop.engine.command import engine_command
from tesuji.interop.process_options import path_from, python_from
from tesuji.python_files import folder_digest
from tesuji.specs import Plain

__all__ = ["content_of_files", "content_of_folder", "content_of_path", "content_of_program"]

MOST_FILES = 20_000
MOST_BYTES = 2 << 30
"""Limits of the files that identify one agent."""
IGNORED = ("__pycache__", "__MACOSX", ".DS_Store", ".git", "Thumbs.db")
WRITTEN = (".html", ".lock", ".log", ".md", ".pdf", ".png", ".svg", "-journal", "-shm", "-wal")
"""Endings of files that matches and people write next to an agent, and that do not play."""
STORE = b"SQLite format 3\0"


class _File(NamedTuple):
    """A file, and everything that changes when its content does."""

    name: str
    path: Path
    runs: bool
    link: str
    signature: tuple[int, ...]


def content_of_path(path: Path) -> str:
    """The digest of a folder, or of a file and the Python files next to it."""
    return content_of_folder(path) if path.is_dir() else content_of_files([path])


def content_of_folder(folder: Path) -> str:
    """The digest of all files of a folder, except for stores, reports and caches."""
    return _digest(folder, _files(folder))


def content_of_files(files: Iterable[Path]) -> str:
    """The digest of some files. A Python file counts with those next to it."""
    given = list(files)
    found = [_digest(file, [_file(file, file.name)]) for file in given]
    folders = {file.resolve().parent for file in given if file.suffix == ".py"}
    return _joined([*found, *(folder_digest(folder) for folder in sorted(folders))])


def content_of_program(settings: Mapping[str, Plain], _: Game) -> str:
    """The digest of a program: its folder, the program file and the files that its command names.

    The interpreter of a Python program does not count.
    """
    folder = path_from(settings, "folder")
    command = engine_command(str(settings["command"]), folder, python_from(settings))
    named = _named_files([*command.argv, str(settings.get("options", ""))])
    files = [file for file in named if file != command.python]
    found = [content_of_files(files)]
    program = Path(command.argv[0])
    if command.python is not None and program in files:  # a script, which may import others
        found.append(folder_digest(program.resolve().parent))
    if folder is not None:
        found.append(content_of_folder(folder))
    return _joined(found)


def _named_files(words: Iterable[str]) -> list[Path]:
    """Files by absolute path, also in words such as ``--net=FILE`` or ``FILE:FILE``."""
    pieces = [piece.strip() for word in words for piece in (word, *re.split("[=:;,]", word))]
    paths = {Path(piece) for piece in pieces if piece.startswith("/") and len(piece) < 1_000}
    return sorted(path for path in paths if path.is_file())


def _files(folder: Path) -> Iterator[_File]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in IGNORED)
        links = [name for name in folders if Path(root, name).is_symlink()]
        for name in sorted((*names, *links)):
            path = Path(root, name)
            if not _is_ignored(name, names):
                yield _file(path, path.relative_to(folder).as_posix())


def _is_ignored(name: str, beside: Container[str]) -> bool:
    """Whether a file is no part of an agent; an open store is known by the files next to it."""
    is_open_store = f"{name}.lock" in beside or f"{name}-wal" in beside
    return name in IGNORED or name.endswith(WRITTEN) or is_open_store


def _file(path: Path, name: str) -> _File:
    link = os.readlink(path) if path.is_symlink() else ""
    try:
        found = path.stat()
    except FileNotFoundError:  # a link to nowhere
        found = path.lstat()
    runs = bool(found.st_mode & stat.S_IXUSR)
    signature = found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino
    return _File(name, path, runs, link, signature)


def _digest(owner: Path, files: Iterable[_File]) -> str:
    known: list[_File] = []
    size = 0
    for file in files:
        known.append(file)
        size += file.signature[0]
        if len(known) > MOST_FILES or size > MOST_BYTES:
            expected = f"at most {MOST_FILES} files with {MOST_BYTES >> 20} MB"
            raise LoadError(
                f"{owner} is too large to identify an agent by its files: expected {expected};"
                " move the agent to a folder of its own",
                path=str(owner),
                where=str(owner),
                expected=expected,
            )
    try:
        return _hash(tuple(known))
    except OSError as error:
        raise LoadError(f"{error.filename} cannot be read: {error}", path=str(owner)) from error


@lru_cache(maxsize=512)
def _hash(files: tuple[_File, ...]) -> str:
    digest = hashlib.sha256()
    for file in files:
        if file.path.is_file() and _is_store(file.path):
            continue
        digest.update(repr((file.name, file.runs, file.link)).encode())
        if file.path.is_file():
            with file.path.open("rb") as opened:
                digest.update(hashlib.file_digest(opened, "sha256").digest())
    return digest.hexdigest()[:16]


def _is_store(path: Path) -> bool:
    """Whether a file is a store of matches, which grows while its agents play."""
    with path.open("rb") as file:
        head = file.read(72)
    return head.startswith(STORE) and head[68:] == APPLICATION.to_bytes(4, "big")


def _joined(digests: list[str]) -> str:
    """One digest for several; none for no files at all."""
    found = [digest for digest in digests if digest]
    if len(found) < 2:
        return "".join(found)
    return hashlib.sha256(" ".join(found).encode()).hexdigest()[:16]
