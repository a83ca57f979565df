"""Stands in for the course's `avalam`: the board, the base class of agents, and its entry point.

It has the names and answers of the framework. A student's agent is not served here: `agent_main`
keeps the agent for the runner.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from typing import Any

PLAYER1 = 1
PLAYER2 = -1
_FIRST_COLUMNS = (2, 1, 1, 1, 0, 0, 2, 4, 5)
_LAST_COLUMNS = (3, 4, 6, 8, 8, 7, 7, 7, 6)
_NEIGHBOURS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]

served: list[Any] = []
"""The agents that a file passed to `agent_main`."""


def _first_counter(row: int, column: int) -> int:
    if (row, column) == (4, 4) or not _FIRST_COLUMNS[row] <= column <= _LAST_COLUMNS[row]:
        return 0
    return -1 if (row + column) % 2 else 1


class InvalidAction(Exception):
    """An action that the rules do not allow."""

    def __init__(self, action: Any = None) -> None:
        super().__init__(action)
        self.action = action


class Board:
    """Towers by row and column in `m`: the height, negative with a red counter on top."""

    max_height = 5
    initial_board = [[_first_counter(row, column) for column in range(9)] for row in range(9)]  # noqa: RUF012

    def __init__(
        self, percepts: Any = initial_board, max_height: int = max_height, invert: bool = False
    ) -> None:
        self.m = percepts
        self.rows = len(percepts)
        self.columns = len(percepts[0])
        self.max_height = max_height
        self.m = self.get_percepts(invert)

    def __str__(self) -> str:
        return "\n".join(" ".join(f"{x:+2d}" if x else " ." for x in row) for row in self.m)

    def clone(self) -> Board:
        """A copy of the board."""
        return Board(self.m)

    def get_percepts(self, invert: bool = False) -> list[list[int]]:
        """A copy of the towers; with `invert`, as the other player sees them."""
        sign = -1 if invert else 1
        return [[sign * tower for tower in row] for row in self.m]

    def get_towers(self) -> Iterator[tuple[int, int, int]]:
        """All towers as row, column and signed height."""
        for i, row in enumerate(self.m):
            for j, tower in enumerate(row):
                if tower:
                    yield i, j, tower

    def _height(self, i: int, j: int) -> int:
        """The height of a tower; 0 outside the board."""
        inside = 0 <= i < self.rows and 0 <= j < self.columns
        return abs(self.m[i][j]) if inside else 0

    def is_action_valid(self, action: Any) -> bool:
        """Whether the rules allow an action (row and column from, row and column to)."""
        try:
            i, j, k, n = action
            if (k - i, n - j) not in _NEIGHBOURS:
                return False
            moved, target = self._height(i, j), self._height(k, n)
        except (TypeError, ValueError):
            return False
        return moved > 0 and target > 0 and moved + target <= self.max_height

    def get_tower_actions(self, i: int, j: int) -> Iterator[tuple[int, int, int, int]]:
        """All actions that move one tower."""
        for down, right in _NEIGHBOURS:
            action = (i, j, i + down, j + right)
            if self.is_action_valid(action):
                yield action

    def is_tower_movable(self, i: int, j: int) -> bool:
        """Whether a tower can move."""
        return any(True for _ in self.get_tower_actions(i, j))

    def get_actions(self) -> Iterator[tuple[int, int, int, int]]:
        """All valid actions."""
        for i, j, _ in self.get_towers():
            yield from self.get_tower_actions(i, j)

    def play_action(self, action: Any) -> Board:
        """Moves a tower onto another one and returns the board itself."""
        if not self.is_action_valid(action):
            raise InvalidAction(action)
        i, j, k, n = action
        sum_of_heights = self._height(i, j) + self._height(k, n)
        self.m[k][n] = sum_of_heights if self.m[i][j] > 0 else -sum_of_heights
        self.m[i][j] = 0
        return self

    def is_finished(self) -> bool:
        """Whether there is no valid action."""
        return not any(True for _ in self.get_actions())

    def get_score(self) -> int:
        """Yellow's towers minus red's; if equal, the same for towers of the maximum height."""
        towers = [tower for _, _, tower in self.get_towers()]
        highest = [tower for tower in towers if abs(tower) == self.max_height]
        return _difference(towers) or _difference(highest)


def _difference(towers: list[int]) -> int:
    return sum(1 if tower > 0 else -1 for tower in towers)


def dict_to_board(dictio: dict[str, Any]) -> Board:
    """The board that percepts describe; it shares their rows."""
    board = Board()
    board.m = dictio["m"]
    board.rows = dictio["rows"]
    board.max_height = dictio["max_height"]
    return board


def load_percepts(filename: str) -> list[list[int]]:
    """Reads the towers of a board from a CSV file."""
    with open(filename, newline="") as file:
        rows = [[int(cell) for cell in row] for row in csv.reader(file) if row]
    assert len({len(row) for row in rows}) <= 1, "rows must have the same length"
    return rows


class Agent:
    """A player; subclasses override `play`."""

    def __init__(self, name: str = "Agent") -> None:
        self.name = name

    def initialize(self, percepts: Any, players: Any, time_left: Any) -> Any:
        """Never called by the course of 2022."""

    def play(self, percepts: Any, player: Any, step: Any, time_left: Any) -> Any:
        """Chooses an action."""
        raise NotImplementedError("play")


Player = Agent
"""Its name in 2010."""


def serve_agent(agent: Any, address: str, port: int) -> None:
    """Keeps the agent for the runner; no port is opened."""
    served.append(agent)


def agent_main(
    agent: Any,
    args_cb: Callable[..., Any] | None = None,
    setup_cb: Callable[..., Any] | None = None,
) -> None:
    """Keeps the agent for the runner, with the defaults of its own options."""
    import argparse

    parser = argparse.ArgumentParser()
    if args_cb is not None:
        args_cb(agent, parser)
    options = parser.parse_args([])
    if setup_cb is not None:
        setup_cb(agent, parser, options)
    serve_agent(agent, "", 0)


player_main = agent_main
