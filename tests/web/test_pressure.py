"""The server under pressure: clients that stall, flood or never read, and the logs about them."""

from __future__ import annotations

import asyncio
import logging
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from tests.web.async_runs import run_async
from tests.web.live import PATIENCE, PERSON, Client, Server, agent, eventually, serving
from tesuji.web.backlog import Backlog
from tesuji.web.bounds import Bounds
from tesuji.web.connection import Connection
from tesuji.web.log_limit import LINES, PERIOD, LogLimit
from tesuji.web.message_gate import MessageGate
from tesuji.web.open_connections import RESERVED, OpenConnections

FOREVER = 3_600.0


@contextmanager
def stalled(server: Server, first: bytes) -> Iterator[socket.socket]:
    """A client that sends something and then waits."""
    host, port = server.host.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as client:
        client.sendall(first)
        yield client


def page(server: Server) -> int:
    with urllib.request.urlopen(server.url, timeout=PATIENCE) as answer:
        return int(answer.status)


def ends(client: socket.socket) -> bool:
    """Whether the server closes the connection, after anything that it still sends."""
    try:
        while client.recv(65_536):
            pass
    except ConnectionResetError:
        pass
    return True


# Connections


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: 127",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n",
    ],
)
def test_a_request_that_never_ends_is_closed(sent: bytes) -> None:
    bounds = Bounds(request_seconds=0.2)
    with serving(bounds=bounds) as server, stalled(server, sent) as client:
        assert ends(client)
        eventually(lambda: len(server.open_connections) == 0)
        assert page(server) == 200


def test_slow_bytes_do_not_extend_the_deadline() -> None:
    bounds = Bounds(request_seconds=0.3)
    with serving(bounds=bounds) as server, stalled(server, b"GET / HT") as client:
        eventually(lambda: len(server.open_connections) == 1)

        def sends_until_closed() -> bool:
            with suppress(OSError):
                client.sendall(b"x")
            return len(server.open_connections) == 0

        eventually(sends_until_closed)


def test_a_page_that_does_not_greet_is_closed() -> None:
    upgrade = (
        b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
        b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    bounds = Bounds(request_seconds=0.2)
    with serving(bounds=bounds) as server, stalled(server, upgrade) as client:
        assert b" 101 " in client.recv(65_536)
        assert ends(client)


def test_half_open_requests_make_room_for_others() -> None:
    bounds = Bounds(sockets=20, request_seconds=FOREVER)
    with serving(bounds=bounds) as server, ExitStack() as clients, Client(server) as client:
        for _ in range(60):
            clients.enter_context(stalled(server, b"GET / HTTP/1.1\r\nHost: 127"))
        assert page(server) == 200
        eventually(lambda: server.open_connections.idle >= 10)
        assert len(server.open_connections) <= 20
        # A page is no half-open request: it stays.
        assert client.ask("new", game="avalam", seats=[PERSON, PERSON])["type"] == "done"


def test_connections_leave_descriptors_for_other_things() -> None:
    assert OpenConnections(Bounds(sockets=100), descriptors=1_000).limit == 100
    assert OpenConnections(Bounds(sockets=1_000), descriptors=500).limit == 500 - RESERVED
    assert OpenConnections(Bounds(sockets=1_000), descriptors=RESERVED).limit > 0


def test_a_failed_accept_closes_idle_connections_and_logs_no_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bounds = Bounds(request_seconds=FOREVER)
    with serving(bounds=bounds) as server, stalled(server, b"GET /") as client:
        eventually(lambda: server.open_connections.idle == 1)
        failed = {
            "message": "socket.accept() out of system resource",
            "exception": OSError(24, "Too many open files"),
        }
        server.in_loop(lambda loop: [loop.call_exception_handler(failed) for _ in range(500)])
        assert ends(client)
        assert page(server) == 200
    lines = [each for each in caplog.records if "Too many open files" in each.getMessage()]
    assert 1 <= len(lines) <= LINES
    assert not any(each.exc_info for each in lines)


# Pages that do not read


def ask_without_reading(client: Client, times: int) -> None:
    for number in range(times):
        client.say("scene", ply=0, id=number)


def test_pages_that_never_read_do_not_stop_others() -> None:
    bounds = Bounds(unread_seconds=FOREVER, all_backlogs_bytes=2_000_000)
    with serving(bounds=bounds) as server, ExitStack() as clients:
        for _ in range(6):
            silent = clients.enter_context(Client(server, max_queue=1, close_timeout=0))
            ask_without_reading(silent, 300)
        with Client(server) as client:
            assert client.ask("scene", ply=0)["type"] == "scene"
        assert server.sessions.backlog.bytes <= bounds.all_backlogs_bytes
    assert server.sessions.backlog.bytes == 0, "nothing stays counted after the pages have left"


def test_a_full_server_cuts_a_page_that_does_not_read() -> None:
    bounds = Bounds(connections=2, unread_seconds=FOREVER)
    with serving(bounds=bounds) as server, Client(server) as reader:
        with Client(server, max_queue=1, close_timeout=0) as silent:
            session = server.sessions.enter(silent.welcome["session"])[0]
            silent.ask("new", game="avalam", seats=[PERSON, PERSON])
            ask_without_reading(silent, 800)
            connection: Any = next(iter(session.pages))
            eventually(lambda: server.in_loop(lambda _: connection.stalled_seconds) > 0.5)
            with Client(server) as newcomer:
                assert newcomer.ask("scene", ply=0)["type"] == "scene"
            eventually(lambda: not session.pages)
        assert reader.ask("scene", ply=0)["type"] == "scene"


@pytest.mark.parametrize(
    ("bounds", "answers"),
    [
        (Bounds(backlog=10), ["x"] * 11),
        (Bounds(backlog_bytes=1_000), ["x" * 600, "x" * 600]),
    ],
    ids=["answers", "bytes"],
)
def test_a_page_with_too_many_unread_answers_is_cut_off(bounds: Bounds, answers: list[str]) -> None:
    async def fill() -> None:
        services = SimpleNamespace(bounds=bounds)
        sessions: Any = SimpleNamespace(services=services, backlog=Backlog(10**9))
        connection = Connection(cast(WebSocket, None), sessions)
        writer = connection._writer = asyncio.create_task(asyncio.sleep(FOREVER))
        for text in answers[:-1]:
            connection.send("text", text=text)
        await asyncio.sleep(0)
        assert not writer.cancelling()
        assert sessions.backlog.bytes > sum(map(len, answers[:-1]))
        connection.send("text", text=answers[-1])
        assert writer.cancelling()
        assert sessions.backlog.bytes == 0, "its answers are dropped"
        connection.send("text", text="more")
        assert sessions.backlog.bytes == 0, "and it gets no more"

    run_async(fill())


def test_one_large_answer_is_not_too_many() -> None:
    async def fill() -> None:
        bounds = Bounds(backlog_bytes=1_000)
        services = SimpleNamespace(bounds=bounds)
        sessions: Any = SimpleNamespace(services=services, backlog=Backlog(10**9))
        connection = Connection(cast(WebSocket, None), sessions)
        connection.send("text", text="x" * 5_000)
        assert sessions.backlog.bytes > 5_000

    run_async(fill())


class Reader:
    def __init__(self) -> None:
        self.was_cut = False

    def cut_off(self) -> None:
        self.was_cut = True


def test_the_backlog_cuts_the_reader_with_the_most_unread() -> None:
    backlog, slow, quick = Backlog(100), Reader(), Reader()
    backlog.add(slow, 60)
    backlog.add(slow, 30)
    backlog.remove(slow, 30)
    backlog.add(quick, 41)
    assert (slow.was_cut, quick.was_cut, backlog.bytes) == (True, False, 41)
    backlog.remove(slow, 60)
    assert backlog.bytes == 41, "a reader that was cut off counts no more"
    backlog.clear(quick)
    assert backlog.bytes == 0


def test_unused_sessions_are_not_kept(server: Server) -> None:
    before = len(server.sessions)
    with Client(server) as idle, Client(server) as used:
        used.ask("new", game="avalam", seats=[PERSON, agent("random")])
        kept, dropped = used.welcome["session"], idle.welcome["session"]
    eventually(lambda: len(server.sessions) == before + 1)
    with Client(server, session=kept) as again:
        assert again.welcome["session"] == kept
    with Client(server, session=dropped) as again:
        assert again.welcome["session"] != dropped


def test_messages_pass_the_gate_one_per_round() -> None:
    async def main() -> list[str]:
        gate, passed = MessageGate(), []

        async def page(name: str, slow: bool) -> None:
            for _ in range(3):
                await gate.pass_one(slow=slow)
                passed.append(name)

        flood = [asyncio.create_task(page("slow", True)) for _ in range(20)]
        await asyncio.sleep(0)
        prompt = asyncio.create_task(page("prompt", False))
        gone = asyncio.create_task(page("gone", False))
        await asyncio.sleep(0)
        gone.cancel()
        await prompt
        seen = list(passed)
        await asyncio.gather(*flood)
        assert passed.count("slow") == 60
        return seen

    seen = run_async(main())
    assert seen.count("prompt") == 3
    assert seen.count("slow") < 15, "a page that reads does not wait for the flood to end"


# Logs


def test_log_lines_of_one_kind_are_limited() -> None:
    now = 0.0
    limit = LogLimit(clock=lambda: now)

    def logged(text: str) -> str | None:
        record = logging.LogRecord("web", logging.WARNING, "", 0, text, (), None)
        return record.getMessage() if limit.filter(record) else None

    assert [logged("refused") for _ in range(LINES + 7)] == ["refused"] * LINES + [None] * 7
    assert logged("something else") == "something else"
    now = PERIOD
    assert logged("refused") == "refused (7 more like this were not logged)"
    assert logged("refused") == "refused"
    for number in range(1_000):
        assert logged(f"kind {number}") is not None
    assert len(limit._kinds) <= 200
