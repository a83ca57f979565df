"""Files that results go to: looked at before the games, and written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from tesuji.errors import ParameterError

__all__ = ["check_output", "errors_name", "make_folder", "write_whole", "writing_whole"]


def check_output(path: Path, option: str) -> None:
    """Refuses a file that could not be written later, naming the option that asked for it."""
    if problem := _problem(path):
        raise ParameterError(
            f"{option} {path}: {problem}", where=option, given=path, expected="a writable file"
        )


def make_folder(path: Path, option: str) -> None:
    """Makes the folder of a file that will be written, and refuses what `check_output` does."""
    with errors_name(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    check_output(path, option)


def _problem(path: Path) -> str:
    if path.is_dir():
        return f"this is a folder; give a file, such as {path / 'result'}"
    if path.exists():
        return "" if os.access(path, os.W_OK) else "you may not write this file; give another one"
    folder = path.resolve().parent if path.is_symlink() else path.parent
    if not folder.exists():
        return f"there is no folder {folder}; make it, or give a file in one that exists"
    if not folder.is_dir():
        return f"{folder} is not a folder; give a file in one"
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"you may not write into {folder}; give a file in another folder"
    return ""


def write_whole(text: str, path: str | Path) -> Path:
    """Writes a text; a file of that name is replaced at once or stays as it was."""
    target = Path(path)
    with errors_name(target), writing_whole(target) as file:
        file.write(text)
    return target


@contextmanager
def writing_whole(path: Path) -> Iterator[TextIO]:
    """A file to write to that takes the place of the one of that name in the end, or never.

    Devices, and files in folders where none can be made, are written to as they are.
    """
    target = path.resolve()
    if path.exists() and not (path.is_file() and os.access(target.parent, os.W_OK | os.X_OK)):
        with path.open("w", encoding="utf-8") as file:
            yield file
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            yield file
        # mkstemp makes files that only their owner may read.
        os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def errors_name(path: Path) -> Iterator[None]:
    """Lets errors of the system name the file that was asked for, whichever was touched."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
