"""The server: binds a port, reports its address, opens a browser, and runs until stopped."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable

from tesuji.errors import ParameterError
from tesuji.web.bounds import Bounds

__all__ = ["PORT", "serve"]

PORT = 8470
"""The port of the page, unless it is taken or another is given."""

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
    say: Callable[[str], None] = lambda text: None,
) -> None:
    """Serves the page until Ctrl-C; with a seed, every session draws the same starts and dice."""
    import uvicorn

    from tesuji.web.app import make_app

    bounds = bounds or Bounds()
    listener = _listen(host, port)
    address = f"http://{_shown(host)}:{listener.getsockname()[1]}/{fragment}"
    config = uvicorn.Config(
        make_app(bounds=bounds, allowed=allowed, hosts=hosts, seed=seed),
        log_level="warning",
        ws_max_size=bounds.message_bytes,
        # On loopback, compression costs more time than it saves.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    say(address)
    if open_browser and _has_display():
        threading.Timer(0.2, webbrowser.open, [address]).start()
    uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int | None) -> socket.socket:
    """A listening socket on the given port, else on the default port or any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (PORT, 0) if port is None else (port,):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREAD_SECONDS)
        try:
            listener.bind((host, number))
            listener.listen(128)
        except OSError as error:
            listener.close()
            problem = error
        else:
            return listener
    raise ParameterError(f"cannot listen on {host}, port {port or PORT}: {problem.strerror}")


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _has_display() -> bool:
    """Whether a graphical browser can open; otherwise a terminal browser might start."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
