"""Asks a Python function or object for its moves, and reports what it does wrong."""

from __future__ import annotations

import inspect
import shlex
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from tesuji.agents.analysis import Analysis, analysis_of_move
from tesuji.agents.budget import Budget
from tesuji.clean_text import clean
from tesuji.errors import AgentFailure, TesujiError
from tesuji.games import Game, Move, Position
from tesuji.python_files import imports_of

__all__ = ["FunctionCrashed", "FunctionIllegal", "FunctionSearcher", "takes_budget"]

LOG_LENGTH = 6_000
"""Characters of a traceback that are kept."""


class FunctionCrashed(AgentFailure):
    """A function that raised an exception. ``log`` is the traceback."""


class FunctionIllegal(AgentFailure):
    """A function that returned something other than a legal move."""

    end = "illegal"


class FunctionSearcher:
    """A player of one game: a function, or a new object of a class with ``choose``."""

    stoppable = False

    def __init__(
        self,
        spec: str,
        find: Callable[[], Any],
        game: Game,
        options: Sequence[str] = (),
        folder: Path | None = None,
    ) -> None:
        self.spec = spec
        self.options = options
        """The options that name it on the command line."""
        self.game = game
        self.seed = 0
        """Given to ``begin``; the player sets it."""
        self._find = find
        self._folder = folder
        self._imports: AbstractContextManager[None] = nullcontext()
        self._choose: Callable[..., Any] | None = None
        self._takes_budget = False

    def prepare(self) -> None:
        """Loads the function, or makes the object and lets it begin a game."""
        if self._choose is not None:
            return
        found = self._find()
        self._imports = imports_of(self._folder)
        with _reporting(self.spec), self._imports:
            player = found() if isinstance(found, type) else found
            begin = getattr(player, "begin", None)
            if begin is not None:
                begin(self.game, self.seed)
        choose = getattr(player, "choose", player)
        self._takes_budget = takes_budget(choose)
        self._choose = choose

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        self.prepare()
        choose = self._choose
        assert choose is not None
        begun = time.perf_counter()
        try:
            with _reporting(self.spec), self._imports:
                answer = choose(position, budget) if self._takes_budget else choose(position)
            seconds = time.perf_counter() - begun
            move = _legal_move(position, answer, self.spec)
        except AgentFailure as error:
            raise self._with_replay(error, position) from error.__cause__
        return analysis_of_move(position, self.spec, move, seconds=seconds)

    def _with_replay(self, error: AgentFailure, position: Position) -> AgentFailure:
        """Adds the command that asks the same question again."""
        if self.options:
            seed = ["--search-seed", str(self.seed)] if self.seed else []
            where = ["--position", position.text, *seed]
            error.replay = shlex.join(["tesuji", "best", self.game.spec, *self.options, *where])
            error.log = "\n".join(filter(None, (error.log, f"to repeat it: {error.replay}")))
        return error

    def stop(self) -> None:
        """Does nothing: only Ctrl-C interrupts a function."""

    def forget_progress(self) -> None:
        """Does nothing: there is no progress."""

    def progress(self) -> dict[str, Any] | None:
        return None

    def close(self) -> None:
        """Forgets the object."""
        self._choose = None


def takes_budget(choose: Callable[..., Any]) -> bool:
    """Whether ``choose`` takes a budget after the position."""
    try:
        parameters = inspect.signature(choose).parameters.values()
    except (TypeError, ValueError):
        return False
    kinds = [each.kind for each in parameters if each.default is each.empty]
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(kind in positional for kind in kinds) == 2


def _legal_move(position: Position, answer: object, agent: str) -> Move:
    move = answer
    try:
        if isinstance(move, str):
            move = position.game.move(move)
        if isinstance(move, Move) and move in position.legal_moves:
            return move
        if isinstance(move, Move):
            position.play(move)
    except TesujiError as error:
        raise FunctionIllegal(
            clean(f"it returned {_shown(answer)}: {error}"),
            given=answer,
            where=position.text,
            agent=agent,
        ) from None
    raise FunctionIllegal(
        clean(
            f"it returned {_shown(answer)} in {position.game.spec} position {position.text!r},"
            " expected a legal move or its text"
        ),
        given=answer,
        where=position.text,
        expected="a legal move or its text",
        agent=agent,
    )


def _shown(answer: object) -> str:
    try:
        return repr(answer)[:200]
    except Exception:
        return f"a {type(answer).__name__}"


class _reporting:
    """Turns an exception of the user's code into a failure with its traceback.

    A class, because a generator would add 2 microseconds to every move.
    """

    __slots__ = ("agent",)

    def __init__(self, agent: str) -> None:
        self.agent = agent

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: Any) -> None:
        # sys.exit() in a function must not end the match.
        if isinstance(error, Exception | SystemExit):
            raise FunctionCrashed(_summary(error), log=_log(error), agent=self.agent) from error


def _summary(error: BaseException) -> str:
    try:
        said = str(error)
    except Exception:
        said = "its text cannot be read"
    return clean(f"{type(error).__name__}: {said}" if said else type(error).__name__, 500)


def _log(error: BaseException) -> str:
    """The traceback without our own frames; of a long one, the end."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    try:
        lines = traceback.format_exception(type(error), error, trace)
    except Exception:
        return _summary(error)
    text = "".join(lines).strip()
    if len(text) > LOG_LENGTH:
        text = f"... {text[-LOG_LENGTH:]}"
    return clean(text)
