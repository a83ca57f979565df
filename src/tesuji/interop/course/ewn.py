"""``course.ewn("COMMAND")``: a program of an EWN course as an agent.

On `ewn-cyclic` Tesuji plays the judge of the characters' protocol, on `ewn` the host of the text
protocol.
"""

from __future__ import annotations

import shlex
import time

from tesuji.agents.analysis import Analysis
from tesuji.agents.budget import Budget
from tesuji.clean_text import clean
from tesuji.errors import IllegalMoveError, NotationError
from tesuji.games import Game, Move, Position
from tesuji.interop.content import content_of_program
from tesuji.interop.course import ewn_judge, ewn_text
from tesuji.interop.course.program import program_command, program_parameters
from tesuji.interop.foreign import START_SECONDS, Answer, Command, ForeignSearcher
from tesuji.interop.process import AgentGarbage, AgentProcess
from tesuji.specs import Kind, Plain

__all__ = ["AGENT", "JudgeSearcher", "TextSearcher"]

GREETING_LINES = 8
"""The most lines that a program may write before it has answered ``ini``."""


class _EwnSearcher(ForeignSearcher):
    """Base of both protocols: one command."""

    def __init__(self, spec: str, settings: dict[str, Plain], game: Game) -> None:
        super().__init__(spec, settings, game)
        self._program = program_command(AGENT.name, settings)

    def command(self) -> Command:
        return self._program

    def _garbage(self, process: AgentProcess, answer: str, expected: str) -> AgentGarbage:
        """The failure of a program whose answer cannot be read."""
        shown = clean(answer, 200)
        return AgentGarbage(f"{self.name} wrote {shown!r}, expected {expected}", log=process.log)


class JudgeSearcher(_EwnSearcher):
    """Asks a program as the judge of `ewn-cyclic` does: it hears only the opponent's moves."""

    def __init__(self, spec: str, settings: dict[str, Plain], game: Game) -> None:
        super().__init__(spec, settings, game)
        self._board: Position | None = None
        """The position after the program's last move."""
        self._sent = ""
        """Everything that the program has received."""

    def begin(self, process: AgentProcess) -> None:
        self._board, self._sent = None, ""

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        board = self._board
        if board is not None and not board.is_over and _reply(board, position) is None:
            self.close()  # another game, before the program has seen the end of the last one
        return super().search(position, budget, seed)

    def ask(
        self, process: AgentProcess, position: Position, budget: Budget, seed: int, seconds: float
    ) -> Answer:
        seat = position.next_player
        news = self._news(position, seat)
        self._sent += news
        process.send_bytes(news.encode())
        data = process.receive_bytes(2, seconds)
        answer = data.decode("ascii", "replace")
        try:
            move = ewn_judge.read_move(answer, position)
        except NotationError:
            raise self._garbage(process, answer, "a cube and a direction") from None
        except IllegalMoveError:
            raise self.illegal(answer, position) from None
        self._board = position.play(move)
        return Answer(move=move)

    def _replay(
        self, position: Position | None = None, budget: Budget | None = None, seed: int = 0
    ) -> str:
        """The whole game as the program's input: the judge cannot ask about one position."""
        folder = self._program.folder
        there = "" if folder is None else f"cd {shlex.quote(str(folder))} && "
        return f"{there}printf %s '{self._sent}' | {shlex.join(self._program.argv)}"

    def _news(self, position: Position, seat: int) -> str:
        """The characters that the judge sends before the program's move."""
        if self._board is not None and not self._board.is_over:
            reply = _reply(self._board, position)
            assert reply is not None
            return ewn_judge.write_move(reply, 1 - seat)
        again = "" if self._board is None else "y"
        if seat == 0:
            return again + ewn_judge.write_start(position, 0)
        start, move = ewn_judge.first_move(position)
        return again + ewn_judge.write_start(start, 1) + ewn_judge.write_move(move, 0)


class TextSearcher(_EwnSearcher):
    """Asks a program of the text protocol; each question has the whole position."""

    def __init__(self, spec: str, settings: dict[str, Plain], game: Game) -> None:
        super().__init__(spec, settings, game)
        self._seat: int | None = None
        """The side that the program was last initialised for."""

    def begin(self, process: AgentProcess) -> None:
        self._seat = None
        process.send("name")
        process.receive(START_SECONDS)

    def ask(
        self, process: AgentProcess, position: Position, budget: Budget, seed: int, seconds: float
    ) -> Answer:
        start = time.monotonic()
        if position.next_player != self._seat:
            process.send("\n".join(_settings(position.next_player, budget)))
            self._await_squares(process, start, seconds)
            self._seat = position.next_player
        process.send(ewn_text.write_get(position))
        line = process.receive(seconds, since=start)
        try:
            return Answer(move=ewn_text.read_move(line, position))
        except NotationError:
            raise self._garbage(process, line, "two squares") from None
        except IllegalMoveError:
            raise self.illegal(line, position) from None

    def _await_squares(self, process: AgentProcess, start: float, seconds: float) -> None:
        """Reads the answer to ``ini``. The program's own placement is not used.

        Some programs answer the settings and some do not, so lines before the six squares are
        skipped.
        """
        line = ""
        for _ in range(GREETING_LINES):
            line = process.receive(seconds, since=start)
            if ewn_text.read_squares(line) is not None:
                return
        raise self._garbage(process, line, "six squares as the answer to ini")


def _settings(seat: int, budget: Budget) -> list[str]:
    """What a program is told before its first move."""
    clock = [] if budget.remaining is None else [f"time_setting {budget.remaining:.0f}"]
    return [*clock, "board_setting 5 6", f"ini {ewn_text.SIDES[seat]}"]


def _reply(board: Position, position: Position) -> Move | None:
    """The move that leads from one position to the next; None if there is none."""
    return next((move for move in board.legal_moves if board.play(move) == position), None)


def _make(spec: str, settings: dict[str, Plain], game: Game) -> _EwnSearcher:
    searcher = JudgeSearcher if game.name == ewn_judge.GAME else TextSearcher
    return searcher(spec, settings, game)


AGENT = Kind(
    "course.ewn",
    "A program of an EWN course: the judge's protocol on ewn-cyclic, the text protocol on ewn.",
    program_parameters(seconds=2.0, memory=1024),
    games=("ewn", "ewn-cyclic"),
    positional="command",
    make=_make,
    content=content_of_program,
    wall=True,
    strict_time=True,
)
