"""Patterns of any game with observation planes: all straight lines of a few cells.

A cell has a symbol: the number of its first plane that is above one half, or 0. A line's entry is
the number that its symbols spell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.agents.nets import NetNumbers
from tesuji.games import Game, Position

__all__ = ["PlanePatterns"]

LONGEST = 4
LARGEST_TABLE = 4096
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
UNIT = 1024.0


class PlanePatterns:
    """The lines of a game's planes; offers what the patterns of the core offer."""

    def __init__(self, game: Game) -> None:
        self.game = game
        planes, rows, columns = game.planes.shape
        self._base = planes + 1
        length = LONGEST
        while length > 1 and self._base**length > LARGEST_TABLE:
            length -= 1
        length = min(length, max(rows, columns))
        self._lines = _lines(rows, columns, length)
        self._states = self._base**length
        self._powers = self._base ** np.arange(length)
        self._first = 1 + self._states * np.arange(len(self._lines))
        names = ", ".join(game.planes.names)
        self.layout = f"planes 1: {len(self._lines)} lines of {length} cells of {names}"
        self.coarse_count = self._states

    def weight_count(self) -> int:
        """The number of weights: one for the turn, then a table for each line."""
        return 1 + len(self._lines) * int(self._states)

    def coarse(self) -> bytes:
        """The coarser pattern of each weight: the same symbols in any line."""
        states = np.tile(np.arange(self._states, dtype=np.int32), len(self._lines))
        return np.concatenate([np.array([-1], np.int32), states]).tobytes()

    def indices(self, position: Position) -> NDArray[np.int64]:
        """The weights that a position uses, as seen by the player to move."""
        array = position.to_array() > 0.5
        symbols = np.where(array.any(axis=0), array.argmax(axis=0) + 1, 0).ravel()
        found: NDArray[np.int64] = self._first + symbols[self._lines] @ self._powers
        return np.append(found, 0)

    def evaluator(
        self, weights: bytes, width: int = 0
    ) -> Callable[[list[Any]], list[tuple[float, None]]]:
        """The function that the core calls with its states; with a width, that of a network."""
        log_odds = _net(weights, width) if width else _sum(weights)

        def evaluate(states: list[Any]) -> list[tuple[float, None]]:
            used = (self.indices(Position(self.game, state)) for state in states)
            return [(1 / (1 + float(np.exp(-log_odds(each) / UNIT))), None) for each in used]

        return evaluate


LogOdds = Callable[[NDArray[np.int64]], int]
"""The log-odds of a position that uses these weights, times UNIT."""


def _sum(weights: bytes) -> LogOdds:
    table = np.frombuffer(weights, "<i2").astype(np.int64)
    return lambda used: int(table[used].sum())


def _net(weights: bytes, width: int) -> LogOdds:
    net = NetNumbers.read(weights, width)
    start = np.zeros(1, np.int64)
    return lambda used: int(net.log_odds(used, start)[0])


def _lines(rows: int, columns: int, length: int) -> NDArray[np.int64]:
    """The cells of all straight lines, as numbers along the rows."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in STEPS:
                cells = [(row + k * down, column + k * right) for k in range(length)]
                last_row, last_column = cells[-1]
                if last_row < rows and 0 <= last_column < columns:
                    found.append([r * columns + c for r, c in cells])
    return np.array(found, np.int64).reshape(-1, length)
