"""An agent of ours as a player of an EWN judge or host, over standard input and output.

The first character decides which protocol it is: a judge's game begins with a digit, a host's
command with a letter.
"""

from __future__ import annotations

import os
import shlex
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents import Player
from tesuji.errors import ParameterError, TesujiError
from tesuji.games import Move, Position
from tesuji.interop.course import Served, ewn_judge, ewn_text
from tesuji.interop.course.protocol_error import ProtocolError
from tesuji.interop.course.time_limit import SHARE, budget_within

__all__ = ["JudgePlayer", "TextPlayer", "connect", "export"]

JUDGE_SECONDS = 2.0
"""The judge's limit for a move."""
FIRST_SHARE = 0.5
"""The share for the first move: the judge's clock runs while this program starts."""
LONGEST_LINE = 1_000

Read = Callable[[int], bytes]
Write = Callable[[bytes], object]


class JudgePlayer:
    """Plays the judge's games.

    `read` returns the number of bytes it is given, fewer only at the end of the input. `seconds` is
    the judge's limit for a move.
    """

    def __init__(
        self,
        read: Read,
        write: Write,
        agent: tesuji.Agent,
        *,
        seconds: float = JUDGE_SECONDS,
        seed: int = 0,
    ) -> None:
        self.read = read
        self.write = write
        self.agent = agent
        self.seconds = seconds
        self.seed = seed
        self._moves = 0

    def play(self) -> int:
        """Plays until the judge has no more games, and returns their number."""
        games = 0
        start = self.read(ewn_judge.START_CHARACTERS)
        while start:
            try:
                position, seat = ewn_judge.read_start(_ascii(start))
            except TesujiError as error:
                raise ProtocolError.unexpected(_ascii(start), str(error.expected)) from error
            with self.agent.player(position.game, seed=self.seed + games) as player:
                player.prepare()
                self._game(player, position, seat)
            games += 1
            start = self.read(ewn_judge.START_CHARACTERS) if self.read(1) == b"y" else b""
        return games

    def _game(self, player: Player, position: Position, seat: int) -> None:
        while not position.is_over:
            if position.to_move == seat:
                move = player.choose(position, **self._budget())
                self.write(ewn_judge.write_move(move, seat).encode())
                self._moves += 1
            else:
                move = self._opponents_move(position)
            position = position.play(move)

    def _budget(self) -> dict[str, Any]:
        share = SHARE if self._moves else FIRST_SHARE
        return budget_within(self.seconds, self.agent, share)

    def _opponents_move(self, position: Position) -> Move:
        given = _ascii(self.read(2))
        try:
            return ewn_judge.read_move(given, position)
        except TesujiError as error:
            expected = f"a legal move in {position.text!r}"
            raise ProtocolError.unexpected(given, expected) from error


def _ascii(data: bytes) -> str:
    return data.decode("ascii", "replace")


class TextPlayer:
    """Answers the commands of the text protocol."""

    def __init__(self, agent: tesuji.Agent, *, seconds: float | None = None, seed: int = 0) -> None:
        self.agent = agent
        self.seed = seed
        self.seconds = seconds
        """The limit for a move; None if the host's ``time_setting`` or the agent decides."""
        self.remaining: float | None = None
        """Seconds left of a ``time_setting``."""
        self._clock: float | None = None
        self._player: Player | None = None

    def answer(self, line: str) -> str | None:
        """The answer to a command; None if it has none."""
        words = line.split()
        match words[0] if words else "":
            case "":
                return None
            case "name":
                return f"tesuji {self.agent.spec}"
            case "version":
                return tesuji.__version__
            case "ini":
                return self._begin(line, words)
            case "get":
                return self._move(line)
            case "time_setting":
                self._set_time(line, words)
                return None
            case "board_setting":
                if words[1:] != ["5", "6"]:
                    raise ProtocolError.unexpected(line, "board_setting 5 6")
                return None
        raise ProtocolError.unexpected(
            line, "name, version, time_setting, board_setting, ini, get or exit"
        )

    def _begin(self, line: str, words: list[str]) -> str:
        """A new game: a placement of our cubes."""
        if len(words) != 2 or words[1] not in ewn_text.SIDES:
            raise ProtocolError.unexpected(line, "ini R or ini B")
        self.close()
        self.remaining = self._clock
        start = tesuji.game(ewn_text.GAME).start(seed=self.seed)
        squares = start.text.split()[ewn_text.SIDES.index(words[1])]
        return " ".join(textwrap.wrap(squares.upper(), 2))

    def _move(self, line: str) -> str:
        try:
            position = ewn_text.read_get(line)
        except TesujiError as error:
            raise ProtocolError.unexpected(line, error.expected or "a possible position") from error
        if self._player is None:
            self._player = self.agent.player(position.game, seed=self.seed)
        begun = time.monotonic()
        move = self._player.choose(position, **self._budget())
        if self.remaining is not None:
            self.remaining = max(0.0, self.remaining - (time.monotonic() - begun))
        return ewn_text.write_move(move, position)

    def _budget(self) -> dict[str, Any]:
        if self.seconds is not None:
            return budget_within(self.seconds, self.agent)
        return {} if self.remaining is None else {"remaining": self.remaining}

    def _set_time(self, line: str, words: list[str]) -> None:
        try:
            (seconds,) = map(float, words[1:])
            if not 0 < seconds < 1e6:
                raise ValueError
        except ValueError:
            raise ProtocolError.unexpected(line, "time_setting SECONDS") from None
        self._clock = self.remaining = seconds

    def close(self) -> None:
        """Ends the game."""
        if self._player is not None:
            self._player.close()
            self._player = None


def connect(asked: Served) -> None:
    """Plays for the judge or host that started this process."""
    if asked.port is not None:
        raise ParameterError(
            "EWN players speak over standard input and output, not over a port",
            where="port",
            given=asked.port,
            expected="no port",
        )
    agent = tesuji.agent(str(asked.agent))
    first = os.read(0, 1)
    if first.isdigit() or not first:
        seconds = JUDGE_SECONDS if asked.seconds is None else asked.seconds
        JudgePlayer(_reader(first), _write, agent, seconds=seconds).play()
        return
    _answer_host(_reader(first), TextPlayer(agent, seconds=asked.seconds), asked.say)


def export(agent: str, folder: Path, seconds: float | None) -> list[Path]:
    """Writes ``player``, a program that the judge or host can start."""
    command = [
        sys.executable,
        "-m",
        "tesuji.cli",
        "connect",
        "course.ewn",
        tesuji.agent(agent).spec,
    ]
    if seconds is not None:
        command += ["--seconds", f"{seconds:g}"]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "player"
    path.write_text(f"#!/bin/sh\nexec {shlex.join(command)}\n")
    path.chmod(0o755)
    return [path]


def _answer_host(read: Read, player: TextPlayer, complain: Callable[[str], None]) -> None:
    """Answers a host line by line until ``exit`` or the end of the input."""
    while (line := _line(read)) not in (None, "exit"):
        try:
            answer = player.answer(str(line))
        except ProtocolError as error:
            complain(str(error))
            continue
        if answer is not None:
            _write(answer.encode() + b"\n")
    player.close()


def _line(read: Read) -> str | None:
    """The next line; None at the end of the input."""
    line = b""
    while (byte := read(1)) not in (b"", b"\n"):
        line += byte
        if len(line) > LONGEST_LINE:
            raise ProtocolError.unexpected(line.decode(errors="replace"), "a shorter line")
    return None if not byte and not line else line.decode(errors="replace").strip()


def _reader(first: bytes) -> Read:
    """Reads standard input without a buffer; `first` has been read already."""
    waiting = bytearray(first)

    def read(count: int) -> bytes:
        while len(waiting) < count and (data := os.read(0, count - len(waiting))):
            waiting.extend(data)
        found = bytes(waiting[:count])
        del waiting[:count]
        return found

    return read


def _write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]
