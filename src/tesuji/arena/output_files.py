"""Files that results go to: looked at before the games, and written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tesuji.errors import ParameterError

__all__ = ["check_output", "errors_name", "make_folder", "write_whole"]


def check_output(path: Path, option: str) -> None:
    """Refuses a file that could not be written later, naming the option that asked for it."""
    if wrong := _wrong(path):
        raise ParameterError(f"{option} {path}: {wrong}")


def make_folder(path: Path, option: str) -> None:
    """Makes the folder of a file that will be written, and refuses what `check_output` does."""
    with errors_name(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    check_output(path, option)


def _wrong(path: Path) -> str:
    folder = path.parent
    if path.is_dir():
        return f"this is a folder; give a file, such as {path / 'result'}"
    if path.exists():
        allowed = os.access(path, os.W_OK) or _is_replaced(path)
        return "" if allowed else "you may not write this file; give another one"
    if not folder.exists():
        return f"there is no folder {folder}; make it, or give a file in one that exists"
    if not folder.is_dir():
        return f"{folder} is no folder; give a file in one"
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"you may not write into {folder}; give a file in another folder"
    return ""


def _is_replaced(path: Path) -> bool:
    """Whether a new file takes its place; devices and files in closed folders are written to."""
    return not path.exists() or (path.is_file() and os.access(path.parent, os.W_OK | os.X_OK))


def write_whole(text: str, path: str | Path) -> Path:
    """Writes a text; a file of that name is replaced at once or stays as it was."""
    target = Path(path)
    with errors_name(target):
        if _is_replaced(target):
            _replace(text, target.resolve())
        else:
            target.write_text(text, "utf-8")
    return target


def _replace(text: str, target: Path) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        # mkstemp makes files that only their owner may read.
        os.chmod(name, 0o666 & ~_umask())
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
