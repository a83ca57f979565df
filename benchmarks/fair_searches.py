"""Fair searches: how long a newcomer waits while twenty visitors have long analyses running."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import tesuji
from benchmarks.common import load_average, mark, write_report
from tesuji.web.messages import PROTOCOL

RESULTS = Path(__file__).parent / "results" / "fair_searches.json"
PORT = 8477
MOST_ANALYSIS_SECONDS = 2.0
MOST_REPLY_SECONDS = 1.5
PERSON = {"kind": "person"}
LEVEL_3 = {"kind": "agent", "spec": "level-3", "seconds": 0}


class Visitor:
    """A page without a browser."""

    def __init__(self, game: str, opponent: dict[str, Any] = PERSON) -> None:
        self._open = ExitStack()
        address = f"ws://127.0.0.1:{PORT}/socket"
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                address,
                additional_headers={"Origin": f"http://127.0.0.1:{PORT}"},
                open_timeout=30,
                ping_interval=None,
            )
        )
        self.say("hello", protocol=PROTOCOL, session="")
        self.say("new", game=game, seats=[PERSON, opponent])
        self.state = self.hear("state", lambda state: state["game"].startswith(game))

    def leave(self) -> None:
        self._open.close()

    def say(self, kind: str, /, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def hear(self, kind: str, holds: Any = lambda message: True) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=120))
            if message["type"] == kind and holds(message):
                return message

    def first_analysis(self, seconds: float) -> float:
        """Seconds until the first result of an analysis."""
        begun = time.perf_counter()
        self.say("analyse", ply=0, spec="mcts", seconds=seconds)
        self.hear("analysis")
        return time.perf_counter() - begun

    def reply(self) -> float:
        """Seconds until the agent has answered a move."""
        ply = self.state["ply"]
        move = tesuji.game(self.state["game"]).position(self.state["position"]).legal_moves[0]
        begun = time.perf_counter()
        self.say("move", move=str(move), ply=ply)
        self.state = self.hear("state", lambda state: state["ply"] >= ply + 2 or state["over"])
        return time.perf_counter() - begun


def measure(analyses: int, times: int) -> dict[str, Any]:
    busy = [Visitor("avalam") for _ in range(analyses)]
    for each in busy:
        each.first_analysis(300)

    def read(visitor: Visitor) -> None:
        with suppress(WebSocketException):
            for _ in visitor.socket:
                pass

    for each in busy:
        threading.Thread(target=read, args=(each,), daemon=True).start()
    waits, replies = [], []
    for _ in range(times):
        visitor = Visitor("avalam")
        waits.append(visitor.first_analysis(60))
        visitor.leave()
        player = Visitor("avalam", LEVEL_3)
        replies += [player.reply() for _ in range(3)]
        player.leave()
    return {
        "analyses": analyses,
        "newcomers": times,
        "longest_wait_for_analysis": round(max(waits), 3),
        "longest_wait_for_level_3": round(max(replies), 3),
    }


def attack(analyses: int, times: int) -> dict[str, Any]:
    """Starts a server, measures the waits, and stops it."""
    command = [sys.executable, "-m", "tesuji.cli", "play", "--no-browser", "--port", str(PORT)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=20).read()
                break
            except OSError:
                time.sleep(0.1)
        found = measure(analyses, times)
    finally:
        server.terminate()
        server.wait()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--analyses", type=int, default=20)
    parser.add_argument("--times", type=int, default=8, help="newcomers, one after the other")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    found = attack(options.analyses, options.times)
    analysis, reply = found["longest_wait_for_analysis"], found["longest_wait_for_level_3"]
    passed = analysis <= MOST_ANALYSIS_SECONDS and reply <= MOST_REPLY_SECONDS
    print(f"first analysis result  {analysis:.2f} s  {mark(analysis <= MOST_ANALYSIS_SECONDS)}")
    print(f"reply of level 3       {reply:.2f} s  {mark(reply <= MOST_REPLY_SECONDS)}")
    if options.write:
        write_report(
            RESULTS,
            "python benchmarks/fair_searches.py --write",
            {**found, "load_average": load_average()},
        )
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
