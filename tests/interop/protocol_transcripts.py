"""Golden transcripts of the Pentago-Twist and EWN courses: both sides of whole games.

``python -m tests.interop.protocol_transcripts --write`` regenerates them.
"""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tesuji
from tesuji.agents import Player
from tesuji.games import Position
from tesuji.interop.course.pentago_twist_client import play_game
from tesuji.interop.course.pentago_twist_server import Clock, TwistGame, admit
from tesuji.interop.line_socket import LineSocket
from tesuji.interop.process import AgentProcess

FOLDER = Path(__file__).resolve().parents[1] / "data" / "transcripts"
STUBS = Path(__file__).with_name("stubs")
HEAD = """\
# A golden transcript: {title}
# A difference means that the protocol, an agent or its random numbers have changed. If that is
# intended, regenerate this file with
#   python -m tests.interop.protocol_transcripts --write

"""
GREEDY = tesuji.agent("greedy")
PLAYER = "tesuji connect course.ewn greedy"
AMPLE = 120.0


def twist_server() -> list[str]:
    """Two of our clients on our server."""
    lines: list[str] = []

    class Recorded(LineSocket):
        def send(self, line: str) -> None:
            lines.append(f"server -> {self.name}: {line}")
            super().send(line)

        def receive(self, seconds: float | None) -> str:
            line = super().receive(seconds)
            lines.append(f"{self.name} -> server: {line}")
            return line

    def join(name: str) -> LineSocket:
        ours, theirs = socket.socketpair()

        def play() -> None:
            with LineSocket(theirs, "server") as server:
                play_game(server, GREEDY, name=name)

        threading.Thread(target=play, daemon=True).start()
        admitted = admit(ours)
        lines.append(f"{name} -> server: START {admitted.name}")
        return Recorded(ours, admitted.name)

    with join("Ada") as first, join("Grace") as second:
        TwistGame((first, second), clock=Clock(first=AMPLE, later=AMPLE)).play()
    return lines


def twist_client() -> list[str]:
    """A stub client as an agent, from an opening."""
    spec = (
        f'course.pentago-twist("python twist_client.py {{port}}", folder="{STUBS}", sandbox=false)'
    )
    return _played(spec, tesuji.game("pentago-twist").position("w5/6/2b3/6/4w1/6"))


def ewn_judge() -> list[str]:
    """Our player for the judge, first as Red and then as Blue."""
    start = tesuji.game("ewn-cyclic").start(seed=1)
    spec = f'course.ewn("{PLAYER}", sandbox=false)'
    return [*_played(spec, start), "", *_played(spec, start, seat=1)]


def ewn_text() -> list[str]:
    """Our player for the host of the text protocol, as Red."""
    start = tesuji.game("ewn").start(seed=1)
    return _played(f'course.ewn("{PLAYER}", sandbox=false)', start, seat=0)


def _played(spec: str, position: Position, seat: int | None = None) -> list[str]:
    """A game of an agent against the first legal moves, as it and Tesuji wrote it."""
    game = position.game
    seat = position.to_move if seat is None else seat
    die = 0
    with _recorded() as lines, tesuji.agent(spec).player(game) as player:
        player.prepare()
        while not position.is_over:
            if position.is_chance:
                position, die = position.play(f"d{die + 1}"), (die + 1) % 6
            elif position.to_move == seat:
                position = position.play(_choose(player, position))
            else:
                position = position.play(position.legal_moves[0])
    return lines


def _choose(player: Player, position: Position) -> str:
    return str(player.choose(position, seconds=AMPLE))


@contextmanager
def _recorded() -> Iterator[list[str]]:
    """Collects what every agent process is sent and answers."""
    lines: list[str] = []
    send_bytes, receive, receive_bytes = (
        AgentProcess.send_bytes,
        AgentProcess.receive,
        AgentProcess.receive_bytes,
    )

    def sent(self: AgentProcess, data: bytes, *given: Any, **named: Any) -> None:
        lines.extend(f"tesuji -> agent: {line}" for line in data.decode().splitlines())
        send_bytes(self, data, *given, **named)

    def line_received(self: AgentProcess, seconds: float, *, since: float | None = None) -> str:
        line = receive(self, seconds, since=since)
        lines.append(f"agent -> tesuji: {line}")
        return line

    def bytes_received(self: AgentProcess, count: int, seconds: float) -> bytes:
        data = receive_bytes(self, count, seconds)
        lines.append(f"agent -> tesuji: {data.decode()}")
        return data

    AgentProcess.send_bytes = sent  # type: ignore[method-assign]
    AgentProcess.receive = line_received  # type: ignore[method-assign]
    AgentProcess.receive_bytes = bytes_received  # type: ignore[method-assign]
    try:
        yield lines
    finally:
        AgentProcess.send_bytes = send_bytes  # type: ignore[method-assign]
        AgentProcess.receive = receive  # type: ignore[method-assign]
        AgentProcess.receive_bytes = receive_bytes  # type: ignore[method-assign]


TRANSCRIPTS: dict[str, tuple[str, Callable[[], list[str]]]] = {
    "course-ewn-judge.txt": ("our player for the judge of ewn-cyclic, twice.", ewn_judge),
    "course-ewn-text.txt": ("our player for a host of ewn's text protocol.", ewn_text),
    "course-pentago-twist-client.txt": ("a client as an agent, from an opening.", twist_client),
    "course-pentago-twist-server.txt": ("two of our clients on our server.", twist_server),
}


def transcript(name: str) -> str:
    title, make = TRANSCRIPTS[name]
    return HEAD.format(title=title) + "\n".join(make()) + "\n"


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in TRANSCRIPTS:
        (FOLDER / name).write_text(transcript(name), "utf-8")
