"""XML-RPC of INF8215: our server with Python's own client, our client with Python's own server."""

from __future__ import annotations

import gzip
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from xmlrpc.client import Fault, ServerProxy, dumps
from xmlrpc.server import SimpleXMLRPCServer

import pytest

import tesuji
from tests.interop.students import AMPLE, load_shim
from tesuji.cli import run
from tesuji.errors import AgentFailure, ParameterError
from tesuji.interop.course import avalam_rpc
from tesuji.interop.course.avalam import PerceptPlayer, action_of, move_text, towers_of
from tesuji.interop.course.avalam_rpc import MOST_BYTES, PlayerServer, RemotePlayer
from tesuji.interop.foreign import AgentIllegalMove
from tesuji.interop.process import AgentCrashed, AgentFlooded, AgentGarbage, AgentTimeout

shim = load_shim("avalam/avalam.py")
START = tesuji.game("avalam").start()
PERCEPTS = {"m": towers_of(START), "rows": 9, "columns": 9, "max_height": 5}
QUESTION = (PERCEPTS, 1, 1, None)
BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 50) for n in range(8))
    + b"]><methodCall><methodName>&i;</methodName></methodCall>"
)


@contextmanager
def serving(server: SimpleXMLRPCServer) -> Iterator[str]:
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    with server:
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.fixture
def ours() -> Iterator[str]:
    """The address of a player of ours."""
    with serving(PlayerServer(PerceptPlayer("random"), port=0)) as url:
        yield url


# Our server


def test_a_whole_game_through_pythons_client(ours: str) -> None:
    player = ServerProxy(ours, allow_none=True)
    position, step = START, 1
    while not position.is_over:
        percepts = {**PERCEPTS, "m": towers_of(position)}
        side = 1 if position.to_move == 0 else -1
        action: Any = player.play(percepts, side, step, 900.0 - step)
        assert type(action) is list
        position, step = position.play(move_text(action)), step + 1
    assert position.is_over


def test_it_listens_on_this_machine_only() -> None:
    with PlayerServer(PerceptPlayer("random"), port=0) as server:
        assert server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize("method", ["system.listMethods", "play.__class__", "_dispatch", "close"])
def test_it_has_no_other_method(ours: str, method: str) -> None:
    with pytest.raises(Fault):
        getattr(ServerProxy(ours, allow_none=True), method)()


@pytest.mark.parametrize(
    "arguments", [(), (1, 2, 3, 4), ({}, 1, 1, None), (PERCEPTS, -1, 1, None)], ids=range(4)
)
def test_a_wrong_question_is_a_fault(ours: str, arguments: tuple[Any, ...]) -> None:
    player = ServerProxy(ours, allow_none=True)
    with pytest.raises(Fault):
        player.play(*arguments)
    assert player.play(*QUESTION)


def post(url: str, body: bytes, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=AMPLE)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(
        "POST", names.pop("path", "/RPC2"), body, {"Content-Type": "text/xml"} | names
    )
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, content


BODY = dumps(QUESTION, "play", allow_none=True).encode()
REFUSED = {
    "long": (b" " * (MOST_BYTES + 1), {}, 413),
    "says it is long": (b"", {"Content_Length": "9" * 30}, 413),
    "no length": (b"", {"Content_Length": "all"}, 411),
    "negative": (b"", {"Content_Length": "-1"}, 411),
    "chunks": (b"", {"Transfer_Encoding": "chunked", "Content_Length": "5"}, 411),
    "compressed": (gzip.compress(BODY), {"Content_Encoding": "gzip"}, 415),
    "from a page": (BODY, {"Content_Type": "text/plain"}, 415),
    "elsewhere": (BODY, {"path": "/other"}, 404),
}


@pytest.mark.parametrize("what", REFUSED)
def test_it_refuses(ours: str, what: str) -> None:
    body, headers, status = REFUSED[what]
    assert post(ours, body, **headers)[0] == status
    assert post(ours, BODY)[0] == 200


@pytest.mark.parametrize(
    "body",
    [
        BOMB,
        BOMB.decode().encode("utf-16"),
        b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>',
        b"",
        b"garbage",
        b"<methodCall>",
        b"<methodCall><params><param><value><int>" + b"9" * 60_000 + b"</int></value></param>"
        b"</params></methodCall>",
        b"<methodCall><methodName>play</methodName><params>" + b"<value><array><data>" * 2_500,
    ],
    ids=["bomb", "utf-16", "external", "empty", "garbage", "unfinished", "number", "nested"],
)
def test_a_hostile_body_is_a_fault(ours: str, body: bytes) -> None:
    assert len(body) <= MOST_BYTES
    status, answer = post(ours, body)
    assert status == 200
    assert b"<fault>" in answer
    assert post(ours, BODY)[1].count(b"<int>") == 4


def test_a_client_that_sends_nothing_does_not_block_it(ours: str) -> None:
    address = ("127.0.0.1", int(ours.rpartition(":")[2]))
    with socket.create_connection(address) as silent, socket.create_connection(address) as half:
        silent.sendall(b"POST")
        half.sendall(b"POST /RPC2 HTTP/1.0\r\nContent-Type: text/xml\r\nContent-Length: 9\r\n\r\n1")
        assert post(ours, BODY)[0] == 200


# Our client


class Student:
    """A player as a student writes it, with the course's own board."""

    def play(self, percepts: Any, player: int, step: int, time_left: float | None) -> Any:
        return next(shim.dict_to_board(percepts).get_actions())


def remote(url: str, **options: str) -> Any:
    given = "".join(f", {key}={value}" for key, value in options.items())
    return tesuji.agent(f'course.avalam("{url}"{given})')


def test_a_match_against_pythons_server() -> None:
    server = SimpleXMLRPCServer(("127.0.0.1", 0), allow_none=True, logRequests=False)
    server.register_instance(Student())
    with serving(server) as url:
        spec = remote(url).spec
        result = tesuji.match(spec, "random", game="avalam", pairs=1, seconds=AMPLE, jobs=1)
    assert {record.end for record in result.games} == {"rules"}


def test_our_client_and_our_server_play() -> None:
    with serving(PlayerServer(PerceptPlayer("mcts(simulations=9)"), port=0)) as url:
        move = remote(url).choose(START, seconds=AMPLE)
    assert move in START.legal_moves


Reply = Callable[[socket.socket], None]


@contextmanager
def answering(reply: Reply) -> Iterator[str]:
    """A server that reads one request and answers it in its own way."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ended = threading.Event()

        def run() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(1 << 20)
                with suppress(OSError):
                    reply(connection)
                ended.wait(AMPLE)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        ended.set()
        thread.join()


def http_answer(body: bytes, status: bytes = b"200 OK") -> bytes:
    return b"HTTP/1.0 %s\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body)


def value(answer: Any) -> bytes:
    return http_answer(dumps((answer,), methodresponse=True, allow_none=True).encode())


def drip(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"H")
        time.sleep(0.01)


def flood(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"x" * 65_536)


def sends(data: bytes) -> Reply:
    def reply(connection: socket.socket) -> None:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_RDWR)

    return reply


NESTED = b"<value><array><data>" * 900 + b"</data></array></value>" * 900
BAD: dict[str, tuple[Reply, type[AgentFailure], str]] = {
    "hangs": (lambda connection: None, AgentTimeout, "did not answer"),
    "drips": (drip, AgentTimeout, "did not answer"),
    "floods": (flood, AgentFlooded, str(MOST_BYTES)),
    "closes": (sends(b""), AgentGarbage, "answered ''"),
    "garbage": (sends(b"\x00\xff\x1b[31m\r\n\r\n"), AgentGarbage, "answered"),
    "an error": (sends(http_answer(b"", b"500 No")), AgentGarbage, "500 No"),
    "no XML": (sends(http_answer(b"hello")), AgentGarbage, "no XML-RPC answer"),
    "a bomb": (sends(http_answer(BOMB)), AgentGarbage, "refused"),
    "a fault": (
        sends(http_answer(dumps(Fault(1, "out of ideas")).encode())),
        AgentCrashed,
        "ideas",
    ),
    "nothing": (sends(value(None)), AgentGarbage, "4 integers"),
    "floats": (sends(value([0.0, 1, 2, 3])), AgentGarbage, "4 integers"),
    "bools": (sends(value([True, 1, 2, 3])), AgentGarbage, "4 integers"),
    "three": (sends(value([1, 2, 3])), AgentGarbage, "4 integers"),
    "nested": (
        sends(
            http_answer(
                b"<methodResponse><params><param>" + NESTED + b"</param></params></methodResponse>"
            )
        ),
        AgentGarbage,
        "4 integers",
    ),
    "illegal": (sends(value([4, 4, 4, 5])), AgentIllegalMove, "e5f5"),
    "outside": (sends(value([99, -1, 4, 5])), AgentIllegalMove, "[99, -1, 4, 5]"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_player_loses(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reply, kind, shown = BAD[what]
    seconds = AMPLE
    if kind is AgentTimeout:
        monkeypatch.setattr(avalam_rpc, "GRACE", 0.0)
        seconds = 0.1
    with answering(reply) as url, pytest.raises(AgentFailure) as caught:
        remote(url).choose(START, seconds=seconds)
    assert type(caught.value) is kind
    assert shown in caught.value.reason
    assert "\x1b" not in caught.value.reason


def test_or_a_random_move_replaces_its_answer() -> None:
    with answering(sends(value(None))) as url:
        player = remote(url, errors="random").player(START.game)
        assert player.choose(START, seconds=AMPLE) in START.legal_moves
    assert "4 integers" in player._searcher.replaced[0]


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(AgentCrashed):
        remote(f"http://127.0.0.1:{port}").choose(START, seconds=AMPLE)


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1",
        "file:///etc/passwd",
        "http://",
        "http://127.0.0.1:99999",
        "http://me:secret@127.0.0.1",
        "http://127.0.0.1/a b",
        "http://127.0.0.1/?x",
    ],
)
def test_what_is_not_an_address(url: str) -> None:
    with pytest.raises(ParameterError) as caught:
        RemotePlayer(url)
    assert (caught.value.where, caught.value.given) == ("path", url)


# The command


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        assert run(["serve", "course.avalam", "random", "--port", port]) == 2
    assert f"127.0.0.1:{port}" in capsys.readouterr().err
    assert run(["serve", "course.avalam"]) == 2


def test_the_command_serves_until_it_is_interrupted() -> None:
    command = [
        sys.executable,
        "-m",
        "tesuji.cli",
        "serve",
        "course.avalam",
        "random",
        "--port",
        "0",
    ]
    # Where the tests run in the background, the shell has them ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGINT, before)
    with server:
        assert server.stdout is not None
        said = server.stdout.readline()
        assert said.startswith("random plays Avalam at http://127.0.0.1:")
        player = ServerProxy(said.split()[-1], allow_none=True)
        action: Any = player.play(*QUESTION)
        assert action in [action_of(move) for move in START.legal_moves]
        os.kill(server.pid, signal.SIGINT)
        assert server.stdout.read() == "stopped\n"
    assert server.returncode == 0
