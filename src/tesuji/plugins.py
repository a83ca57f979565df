"""Plugins: games and agents that other packages bring, found by name and loaded only when used.

A package declares them as entry points of the groups ``tesuji.games`` and ``tesuji.agents``. Our
own agents and games for other frameworks are found the same way, so nothing loads them early.
"""

from __future__ import annotations

import warnings
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from tesuji.errors import ParameterError

__all__ = [
    "AGENTS",
    "GAMES",
    "PluginWarning",
    "allow",
    "allowed",
    "load_plugin",
    "not_allowed",
    "plugin_names",
]

T = TypeVar("T")

GAMES = "tesuji.games"
AGENTS = "tesuji.agents"

OUR_OWN: dict[str, dict[str, str]] = {
    AGENTS: {
        "course.avalam": "tesuji.interop.course.avalam:AGENT",
        "course.colosseum": "tesuji.interop.course.colosseum:AGENT",
        "course.ewn": "tesuji.interop.course.ewn:AGENT",
        "course.pentago-twist": "tesuji.interop.course.pentago_twist:AGENT",
        "exec": "tesuji.interop.engine.client:AGENT",
        "openspiel.bot": "tesuji.interop.openspiel:BOT",
        "sandboxed": "tesuji.interop.function_agent:AGENT",
    },
    GAMES: {"openspiel": "tesuji.interop.openspiel:OpenSpielGame"},
}
"""By group and name, ``module:attribute``."""


_allowed: set[str] = set()


def allow(*names: str) -> None:
    """Lets specs from files name these games, agents and parts.

    A spec in a record, a store or a study never starts a process or loads code otherwise. Specs
    that you give yourself need no permission.
    """
    _allowed.update(names)


def allowed() -> frozenset[str]:
    """The names that specs from files may use besides Tesuji's own."""
    return frozenset(_allowed)


def not_allowed(what: str, name: str) -> ParameterError:
    """The error for a name in a file that nobody allowed."""
    return ParameterError(
        f"the {what} {name!r} runs code that is not Tesuji's, and a file names it; allow it with"
        f" --allow {name} if you trust the file",
        where=what,
        given=name,
        expected=f"--allow {name}",
    )


class PluginWarning(UserWarning):
    """A plugin could not be loaded; everything else works."""


def plugin_names(group: str) -> list[str]:
    """The names that plugins bring, without loading them."""
    return sorted({*OUR_OWN[group], *(point.name for point in entry_points(group=group))})


def load_plugin(group: str, name: str, kind: type[T]) -> T | None:
    """Loads the plugin of a name; None if there is none, or with a warning if it is broken."""
    point = _find(group, name)
    if point is None:
        return None
    try:
        loaded = point.load()
    except Exception as error:
        _warn(point, f"{type(error).__name__}: {error}")
        return None
    if not isinstance(loaded, kind):
        _warn(point, f"it is {loaded!r}, expected a {kind.__name__}")
        return None
    return loaded


def _find(group: str, name: str) -> EntryPoint | None:
    if name in OUR_OWN[group]:
        return EntryPoint(name, OUR_OWN[group][name], group)
    return next(iter(entry_points(group=group, name=name)), None)


def _warn(point: EntryPoint, problem: str) -> None:
    message = f"the plugin {point.name!r} ({point.value}) cannot be loaded: {problem}"
    warnings.warn(message, PluginWarning, stacklevel=4)
