"""The page under load: idle visitors, and active ones who play level 3.

Starts a server in a process of its own. Idle visitors keep a page open; each active one makes a
move every few seconds. Prints how long active visitors wait for the answer to their move and for
the reply of the agent, and the memory of the server before, with the idle visitors, and with all.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import finish, load_average
from benchmarks.page_pressure import memory
from tesuji.web.messages import PROTOCOL

RESULTS = Path(__file__).parent / "results" / "page_load.json"
PORT = 8477
ADDRESS = f"ws://127.0.0.1:{PORT}/socket"
ORIGIN = {"Origin": f"http://127.0.0.1:{PORT}"}
SEATS = [{"kind": "person"}, {"kind": "agent", "spec": "level-3", "seconds": 0}]
AT_ONCE = 20
"""Visitors who connect at the same time."""


class Visitor:
    """A page without a browser."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}

    @classmethod
    async def arrive(cls) -> Visitor:
        socket = await connect(
            ADDRESS, additional_headers=ORIGIN, open_timeout=60, ping_interval=None, max_size=None
        )
        visitor = cls(socket)
        await visitor.say("hello", protocol=PROTOCOL)
        await visitor.hear()
        return visitor

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def hear(self) -> dict[str, Any]:
        """The next state; other messages are ignored, errors are not."""
        async with asyncio.timeout(60):
            while True:
                message: dict[str, Any] = json.loads(await self.socket.recv())
                if message["type"] == "error":
                    raise RuntimeError(message["text"])
                if message["type"] == "state":
                    self.state = message
                    return message

    async def begin(self, game: str) -> None:
        await self.say("new", game=game, seats=SEATS)
        while self.state.get("game") != game or self.state["ply"]:
            await self.hear()

    async def play(self, stream: random.Random) -> tuple[float, float]:
        """Makes a move; returns the seconds until its answer, and until the agent's reply."""
        ply, begun = self.state["ply"], time.perf_counter()
        move = stream.choice(list(self.state["scene"]["paths"]))
        await self.say("move", move=move, ply=ply)
        while self.state["ply"] == ply:
            await self.hear()
        answered = time.perf_counter() - begun
        while self.state["ending"] is None and self.state["to_move"] != 0:
            await self.hear()
        return answered, time.perf_counter() - begun


async def visit(game: str, until: float, every: float, stream: random.Random) -> list[Any]:
    """Plays games until a time, a move every few seconds; returns the waits."""
    visitor = await Visitor.arrive()
    await visitor.begin(game)
    waits: list[Any] = []
    await asyncio.sleep(stream.uniform(0, every))
    while time.monotonic() < until:
        if visitor.state["ending"] is not None:
            await visitor.begin(game)
        waits.append(await visitor.play(stream))
        await asyncio.sleep(max(0.0, every - waits[-1][1]))
    await visitor.socket.close()
    return waits


async def load(options: argparse.Namespace, pid: int) -> dict[str, Any]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def arrive() -> Visitor:
        async with gate:
            return await Visitor.arrive()

    before = memory(pid)
    idle = await asyncio.gather(*(arrive() for _ in range(options.idle)))
    with_idle = memory(pid)
    until = time.monotonic() + options.seconds
    played = await asyncio.gather(
        *(
            visit(options.game, until, options.every, random.Random(number))
            for number in range(options.active)
        ),
        return_exceptions=True,
    )
    peak = memory(pid)
    failures = [repr(each) for each in played if isinstance(each, BaseException)]
    waits = [wait for each in played if isinstance(each, list) for wait in each]
    for visitor in idle:
        await visitor.socket.close()
    return {
        "idle_visitors": options.idle,
        "active_visitors": options.active,
        "moves": len(waits),
        "failed_visitors": len(failures),
        "failures": failures[:5],
        **_quantiles("answer", [answered for answered, _ in waits]),
        **_quantiles("reply", [replied for _, replied in waits]),
        "megabytes_before": round(before, 1),
        "megabytes_with_idle": round(with_idle, 1),
        "megabytes_with_all": round(peak, 1),
        "load_average": load_average(),
    }


def _quantiles(name: str, seconds: list[float]) -> dict[str, float | None]:
    ordered = sorted(seconds)
    return {
        f"{name}_{text}_seconds": (
            round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3) if ordered else None
        )
        for text, share in (("median", 0.5), ("p95", 0.95), ("longest", 1.0))
    }


def start_server() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tesuji.cli", "play", "--no-browser", "--port", str(PORT)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while server.poll() is None:
        try:
            asyncio.run(_look())
        except (OSError, WebSocketException):
            time.sleep(0.1)
        else:
            break
    return server


async def _look() -> None:
    await (await Visitor.arrive()).socket.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--idle", type=int, default=50)
    parser.add_argument("--active", type=int, default=10)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two moves")
    parser.add_argument("--seconds", type=float, default=20.0, help="length of the load")
    parser.add_argument("--game", default="avalam")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    server = start_server()
    try:
        found = asyncio.run(load(options, server.pid))
    finally:
        server.terminate()
        server.wait()
    return finish(RESULTS, found, found["failures"], write=options.write)


if __name__ == "__main__":
    sys.exit(main())
