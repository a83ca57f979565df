"""Python files of users: how they are executed, and what identifies their code."""

from __future__ import annotations

import hashlib
import os
import runpy
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from itertools import islice
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

from tesuji.errors import LoadError

__all__ = [
    "current_file",
    "execute",
    "folder_digest",
    "imports_of",
    "resolve_path",
    "resolving_from",
    "short_path",
]

MOST_FILES = 2_000
MOST_BYTES = 32_000_000
MOST_ENTRIES = 50_000
"""Limits of a folder whose code is identified by a digest."""
IGNORED = ("__pycache__", "node_modules", "site-packages", "venv")

_executing: ContextVar[tuple[Path, ...]] = ContextVar("executing", default=())
"""The files that are being executed, each by the one before."""
_base: ContextVar[Path | None] = ContextVar("base", default=None)
_seen: ContextVar[dict[Path, str] | None] = ContextVar("seen", default=None)
_digests: dict[Path, tuple[object, str]] = {}
_lock = RLock()
_modules: dict[Path, dict[str, ModuleType]] = {}
"""The modules that files of a folder have imported from it."""
_in_use: list[Path] = []
"""The folders whose code runs, the innermost last."""
_hidden: dict[str, ModuleType] = {}
"""Other modules of the same names as the folder in use has."""
_shown = 0
"""The number of all modules when those of the folder in use were shown."""
_importing = RLock()


def current_file() -> Path | None:
    """The file that is being executed by `execute`, if there is one."""
    return _executing.get()[-1] if _executing.get() else None


def execute(file: Path) -> dict[str, Any]:
    """Executes a file and returns its namespace; it can import modules of its own folder.

    Other code does not see those modules; see `imports_of`. Errors in the file raise LoadError with
    the line.
    """
    path = file.resolve()
    folder = path.parent
    always = str(folder) in sys.path and folder not in _modules
    outer = _executing.get()
    fresh = all(each.parent != folder for each in outer)
    token = _executing.set((*outer, path))
    try:
        with _lock, nullcontext() if always else importing_from(folder, fresh=fresh):
            return runpy.run_path(str(file), run_name=f"tesuji_loaded_{file.stem}")
    except (Exception, SystemExit) as error:
        line = _line_in(error, str(file))
        raise LoadError(
            f"{file}{line} could not be loaded: {type(error).__name__}: {error}", path=str(file)
        ) from error
    finally:
        _executing.reset(token)


class importing_from:
    """Lets code import modules of its folder while it runs.

    The modules are kept, but other code does not see them, so that files of different folders can
    have modules of the same name. Of nested uses, the modules of the innermost are seen. A class,
    because a generator would slow down every move.
    """

    __slots__ = ("_folder", "_fresh")

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        self._folder = folder
        self._fresh = fresh
        """Whether to forget the modules that were imported before."""

    def __enter__(self) -> None:
        with _importing:
            _withdraw()
            if self._fresh:
                _modules[self._folder] = {}
            _in_use.append(self._folder)
            sys.path.insert(0, str(self._folder))
            _offer()

    def __exit__(self, *_: object) -> None:
        with _importing:
            _withdraw()
            _in_use.reverse()
            _in_use.remove(self._folder)
            _in_use.reverse()
            sys.path.remove(str(self._folder))
            _offer()


def imports_of(folder: Path | None) -> AbstractContextManager[None]:
    """Where functions of a folder can import its modules; nothing to do if they always can."""
    return importing_from(folder) if folder in _modules else nullcontext()


def _offer() -> None:
    """Shows the modules of the folder in use."""
    global _shown
    names = _modules[_in_use[-1]] if _in_use else {}
    _hidden.update((name, sys.modules[name]) for name in names if name in sys.modules)
    sys.modules.update(names)
    _shown = len(sys.modules)


def _withdraw() -> None:
    """Keeps the modules that were imported from the folders in use, and hides them again."""
    if not _in_use:
        return
    # The latest modules come last.
    for name in list(islice(reversed(sys.modules), max(0, len(sys.modules) - _shown))):
        if (owner := _owner(sys.modules[name])) is not None:
            _modules[owner][name] = sys.modules[name]
    for folder in _in_use:
        for name, module in _modules[folder].items():
            if sys.modules.get(name) is module:
                del sys.modules[name]
    sys.modules.update(_hidden)
    _hidden.clear()


def _owner(module: ModuleType) -> Path | None:
    """The folder in use that a module comes from, unless it is an installed one."""
    paths = [getattr(module, "__file__", None) or "", *getattr(module, "__path__", ())]
    path = next((Path(path) for path in paths if path), None)
    for folder in reversed(_in_use):
        if path is not None and path.is_relative_to(folder):
            inside = path.relative_to(folder).parts[:-1]
            installed = any(part.startswith(".") or part in IGNORED for part in inside)
            return None if installed else folder
    return None


def _line_in(error: BaseException, file: str) -> str:
    """The line of the file that an exception came from, as ``:LINE``."""
    trace, line = error.__traceback__, ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = f":{trace.tb_lineno}"
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.lineno is not None:
        line = f":{error.lineno}"
    return line


# Paths in specs


@contextmanager
def resolving_from(folder: str) -> Iterator[None]:
    """Resolves relative paths from another folder than the current one; "" for the current one.

    Within it, the digest of a folder is found only once.
    """
    base, seen = _base.set(Path(folder) if folder else None), _seen.set({})
    try:
        yield
    finally:
        _base.reset(base)
        _seen.reset(seen)


def resolve_path(path: str) -> Path:
    """The absolute path for a path in a spec; ``~`` is the home of the user."""
    given = Path(path)
    with suppress(RuntimeError):  # there is no such user
        given = given.expanduser()
    return ((_base.get() or Path.cwd()) / given).resolve()


def short_path(path: Path) -> str:
    """The path for a spec: relative to the current folder if it lies there."""
    here = _base.get() or Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else path.as_posix()


# Digests


def folder_digest(folder: Path) -> str:
    """Identifies the code of a folder: a hash of the names and contents of its Python files.

    Hidden folders, virtual environments and caches are left out. A folder that is too large
    raises LoadError.
    """
    seen = _seen.get()
    if seen is None:
        return _digest(folder)
    if folder not in seen:
        seen[folder] = _digest(folder)
    return seen[folder]


def _digest(folder: Path) -> str:
    files = sorted(_python_files(folder))
    signature = [(path, stat.st_size, stat.st_mtime_ns) for path, stat in files]
    with _lock:
        known = _digests.get(folder)
        if known is None or known[0] != signature:
            known = _digests[folder] = signature, _hash([path for path, _ in files], folder)
        return known[1]


def _hash(files: list[Path], folder: Path) -> str:
    digest = hashlib.sha256()
    for path in files:
        name, content = path.relative_to(folder).as_posix().encode(), path.read_bytes()
        digest.update(b"%d %d " % (len(name), len(content)) + name + content)
    return digest.hexdigest()[:16]


def _python_files(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    entries = files = size = 0
    for root, folders, names in os.walk(folder):
        entries += len(folders) + len(names)
        folders[:] = [name for name in folders if not _is_ignored(Path(root, name))]
        for name in names:
            if name.endswith(".py") and not name.startswith("."):
                path = Path(root, name)
                stat = path.stat()
                files, size = files + 1, size + stat.st_size
                yield path, stat
        if files > MOST_FILES or size > MOST_BYTES or entries > MOST_ENTRIES:
            expected = f"at most {MOST_FILES} Python files with {MOST_BYTES // 10**6} MB"
            raise LoadError(
                f"the folder {folder} is too large to identify an agent by its code: expected"
                f" {expected}; move the agent to a folder of its own",
                path=str(folder),
                where=str(folder),
                expected=expected,
            )


def _is_ignored(folder: Path) -> bool:
    hidden = folder.name.startswith(".") or folder.name in IGNORED
    return hidden or (folder / "pyvenv.cfg").exists()
