<<<<<<< HEAD
"""Golden transcripts of the Pentago-Twist and EWN courses: both sides of whole games.

``python -m tests.interop.course_transcripts --write`` regenerates them.
=======
"""Golden transcripts of the courses' protocols, both sides, as text to read and diff.

``python -m tests.interop.course_transcripts --write`` regenerates them; without ``--write`` it
lists those that are out of date.
>>>>>>> course1
"""

from __future__ import annotations

<<<<<<< HEAD
import socket
import sys
=======
import re
import socket
import sys
import tempfile
>>>>>>> course1
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
<<<<<<< HEAD

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
#   python -m tests.interop.course_transcripts --write

"""
GREEDY = tesuji.agent("greedy")
PLAYER = f"{sys.executable} -m tesuji.cli connect course.ewn greedy"
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
    command = f"{sys.executable} twist_client.py {{port}}"
    spec = f'course.pentago-twist("{command}", folder="{STUBS}", sandbox=false)'
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

    def sent(self: AgentProcess, data: bytes, seconds: float = 5.0) -> None:
        lines.extend(f"tesuji -> agent: {line}" for line in data.decode().splitlines())
        send_bytes(self, data, seconds)

    def line_received(self: AgentProcess, seconds: float) -> str:
        line = receive(self, seconds)
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
=======
from typing import Any
from unittest import mock
from xmlrpc.client import Fault, ServerProxy
from xmlrpc.server import SimpleXMLRPCServer

import tesuji
from tests.interop.students import AMPLE, AVALAM, COLOSSEUM, code, load_shim, spec, submit
from tesuji.interop.course.avalam import PerceptPlayer, towers_of
from tesuji.interop.course.avalam_rpc import PlayerServer
from tesuji.interop.process import AgentProcess

FOLDER = Path(__file__).parents[1] / "data" / "transcripts"
HEAD = """\
# {title}
# Regenerate it with
#   python -m tests.interop.course_transcripts --write

"""
VARIABLE = (
    (re.compile(r"127\.0\.0\.1:\d+"), "127.0.0.1:PORT"),
    (re.compile(r"^([<>] (?:Date|Server|User-Agent)): .*$", re.MULTILINE), r"\1: ..."),
    (re.compile(r'{"ready": "[\d.]+"}'), '{"ready": "3.x.y"}'),
)
"""What differs from run to run, and between versions of Python."""


@contextmanager
def recorded_frames(lines: list[str]) -> Iterator[None]:
    """Notes every line to and from an agent's process."""
    send, receive = AgentProcess.send, AgentProcess.receive

    def noted_send(self: AgentProcess, line: str, *more: Any) -> None:
        lines.append(f"> {line}")
        send(self, line, *more)

    def noted_receive(self: AgentProcess, seconds: float) -> str:
        line = receive(self, seconds)
        lines.append(f"< {line}")
        return line

    with (
        mock.patch.object(AgentProcess, "send", noted_send),
        mock.patch.object(AgentProcess, "receive", noted_receive),
    ):
        yield


def student(course: str, text: str, name: str, start: str, game: str) -> str:
    """Four questions to a student's agent that makes two mistakes."""
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder, recorded_frames(lines):
        path = submit(Path(folder), text, name)
        rule = "random-walk" if course.endswith("colosseum") else "random"
        position = tesuji.game(game).position(start)
        agent = tesuji.agent(spec(course, path, errors=rule))
        with agent.player(position.game, seed=1) as player:
            for _ in range(4):
                position = position.play(player.choose(position, seconds=AMPLE))
    return "\n".join(lines)


def colosseum() -> str:
    body = (
        "print('to the log')\n"
        "if self.asked == 2: raise ValueError('no idea')\n"
        "if self.asked == 3: return (0, 0), 0"
    )
    text = code(COLOSSEUM, body)
    return student(
        "course.colosseum", text, "student_agent.py", "b2 d4 v a1r,b3d", "colosseum(size=5)"
    )


def avalam() -> str:
    body = (
        "print('to the log')\n"
        "if self.asked == 2: raise ValueError('no idea')\n"
        "if self.asked == 3: return [0, 0, 0, 0]"
    )
    start = tesuji.game("avalam").start().text
    return student("course.avalam", code(AVALAM, body), "my_player.py", start, "avalam")


def read_message(connection: socket.socket) -> bytes:
    """One HTTP message, by its length."""
    data = b""
    while True:
        head, found, body = data.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        if found and length and len(body) >= int(length[1]):
            return data
        chunk = connection.recv(65_536)
        if not chunk:
            return data
        data += chunk


@contextmanager
def relayed(target: Any, lines: list[str]) -> Iterator[str]:
    """An address that passes messages on to a server, and notes them."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def run() -> None:
            while True:
                try:
                    near, _ = listener.accept()
                except OSError:
                    return
                with near, socket.create_connection(target) as far:
                    for source, sink, mark in ((near, far, ">"), (far, near, "<")):
                        message = read_message(source)
                        text = message.decode().replace("\r\n", "\n").rstrip("\n")
                        lines.extend(f"{mark} {line}".rstrip() for line in text.split("\n"))
                        lines.append("")
                        sink.sendall(message)

        threading.Thread(target=run, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


@contextmanager
def serving(server: SimpleXMLRPCServer, lines: list[str]) -> Iterator[str]:
    with server, relayed(server.server_address, lines) as url:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield url
        server.shutdown()


class Student:
    """Plays the first action, and fails on the second question."""

    board = load_shim("avalam/avalam.py")

    def play(self, percepts: Any, player: int, step: int, time_left: float | None) -> Any:
        if step == 2:
            raise ValueError("no idea")
        return next(self.board.dict_to_board(percepts).get_actions())


def avalam_client() -> str:
    """Our client and Python's own server, which the course uses."""
    lines: list[str] = []
    server = SimpleXMLRPCServer(("127.0.0.1", 0), allow_none=True, logRequests=False)
    server.register_instance(Student())
    with serving(server, lines) as url:
        agent = tesuji.agent(f'course.avalam("{url}", errors=random)')
        position = tesuji.game("avalam").start()
        with agent.player(position.game, seed=1) as player:
            position = position.play(player.choose(position, remaining=900.0))
            player.choose(position, simulations=1)
    return "\n".join(lines)


def avalam_server() -> str:
    """Python's own client, which the course uses, and our server."""
    lines: list[str] = []
    position = tesuji.game("avalam").start()
    percepts = {"m": towers_of(position), "rows": 9, "columns": 9, "max_height": 5}
    with serving(PlayerServer(PerceptPlayer("random"), port=0), lines) as url:
        for side in (1, -1):
            with ServerProxy(url, allow_none=True) as player:
                try:
                    player.play(percepts, side, 1, None)
                except Fault:
                    assert side == -1
    return "\n".join(lines)


TRANSCRIPTS: dict[str, tuple[str, Callable[[], str]]] = {
    "course-avalam": ("A student's agent for Avalam: Tesuji writes >, its process <.", avalam),
    "course-avalam-client": ("Tesuji (>) asks a player (<) over XML-RPC.", avalam_client),
    "course-avalam-server": ("A framework (>) asks Tesuji (<) over XML-RPC.", avalam_server),
    "course-colosseum": (
        "A student's agent for Colosseum Survival!: Tesuji writes >, its process <.",
        colosseum,
    ),
>>>>>>> course1
}


def transcript(name: str) -> str:
    title, make = TRANSCRIPTS[name]
<<<<<<< HEAD
    return HEAD.format(title=title) + "\n".join(make()) + "\n"


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in TRANSCRIPTS:
        (FOLDER / name).write_text(transcript(name), "utf-8")
=======
    text = make()
    for pattern, shown in VARIABLE:
        text = pattern.sub(shown, text)
    return f"{HEAD.format(title=title)}{text.rstrip()}\n"


def main(arguments: list[str]) -> int:
    """Writes the files, or lists those that differ."""
    stale = 0
    for name in TRANSCRIPTS:
        path, text = FOLDER / f"{name}.txt", transcript(name)
        if path.exists() and path.read_text("utf-8") == text:
            continue
        stale += 1
        if "--write" in arguments:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        print(f"{'written' if '--write' in arguments else 'out of date'}: {path.name}")
    return int(stale > 0 and "--write" not in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
>>>>>>> course1
