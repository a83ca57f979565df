"""A live server on loopback and clients that speak its protocol, for the tests of the page."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tesuji.web.app import make_app
from tesuji.web.bounds import Bounds
from tesuji.web.messages import PROTOCOL
from tesuji.web.server import PageServer, _listen
from tesuji.web.services import Delays
from tesuji.web.sessions import Sessions

AT_ONCE = Delays(roll=0.0, hold=0.0, reply=0.0, between_agents=0.0)
PATIENCE = 120.0
"""Seconds until something has failed; a busy machine may need many of them."""
SEED = int(os.environ.get("TESUJI_PAGE_SEED", "1"))
"""Of all that servers draw: starts, dice, agents' seeds."""


class Server:
    """A server in a thread of its own."""

    def __init__(self, **options: Any) -> None:
        bounds: Bounds = options.pop("bounds", None) or Bounds()
        self.app = make_app(bounds=bounds, **{"delays": AT_ONCE, "seed": SEED, **options})
        self._listener = _listen("127.0.0.1", 0)
        self.host = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self.url = f"http://{self.host}/"
        self._server = PageServer(self.app, bounds)
        self.open_connections = self._server.open_connections
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))

    @property
    def sessions(self) -> Sessions:
        """What the server keeps; only to be looked at."""
        sessions = self.app.state.sessions
        assert isinstance(sessions, Sessions)
        return sessions

    def in_loop(self, call: Callable[[asyncio.AbstractEventLoop], Any]) -> Any:
        """Calls something in the event loop of the server; returns its result."""
        loop = self._server.servers[0].get_loop()

        async def called() -> Any:
            return call(loop)

        return asyncio.run_coroutine_threadsafe(called(), loop).result(PATIENCE)

    def start(self) -> None:
        self._thread.start()
        eventually(lambda: self._server.started)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()


@contextmanager
def serving(**options: Any) -> Iterator[Server]:
    """A server that is stopped in the end."""
    server = Server(**options)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def eventually(holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Waits until something holds; fails if it never does."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it never came to hold"
        time.sleep(0.01)


class Client:
    """A page without a browser."""

    def __init__(self, server: Server, session: str = "", token: str = "", **options: Any) -> None:
        self._open = ExitStack()
        address = f"ws://{server.host}/socket"
        options = {
            "open_timeout": PATIENCE,
            "ping_timeout": PATIENCE,
            "origin": f"http://{server.host}",
            **options,
        }
        self.socket: ClientConnection = self._open.enter_context(connect(address, **options))
        self.say("hello", protocol=PROTOCOL, session=session, token=token)
        self.welcome = self.hear("welcome")
        self.state = self.hear("state")

    def say(self, kind: str, /, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def hear(self, kind: str, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message of a kind; what comes before it is read over, errors fail."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=timeout))
            if message["type"] == kind:
                return message
            assert message["type"] != "error", message["text"]

    def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """The answer to a message, whatever it is; states on the way are kept."""
        self.say(kind, id=77, **fields)
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
            if message["type"] == "state":
                self.state = message
            if message.get("re") == 77:
                return message

    def wait(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The first state for which something holds, the one now included."""
        while not holds(self.state):
            self.state = self.hear("state")
        return self.state

    def wait_beyond(self, ply: int) -> dict[str, Any]:
        """The first state with more plies."""
        return self.wait(lambda state: state["ply"] > ply)

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


PERSON: dict[str, Any] = {"kind": "person"}
"""A seat for whoever asks."""


def agent(spec: str, seconds: float = 0.05) -> dict[str, Any]:
    """A seat for an agent."""
    return {"kind": "agent", "spec": spec, "seconds": seconds}
