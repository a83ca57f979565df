"""The web application: the page's files, pictures of games, and the WebSocket."""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles

from tesuji.agents.foreign_code import HangWatch
from tesuji.errors import TesujiError
from tesuji.games.svg import scene_to_svg
from tesuji.web.addresses import AddressCounts, visitor_address
from tesuji.web.admission import Admission
from tesuji.web.bounds import Bounds
from tesuji.web.connection import POLICY, TRY_AGAIN, Connection
from tesuji.web.rules import first_example
from tesuji.web.searches import Searches
from tesuji.web.services import Delays, Services
from tesuji.web.sessions import Sessions

__all__ = ["make_app"]

STALLED = 0.5
"""Seconds without reading after which a page may be cut off to make room for another."""
PAGE = Path(__file__).parent / "page"
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def make_app(
    *,
    bounds: Bounds | None = None,
    allowed: Iterable[str] = (),
    hosts: Iterable[str] = (),
    delays: Delays | None = None,
    seed: int | None = None,
    behind_proxy: bool = False,
) -> FastAPI:
    """The web application.

    ``allowed`` names the Python games, evaluators and other agents that pages may use.
    ``hosts`` are names of this server besides addresses and localhost. With a ``seed``, every
    session draws the same starts and dice. ``behind_proxy`` believes a reverse proxy on this
    machine about the addresses of visitors.
    """
    bounds = bounds or Bounds()
    services = Services(
        bounds, Admission(bounds, allowed), Searches(bounds), delays or Delays(), seed
    )
    sessions = Sessions(services)
    names = frozenset(host.lower() for host in hosts)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with HangWatch(bounds.hang_seconds):
            yield
        sessions.close()
        services.searches.close()

    app = FastAPI(
        title="Tesuji", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None
    )
    app.state.sessions = sessions
    app.add_middleware(GZipMiddleware, minimum_size=500)
    _guard(app, names)
    _serve_sockets(app, sessions, names, behind_proxy)
    _serve_pictures(app, services.admission)
    _serve_page(app)
    return app


# Access


def is_own_host(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header names this server: an address, localhost, or one of its names.

    Another site can make its own host name point here, but it cannot fake an address.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return False
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_own_origin(origin: str | None, host: str, names: frozenset[str]) -> bool:
    """Whether a WebSocket comes from our own page; browsers always send an origin."""
    if origin is None or not is_own_host(host, names):
        return False
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def _guard(app: FastAPI, names: frozenset[str]) -> None:
    @app.middleware("http")
    async def guard(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        if not is_own_host(request.headers.get("host", ""), names):
            return PlainTextResponse("This server has another name.", 421)
        response = await call_next(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


# Routes


def _serve_sockets(
    app: FastAPI, sessions: Sessions, names: frozenset[str], behind_proxy: bool
) -> None:
    open_sockets: set[Connection] = set()
    bounds = sessions.services.bounds
    counts = AddressCounts(bounds.address_connections)

    @app.websocket("/socket")
    async def socket(socket: WebSocket) -> None:
        host, origin = socket.headers.get("host", ""), socket.headers.get("origin")
        if not is_own_origin(origin, host, names):
            await socket.close(POLICY)
            return
        peer = socket.client.host if socket.client else ""
        forwarded = socket.headers.getlist("x-forwarded-for")
        address = visitor_address(peer, forwarded, behind_proxy=behind_proxy)
        await socket.accept()
        if counts.is_full(address) or not _has_room(open_sockets, bounds.connections):
            await socket.close(TRY_AGAIN)
            return
        connection = Connection(socket, sessions, address)
        open_sockets.add(connection)
        counts.add(address)
        try:
            await connection.run()
        finally:
            open_sockets.discard(connection)
            counts.remove(address)


def _has_room(open_sockets: set[Connection], most: int) -> bool:
    """Whether another page may connect; if not, a page that has stopped reading makes room."""
    if len(open_sockets) < most:
        return True
    slowest = max(open_sockets, key=lambda each: each.stalled_seconds)
    if slowest.stalled_seconds < STALLED:
        return False
    open_sockets.discard(slowest)
    slowest.cut_off()
    return True


def _serve_pictures(app: FastAPI, admission: Admission) -> None:
    @lru_cache(maxsize=64)
    def picture(name: str, dark: bool) -> str:
        game = admission.game(name)
        example = first_example(game)
        position, move = (example.after, example.move) if example else (game.start(), None)
        return scene_to_svg(position.scene(last_move=move), size=220, dark=dark)

    @app.get("/picture/{theme}/{name}.svg")
    def show(theme: str, name: str) -> Response:
        if name not in admission.games():
            return PlainTextResponse("There is no such game.", 404)
        try:
            return Response(picture(name, theme == "dark"), media_type="image/svg+xml")
        except TesujiError as error:
            return PlainTextResponse(str(error), 404)


def _serve_page(app: FastAPI) -> None:
    @app.get("/", response_class=FileResponse)
    def index() -> FileResponse:
        return FileResponse(PAGE / "index.html")

    app.mount("/page", StaticFiles(directory=PAGE), name="page")
