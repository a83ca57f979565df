"""Every error that Tesuji raises on purpose.

::

    TesujiError
    ├── LoadError             a file with games that cannot be loaded
    ├── NotationError         text that is no position or move, or a position that cannot exist
    ├── IllegalMoveError      a move that cannot be played here
    │   └── GameOverError     any move, once the game is over
    ├── RecordError           a game record that cannot be read
    ├── StoreError            a store that cannot be used, or holds another experiment
    ├── DeclarationError      a file of experiments that cannot be read or does not fit
    ├── RulesTextError        a rules page with a broken example
    ├── SpecError             a spec such as ``colosseum(size=8)`` that cannot be read
    ├── UnknownGameError      a game that nobody registered
    ├── UnknownAgentError     an agent that nobody registered
    ├── GameDefinitionError   a game written in Python that breaks the rules for games
    └── ParameterError        a parameter with a wrong name, type or value
        └── SeedError         a seed that is not an integer from 0 to 2**64 - 1

All are ValueErrors too, and all survive pickling, so that they can cross process boundaries.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "DeclarationError",
    "GameDefinitionError",
    "GameOverError",
    "IllegalMoveError",
    "LoadError",
    "NotationError",
    "ParameterError",
    "RecordError",
    "RulesTextError",
    "SeedError",
    "SpecError",
    "StoreError",
    "TesujiError",
    "UnknownAgentError",
    "UnknownGameError",
]


class TesujiError(ValueError):
    """Base of all errors of this package."""

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.__dict__.update(details)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), str(self), dict(self.__dict__))


def _rebuild(kind: type[TesujiError], message: str, details: dict[str, Any]) -> TesujiError:
    return kind(message, **details)


class LoadError(TesujiError):
    """A file with games that cannot be loaded. ``path`` is what was given."""

    path: str


class NotationError(TesujiError):
    """Text that is not notation. ``text`` is what was given, ``column`` (from 0) where."""

    text: str
    column: int
    game: str
    """The spec of the game."""
    reason: str
    """What is wrong at the column."""


class IllegalMoveError(TesujiError):
    """A move that cannot be played. ``game``, ``move`` and ``position`` are texts."""

    game: str
    move: str
    position: str


class GameOverError(IllegalMoveError):
    """A move after the end of the game."""


class RecordError(TesujiError):
    """A game record that cannot be read. ``line`` and ``column`` (from 1) say where."""

    line: int
    column: int


class StoreError(TesujiError):
    """A store of results that cannot be used, or that holds another experiment."""


class DeclarationError(TesujiError):
    """A file of experiments that does not fit. ``path`` is the file, ``key`` the place in it."""

    path: str
    key: str


class RulesTextError(TesujiError):
    """A rules page with a broken example. ``line`` (from 1) says where."""

    line: int


class SpecError(TesujiError):
    """A spec that cannot be read. ``text`` is what was given, ``column`` (from 0) where."""

    text: str
    column: int


class UnknownGameError(TesujiError):
    """A game's name that is not registered. ``name`` is what was given."""

    name: str


class UnknownAgentError(TesujiError):
    """An agent's name that is not registered. ``name`` is what was given."""

    name: str


class GameDefinitionError(TesujiError):
    """A game written in Python that breaks the rules for games; attributes may be missing.

    ``game`` is the game's name, ``method`` the method at fault, ``state`` its argument and
    ``answer`` what it returned; all are text.
    """


class ParameterError(TesujiError):
    """A parameter with a wrong name, type or value."""


class SeedError(ParameterError):
    """A seed that is not an integer from 0 to 2**64 - 1."""
