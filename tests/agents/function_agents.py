"""Functions and classes that choose moves, for tests; workers load this file by its path."""

from __future__ import annotations

import time
from typing import Any

from tesuji import Budget, Game, Move, Position

__all__ = ["Counting", "Late", "broken", "first_move", "last_text", "quitting"]


def first_move(position: Position) -> Move:
    """Plays the first legal move."""
    return position.legal_moves[0]


def last_text(position: Position) -> str:
    return str(position.legal_moves[-1])


def broken(position: Position) -> Move:
    if len(position.legal_moves) < 280:
        raise KeyError("no \x1b[31m<b>plan</b>")
    return position.legal_moves[0]


def quitting(position: Position) -> Move:
    raise SystemExit(3)


class Counting:
    """Counts what it is asked."""

    def begin(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.asked: list[Budget] = []

    def choose(self, position: Position, budget: Budget) -> Move:
        self.asked.append(budget)
        return position.legal_moves[len(self.asked) % len(position.legal_moves)]


class Late:
    """Takes twice as long as it may."""

    def choose(self, position: Position, budget: Any) -> Move:
        end = time.thread_time() + 2 * budget.seconds + 0.06
        while time.thread_time() < end:
            pass
        return position.legal_moves[0]
