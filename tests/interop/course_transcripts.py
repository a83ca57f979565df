"""Golden transcripts of the courses' protocols, both sides, as text to read and diff.

``python -m tests.interop.course_transcripts --write`` regenerates them; without ``--write`` it
lists those that are out of date.
"""

from __future__ import annotations

import re
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
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
        with agent.player(position.game) as player:
            for _ in range(4):
                player.choose(position, seconds=AMPLE)
                position = position.play(position.legal_moves[len(position.legal_moves) // 2])
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
        with agent.player(position.game) as player:
            player.choose(position, remaining=900.0)
            player.choose(position.play("c1d1"), simulations=1)
    return "\n".join(lines)


def avalam_server() -> str:
    """Python's own client, which the course uses, and our server."""
    lines: list[str] = []
    position = tesuji.game("avalam").start()
    percepts = {"m": towers_of(position), "rows": 9, "columns": 9, "max_height": 5}
    with serving(PlayerServer(PerceptPlayer("alphabeta(depth=1)"), port=0), lines) as url:
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
}


def transcript(name: str) -> str:
    title, make = TRANSCRIPTS[name]
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
