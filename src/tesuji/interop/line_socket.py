"""Lines over a TCP connection, with deadlines and limits on their size."""

from __future__ import annotations

import socket
import time
from contextlib import suppress

from tesuji.clean_text import clean
from tesuji.interop.process import (
    AgentCrashed,
    AgentFailure,
    AgentFlooded,
    AgentGarbage,
    AgentTimeout,
)

__all__ = ["LineSocket"]

FRAME_BYTES = 4_000
"""The longest line."""
TOTAL_BYTES = 1_000_000
"""Everything that the other side may send in one game."""
SEND_SECONDS = 5.0
_CHUNK = 65_536


class LineSocket:
    """One end of a connection that carries lines of UTF-8. Use it as a context manager.

    Its failures are those of `AgentProcess`. `name` is what they call the other side.
    """

    def __init__(self, connection: socket.socket, name: str) -> None:
        self.name = clean(name, 100)
        self._socket = connection
        self._pending = bytearray()
        self._received = 0
        with suppress(OSError):  # a pair of local sockets has no such option
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, line: str) -> None:
        """Writes one line."""
        self._socket.settimeout(SEND_SECONDS)
        try:
            self._socket.sendall(line.encode() + b"\n")
        except TimeoutError:
            raise self._failure(
                AgentTimeout, f"did not read its input within {SEND_SECONDS:g} s"
            ) from None
        except OSError:
            raise self._failure(AgentCrashed, "closed its connection") from None

    def receive(self, seconds: float | None) -> str:
        """One line, within this many seconds; None waits forever."""
        end = None if seconds is None else time.monotonic() + seconds
        while (at := self._pending.find(b"\n")) < 0:
            self._check_line(len(self._pending))
            self._read(end, seconds)
        self._check_line(at)
        try:
            line = self._pending[:at].decode().removesuffix("\r")
        except UnicodeDecodeError:
            raise self._failure(AgentGarbage, "wrote a line that is not UTF-8") from None
        del self._pending[: at + 1]
        return line

    def check_silent(self) -> None:
        """Raises AgentGarbage if the other side has written without being asked."""
        with suppress(AgentTimeout):
            while not self._pending:
                self._read(0.0, 0.0)
        if self._pending:
            raise self._failure(AgentGarbage, "wrote before it was asked")

    def close(self) -> None:
        """Ends the connection."""
        self._socket.close()

    def __enter__(self) -> LineSocket:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, end: float | None, seconds: float | None) -> None:
        """Reads what comes until the deadline."""
        self._socket.settimeout(None if end is None else max(0.0, end - time.monotonic()))
        try:
            data = self._socket.recv(_CHUNK)
        except (TimeoutError, BlockingIOError):
            raise self._failure(AgentTimeout, f"did not answer within {seconds:g} s") from None
        except OSError:
            data = b""
        if not data:
            raise self._failure(AgentCrashed, "closed its connection")
        self._received += len(data)
        if self._received > TOTAL_BYTES:
            raise self._failure(AgentFlooded, f"wrote over {TOTAL_BYTES} bytes in one game")
        self._pending += data

    def _check_line(self, length: int) -> None:
        if length > FRAME_BYTES:
            raise self._failure(AgentFlooded, f"wrote a line of over {FRAME_BYTES} bytes")

    def _failure(self, kind: type[AgentFailure], what: str) -> AgentFailure:
        shown = bytes(self._pending[:200]).decode(errors="replace")
        return kind(f"{self.name} {what}", log=clean(shown))
