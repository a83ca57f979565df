"""``tesuji engine``: any agent of ours as an engine that other programs can ask."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import BinaryIO

import tesuji
from tesuji.agents import Agent, Player
from tesuji.clean_text import CleanStream, clean
from tesuji.errors import TesujiError
from tesuji.games import Game, Position
from tesuji.interop.engine.options import agent_options, with_option
from tesuji.interop.engine.protocol import (
    NO_MOVE,
    BestMove,
    Command,
    Go,
    Id,
    LegalMoves,
    NewGame,
    Option,
    ProtocolError,
    Query,
    Response,
    SetOption,
    SetPosition,
    Word,
    parse_command,
)
from tesuji.interop.engine.thinking import Thinking, remark

__all__ = ["Engine", "serve"]

LONGEST_LINE = 1 << 20
FOREVER = 1e9
"""Seconds of an infinite search."""
LAST_SECONDS = 1.0
"""How long a search may take to end after ``quit``."""
SEED = Option(name="Seed", type="spin", default="0", low=0, high=2**63 - 1)
START = "startpos"
"""Stands for the start position, as in UCI; with random starts, for that of seed 0."""


class Engine:
    """One agent behind the engine protocol; `handle` takes a line and `send` gets the answers.

    Every ``go`` is answered by exactly one ``bestmove``, unless a search is running already.
    Whatever is wrong with a line is answered by ``info string error ...``.
    """

    def __init__(self, agent: Agent, send: Callable[[object], None]) -> None:
        self.agent = agent
        self.seed = 0
        self._send = send
        self._game: Game | None = None
        self._position: Position | None = None
        self._player: Player | None = None
        self._thinking: Thinking | None = None

    def handle(self, line: bytes) -> bool:
        """Answers a line; returns whether the engine goes on."""
        command: Command | None = None
        try:
            command = parse_command(line.decode())
            if command == Word("quit"):
                return False
            self._obey(command)
        except UnicodeDecodeError:
            self._send(remark("error the line is not UTF-8"))
        except Exception as error:
            # Errors of another kind come from games and agents written in Python.
            kind = "" if isinstance(error, TesujiError) else f"{type(error).__name__}: "
            self._send(remark(f"error {kind}{clean(str(error), 1_000)}"))
            if line.split()[:1] == [b"go"] and not isinstance(error, _BusyError):
                self._send(BestMove(NO_MOVE))
        return True

    def close(self) -> None:
        """Ends a running search and the player."""
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking.wait(LAST_SECONDS)
        if self._player is not None:
            self._player.close()

    # Commands

    def _obey(self, command: Command) -> None:
        if isinstance(command, Word):
            self._obey_word(command.word)
        elif isinstance(command, Query):
            self._send(Response(_response(command.what, self._known_position())))
        elif not isinstance(command, LegalMoves):  # we know the rules
            self._wait_until_idle()
            if isinstance(command, SetOption):
                self._set_option(command)
            elif isinstance(command, NewGame):
                self._new_game(command.game)
            elif isinstance(command, SetPosition):
                self._set_position(command)
            else:
                self._go(command)

    def _obey_word(self, word: str) -> None:
        if word == "isready":
            self._send(Word("readyok"))
        elif word == "stop" and self._thinking is not None:
            self._thinking.stop()
        elif word == "tesuji":
            self._send(Id("name", f"Tesuji {tesuji.__version__} {self.agent.spec}"))
            self._send(Id("author", "The Tesuji developers"))
            for option in (SEED, *agent_options(self.agent)):
                self._send(option)
            self._send(Word("tesujiok"))

    def _wait_until_idle(self) -> None:
        if self._thinking is None:
            return
        if self._thinking.is_open:
            raise _BusyError("a search is running; send stop first")
        self._thinking.wait()

    def _set_option(self, command: SetOption) -> None:
        if command.name == SEED.name:
            if expected := SEED.problem(command.value):
                raise ProtocolError(
                    f"Seed: expected {expected}, not {command.value!r}", given=command.value
                )
            self.seed = int(command.value)
        else:
            self.agent = with_option(self.agent, command.name, command.value)
        if self._game is not None:
            self._make_player(self._game)

    def _new_game(self, spec: str) -> None:
        self._game = self._position = None
        game = tesuji.game(spec)
        self._make_player(game)
        self._game = game

    def _make_player(self, game: Game) -> None:
        if self._player is not None:
            self._player.close()
            self._player = None
        player = self.agent.player(game, seed=self.seed)
        player.prepare()
        self._player = player

    def _set_position(self, command: SetPosition) -> None:
        self._position = None  # after an error, go must not search the last position
        if self._game is None:
            raise ProtocolError("send newgame GAME before position", given=str(command))
        game = self._game
        position = game.start() if command.text == START else game.position(command.text)
        for move in command.moves:
            position = position.play(move)
        self._position = position

    def _known_position(self) -> Position:
        if self._position is None:
            raise ProtocolError("there is no position; send newgame and position first")
        return self._position

    def _go(self, command: Go) -> None:
        position = self._known_position()
        if self._player is None:
            raise ProtocolError("there is no player; send newgame first")
        names = ("seconds", "remaining", "increment", "simulations", "nodes", "depth", "seed")
        limits = {n: v for n in names if (v := getattr(command, n)) is not None}
        if command.infinite:
            limits = {"seconds": FOREVER} | {n: v for n, v in limits.items() if n == "seed"}
        self._thinking = Thinking(
            self._player, position, limits, self._send, infinite=command.infinite
        )


class _BusyError(TesujiError):
    """A command that must wait for the end of a search."""


def _response(what: str, position: Position) -> str:
    """The answer to a question about a position, in the words of UGI."""
    if what == "legalmoves":
        return " ".join(map(str, position.legal_moves))
    if what == "p1turn":
        return "true" if position.next_player == 0 else "false"
    if what == "gameover":
        return "true" if position.is_over else "false"
    outcome = position.outcome
    if outcome is None:
        return "none"
    return "draw" if outcome.winner is None else ("p1win", "p2win")[outcome.winner]


def read_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream; None for each one that is too long, which is skipped."""
    while line := stream.readline(LONGEST_LINE):
        if len(line) < LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)
        yield None


def run(engine: Engine, lines: Iterable[bytes | None], send: Callable[[object], None]) -> None:
    """Lets an engine answer lines until ``quit`` or the end of the input."""
    try:
        for line in lines:
            if line is None:
                send(remark(f"error the line has over {LONGEST_LINE} bytes"))
            elif line.strip() and not engine.handle(line):
                return
    finally:
        engine.close()


def serve(agent: Agent) -> None:
    """Speaks the protocol on standard input and output until ``quit`` or the end of the input."""
    # Games and agents written in Python may print; that must not look like an answer.
    sys.stdout.flush()
    output = CleanStream(os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n"))
    os.dup2(2, 1)
    lock = threading.Lock()

    def send(line: object) -> None:
        # A reader that has gone also closes the input, which ends the engine.
        with lock, suppress(BrokenPipeError):
            output.write(f"{line}\n")
            output.flush()

    run(Engine(agent, send), read_lines(sys.stdin.buffer), send)
