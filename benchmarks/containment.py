"""How soon a hostile agent is out of the way.

An engine misbehaves when it is asked for its first move. The time from that question until the game
is over, its record made and every process gone must be at most the limit per move plus 0.5 s.

    python -m benchmarks.containment [--seconds 1] [--times 5] [--json FILE]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tesuji
from benchmarks.common import load_average, mark, write_report
from tesuji.errors import AgentFailure
from tesuji.specs import quoted

BAR = 0.5
"""Seconds on top of the limit."""
HEAD = """
import os, sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "tesuji":
        print("tesujiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
"""
HOSTILE = {
    "hangs": "time.sleep(1000)",
    "spins": "while True: pass",
    "exits": "sys.exit(3)",
    "writes garbage": "os.write(1, bytes(range(128, 256)) + b'\\n'); time.sleep(1000)",
    "writes endlessly": "while True: print('info depth 1')",
    "takes memory": "blocks = [b'x' * (64 << 20) for _ in range(32)]; time.sleep(1000)",
    "starts processes": "[os.fork() or time.sleep(1000) for _ in range(200)]; time.sleep(1000)",
    "ignores signals": "import signal; [signal.signal(n, 1) for n in (1, 2, 15)]; time.sleep(1000)",
}


def seconds_until_gone(spec: str, seconds: float) -> float:
    """The time of a question to an engine, until the engine is gone."""
    game = tesuji.game("avalam")
    position = game.start()
    with tesuji.agent(spec).player(game) as player:
        player.prepare()
        begun = time.perf_counter()
        try:
            player.search(position, seconds=seconds, clock="wall")
        except AgentFailure:
            return time.perf_counter() - begun
    raise AssertionError(f"{spec} answered")


def main() -> int:
    parser = argparse.ArgumentParser(description="How soon a hostile agent is out of the way.")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results = []
    print(f"load {load_average()}; limit {options.seconds:g} s, {options.times} times each")
    for name, code in HOSTILE.items():
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "engine.py")
            file.write_text(f"{HEAD}        {code}\n")
            spec = f"exec({quoted(f'python3 {file}')}, memory=500, processes=20)"
            times = [seconds_until_gone(spec, options.seconds) for _ in range(options.times)]
        worst = max(times)
        passed = worst <= options.seconds + BAR
        results.append({"agent": name, "seconds": [round(t, 3) for t in times], "passed": passed})
        print(f"{name:20} at most {worst:6.3f} s {mark(passed)}")
    if options.json:
        write_report(options.json, "python -m benchmarks.containment", results)
    return 0 if all(row["passed"] for row in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
