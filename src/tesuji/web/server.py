"""The server: binds a port, reports its address, opens a browser, and runs until stopped."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import uvicorn

from tesuji.errors import ParameterError
from tesuji.web.bounds import Bounds
from tesuji.web.live_game import LiveGame
from tesuji.web.log_limit import limit_logs
from tesuji.web.open_connections import OpenConnections, protocols

__all__ = ["PORT", "PageServer", "serve"]

log = logging.getLogger(__name__)

PORT = 8470
"""The port of the page, unless it is taken or another is given."""

BACKLOG = 128
"""Connections that the system accepts before the server does."""
SEND_BUFFER = 65_536
"""Bytes of unread answers that the system keeps for each connection."""
TIDY_TICKS = 10
"""Ticks of uvicorn, ten in a second, between two looks at whether memory can be returned."""
TIDY_CLOSED = 50
"""Connections that have closed since memory was returned."""
UNREAD_SECONDS = 60
"""How long the system keeps data that a page does not read, if it lets us say so."""


def serve(
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    fragment: str = "",
    open_browser: bool = True,
    allowed: Iterable[str] = (),
    hosts: Iterable[str] = (),
    bounds: Bounds | None = None,
    seed: int | None = None,
    behind_proxy: bool = False,
    table: LiveGame | None = None,
    say: Callable[[str, str | None], None] = lambda address, guest: None,
) -> None:
    """Serves the page until Ctrl-C; with a seed, every session draws the same starts and dice.

    ``table`` is a game for two people on different devices. ``say`` is called with the address of
    the page and the one that invites the other player, or None.
    """
    from tesuji.web.app import make_app

    bounds = bounds or Bounds()
    listener = _listen(host, port)
    root = f"http://{_shown(host)}:{listener.getsockname()[1]}/"
    address, guest = f"{root}{fragment}", None
    app = make_app(
        bounds=bounds, allowed=allowed, hosts=hosts, seed=seed, behind_proxy=behind_proxy
    )
    server = PageServer(app, bounds)
    if table is not None:
        address, guest = (f"{root}#join={token}" for token in app.state.sessions.open_table(table))
    say(address, guest)
    if open_browser and _has_display():
        threading.Timer(0.2, webbrowser.open, [address]).start()
    server.run(sockets=[listener])


class PageServer(uvicorn.Server):
    """A uvicorn server that clients can neither fill up nor make write endless logs."""

    def __init__(self, app: Any, bounds: Bounds) -> None:
        self.open_connections = OpenConnections(bounds, raise_descriptor_limit())
        http, websocket = protocols(self.open_connections)
        config = uvicorn.Config(
            app,
            http=http,
            ws=websocket,
            loop="asyncio",
            log_level="warning",
            use_colors=False,  # standard error passes no escape sequences
            access_log=False,
            backlog=BACKLOG,
            proxy_headers=False,  # the app decides whom to believe
            ws_max_size=bounds.message_bytes,
            # On loopback, compression costs more time than it saves.
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=2,
        )
        self._tidied = 0
        limit_logs()
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self._handle_exception)
        await super().startup(sockets)
        gc.freeze()  # what lives as long as the server need not be looked at again

    async def on_tick(self, counter: int) -> bool:
        if counter % TIDY_TICKS == 0 and self.open_connections.closed - self._tidied >= TIDY_CLOSED:
            self._tidied = self.open_connections.closed
            return_memory()
        return await super().on_tick(counter)

    def _handle_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Makes room when the system has no descriptor left; asyncio then pauses for a second."""
        if not context.get("message", "").startswith("socket.accept()"):
            loop.default_exception_handler(context)
            return
        dropped = self.open_connections.drop_idle(BACKLOG)
        log.warning(
            "cannot accept connections: %s; closed %d idle ones", context.get("exception"), dropped
        )


def return_memory() -> None:
    """Gives memory of closed connections back to the system; the C library keeps it otherwise."""
    gc.collect()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


def raise_descriptor_limit() -> int | None:
    """Raises the soft limit of open files to the hard one; returns the limit if there is one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return None if soft == resource.RLIM_INFINITY else soft


def _listen(host: str, port: int | None) -> socket.socket:
    """A listening socket on the given port, else on the default port or any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (PORT, 0) if port is None else (port,):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREAD_SECONDS)
        try:
            listener.bind((host, number))
            listener.listen(BACKLOG)
        except (OSError, TypeError, ValueError) as error:  # TypeError: it is no name of a host
            listener.close()
            problem = getattr(error, "strerror", None) or str(error)
        else:
            return listener
    raise ParameterError(
        f"cannot listen on {host}, port {port or PORT}: {problem}", where="--host", given=host
    )


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _has_display() -> bool:
    """Whether a graphical browser can open; otherwise a terminal browser might start."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
