"""XML-RPC of INF8215: players as servers, and the client that asks them.

Messages from others are limited in size, may not declare entities, and are never compressed.
"""

from __future__ import annotations

import socket
import threading
import time
from http import HTTPStatus
from socketserver import ThreadingMixIn
from typing import Any
from urllib.parse import urlsplit
from xmlrpc.client import ExpatParser, Fault, Unmarshaller, dumps
from xmlrpc.server import SimpleXMLRPCRequestHandler, SimpleXMLRPCServer

from tesuji.clean_text import clean
from tesuji.errors import AgentFailure, ParameterError
from tesuji.interop.course import Served
from tesuji.interop.process import AgentCrashed, AgentFlooded, AgentGarbage, AgentTimeout

__all__ = ["PlayerServer", "RemotePlayer", "serve"]

MOST_BYTES = 64_000
"""The longest request or answer; one of the course's has about 6,000 bytes."""
PATIENCE = 60.0
"""Seconds to wait for a move if the game has no time limit."""
GRACE = 0.5
"""By how many seconds a player may exceed its clock, by the course's rule."""
READ_SECONDS = 10.0
"""Seconds for each part of a request."""
PORT = 8000


def loads(data: bytes) -> tuple[Any, str | None]:
    """The parameters and the method of a message. Raises many kinds of exceptions."""

    def refuse(*_: object) -> None:  # it would come before the declaration of entities
        raise ValueError("document types are refused")

    target = Unmarshaller()
    parser: Any = ExpatParser(target)
    parser._parser.StartDoctypeDeclHandler = refuse
    parser.feed(data)
    parser.close()
    return target.close(), target.getmethodname()


class RemotePlayer:
    """A player at an address such as ``http://127.0.0.1:8000``."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            parts = urlsplit(url)
            self._address = (parts.hostname or "", parts.port or 80)
        except ValueError as error:
            raise _not_an_address(url) from error
        path = parts.path or "/RPC2"
        if parts.scheme != "http" or not parts.hostname or not f"{path}{url}".isprintable():
            raise _not_an_address(url)
        if parts.query or parts.fragment or "@" in parts.netloc or " " in url:
            raise _not_an_address(url)
        self._head = f"POST {path} HTTP/1.0\r\nHost: {parts.netloc}\r\n"

    def play(
        self, percepts: dict[str, Any], player: int, step: int, time_left: float | None
    ) -> list[int]:
        """Asks for an action. Whatever goes wrong is an AgentFailure."""
        body = dumps((percepts, player, step, time_left), "play", allow_none=True).encode()
        head = f"{self._head}Content-Type: text/xml\r\nContent-Length: {len(body)}\r\n\r\n"
        seconds = PATIENCE if time_left is None else time_left + GRACE
        answer = self._exchange(head.encode() + body, seconds)
        try:
            (action,), _ = loads(answer)
        except Fault as fault:
            raise self._failure(AgentCrashed, f"failed: {fault.faultString}") from None
        except Exception as error:
            raise self._failure(AgentGarbage, f"sent no XML-RPC answer: {error}") from None
        if type(action) is not list or [type(number) for number in action] != [int] * 4:
            raise self._failure(AgentGarbage, "did not answer with a list of 4 integers")
        return list(action)

    def _exchange(self, request: bytes, seconds: float) -> bytes:
        """Sends a request and returns the body of the answer."""
        deadline = time.monotonic() + seconds
        received = bytearray()
        try:
            with socket.create_connection(self._address, timeout=seconds) as connection:
                connection.sendall(request)
                while not _is_complete(received):
                    connection.settimeout(max(0.001, deadline - time.monotonic()))
                    chunk = connection.recv(16_384)
                    received += chunk
                    if len(received) > MOST_BYTES:
                        raise self._failure(AgentFlooded, f"sent over {MOST_BYTES} bytes")
                    if time.monotonic() > deadline:
                        raise TimeoutError
                    if not chunk:
                        break
        except TimeoutError:
            raise self._failure(AgentTimeout, f"did not answer within {seconds:g} s") from None
        except OSError as error:
            raise self._failure(AgentCrashed, f"cannot be reached: {error}") from None
        head, _, body = bytes(received).partition(b"\r\n\r\n")
        status = head.split(b"\r\n", 1)[0].decode("latin-1")
        if status.split()[1:2] != ["200"]:
            raise self._failure(AgentGarbage, f"answered {status!r}")
        return body

    def _failure(self, kind: type[AgentFailure], what: str) -> AgentFailure:
        return kind(clean(f"{self.url} {what}", 500))


def _not_an_address(url: str) -> ParameterError:
    return ParameterError.wrong_value("path", url, "an address such as http://127.0.0.1:8000")


def _is_complete(received: bytearray) -> bool:
    """Whether an answer has arrived as a whole, if its head says how long it is."""
    head, found, body = received.partition(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n") if found else ():
        name, _, value = line.partition(b":")
        if name == b"content-length" and value.strip().isdigit():
            return len(body) >= int(value[:20])
    return False


class _Handler(SimpleXMLRPCRequestHandler):
    """Refuses requests that are too long, compressed, or from a web page."""

    rpc_paths = ("/", "/RPC2")
    timeout = READ_SECONDS

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if "Transfer-Encoding" in self.headers or not (length.isascii() and length.isdecimal()):
            self._refuse(HTTPStatus.LENGTH_REQUIRED)
        elif len(length) > 9 or int(length) > MOST_BYTES:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        elif self.headers.get_content_type() != "text/xml" or "Content-Encoding" in self.headers:
            self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        else:
            super().do_POST()

    def _refuse(self, status: HTTPStatus) -> None:
        self.close_connection = True
        self.send_error(status)

    def log_message(self, *_: object) -> None:
        """Logs nothing."""

    log_request = log_error = log_message  # type: ignore[assignment]


class PlayerServer(ThreadingMixIn, SimpleXMLRPCServer):
    """Serves the method `play` of a player; `server_address` has the port.

    A slow client does not hold up the others, but the player answers one question at a time.
    """

    daemon_threads = True

    def __init__(self, player: Any, address: str = "127.0.0.1", port: int = PORT) -> None:
        super().__init__((address, port), _Handler, logRequests=False, allow_none=True)
        self.register_function(player.play, "play")
        self._playing = threading.Lock()

    def _marshaled_dispatch(
        self, data: Any, dispatch_method: Any = None, path: str | None = None
    ) -> Any:
        """Calls the method that a request names; a failure is a fault."""
        answer: Any
        try:
            parameters, method = loads(data)
            with self._playing:
                answer = (self._dispatch(str(method), parameters),)
        except Exception as error:
            answer = Fault(1, clean(f"{type(error).__name__}: {error}", 500))
        return dumps(answer, methodresponse=True, allow_none=True).encode()


def serve(served: Served) -> None:
    """Serves an agent of ours as a player, until it is interrupted."""
    from tesuji.interop.course.avalam import PerceptPlayer

    if served.agent is None:
        raise ParameterError("course.avalam serves an agent; name one", where="AGENT")
    player = PerceptPlayer(served.agent, seconds=served.seconds)
    port = PORT if served.port is None else served.port
    try:
        server = PlayerServer(player, served.address, port)
    except OSError as error:
        where = f"{served.address}:{port}"
        raise ParameterError(
            f"cannot listen at {where}: {error.strerror}; choose another --address or --port",
            where="--port",
            given=where,
        ) from error
    with server:
        host, port = server.server_address[:2]
        served.say(f"{served.agent} plays Avalam at http://{host!s}:{port}")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            served.say("stopped")
