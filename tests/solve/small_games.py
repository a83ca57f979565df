"""Small games in plain Python, and their values by brute force."""

from __future__ import annotations

from functools import cache
from typing import Any

from tesuji import Position


class TicTacToe:
    """Three in a row on 3x3; a state is nine characters."""

    name = "solve-tic-tac-toe"
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def start(self) -> str:
        return "." * 9

    def to_move(self, state: str) -> int:
        return (9 - state.count(".")) % 2

    def moves(self, state: str) -> list[int]:
        return [i for i in range(9) if state[i] == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + "xo"[self.to_move(state)] + state[move + 1 :]

    def result(self, state: str) -> Any:
        for a, b, c in self.lines:
            if state[a] != "." and state[a] == state[b] == state[c]:
                return "xo".index(state[a])
        return None if "." in state else "draw"


class SmallConnectFour:
    """Connect Four with few rows and columns: a state is a tuple of columns, bottom first."""

    name = "solve-connect-four"
    columns, rows, length = 5, 4, 4

    def start(self) -> tuple[str, ...]:
        return ("",) * self.columns

    def to_move(self, state: tuple[str, ...]) -> int:
        return sum(map(len, state)) % 2

    def moves(self, state: tuple[str, ...]) -> list[int]:
        return [i for i, column in enumerate(state) if len(column) < self.rows]

    def play(self, state: tuple[str, ...], move: int) -> tuple[str, ...]:
        return (*state[:move], state[move] + "xo"[self.to_move(state)], *state[move + 1 :])

    def result(self, state: tuple[str, ...]) -> Any:
        cells = {(c, r): stone for c, column in enumerate(state) for r, stone in enumerate(column)}
        for (c, r), stone in cells.items():
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if all(cells.get((c + i * dc, r + i * dr)) == stone for i in range(self.length)):
                    return "xo".index(stone)
        return "draw" if all(len(column) == self.rows for column in state) else None


class SmallBreakthrough:
    """Breakthrough on a narrow board: reach the far row, or take everything."""

    name = "solve-breakthrough"
    width, height = 3, 5

    def start(self) -> tuple[str, int]:
        empty = "." * (self.width * (self.height - 4))
        return "x" * (2 * self.width) + empty + "o" * (2 * self.width), 0

    def to_move(self, state: tuple[str, int]) -> int:
        return state[1]

    def moves(self, state: tuple[str, int]) -> list[str]:
        board, player = state
        step = self.width * (1 - 2 * player)
        found = []
        for cell, stone in enumerate(board):
            if stone != "xo"[player]:
                continue
            for side in (-1, 0, 1):
                to = cell + step + side
                inside = 0 <= to < len(board) and 0 <= cell % self.width + side < self.width
                blocked = "xo"[player] if side else "xo"
                if inside and board[to] not in blocked:
                    found.append(f"{cell}-{to}")
        return found

    def play(self, state: tuple[str, int], move: str) -> tuple[str, int]:
        board, player = state
        cells = list(board)
        start, end = map(int, move.split("-"))
        cells[end], cells[start] = cells[start], "."
        return "".join(cells), 1 - player

    def result(self, state: tuple[str, int]) -> Any:
        board, player = state
        if "x" in board[-self.width :] or "o" not in board:
            return 0
        if "o" in board[: self.width] or "x" not in board:
            return 1
        return None if self.moves(state) else 1 - player


class Roundabout:
    """Walk around a ring of five cells; player 0 may also end the game on cell 3, player 1 on 0.

    Positions repeat, and neither player can be forced to leave the ring.
    """

    name = "solve-roundabout"

    def start(self) -> tuple[int, int]:
        return 0, 0

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> list[str]:
        cell, player = state
        end = ["end"] if cell == (3 if player == 0 else 1) else []
        return ["left", "right", *end]

    def play(self, state: tuple[int, int], move: str) -> tuple[int, int]:
        cell, player = state
        if move == "end":
            return -1 - player, 1 - player
        return (cell + (1 if move == "right" else 4)) % 5, 1 - player

    def result(self, state: tuple[int, int]) -> Any:
        return -1 - state[0] if state[0] < 0 else None


class Counter:
    """A game that never repeats a position and never ends."""

    name = "solve-counter"

    def start(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state % 2

    def moves(self, state: int) -> list[int]:
        return [1]

    def play(self, state: int, move: int) -> int:
        return state + move

    def result(self, state: int) -> Any:
        return None


class Race:
    """Each turn: roll 1 or, twice as likely, 2; then move one of two runners that far.

    A player wins with one runner on cell 4, or both on cell 2. A state is the runners of the player
    to move and of the other, the player to move, and the roll (0 before it).
    """

    name = "solve-race"
    goal = 4

    def start(self) -> tuple[tuple[int, int], tuple[int, int], int, int]:
        return (0, 0), (0, 0), 0, 0

    def to_move(self, state: Any) -> int:
        return int(state[2])

    def events(self, state: Any) -> list[str]:
        return ["roll 1", "roll 2", "roll 2"] if state[3] == 0 else []

    def moves(self, state: Any) -> list[str]:
        return ["first", "second"]

    def play(self, state: Any, move: str) -> Any:
        mine, other, player, roll = state
        if move.startswith("roll"):
            return mine, other, player, int(move[-1])
        first, second = mine
        mine = (first + roll, second) if move == "first" else (first, second + roll)
        return other, mine, 1 - player, 0

    def result(self, state: Any) -> Any:
        mine, other, player, _ = state
        if min(other) >= 2 or max(other) >= self.goal:
            return 1 - player
        return "draw" if sum(mine) + sum(other) >= 7 else None


@cache
def brute_force(position: Position) -> float:
    """The value for the player to move or next to move, by visiting every position."""
    if outcome := position.outcome:
        return outcome.value_for(position.next_player)
    if position.is_chance:
        return sum(
            probability * _value_for(position, position.play(event))
            for event, probability in position.chance_outcomes
        )
    return max(_value_for(position, position.play(move)) for move in position.legal_moves)


def _value_for(position: Position, after: Position) -> float:
    value = brute_force(after)
    return value if after.next_player == position.next_player else 1 - value
