"""Every error that Tesuji raises on purpose.

::

    TesujiError
    ├── LoadError             a file of games or evaluators cannot be loaded
    ├── NotationError         a text is not a position or move, or the position is impossible
    ├── IllegalMoveError      a move is not legal in this position
    │   └── GameOverError     a move was made after the end of the game
    ├── RecordError           a game record cannot be read
    ├── StoreError            a store cannot be used, or holds another match of that name
    ├── BookError             a file of an opening book is damaged or does not fit
    ├── TableError            a file of endgame tables is damaged or cannot be written
    ├── ShardError            a file of self-play positions is damaged or does not fit
    ├── WeightsError          a file of learned weights is damaged or does not fit
    ├── WorkerError           a worker could not play a pair of games
    ├── HungCodeError         a game or evaluator written in Python did not return
    ├── DeclarationError      a file of experiments or of a course is invalid
    ├── RulesTextError        a rules page has a broken example
    ├── SpecError             a spec such as ``colosseum(size=8)`` cannot be parsed
    ├── UnknownGameError      no game is registered under this name
    ├── UnknownAgentError     no agent is registered under this name
    ├── AgentFailure          a foreign agent failed, crashed or broke a limit
    ├── ArchiveError          a zip file cannot be unpacked safely (tesuji.interop)
    ├── SubmissionError       a submission cannot become an agent (tesuji.interop)
    ├── LadderError           a ladder cannot be played (tesuji.interop)
    ├── ProtocolError         a course's server or judge broke its protocol (tesuji.interop)
    ├── GameDefinitionError   a game written in Python breaks the rules for games
    └── ParameterError        a parameter has a wrong name, type or value
        └── SeedError         a seed is not an integer from 0 to 2**64 - 1

All of them are ValueErrors. All can be pickled, so they cross process boundaries. The details of an
error are attributes: check those in code, since the wording of messages may change.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

__all__ = [
    "AgentFailure",
    "BookError",
    "DeclarationError",
    "GameDefinitionError",
    "GameOverError",
    "HungCodeError",
    "IllegalMoveError",
    "LoadError",
    "NotationError",
    "ParameterError",
    "RecordError",
    "RulesTextError",
    "SeedError",
    "ShardError",
    "SpecError",
    "StoreError",
    "TableError",
    "TesujiError",
    "UnknownAgentError",
    "UnknownGameError",
    "WeightsError",
    "WorkerError",
]


class TesujiError(ValueError):
    """Base of all errors of this package.

    Keyword arguments become attributes. Each class documents its own, and every error has these
    three. An attribute that is not set is None or empty:

    - ``given``: the value that was refused;
    - ``where``: the parameter, option, file or place that it was given for;
    - ``expected``: what would have been accepted, in words.
    """

    given: Any = None
    where: str | None = None
    expected: str | None = None

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.__dict__.update(details)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), str(self), dict(self.__dict__))


def _rebuild(kind: type[TesujiError], message: str, details: dict[str, Any]) -> TesujiError:
    return kind(message, **details)


class LoadError(TesujiError):
    """A file of games or evaluators that cannot be loaded. ``path`` is the file."""

    path: str | None = None


class NotationError(TesujiError):
    """A text that is not valid notation. ``column`` (from 0) is the place in ``text``."""

    text: str = ""
    column: int | None = None
    game: str | None = None
    """The spec of the game."""
    reason: str = ""
    """What is wrong at the column."""


class IllegalMoveError(TesujiError):
    """A move that is not legal. ``game``, ``move`` and ``position`` are texts."""

    game: str | None = None
    move: str | None = None
    position: str | None = None


class GameOverError(IllegalMoveError):
    """A move after the end of the game. Its attributes are those of IllegalMoveError."""


class RecordError(TesujiError):
    """A game record that cannot be read.

    ``line`` and ``column`` (from 1) are the place, and ``where`` is the file, if there is one.
    """

    line: int | None = None
    column: int | None = None


class StoreError(TesujiError):
    """A store that cannot be used.

    - ``path``: the file of the store, None if the store is in memory;
    - ``name``: the name of a match that the store holds under other conditions;
    - ``differences``: what differs between the two, each a name with the stored and the given
      text;
    - ``holder``: the process that is writing to the store.
    """

    path: Path | None = None
    name: str | None = None
    differences: Sequence[tuple[str, str, str]] = ()
    holder: str | None = None


class BookError(TesujiError):
    """A file of an opening book that is damaged or does not fit.

    ``path`` is the file, ``line`` (from 1) the place, and ``problem`` what is wrong with it.
    """

    path: str | None = None
    line: int | None = None
    problem: str = ""


class TableError(TesujiError):
    """A file of endgame tables that is damaged or cannot be written.

    ``path`` is the file, ``problem`` what is wrong with it.
    """

    path: str | None = None
    problem: str = ""


class ShardError(TesujiError):
    """A file of self-play positions that is damaged, truncated, foreign or empty.

    ``path`` is the file, ``problem`` what is wrong with it.
    """

    path: str | None = None
    problem: str = ""


class WeightsError(TesujiError):
    """A file of learned weights that is damaged, truncated, foreign or made for something else.

    ``path`` is the file, ``problem`` what is wrong with it.
    """

    path: str | None = None
    problem: str = ""


class WorkerError(TesujiError):
    """A worker that could not play a pair. ``pairs`` are the pairs that were not finished."""

    pairs: Sequence[int] = ()


class HungCodeError(TesujiError):
    """A game or evaluator written in Python that did not return. ``call`` is the call, with its
    arguments as far as they have a short text; ``where`` is its file and line."""

    call: str = ""
    seconds: float | None = None


class DeclarationError(TesujiError):
    """An invalid file of experiments or of a course.

    ``key`` is the place in the file ``path``, and ``line`` (from 1) its line, if that is known.
    """

    path: str | None = None
    key: str | None = None
    line: int | None = None


class RulesTextError(TesujiError):
    """A rules page with a broken example on ``line`` (from 1)."""

    line: int | None = None


class SpecError(TesujiError):
    """A spec that cannot be parsed. ``column`` (from 0) is the place in ``text``."""

    text: str = ""
    column: int | None = None


class UnknownGameError(TesujiError):
    """A ``name`` under which no game is registered."""

    name: str | None = None


class UnknownAgentError(TesujiError):
    """A ``name`` under which no agent is registered."""

    name: str | None = None


class AgentFailure(TesujiError):
    """An agent from outside failed and loses the game."""

    log: str = ""
    """Its last output, or the traceback of its exception."""
    replay: str = ""
    """A command that asks it the same question again, if there is one."""
    agent: str | None = None
    """The spec of the agent; None if the message names it already."""
    end = "crash"
    """How the record says that the game ended: "crash", "time" or "illegal"."""

    @property
    def reason(self) -> str:
        """What it did, as a sentence."""
        return str(self)


class GameDefinitionError(TesujiError):
    """A game written in Python that breaks the rules for games.

    ``game`` is the game's name, ``method`` the method at fault, ``state`` its argument and
    ``answer`` what it returned; all are text.
    """

    game: str | None = None
    method: str | None = None
    state: str | None = None
    answer: str | None = None


class ParameterError(TesujiError):
    """A parameter with a wrong name, type or value.

    ``where`` is the parameter, ``given`` its value, ``expected`` what it takes, and ``owner`` the
    agent, part or game that it belongs to.
    """

    owner: str | None = None

    @classmethod
    def wrong_value(cls, where: str, given: object, expected: str) -> Self:
        """The error for a parameter whose value is not what it takes.

        >>> ParameterError.wrong_value("jobs", 0, "an integer of at least 1")
        ParameterError('jobs: expected an integer of at least 1, not 0')
        """
        message = f"{where}: expected {expected}, not {given!r}"
        return cls(message, where=where, given=given, expected=expected)


class SeedError(ParameterError):
    """A seed that is not an integer from 0 to 2**64 - 1."""
