"""Agents in their own process, whatever protocol they speak: starting, asking, stopping, ending."""

from __future__ import annotations

import shlex
import time
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tesuji.agents.analysis import Analysis, MoveAnalysis
from tesuji.agents.budget import Budget
from tesuji.clean_text import clean
from tesuji.errors import AgentFailure, IllegalMoveError, NotationError
from tesuji.games import Game, Move, Position
from tesuji.interop.process import AgentProcess
from tesuji.interop.process_options import limits_from, sandbox_from
from tesuji.interop.reserved_core import reserved_core
from tesuji.interop.sandbox import Limits
from tesuji.loading import files_with_game
from tesuji.specs import Plain

__all__ = ["AgentIllegalMove", "Answer", "Command", "ForeignSearcher"]

GRACE = 0.3
"""Seconds after its limit at which an agent without an answer is ended."""
START_SECONDS = 10.0
"""Seconds that an agent may take for each answer while it gets ready."""


class AgentIllegalMove(AgentFailure):
    """It answered with a text that is not a legal move."""

    end = "illegal"


@dataclass(frozen=True, kw_only=True)
class Command:
    """How to start an agent; see `AgentProcess`."""

    argv: Sequence[str]
    folder: Path | None = None
    """Copied for the agent, which runs in the copy."""
    python: Path | None = None
    """An interpreter whose files the agent must see."""
    readable: Sequence[Path] = ()
    """Other files that it must see."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A move, and what the agent said about it."""

    move: Move | str
    value: float | None = None
    proven: str | None = None
    pv: tuple[Move, ...] = ()
    simulations: int = 0
    nodes: int = 0
    depth: int = 0


class ForeignSearcher:
    """A searcher that asks an agent in its own process. Subclasses speak its protocol.

    The process starts in `prepare` and ends in `close`, or after its first failure; it is paused
    while nobody asks it anything. A failure carries the agent's last output and a command that
    repeats the question.
    """

    stoppable = False
    """Whether `interrupt` ends a search; many protocols have no word for it."""

    def __init__(self, spec: str, settings: dict[str, Plain], game: Game) -> None:
        self.spec = spec
        self.settings = settings
        self.game = game
        self.seed = 0
        self._process: AgentProcess | None = None
        self._failure: AgentFailure | None = None
        self._peak_memory_mb = 0.0

    # For subclasses

    @property
    def name(self) -> str:
        """The name of the agent in failures."""
        return self.spec.partition("(")[0]

    @property
    def grace(self) -> float:
        """Seconds after its limit at which the agent is ended if it has not answered."""
        return GRACE

    @abstractmethod
    def command(self) -> Command:
        """How to start the agent."""

    def limits(self) -> Limits:
        """What the agent may use."""
        return limits_from(self.settings)

    def begin(self, process: AgentProcess) -> None:
        """Gets a new process ready for a game; `START_SECONDS` limits each answer."""

    @abstractmethod
    def ask(
        self, process: AgentProcess, position: Position, budget: Budget, seed: int, seconds: float
    ) -> Answer:
        """Asks for a move, which must come within this many seconds."""

    def end(self, process: AgentProcess) -> None:
        """Says goodbye to a process that did not fail; it is killed afterwards."""

    def interrupt(self, process: AgentProcess) -> None:
        """Asks for an answer now, if the protocol can."""

    # A searcher

    def prepare(self) -> None:
        if self._failure is not None:
            raise self._failure
        if self._process is not None:
            return
        try:
            self._process = self._start()
            self.begin(self._process)
            self._process.pause()
        except AgentFailure as error:
            raise self._failed(error, self._replay()) from error
        except BaseException:
            self.close()
            raise

    def _start(self) -> AgentProcess:
        command = self.command()
        return AgentProcess(
            command.argv,
            name=self.name,
            limits=self.limits(),
            sandbox=sandbox_from(self.settings),
            folder=command.folder,
            python=command.python,
            readable=command.readable,
            core=reserved_core(),
        )

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        self.prepare()
        process = self._process
        assert process is not None
        if budget.memory is not None:
            most = min(int(budget.memory), self.limits().memory_mb)
            process.limits = replace(process.limits, memory_mb=most)
        start = time.perf_counter()
        try:
            process.resume()
            answer = self.ask(process, position, budget, seed, self._seconds(budget))
            seconds = time.perf_counter() - start
            move = self._legal(answer.move, position)
            process.pause()
        except AgentFailure as error:
            raise self._failed(error, self._replay(position, budget, seed)) from error
        return self._analysis(position, answer, move, seconds)

    def _analysis(self, position: Position, answer: Answer, move: Move, seconds: float) -> Analysis:
        value = 0.5 if answer.value is None else answer.value
        return Analysis(
            position=position,
            agent=self.spec,
            best=move,
            value=value,
            has_value=answer.value is not None,
            proven=answer.proven,
            pv=answer.pv or (move,),
            moves=(MoveAnalysis(move, answer.simulations, value, answer.proven, 0.0),),
            simulations=answer.simulations,
            nodes=answer.nodes,
            depth=answer.depth,
            seconds=seconds,
        )

    def stop(self) -> None:
        if (process := self._process) is not None:
            self.interrupt(process)

    def progress(self) -> Analysis | None:
        return None

    def forget_progress(self) -> None:
        """Nothing to forget: there is no progress."""

    @property
    def peak_memory_mb(self) -> float:
        """The most memory that the agent has used so far."""
        if self._process is not None:
            self._peak_memory_mb = max(self._peak_memory_mb, self._process.peak_memory_mb)
        return self._peak_memory_mb

    def close(self) -> None:
        if self._process is not None and self._failure is None:
            self.end(self._process)
        if self._process is not None:
            self._process.close()
            self._peak_memory_mb = self.peak_memory_mb
            self._process = None

    # Failures

    def illegal(self, move: object, position: Position) -> AgentIllegalMove:
        """The failure of an agent whose answer is not a legal move."""
        shown = clean(str(move), 200)
        return AgentIllegalMove(
            f"{self.name} answered {shown!r}, which is not a legal move in {position.text!r}",
            log="" if self._process is None else self._process.log,
        )

    def _legal(self, move: Move | str, position: Position) -> Move:
        try:
            found = self.game.move(move) if isinstance(move, str) else move
        except (NotationError, IllegalMoveError):
            raise self.illegal(move, position) from None
        if found not in position.legal_moves:
            raise self.illegal(move, position)
        return found

    def _failed(self, error: AgentFailure, replay: str) -> AgentFailure:
        """Ends the process and keeps the failure, now with the command that repeats it."""
        log = "\n".join(filter(None, (error.log.rstrip("\n"), f"to repeat it: {replay}")))
        self._failure = type(error)(error.reason, log=log, replay=replay)
        self.close()
        return self._failure

    def _replay(
        self, position: Position | None = None, budget: Budget | None = None, seed: int = 0
    ) -> str:
        """The command that asks the agent the same question; any question if it did not start."""
        options: dict[str, object] = {"search-seed": self.seed or None}
        if position is not None and budget is not None:
            options |= {"position": position.text, **budget.limits(), "move-seed": seed}
            options["memory"] = budget.memory
            if budget.remaining is not None:
                options["seconds"] = budget.remaining
        # With "=", a position that begins with a hyphen is not taken for an option.
        words = [f"--{name}={value}" for name, value in options.items() if value is not None]
        words += [f"--load={file}" for file in files_with_game(self.game.name)]
        return shlex.join(["tesuji", "best", self.game.spec, "--agent", self.spec, *words])

    def _seconds(self, budget: Budget) -> float:
        """How long to wait for an answer."""
        limits = [s for s in (budget.seconds, budget.remaining) if s is not None]
        return min(limits) + GRACE if limits else float(self.settings["patience"])
