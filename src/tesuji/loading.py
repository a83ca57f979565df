"""Loading files that define games, agents and evaluators: each is executed once per process."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any

from tesuji.agents.evaluators import registered_evaluators
from tesuji.agents.functions import no_entry_text
from tesuji.agents.registry import register_agent, registered_agents
from tesuji.errors import LoadError
from tesuji.games.registry import game_types
from tesuji.python_files import execute, folder_digest

__all__ = ["LoadedFile", "files_with_game", "load", "load_file", "why_no_agent"]


ENTRY = "choose"
"""A file that registers nothing becomes an agent by a function or class of this name."""


@dataclass(frozen=True)
class LoadedFile:
    """A file that was executed, by its content, and what it registered by name."""

    digest: str
    games: dict[str, Any]
    agents: dict[str, Any]
    evaluators: dict[str, Any]
    problem: str = ""
    """Why it became no agent, if it registered nothing."""

    @property
    def names(self) -> list[str]:
        """The names of everything that it registered."""
        return [*self.games, *self.agents, *self.evaluators]

    @property
    def is_registered(self) -> bool:
        """Whether nothing else has taken one of its names since."""
        kept = zip((self.games, self.agents, self.evaluators), _registered(), strict=True)
        return not any(_new_in(own, now) for own, now in kept)


_loaded: dict[Path, LoadedFile] = {}
_lock = RLock()


def load(path: str | Path) -> list[str]:
    """Executes a Python file; returns the names of the games and agents that it registered.

    A file that registers nothing but defines ``choose``, a function or a class, is registered as an
    agent with the name of the file. A file is executed once per process, and again only when its
    content has changed or another file has replaced what it registered.
    """
    found = load_file(path)
    return [*found.games, *found.agents]


def load_file(path: str | Path) -> LoadedFile:
    """`load`, but with everything that the file registered."""
    file = Path(path)
    if not file.is_file():
        raise LoadError(f"there is no file {str(path)!r} to load", path=str(path))
    with _lock:
        found = _loaded.get(file.resolve())
        if found is None or not found.is_registered or found.digest != _digest(file, found.agents):
            found = _loaded[file.resolve()] = _execute(file)
        return found


def files_with_game(name: str) -> list[Path]:
    """The loaded files that registered a game of this name."""
    return [path for path, loaded in _loaded.items() if name in loaded.games]


def why_no_agent(name: str) -> str:
    """Why a loaded file of this name became no agent; empty if there is no such file."""
    files = (loaded for path, loaded in _loaded.items() if path.stem == name)
    return next((loaded.problem for loaded in files), "")


def _execute(file: Path) -> LoadedFile:
    before = _registered()
    namespace = execute(file)
    found = _difference(before)
    if not any(found) and ENTRY in namespace:
        register_agent(file.stem, namespace[ENTRY], file=file)
        found = _difference(before)
    problem = "" if any(found) else no_entry_text(str(file), ENTRY, namespace)
    return LoadedFile(_digest(file, found[1]), *found, problem)


def _registered() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    return dict(game_types()), dict(registered_agents()), dict(registered_evaluators())


def _difference(
    before: tuple[dict[str, Any], ...],
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    games, agents, evaluators = map(_new_in, _registered(), before)
    return games, agents, evaluators


def _digest(file: Path, agents: dict[str, Any]) -> str:
    """Identifies the content of the file, and of its folder if it has agents."""
    own = hashlib.sha256(file.read_bytes()).hexdigest()
    return own + (folder_digest(file.resolve().parent) if agents else "")


def _new_in(registered: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in registered.items() if before.get(name) is not each}
