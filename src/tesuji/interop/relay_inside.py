"""Runs beside a client of a TCP server: listens for it and passes its bytes to Tesuji.

Usage: ``relay_inside.py PORT COMMAND...``. Needs only the standard library. Port 0 takes any free
port. ``{port}`` in the command becomes the port. The relay accepts one connection; its own input
and output are the other end. What the client prints goes to standard error.
"""

from __future__ import annotations

import os
import selectors
import socket
import subprocess
import sys
import time
from typing import NoReturn

HOST = "127.0.0.1"
LAST_WORDS = 1.0
"""Seconds to wait for the end of a client that has closed its connection."""


def listen(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port), backlog=1)
    except OSError as error:
        sys.exit(f"cannot listen on {HOST}:{port}: {error}; write {{port}} in the command")


def start_client(command: list[str], port: int) -> subprocess.Popen[bytes]:
    argv = [part.replace("{port}", str(port)) for part in command]
    try:
        return subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=2)
    except OSError as error:
        sys.exit(f"cannot start {argv[0]}: {error}")


def accept(server: socket.socket, client: subprocess.Popen[bytes]) -> socket.socket:
    """The client's connection; ends with the client if it never connects."""
    server.settimeout(0.02)
    while True:
        try:
            return server.accept()[0]
        except TimeoutError:
            if client.poll() is not None:
                leave(client)


def forward(connection: socket.socket) -> None:
    """Passes bytes both ways until the client closes its end."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setblocking(True)
    selector = selectors.DefaultSelector()
    selector.register(connection, selectors.EVENT_READ)
    selector.register(0, selectors.EVENT_READ)
    try:
        while True:
            for key, _ in selector.select():
                if key.fd == 0:
                    data = os.read(0, 65536)
                    if data:
                        connection.sendall(data)
                    else:
                        selector.unregister(0)
                        connection.shutdown(socket.SHUT_WR)
                else:
                    data = connection.recv(65536)
                    if not data:
                        return
                    write_all(data)
    except OSError:
        return


def write_all(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def leave(client: subprocess.Popen[bytes]) -> NoReturn:
    """Ends with the client's own exit status, 128 + N for signal N."""
    deadline = time.monotonic() + LAST_WORDS
    while client.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    status = client.poll()
    if status is None:
        print("the client closed its connection", file=sys.stderr)
        client.kill()
        status = 0
    os._exit(status if status >= 0 else 128 - status)


def main() -> NoReturn:
    server = listen(int(sys.argv[1]))
    client = start_client(sys.argv[2:], server.getsockname()[1])
    connection = accept(server, client)
    server.close()
    forward(connection)
    leave(client)


if __name__ == "__main__":
    main()
