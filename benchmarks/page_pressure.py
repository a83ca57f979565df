"""The page under pressure: half-open and never-reading clients, while others use it.

Starts `tesuji play` in a process of its own and attacks it over loopback. Prints how long an honest
visitor waits for the page and for the first answers of a WebSocket, and the memory of the server
before, during and after.
"""

from __future__ import annotations

import argparse
import json
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import load_average, mark, write_report
from tesuji.web.messages import PROTOCOL

RESULTS = Path(__file__).parent / "results" / "page_pressure.json"
PORT = 8478
MOST_SECONDS = 1.0
MOST_MEGABYTES = 20.0
HANDSHAKE = (
    f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nUpgrade: websocket\r\n"
    f"Origin: http://127.0.0.1:{PORT}\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
).encode()


def memory(pid: int) -> float:
    """Resident memory of a process in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def frame(**message: Any) -> bytes:
    """A masked WebSocket text frame; the mask is zero."""
    data = json.dumps(message).encode()
    head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else (
        bytes([0x81, 0x80 | 126]) + len(data).to_bytes(2, "big"))  # fmt: skip
    return head + bytes(4) + data


def open_socket(first: bytes, then: bytes = b"") -> socket.socket | None:
    """A connection that has sent something, and more after an answer; None if it was refused."""
    try:
        made = socket.create_connection(("127.0.0.1", PORT), timeout=5)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.sendall(first)
        if then:
            made.recv(4096)
            made.sendall(then)
        made.setblocking(False)
    except OSError:
        return None
    return made


class Attack(threading.Thread):
    """Keeps so many half-open and so many never-reading clients connected until it is stopped."""

    def __init__(self, half_open: int, never_reading: int) -> None:
        super().__init__(daemon=True)
        self.opened = 0
        self._counts = (half_open, never_reading)
        self._ends = threading.Event()
        self._questions = b"".join(frame(type="scene", ply=0, id=number) for number in range(100))

    def run(self) -> None:
        hello = frame(type="hello", protocol=PROTOCOL, session="")
        starts = (b"GET / HTTP/1.1\r\nHost: 127",), (HANDSHAKE, hello + self._questions)
        kept: list[list[socket.socket]] = [[], []]
        while not self._ends.is_set():
            for group, count, first in zip(kept, self._counts, starts, strict=True):
                group[:] = [each for each in group if self._is_open(each, group is kept[1])]
                for _ in range(min(100, count - len(group))):
                    if (made := open_socket(*first)) is not None:
                        group.append(made)
                        self.opened += 1
            time.sleep(0.05)
        for each in (*kept[0], *kept[1]):
            each.close()

    def _is_open(self, client: socket.socket, asks: bool) -> bool:
        """Sends a little more, without ever reading; False if the server has closed."""
        try:
            client.send(self._questions if asks else b"x")
        except BlockingIOError:
            return True
        except OSError:
            client.close()
            return False
        return True

    def stop(self) -> None:
        self._ends.set()
        self.join()


def visit() -> float:
    """Seconds until a new visitor has the page and, over a WebSocket, the state of a game."""
    begun = time.perf_counter()
    urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=20).read()
    address, origin = f"ws://127.0.0.1:{PORT}/socket", {"Origin": f"http://127.0.0.1:{PORT}"}
    with connect(address, additional_headers=origin, open_timeout=20) as page:
        page.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "session": ""}))
        while json.loads(page.recv(timeout=20))["type"] != "state":
            pass
    return time.perf_counter() - begun


def start_server(log: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tesuji.cli", "play", "--no-browser", "--port", str(PORT)]
    with log.open("wb") as file:
        server = subprocess.Popen(command, stdout=file, stderr=file)
    while True:
        try:
            visit()
            return server
        except (OSError, WebSocketException):
            time.sleep(0.1)


def measure(options: argparse.Namespace, log: Path) -> dict[str, Any]:
    server = start_server(log)
    try:
        for _ in range(20):
            visit()
        before = peak = memory(server.pid)
        attack = Attack(options.half_open, options.never_reading)
        attack.start()
        waits: list[float] = []
        failures: list[str] = []
        until = time.monotonic() + options.seconds
        while time.monotonic() < until:
            try:
                waits.append(visit())
            except (OSError, TimeoutError, WebSocketException) as error:
                failures.append(repr(error))
            peak = max(peak, memory(server.pid))
            time.sleep(0.1)
        attack.stop()
        time.sleep(options.rest)
        waits.append(visit())
        after = memory(server.pid)
    finally:
        server.terminate()
        server.wait()
    return {
        "visits": len(waits),
        "failed_visits": len(failures),
        "failures": failures[:5],
        "longest_visit_seconds": round(max(waits), 3),
        "median_visit_seconds": round(sorted(waits)[len(waits) // 2], 3),
        "attacking_connections": attack.opened,
        "megabytes_before": round(before, 1),
        "megabytes_peak": round(peak, 1),
        "megabytes_after": round(after, 1),
        "log_bytes": log.stat().st_size,
    }


def attack(half_open: int, never_reading: int, seconds: float, rest: float) -> dict[str, Any]:
    """Attacks a new server for some seconds, and lets it rest."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    options = argparse.Namespace(
        half_open=half_open, never_reading=never_reading, seconds=seconds, rest=rest
    )
    with tempfile.TemporaryDirectory() as folder:
        return measure(options, Path(folder) / "log")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half-open", type=int, default=2_000)
    parser.add_argument("--never-reading", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=40.0, help="length of the attack")
    parser.add_argument("--rest", type=float, default=5.0, help="seconds to recover after it")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    found = attack(options.half_open, options.never_reading, options.seconds, options.rest)
    for name, value in found.items():
        print(f"{name:24} {value}")
    grown = found["megabytes_after"] - found["megabytes_before"]
    quick = not found["failed_visits"] and found["longest_visit_seconds"] <= MOST_SECONDS
    print(f"every visit within {MOST_SECONDS:g} s        {mark(quick)}")
    print(f"within {MOST_MEGABYTES:g} MB of the start  {mark(grown <= MOST_MEGABYTES)}")
    if options.write:
        command = (
            f"python benchmarks/page_pressure.py --half-open {options.half_open}"
            f" --never-reading {options.never_reading} --seconds {options.seconds:g}"
            f" --rest {options.rest:g} --write"
        )
        write_report(RESULTS, command, {**found, "load_average": load_average()})
    return 0 if quick and grown <= MOST_MEGABYTES else 1


if __name__ == "__main__":
    sys.exit(main())
