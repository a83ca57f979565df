"""``course.pentago-twist("COMMAND")``: a client of the Pentago-Twist course's server as an agent.

Tesuji plays the server. The client runs in a sandbox without a network; a relay beside it takes its
connection.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

from tesuji.agents.analysis import Analysis
from tesuji.agents.budget import Budget
from tesuji.clean_text import clean
from tesuji.errors import NotationError
from tesuji.games import Game, Move, Position
from tesuji.games.game_loop import random_move
from tesuji.games.randomness import RandomStream
from tesuji.interop.content import content_of_program
from tesuji.interop.course.pentago_twist_notation import (
    JOIN_SECONDS,
    LATE_SECONDS,
    LATER_SECONDS,
    PORT,
    history,
    read_move,
    write_move,
)
from tesuji.interop.course.program import program_command, program_parameters
from tesuji.interop.foreign import GRACE, Answer, Command, ForeignSearcher
from tesuji.interop.process import AgentGarbage, AgentProcess
from tesuji.interop.process_options import sandbox_from
from tesuji.interop.relay import RELAY, relayed
from tesuji.specs import Kind, Parameter, Plain

__all__ = ["AGENT", "TwistSearcher"]

TOLERANCE = 0.05
"""Seconds by which a busy machine may delay an answer."""


class TwistSearcher(ForeignSearcher):
    """Asks a client as the course's server does.

    `replaced` lists the late moves that a random one replaced.
    """

    def __init__(self, spec: str, settings: dict[str, Plain], game: Game) -> None:
        super().__init__(spec, settings, game)
        self._program = program_command(AGENT.name, settings)
        self.replaced: list[str] = []
        self._client = ""
        self._board: Position | None = None
        """The position after the client's last move."""
        self._move: Move | None = None
        """That move, which the client has not yet been sent."""

    @property
    def grace(self) -> float:
        return LATE_SECONDS

    def command(self) -> Command:
        program = self._program
        python = program.python or Path(sys.executable)
        sandbox = sandbox_from(self.settings)
        return replace(
            program,
            argv=relayed(program.argv, int(self.settings["port"]), sandbox, python),
            python=python,
            # Debian keeps a part of Java in /etc.
            readable=(*program.readable, RELAY, *Path("/etc").glob("java-*-openjdk")),
        )

    def begin(self, process: AgentProcess) -> None:
        line = process.receive(JOIN_SECONDS)
        word, _, name = line.partition(" ")
        if word != "START":
            shown = clean(line, 200)
            raise AgentGarbage(f"{self.name} wrote {shown!r}, expected START NAME", log=process.log)
        self._client = clean(name.strip(), 100).replace("\n", " ")
        self._board = self._move = None

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        if self._board is not None and _reply(self._board, position) is None:
            self.close()  # another game: the protocol has one game per connection
        return super().search(position, budget, seed)

    def ask(
        self, process: AgentProcess, position: Position, budget: Budget, seed: int, seconds: float
    ) -> Answer:
        seat = position.next_player
        lines = [*self._news(position), f"PLAY Player-{seat}"]
        limit = seconds - GRACE
        start = time.monotonic()
        process.send("\n".join(lines))
        move = self._answer(process, position, start, limit + LATE_SECONDS)
        spent = time.monotonic() - start
        if spent > limit + TOLERANCE:
            self.replaced.append(f"{move} came after {spent:.3f} s of {limit:g} s")
            move = random_move(position, RandomStream(seed))
        self._board, self._move = position.play(move), move
        return Answer(move=move)

    def _news(self, position: Position) -> list[str]:
        """The lines that tell the client what happened since its last move."""
        seat = position.next_player
        if self._board is None or self._move is None:
            made = history(position)
            echoes = [write_move(move, number % 2) for number, move in enumerate(made)]
            return [f"START Player-{seat} {self._client}", *echoes]
        reply = _reply(self._board, position)
        assert reply is not None
        return [write_move(self._move, seat), write_move(reply, 1 - seat)]

    def _answer(
        self, process: AgentProcess, position: Position, start: float, seconds: float
    ) -> Move:
        """The client's move. The server ignores lines that are not moves while the clock runs."""
        while True:
            line = process.receive(seconds, since=start)
            try:
                found = read_move(line.strip())
            except NotationError:
                raise self.illegal(line, position) from None
            if found is not None:
                move, player = found
                if player != position.next_player or move not in position.legal_moves:
                    raise self.illegal(line, position)
                return move


def _reply(board: Position, position: Position) -> Move | None:
    """The first move that leads from one position to the next; None if there is none."""
    return next((move for move in board.legal_moves if board.play(move) == position), None)


AGENT = Kind(
    "course.pentago-twist",
    "A client of the Pentago-Twist course's TCP server, in any language.",
    (
        *program_parameters(seconds=LATER_SECONDS, memory=500),
        Parameter("port", int, PORT, "Port that the client connects to.", low=1, high=65_535),
    ),
    games=("pentago-twist",),
    positional="command",
    make=TwistSearcher,
    content=content_of_program,
    wall=True,
    own_time_rule=True,
)
