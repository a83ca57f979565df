"""Loading files that define games and evaluators: each is executed once per process."""

from __future__ import annotations

import hashlib
import runpy
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any

from tesuji.agents.evaluators import registered_evaluators
from tesuji.errors import LoadError
from tesuji.games.registry import game_types

__all__ = ["LoadedFile", "files_with_game", "load", "load_file"]


@dataclass(frozen=True)
class LoadedFile:
    """A file that was executed, by its content, and what it registered by name."""

    digest: str
    games: dict[str, Any]
    evaluators: dict[str, Any]

    @property
    def is_registered(self) -> bool:
        """Whether nothing else has taken one of its names since."""
        return not (
            _new_in(self.games, game_types()) or _new_in(self.evaluators, registered_evaluators())
        )


_loaded: dict[Path, LoadedFile] = {}
_lock = RLock()


def load(path: str | Path) -> list[str]:
    """Executes a Python file that calls ``tesuji.register``; returns the names of its games.

    A file is executed once per process, and again only when its content has changed or another
    file has replaced what it registered.
    """
    return list(load_file(path).games)


def load_file(path: str | Path) -> LoadedFile:
    """`load`, but with everything that the file registered."""
    file = Path(path)
    if not file.is_file():
        raise LoadError(f"there is no file {str(path)!r} to load", path=str(path))
    with _lock:
        found = _loaded.get(file.resolve())
        if found is None or not found.is_registered or found.digest != _digest(file):
            found = _loaded[file.resolve()] = _execute(file)
        return found


def files_with_game(name: str) -> list[Path]:
    """The loaded files that registered a game of this name."""
    return [path for path, loaded in _loaded.items() if name in loaded.games]


def _execute(file: Path) -> LoadedFile:
    games, evaluators = game_types(), registered_evaluators()
    try:
        digest = _digest(file)
        runpy.run_path(str(file), run_name=f"tesuji_loaded_{file.stem}")
    except Exception as error:
        line = _line_in(error, str(file))
        raise LoadError(
            f"{file}{line} could not be loaded: {type(error).__name__}: {error}", path=str(file)
        ) from error
    return LoadedFile(
        digest, _new_in(game_types(), games), _new_in(registered_evaluators(), evaluators)
    )


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _new_in(registered: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in registered.items() if before.get(name) is not each}


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
