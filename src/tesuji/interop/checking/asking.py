"""Asks an agent in another process, which may hang, end or grow without harm."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tesuji.agents import Agent
from tesuji.clean_text import clean
from tesuji.errors import ParameterError
from tesuji.interop.checking.positions import Question
from tesuji.interop.checking.worker import Asker
from tesuji.interop.course.student import LOAD_SECONDS
from tesuji.interop.process_tree import (
    children_tree,
    descendants,
    exit_text,
    resident_bytes,
    send_signal,
)

__all__ = ["Answer", "ask_all"]

PATIENCE = 2.0
"""Seconds to wait for a move, besides twice its limit."""
START_SECONDS = LOAD_SECONDS + 30.0
"""How long a process may take to start and to begin a game.

The agent's own limits end before, so that a slow agent is reported with its own failure.
"""
END_SECONDS = 2.0
"""How long a process may take to end by itself."""
MOST_ENDS = 5
"""Hangs and ended processes after which an agent is asked no more."""
LOG_BYTES = 4_000


@dataclass(frozen=True)
class Answer:
    """What the agent did with a question."""

    question: Question
    move: str | None = None
    seconds: float = 0.0
    megabytes: float = 0.0
    """Memory of the process and its children afterwards."""
    failure: str = ""
    """The class of a failure, "Hang", or "Ended" if the process ended."""
    end: str = ""
    reason: str = ""
    log: str = ""
    replay: str = ""
    """The command that the agent's own failure names to repeat it."""


def ask_all(
    agent: Agent, questions: Sequence[Question], *, budget: dict[str, Any], setup: dict[str, Any]
) -> Generator[Answer, None, None]:
    """Asks all questions in order, in a new process for which ``setup`` describes the agent.

    An agent that exists in this process only is asked here.
    """
    if agent.function is not None and agent.function.is_local:
        yield from _ask_here(agent, questions, budget)
        return
    waiting, ends = list(questions), 0
    while waiting and ends < MOST_ENDS:
        with _Process(setup) as process:
            yield from process.answers(waiting, budget)
        waiting = waiting[process.answered :]
        ends += 1


def _ask_here(
    agent: Agent, questions: Iterable[Question], budget: dict[str, Any]
) -> Iterator[Answer]:
    asker = Asker(agent)
    for question in questions:
        data = _as_data(question, budget)
        answer = asker.begin(data) or asker.ask(data)
        yield Answer(question, megabytes=resident_bytes(os.getpid()) / 1e6, **answer)
    asker.close()


def _as_data(question: Question, budget: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": question.position.game.spec,
        "position": question.position.text,
        "game_number": question.game_number,
        "seed": question.seed,
        "budget": budget,
    }


class _Process:
    """A worker process with the agent."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.answered = 0
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed by __exit__
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tesuji.interop.checking.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            start_new_session=True,
        )
        self._buffer = b""
        self._send(setup)
        begun = self._receive(START_SECONDS)
        if begun is None or "unfit" in begun:
            reason = (
                begun["unfit"] if begun else f"its process did not start: {self._last_output()}"
            )
            self._end()
            raise ParameterError(
                f"the agent cannot be asked: {reason}", where="agent", given=setup["agent"]
            )

    def __enter__(self) -> _Process:
        return self

    def __exit__(self, *exception: object) -> None:
        self._end()

    def answers(self, questions: Sequence[Question], budget: dict[str, Any]) -> Iterator[Answer]:
        """Asks until the process hangs or ends."""
        longest = 2 * float(budget["seconds"]) + PATIENCE
        for question in questions:
            self._send(_as_data(question, budget))
            self.answered += 1
            found, begun = self._receive(START_SECONDS), time.monotonic()
            if found == {}:  # a player is ready; otherwise it failed
                found = self._receive(longest)
            if found is None:
                yield self._ended(question, time.monotonic() - begun)
                return
            yield Answer(question, megabytes=self._megabytes(), **found)

    def _ended(self, question: Question, seconds: float) -> Answer:
        status = self._process.poll()
        if status is None:
            reason = f"it did not answer in {seconds:.0f} s"
            return Answer(question, None, seconds, 0, "Hang", "time", reason, self._last_output())
        reason = f"its process ended: {exit_text(status)}"
        return Answer(question, None, seconds, 0, "Ended", "crash", reason, self._last_output())

    def _send(self, data: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(data).encode() + b"\n")
            self._process.stdin.flush()

    def _receive(self, seconds: float) -> dict[str, Any] | None:
        """The next line as data; None if it does not come in time or the process ends."""
        assert self._process.stdout is not None
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._buffer:
                if not selector.select(max(0.0, end - time.monotonic())):
                    return None
                read = os.read(self._process.stdout.fileno(), 65_536)
                if not read:
                    self._process.wait(START_SECONDS)
                    return None
                self._buffer += read
        line, _, self._buffer = self._buffer.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found

    def _megabytes(self) -> float:
        family = {self._process.pid, *children_tree(self._process.pid)}
        return sum(map(resident_bytes, family)) / 1e6

    def _last_output(self) -> str:
        size = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, size - LOG_BYTES))
        return clean(self._log.read().decode("utf-8", "replace").strip())

    def _end(self) -> None:
        """Lets the process end by itself, or ends it with all its children."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        family = descendants(self._process.pid)
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        send_signal(signal.SIGKILL, {*family, *descendants(self._process.pid)})
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        self._log.close()
