"""The patterns of Avalam and Pentago-Twist again, slow and obvious, from boards in notation."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from tesuji.games import Position
from tesuji.games.pieces import AVALAM_CELLS

__all__ = ["REFERENCES"]


def shared(slots: int, image: Any) -> list[int]:
    """The weight of each slot, if a slot and its image share one."""
    weights: dict[int, int] = {}
    return [
        weights.setdefault(min(slot, image(slot)), len(weights))
        if slot <= image(slot)
        else weights[image(slot)]
        for slot in range(slots)
    ]


# Avalam

STAGE = 48 * 10 + 640 + 100


def avalam_image(slot: int) -> int:
    if slot < 49 or (slot - 49) % STAGE >= 480:
        return slot
    at = (slot - 49) % STAGE
    return slot - at + 10 * (47 - at // 10) + at % 10


@cache
def avalam_shared() -> list[int]:
    return shared(49 + 4 * STAGE, avalam_image)


def avalam(position: Position) -> list[int]:
    """The weights that a position uses, in order of their numbers."""
    state: Any = position._state
    cells: list[tuple[int, int]] = list(AVALAM_CELLS)
    towers = {cell: state.tower(*cell) for cell in cells if state.tower(*cell)}
    sign = 1 if position.to_move == 0 else -1
    first = 49 + min((48 - len(towers)) // 10, 3) * STAGE
    slots = [len(towers)]
    number = {
        cell: abs(tower) - 1 + (5 if sign * tower < 0 else 0) for cell, tower in towers.items()
    }
    for cell, tower in towers.items():
        slots.append(first + 10 * cells.index(cell) + number[cell])
        near = [
            (cell[0] + down, cell[1] + right)
            for down, right in product((-1, 0, 1), repeat=2)
            if (down, right) != (0, 0)
        ]
        near = [c for c in near if c in towers and abs(towers[c]) + abs(tower) <= 5]
        own = [abs(towers[c]) for c in near if sign * towers[c] > 0]
        other = [abs(towers[c]) for c in near if sign * towers[c] < 0]
        five = 5 - abs(tower)
        index = (number[cell] * 4 + min(3, len(own))) * 4 + min(3, len(other))
        slots.append(first + 480 + 4 * index + 2 * (five in own) + (five in other))
        for end in near:
            if cell < end:
                low, high = sorted((number[cell], number[end]))
                slots.append(first + 480 + 640 + 10 * low + high)
    return sorted(avalam_shared()[slot] for slot in slots)


# Pentago-Twist

Board = dict[tuple[int, int], int]


def pentago_board(text: str) -> Board:
    """The stones by row and column: 1 white, 2 black."""
    board = {}
    for row, line in enumerate(text.split("/")):
        column = 0
        for letter in line:
            if letter in "wb":
                board[row, column] = "wb".index(letter) + 1
                column += 1
            else:
                column += int(letter)
    return board


def order(cell: tuple[int, int]) -> tuple[int, int, int, int]:
    """Quadrant by quadrant, row by row."""
    return cell[0] // 3, cell[1] // 3, cell[0] % 3, cell[1] % 3


def turned_back(cell: tuple[int, int], quadrant: tuple[int, ...], flips: bool) -> tuple[int, int]:
    """Where the stone was that a twist of this quadrant took here."""
    if (cell[0] // 3, cell[1] // 3) != quadrant:
        return cell
    i, j = cell[0] % 3, cell[1] % 3
    i, j = (i, 2 - j) if flips else (2 - j, i)
    return 3 * quadrant[0] + i, 3 * quadrant[1] + j


@cache
def near_lines() -> list[list[tuple[int, int]]]:
    lines = [
        [(row + k * down, column + k * right) for k in range(5)]
        for row, column in product(range(6), repeat=2)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    lines = [line for line in lines if all(0 <= c < 6 for cell in line for c in cell)]
    found = [sorted(line, key=order) for line in lines]
    for quadrant, flips in product(product((0, 1), repeat=2), (False, True)):
        for line in lines:
            moved = sorted((turned_back(cell, quadrant, flips) for cell in line), key=order)
            if moved not in found:
                found.append(moved)
    return found


LINES = 128 * 243
FIRST_QUADRANT = 36 + 3 * LINES


@cache
def half_turns() -> list[int]:
    """The image of each near line."""
    lines = near_lines()
    return [lines.index(sorted(((5 - r, 5 - c) for r, c in line), key=order)) for line in lines]


def reversed_digits(state: int, digits: int) -> int:
    return int(np.base_repr(state, 3).zfill(digits)[::-1], 3)


def pentago_image(slot: int) -> int:
    """A half turn reverses the order of all cells."""
    if slot < 36:
        return slot
    if slot >= FIRST_QUADRANT:
        quadrant, state = divmod(slot - FIRST_QUADRANT, 3**9)
        return FIRST_QUADRANT + (3 - quadrant) * 3**9 + reversed_digits(state, 9)
    stage, at = divmod(slot - 36, LINES)
    line, state = divmod(at, 243)
    return 36 + stage * LINES + half_turns()[line] * 243 + reversed_digits(state, 5)


@cache
def pentago_shared() -> list[int]:
    return shared(FIRST_QUADRANT + 4 * 3**9, pentago_image)


def pentago(position: Position) -> list[int]:
    """The weights that a position uses, in order of their numbers."""
    board = pentago_board(position.text)
    mover = len(board) % 2
    symbol = {cell: 1 if stone - 1 == mover else 2 for cell, stone in board.items()}

    def state(cells: list[tuple[int, int]]) -> int:
        return sum(symbol.get(cell, 0) * 3**k for k, cell in enumerate(cells))

    first = 36 + len(board) * 3 // 36 * LINES
    slots = [len(board)]
    slots += [first + 243 * n + state(line) for n, line in enumerate(near_lines())]
    for quadrant in range(4):
        cells = [
            (3 * (quadrant // 2) + i, 3 * (quadrant % 2) + j)
            for i, j in product(range(3), repeat=2)
        ]
        slots.append(FIRST_QUADRANT + 3**9 * quadrant + state(cells))
    return sorted(pentago_shared()[slot] for slot in slots)


REFERENCES = {"avalam": avalam, "pentago-twist": pentago}
"""The weights of a position by game."""
