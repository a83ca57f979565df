"""The TCP connections of the server: limited in number, and closed when a client stalls."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tesuji.web.addresses import AddressCounts, limited_address
from tesuji.web.bounds import Bounds

__all__ = ["OpenConnections", "protocols"]

WRITE_BUFFER = 16_384
"""Bytes that may wait in a transport before the writer waits too."""
READ_BUFFER = 256
"""Bytes read at a time. Short messages take ten times the memory once they are read."""
RESERVED = 128
"""Descriptors that connections leave to files, agents and the event loop."""
FEWEST = 8


class OpenConnections:
    """All open connections of a server. All methods are called from one event loop.

    A new connection above the limit replaces the one that has waited longest for its client to send
    a request. So clients that only connect cannot keep others out.
    """

    def __init__(self, bounds: Bounds, descriptors: int | None = None) -> None:
        self.bounds = bounds
        self.limit = bounds.sockets
        self.closed = 0
        """Connections closed so far."""
        if descriptors is not None:
            self.limit = max(FEWEST, min(self.limit, descriptors - RESERVED))
        self._open: dict[asyncio.Transport, str | None] = {}
        """All connections with the addresses of their clients."""
        self._counts = AddressCounts(bounds.address_sockets)
        self._idle: dict[asyncio.Transport, None] = {}
        """Connections without a request, the one that has waited longest first."""

    def __len__(self) -> int:
        return len(self._open)

    @property
    def idle(self) -> int:
        """The number of connections that wait for a request."""
        return len(self._idle)

    def add(self, transport: asyncio.Transport) -> None:
        """Adds a new connection; above the limit, closes an idle one or else this one."""
        peer = transport.get_extra_info("peername")
        address = limited_address(str(peer[0])) if peer else None
        full = len(self._open) >= self.limit
        if self._counts.is_full(address) or (full and not self.drop_idle(1)):
            transport.abort()
            return
        self._open[transport] = address
        self._counts.add(address)

    def remove(self, transport: asyncio.Transport) -> None:
        """Forgets a connection."""
        if transport in self._open:
            self.closed += 1
            self._counts.remove(self._open.pop(transport))
        self._idle.pop(transport, None)

    def set_idle(self, transport: asyncio.Transport, idle: bool) -> None:
        """Notes whether a connection waits for a request."""
        self._idle.pop(transport, None)
        if idle and transport in self._open:
            self._idle[transport] = None

    def drop_idle(self, count: int) -> int:
        """Closes the connections that have waited longest for a request; returns how many."""
        dropped = list(self._idle)[:count]
        for transport in dropped:
            self.remove(transport)
            transport.abort()
        return len(dropped)


class _Deadline:
    """Aborts a connection unless it is cleared in time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None

    def set(self, transport: asyncio.Transport, seconds: float) -> None:
        self.clear()
        self._timer = self._loop.call_later(seconds, transport.abort)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Http(H11Protocol):
    """HTTP with time limits for sending a request and for reading the response."""

    connections_of_server: ClassVar[OpenConnections]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._request, self._reading = _Deadline(self.loop), _Deadline(self.loop)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=WRITE_BUFFER)
        transport.max_size = READ_BUFFER  # type: ignore[attr-defined]  # of asyncio's transports
        self.connections_of_server.add(transport)
        self._note_request(begins=True)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._note_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note_request(begins=True)

    def _note_request(self, *, begins: bool = False) -> None:
        """Sets the deadline when the wait for a request begins, and clears it at its end.

        Bytes that arrive do not extend it: a client could send one every second.
        """
        upgraded = self.transport.get_protocol() is not self
        waits = not upgraded and (self.cycle is None or self.cycle.response_complete)
        if not waits:
            self._request.clear()
            self.connections_of_server.set_idle(self.transport, False)
        elif begins:
            self._request.set(self.transport, self.connections_of_server.bounds.request_seconds)
            self.connections_of_server.set_idle(self.transport, True)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.set(self.transport, self.connections_of_server.bounds.unread_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.clear()

    def connection_lost(self, exc: Exception | None) -> None:
        self._request.clear()
        self._reading.clear()
        self.connections_of_server.remove(self.transport)
        super().connection_lost(exc)


class _WebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose client must read; the HTTP connection before it was counted."""

    connections_of_server: ClassVar[OpenConnections]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._reading = _Deadline(self.loop)

    async def send(self, message: Any) -> None:
        """Returns when the client has read so much that little of the message is left here."""
        await super().send(message)
        await self.writable.wait()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.set(self.transport, self.connections_of_server.bounds.unread_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.clear()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self._close_soon()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._close_soon()

    def _close_soon(self) -> None:
        """Ends the connection even if the client never reads what is still to be sent."""
        self.loop.call_later(self.connections_of_server.bounds.close_seconds, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._reading.clear()
        self.connections_of_server.remove(self.transport)
        super().connection_lost(exc)


def protocols(
    connections: OpenConnections,
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The HTTP and WebSocket protocols of a server, for uvicorn."""
    of_server = {"connections_of_server": connections}
    return type("Http", (_Http,), of_server), type("WebSocket", (_WebSocket,), of_server)
