"""Output files: checked before a long run, and written completely or not at all; CSV."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, cast

from tesuji.clean_text import CleanStream, clean
from tesuji.errors import ParameterError

__all__ = [
    "check_output",
    "csv_cell",
    "csv_text",
    "csv_value",
    "errors_name",
    "make_folder",
    "write_bytes",
    "write_whole",
    "writing_whole",
]

_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of texts that a spreadsheet may take for a formula."""


def check_output(path: Path, option: str) -> None:
    """Raises ParameterError, naming the option, if the file could not be written later."""
    if problem := _problem(path):
        raise ParameterError(
            f"{option} {path}: {problem}", where=option, given=path, expected="a writable file"
        )


def make_folder(path: Path, option: str) -> None:
    """Makes the folder of an output file, and checks the file as `check_output` does."""
    with errors_name(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    check_output(path, option)


def _problem(path: Path) -> str:
    if path.is_dir():
        return f"this is a folder; give a file such as {path / 'result'}"
    if path.exists():
        return (
            "" if os.access(path, os.W_OK) else "no permission to write this file; give another one"
        )
    folder = path.resolve().parent if path.is_symlink() else path.parent
    if not folder.exists():
        return f"there is no folder {folder}; make it, or give a file in another one"
    if not folder.is_dir():
        return f"{folder} is not a folder; give a file in one"
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"no permission to write to {folder}; give a file in another folder"
    return ""


def write_whole(text: str, path: str | Path, *, exact: bool = False) -> Path:
    """Writes a text file atomically: an existing file is replaced at the end or not changed.

    The text of reports is cleaned. ``exact`` is for data that is read again.
    """
    target = Path(path)
    with errors_name(target), writing_whole(target) as file:
        file.write(text if exact else clean(text, limit=None))
    return target


@contextmanager
def writing_whole(path: Path) -> Iterator[TextIO]:
    """Opens a file for atomic writing: it replaces an existing file at the end, or never.

    Devices, and files in folders that do not allow new ones, are written to directly. A terminal
    gets clean text.
    """
    target = path.resolve()
    if path.exists() and not (path.is_file() and os.access(target.parent, os.W_OK | os.X_OK)):
        with path.open("w", encoding="utf-8") as file:
            yield cast(TextIO, CleanStream(file)) if file.isatty() else file
        return
    with _replacing(target) as name, open(name, "w", encoding="utf-8") as file:
        yield file


@contextmanager
def _replacing(target: Path) -> Iterator[str]:
    """Yields a new file next to the target, which replaces it at the end, or never."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    os.close(handle)
    try:
        yield name
        # mkstemp makes files that only their owner may read.
        os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def write_bytes(data: bytes, path: Path) -> None:
    """Writes a binary file atomically and durably: it is complete or absent after a power cut."""
    with errors_name(path), _replacing(path.resolve()) as name, open(name, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def errors_name(path: Path) -> Iterator[None]:
    """Makes an OSError within name this path instead of a temporary file."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV. No cell can start a formula in a spreadsheet; see `csv_cell`."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([csv_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def csv_cell(value: object) -> object:
    """A cell that a spreadsheet shows as it is; texts that would be formulas get a quote.

    >>> csv_cell("=1+1"), csv_cell(-0.5), csv_cell("mcts")
    ("'=1+1", -0.5, 'mcts')
    """
    if not isinstance(value, str):
        return value
    quoted = f"'{value}" if value.startswith(_FORMULAS) else value
    # The writer would leave a carriage return bare, and it could begin a row.
    return quoted.replace("\r", "\n")


def csv_value(cell: str) -> str:
    """The text that `csv_cell` made this cell from.

    >>> csv_value("'=1+1"), csv_value("'tis")
    ('=1+1', "'tis")
    """
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULAS) else cell
