"""Games written in Python for several tests, and a function that runs code in a new process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

__all__ = ["EXAMPLE", "Coin", "Wide", "apart"]

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "connect_four.py"


class Coin:
    """Take one or two from a heap; then a coin, tails twice as likely, takes one more or not."""

    name = "coin-nim"

    def start(self) -> Any:
        return (7, 0, "move")

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> list[int]:
        return [1, 2] if state[0] > 1 else [1]

    def events(self, state: Any) -> list[str]:
        return ["heads", "tails", "tails"] if state[2] == "coin" else []

    def play(self, state: Any, move: Any) -> Any:
        left, player, _ = state
        if move in ("heads", "tails"):
            return (max(left - (move == "heads"), 0), player, "move")
        return (left - move, 1 - player, "coin" if left - move > 1 else "move")

    def result(self, state: Any) -> int | None:
        return 1 - state[1] if state[0] == 0 else None


class Wide:
    """Many moves, and only the last one wins."""

    name = "wide"
    count = 1000

    def start(self) -> Any:
        return ("start", 0)

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> list[str]:
        return [f"m{n}" for n in range(self.count)] if state[0] == "start" else ["on"]

    def play(self, state: Any, move: str) -> Any:
        if state[0] != "start":
            return ("over", 0)
        return ("won" if move == f"m{self.count - 1}" else "lost", 1)

    def result(self, state: Any) -> int | None:
        return {"won": 0, "over": 1}.get(state[0])


def apart(code: str) -> subprocess.CompletedProcess[str]:
    """Runs a program in a new interpreter."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
