"""``exec("COMMAND")``: agents that are engines in any language and speak our engine protocol."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from tesuji.agents import Analysis
from tesuji.agents.budget import Budget
from tesuji.errors import AgentFailure, ParameterError, TesujiError
from tesuji.games import Game, Move, Position
from tesuji.interop.content import content_of_program
from tesuji.interop.engine.command import engine_command
from tesuji.interop.engine.protocol import (
    BestMove,
    Go,
    Info,
    LegalMoves,
    NewGame,
    Option,
    Reply,
    SetOption,
    SetPosition,
    Word,
    parse_reply,
)
from tesuji.interop.foreign import START_SECONDS, Answer, Command, ForeignSearcher
from tesuji.interop.process import AgentGarbage, AgentProcess, AgentTimeout
from tesuji.interop.process_options import PROCESS_PARAMETERS, path_from, python_from
from tesuji.interop.sandbox import Limits
from tesuji.specs import Kind, Parameter, Plain, did_you_mean

__all__ = ["AGENT", "EngineSearcher"]

LEGAL_MOVES = "Tesuji_LegalMoves"
"""An engine that declares this option gets the legal moves of each position."""
QUIT_SECONDS = 0.2
"""Time to end after ``quit``, before the engine is killed."""
OUTPUT_BYTES = 64 << 20
"""Engines report their progress in many lines."""


class EngineSearcher(ForeignSearcher):
    """Asks an engine over the engine protocol."""

    stoppable = True

    def __init__(self, spec: str, settings: dict[str, Plain], game: Game) -> None:
        super().__init__(spec, settings, game)
        folder = path_from(settings, "folder")
        self._engine = engine_command(str(settings["command"]), folder, python_from(settings))
        self._given = given_options(str(settings["options"]))
        self.declared: dict[str, Option] = {}
        self._known: tuple[Position, Info] | None = None
        """What the engine has said in the running search."""

    @property
    def name(self) -> str:
        """The program, or the script of a Python engine."""
        program, *arguments = self._engine.argv
        words = (word for word in arguments if not word.startswith("-"))
        script = next(words, "") if Path(program).name.startswith("python") else ""
        return Path(script or program).name

    def command(self) -> Command:
        return self._engine

    def limits(self) -> Limits:
        return replace(super().limits(), output_bytes=OUTPUT_BYTES)

    def begin(self, process: AgentProcess) -> None:
        start = time.monotonic()
        process.send("tesuji")
        try:
            for reply in _replies(process, "tesujiok", START_SECONDS, start):
                if isinstance(reply, Option):
                    self.declared[reply.name] = reply
        except AgentTimeout as error:
            raise AgentTimeout(
                f"{self.name} did not answer 'tesuji' with 'tesujiok' within {START_SECONDS:g} s:"
                " does it speak the engine protocol?",
                log=error.log,
            ) from error
        lines: list[object] = [SetOption(name, self._checked(name)) for name in self._given]
        if LEGAL_MOVES in self.declared:
            lines.append(SetOption(LEGAL_MOVES, "true"))
        self._send(process, *lines, NewGame(self.game.spec), Word("isready"))
        for _ in _replies(process, "readyok", START_SECONDS, start):
            pass

    def _checked(self, name: str) -> str:
        """The given value of an option that the engine must have."""
        option, value = self.declared.get(name), self._given[name]
        if option is None:
            known = sorted(self.declared)
            expected = f"one of {', '.join(known)}" if known else "no options"
            raise _options_error(
                name, f"the engine has no option {name!r}{did_you_mean(name, known)}", expected
            )
        if expected := option.problem(value):
            raise _options_error(value, f"{name}={value} is invalid", expected)
        return value

    def ask(
        self, process: AgentProcess, position: Position, budget: Budget, seed: int, seconds: float
    ) -> Answer:
        start = time.monotonic()
        lines: list[object] = [SetPosition(position.text)]
        if LEGAL_MOVES in self.declared:
            lines.append(LegalMoves(tuple(map(str, position.legal_moves))))
        self._send(process, *lines, Word("isready"), seconds=seconds)
        # What comes before this answer belongs to an earlier question.
        for reply in _replies(process, "readyok", seconds, start):
            if isinstance(reply, BestMove):
                raise process.failure(AgentGarbage, "sent a bestmove that nobody had asked for")
        self._send(process, _go(budget, seed), seconds=seconds)
        known = Info()
        for reply in _replies(process, None, seconds, start):
            if isinstance(reply, BestMove):
                pv = _line(known.pv, position)
                return _answer(reply.move, known, pv if pv and str(pv[0]) == reply.move else ())
            if isinstance(reply, Info):
                known = reply
                self._known = position, known
        raise AssertionError("replies continue until the time runs out")

    def progress(self) -> Analysis | None:
        if self._known is None:
            return None
        position, known = self._known
        pv = _line(known.pv, position)
        if not pv or pv[0] not in position.legal_moves:
            return None
        return self._analysis(position, _answer(pv[0], known, pv), pv[0], known.seconds or 0.0)

    def forget_progress(self) -> None:
        self._known = None

    def end(self, process: AgentProcess) -> None:
        with suppress(AgentFailure):
            process.resume()
            self._send(process, Word("quit"), seconds=QUIT_SECONDS)
            process.ends_within(QUIT_SECONDS)

    def interrupt(self, process: AgentProcess) -> None:
        process.interject("stop")

    def _send(self, process: AgentProcess, *lines: object, seconds: float = START_SECONDS) -> None:
        texts = [str(line) for line in lines]
        if bad := next((text for text in texts if "\n" in text or "\r" in text), None):
            raise ParameterError(
                f"{bad!r} cannot be sent to an engine: it has a line break", given=bad
            )
        process.send("\n".join(texts), seconds, strict=False)


def given_options(text: str) -> dict[str, str]:
    """The options that a spec gives: ``"Hash=64; Skill Level=3"``."""
    found: dict[str, str] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or name in found:
            problem = "is given twice" if name in found else "is not NAME=VALUE"
            raise _options_error(text, f"{part!r} {problem}", "NAME=VALUE; NAME=VALUE; ...")
        found[name] = value
    return found


def _options_error(given: str, problem: str, expected: str) -> ParameterError:
    return ParameterError(
        f"exec: options: {problem}, expected {expected}",
        owner="exec",
        where="options",
        given=given,
        expected=expected,
    )


def _replies(
    process: AgentProcess, last: str | None, seconds: float, start: float
) -> Iterator[Reply]:
    """The engine's lines up to a word. Remarks and lines that are not ours go to the log."""
    while True:
        line = process.receive(seconds, since=start)
        reply = parse_reply(line)
        if reply is None or (isinstance(reply, Info) and reply.text):
            process.note(line)
        elif reply == Word(last or ""):
            return
        else:
            yield reply


def _go(budget: Budget, seed: int) -> Go:
    return Go(
        seconds=budget.seconds,
        remaining=budget.remaining,
        increment=None if budget.remaining is None else budget.increment,
        simulations=budget.simulations,
        nodes=budget.nodes,
        depth=budget.depth,
        seed=seed,
    )


def _answer(move: Move | str, known: Info, pv: tuple[Move, ...]) -> Answer:
    return Answer(
        move=move,
        value=known.value,
        proven=known.proven,
        pv=pv,
        simulations=known.simulations or 0,
        nodes=known.nodes or 0,
        depth=known.depth or 0,
    )


def _line(texts: tuple[str, ...], position: Position) -> tuple[Move, ...]:
    """The moves of a line, up to the first one that cannot be played."""
    moves: list[Move] = []
    try:
        for text in texts:
            move = position.game.move(text)
            position = position.play(move)
            moves.append(move)
    except TesujiError:
        pass
    return tuple(moves)


AGENT = Kind(
    "exec",
    "An engine in any language, which speaks the engine protocol.",
    (
        Parameter(
            "command",
            str,
            "",
            "Program and arguments; no shell runs them.",
            default_text="none: it must be given",
            text=True,
        ),
        Parameter(
            "options",
            str,
            "",
            'Options of the engine, such as "Hash=64; Style=wild".',
            default_text="none",
            text=True,
        ),
        Parameter(
            "folder",
            str,
            "",
            "Folder of the engine, which runs in a private copy of it.",
            default_text="none",
            text=True,
        ),
        *PROCESS_PARAMETERS,
    ),
    positional="command",
    make=EngineSearcher,
    content=content_of_program,
    wall=True,
    strict_time=True,
)
