"""Students' agents: a Python file runs in its own process, with stand-ins for its framework.

`shims/runner.py` is the other side. Each frame is a line of JSON: ``{"ready": ...}`` after loading,
then a question of the course and ``{"move": [...]}`` or ``{"error": "..."}`` in turn.
"""

from __future__ import annotations

import json
import os
import sys
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tesuji.agents.budget import Budget
from tesuji.clean_text import clean
from tesuji.errors import AgentFailure, ParameterError
from tesuji.games import Game, Move, Position
from tesuji.games.game_loop import random_move
from tesuji.games.randomness import RandomStream
from tesuji.interop.content import content_of_folder
from tesuji.interop.foreign import Answer, Command, ForeignSearcher
from tesuji.interop.process import AgentCrashed, AgentGarbage, AgentProcess, AgentTimeout
from tesuji.interop.process_options import PROCESS_PARAMETERS, path_from, python_from
from tesuji.specs import Parameter, Plain

__all__ = ["AgentRaised", "StudentSearcher", "student_parameters"]

SHIMS = Path(__file__).parent / "shims"
MOST_FILES = 5_000
MOST_BYTES = 500 << 20
"""The largest folder of an agent. Every game copies it."""
LOAD_SECONDS = 60.0
"""Seconds for importing a student's file and making its agent."""


def student_parameters(
    *, seconds: float, memory: int, errors: str, choices: tuple[str, ...]
) -> tuple[Parameter, ...]:
    """The parameters of a course's agents, with the course's own limits as defaults."""
    shared = [
        replace(each, default=memory) if each.name == "memory" else each
        for each in PROCESS_PARAMETERS
    ]
    return (
        Parameter(
            "errors",
            str,
            errors,
            "What follows an exception, an illegal or a late move: a random move, or loss.",
            choices=choices,
        ),
        Parameter("seconds", float, seconds, "Seconds per move.", low=0),
        *shared,
    )


class StudentSearcher(ForeignSearcher):
    """Asks a student's agent. Subclasses translate positions and moves.

    `replaced` lists the moves that a random one replaced, with the reasons. After a late move the
    process is started again before its next move, off the clock.
    """

    course: str
    """The name of the course's stand-ins."""
    files: tuple[str, ...]
    """Where the agent is in a folder, the likeliest place first."""

    def __init__(self, spec: str, settings: dict[str, Plain], game: Game) -> None:
        super().__init__(spec, settings, game)
        self.replaced: list[str] = []
        self._late = False
        self._asked = 0
        self._folder, self._file = find_file(settings, self.files)
        check_size(self._folder)

    @classmethod
    def content(cls, settings: Mapping[str, Plain], _: Game) -> str:
        """The digest of the agent's folder, which every game copies."""
        return content_of_folder(find_file(settings, cls.files)[0])

    # For subclasses

    def options(self) -> Sequence[str]:
        """Further arguments of the runner."""
        return ()

    @abstractmethod
    def question(self, position: Position, budget: Budget) -> dict[str, Any]:
        """What the agent is asked."""

    @abstractmethod
    def move_text(self, answer: list[int], position: Position) -> str:
        """The move that an answer means, in notation; any text if it means none."""

    def random_walk(self, position: Position, seed: int) -> Move:
        """The move of the course's random agent."""
        raise NotImplementedError

    # A foreign searcher

    def command(self) -> Command:
        python = python_from(self.settings) or Path(sys.executable)
        runner = [str(python), "-I", "-B", str(SHIMS / "runner.py")]
        return Command(
            argv=[*runner, self.course, self._file, *self.options()],
            folder=self._folder,
            python=python,
            readable=(SHIMS,),
        )

    def begin(self, process: AgentProcess) -> None:
        reply = self._reply(process, LOAD_SECONDS)
        if "error" in reply:
            problem = f"{self.name} could not be loaded: {_text(reply['error'])}"
            raise AgentCrashed(problem, log=process.log)
        if "ready" not in reply:
            raise self._garbage(process, reply)

    def prepare(self) -> None:
        if self._late:
            self._late = False
            self.close()
        super().prepare()

    def ask(
        self, process: AgentProcess, position: Position, budget: Budget, seed: int, seconds: float
    ) -> Answer:
        forgiving = self.settings["errors"] != "loss" and budget.seconds is not None
        self._asked += 1
        process.send(json.dumps({"number": self._asked, **self.question(position, budget)}))
        try:
            reply = self._reply(process, seconds if budget.seconds is None else _patience(budget))
            if reply.get("number") != self._asked:  # an answer to an earlier question
                raise self._garbage(process, reply)
            return Answer(move=self._move(process, reply, position))
        except AgentTimeout as late:
            if not forgiving:
                raise
            self._late = True
            return self._replace(late, position, seed)
        except AgentFailure as failure:
            if failure.end == "crash" and not isinstance(failure, AgentRaised):
                raise
            return self._replace(failure, position, seed)

    def _move(self, process: AgentProcess, reply: dict[str, Any], position: Position) -> Move:
        if "error" in reply:
            raise AgentRaised(f"{self.name} raised {_text(reply['error'])}", log=process.log)
        answer = reply.get("move")
        if not isinstance(answer, list) or any(type(number) is not int for number in answer):
            raise self._garbage(process, reply)
        return self._legal(self.move_text(answer, position), position)

    def _replace(self, failure: AgentFailure, position: Position, seed: int) -> Answer:
        """A random move instead of a failure, if the rule says so."""
        rule = self.settings["errors"]
        if rule == "loss":
            raise failure
        if rule == "random-walk":
            move = self.random_walk(position, seed)
        else:
            move = random_move(position, RandomStream(seed))
        self.replaced.append(f"{position.text}: {failure.reason}; {rule} played {move}")
        return Answer(move=move)

    def _reply(self, process: AgentProcess, seconds: float) -> dict[str, Any]:
        line = process.receive(seconds)
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            reply = line
        if not isinstance(reply, dict):
            raise self._garbage(process, line)
        return reply

    def _garbage(self, process: AgentProcess, reply: object) -> AgentGarbage:
        return AgentGarbage(f"{self.name} wrote {_text(reply)!r}", log=process.log)


class AgentRaised(AgentFailure):
    """The student's code raised an exception; its process goes on."""


def find_file(settings: Mapping[str, Plain], names: Sequence[str]) -> tuple[Path, str]:
    """The folder of an agent, and the path of its file in there."""
    path = path_from(settings, "path")
    if path is not None and path.is_file():
        return path.parent, path.name
    for name in names:
        if path is not None and (path / name).is_file():
            return path, name
    expected = f"a Python file, or a folder with {' or '.join(names)}"
    given = str(settings["path"])
    raise ParameterError(
        f"path={given!r} is not {expected}", where="path", given=given, expected=expected
    )


def check_size(folder: Path) -> None:
    """Refuses a folder that is much more than an agent, such as somebody's home."""
    files = size = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            files += 1
            size += os.lstat(os.path.join(parent, name)).st_size
            if files > MOST_FILES or size > MOST_BYTES:
                expected = f"a folder of at most {MOST_FILES} files and {MOST_BYTES >> 20} MB"
                raise ParameterError(
                    f"{folder} is too large for an agent: every game would copy it. Give the agent"
                    " a folder of its own.",
                    where="path",
                    given=str(folder),
                    expected=expected,
                )


def _patience(budget: Budget) -> float:
    """When a move is late: a busy machine delays moves a little, which is not the agent's fault."""
    assert budget.seconds is not None
    return budget.seconds + min(0.25, budget.seconds / 4)


def _text(value: object) -> str:
    return clean(str(value), 300)
