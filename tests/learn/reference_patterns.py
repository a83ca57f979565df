"""The patterns of the games again, slow and obvious, from positions in notation."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from tests.learn.reference_colosseum import colosseum
from tests.learn.reference_ewn import ewn
from tesuji.games import Position
from tesuji.games.pieces import AVALAM_CELLS

__all__ = ["REFERENCES"]


def shared(slots: int, image: Any) -> list[int]:
    """The weight of each slot, if a slot and its image share one."""
    weights: dict[int, int] = {}
    return [weights.setdefault(min(slot, image(slot)), len(weights)) for slot in range(slots)]


# Avalam

STAGE = 640


def avalam(position: Position) -> list[int]:
    """The weights that a position uses, in order of their numbers."""
    state: Any = position._state
    cells: list[tuple[int, int]] = list(AVALAM_CELLS)
    towers = {cell: state.tower(*cell) for cell in cells if state.tower(*cell)}
    sign = 1 if position.to_move == 0 else -1
    first = 49 + min((48 - len(towers)) // 10, 3) * STAGE
    slots = [len(towers)]
    for cell, tower in towers.items():
        near = [
            (cell[0] + down, cell[1] + right)
            for down, right in product((-1, 0, 1), repeat=2)
            if (down, right) != (0, 0)
        ]
        near = [c for c in near if c in towers and abs(towers[c]) + abs(tower) <= 5]
        own = [abs(towers[c]) for c in near if sign * towers[c] > 0]
        other = [abs(towers[c]) for c in near if sign * towers[c] < 0]
        five = 5 - abs(tower)
        number = abs(tower) - 1 + (5 if sign * tower < 0 else 0)
        index = (number * 4 + min(3, len(own))) * 4 + min(3, len(other))
        slots.append(first + 4 * index + 2 * (five in own) + (five in other))
    return sorted(slots)


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


PENTAGO_STAGE = 6 * 64 + 2 * 64 + 64
FIRST_QUADRANT = 37 + 6 * PENTAGO_STAGE


def reversed_digits(state: int, digits: int) -> int:
    return int(np.base_repr(state, 3).zfill(digits)[::-1], 3)


def pentago_image(slot: int) -> int:
    """A half turn reverses the order of all cells."""
    if slot < FIRST_QUADRANT:
        return slot
    quadrant, state = divmod(slot - FIRST_QUADRANT, 3**9)
    return FIRST_QUADRANT + (3 - quadrant) * 3**9 + reversed_digits(state, 9)


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

    def empty(stones: int, owner: int) -> list[list[tuple[int, int]]]:
        """The empty cells of near lines with so many stones of one player and no other."""
        found = [[symbol.get(cell, 0) for cell in line] for line in near_lines()]
        return [
            [cell for cell in line if cell not in symbol]
            for line, symbols in zip(near_lines(), found, strict=True)
            if symbols.count(owner) == stones and 3 - owner not in symbols
        ]

    if empty(4, 1) or empty(5, 1):
        return [36]
    first = 37 + len(board) * 6 // 36 * PENTAGO_STAGE
    slots = [len(board)]
    twice = []
    for side in (0, 1):
        for stones in (1, 2, 3):
            number = len(empty(stones, side + 1))
            slots.append(first + (3 * side + stones - 1) * 64 + min(number, 63))
        meet = Counter(cell for line in empty(3, side + 1) for cell in line)
        two, three, four = (sum(n >= k for n in meet.values()) for k in (2, 3, 4))
        twice.append(min(two, 3))
        slots.append(first + 384 + 64 * side + (min(two, 7) * 4 + min(three, 3)) * 2 + (four > 0))
    blocks = len({cell for line in empty(4, 2) for cell in line}) + bool(empty(5, 2))
    slots.append(first + 512 + (twice[0] * 4 + twice[1]) * 4 + min(blocks, 3))
    for quadrant in range(4):
        cells = [
            (3 * (quadrant // 2) + i, 3 * (quadrant % 2) + j)
            for i, j in product(range(3), repeat=2)
        ]
        slots.append(FIRST_QUADRANT + 3**9 * quadrant + state(cells))
    return sorted(pentago_shared()[slot] for slot in slots)


# ewn-cyclic

SETS_AT = 2 * 256 + 2 * 64
PLACES_AT = SETS_AT + 2 * 64


def ewn_image(slot: int) -> int:
    """Reversing the numbers of the cubes."""
    if not SETS_AT <= slot < PLACES_AT:
        return slot
    side, cubes = divmod(slot - SETS_AT, 64)
    return SETS_AT + 64 * side + int(f"{cubes:06b}"[::-1], 2)


@cache
def ewn_shared() -> list[int]:
    return shared(PLACES_AT + 2 * 42 * 6 + 64, ewn_image)


class EwnSide:
    """One player's cubes, as the player sees the board, and the dice of the turns to come."""

    def __init__(self, text: str, turned: bool, dice: list[int]) -> None:
        self.cells = {}
        for cube in range(6):
            name = text[2 * cube : 2 * cube + 2]
            if name != "--":
                row, column = int(name[1]) - 1, "abcdefg".index(name[0])
                self.cells[cube] = (5 - row, 6 - column) if turned else (row, column)
        self.dice = dice

    def choice(self, die: int) -> set[int]:
        if die in self.cells:
            return {die}
        below = [cube for cube in self.cells if cube < die]
        above = [cube for cube in self.cells if cube > die]
        return {*([max(below)] if below else []), *([min(above)] if above else [])}

    def arrivals(self) -> list[tuple[int, int]]:
        """The turn and the cube of the first two that arrive, if all move whenever they may."""
        left = {cube: max(5 - row, 6 - column) for cube, (row, column) in self.cells.items()}
        found: list[tuple[int, int]] = []
        for turn in range(1, 16):
            for cube in sorted(self.choice(self.dice[turn - 1])):
                left[cube] -= 1
                if left[cube] == 0:
                    found.append((turn, cube))
        return [*found, (16, -1), (16, -1)][:2]

    def wait(self, cube: int) -> int:
        waits = [turn for turn in range(5) if cube in self.choice(self.dice[turn])]
        return waits[0] if waits else 5

    def ahead(self, cube: int, enemies: list[tuple[int, int]]) -> int:
        row, column = self.cells[cube]
        return sum(
            c >= column and r - row >= column - c and (r, c) != (row, column) for r, c in enemies
        )

    def captures(self, target: tuple[int, int]) -> bool:
        """Whether the next number lets a cube capture on a cell."""
        return any(
            (target[0] - row, target[1] - column) in ((0, 1), (1, 0), (1, 1), (-1, 1))
            for row, column in (self.cells[cube] for cube in self.choice(self.dice[0]))
        )


def ewn_cyclic(position: Position) -> list[int]:
    """The weights that a position uses, in order of their numbers."""
    first, second, player, numbers = position.text.split()
    dice = [int(number) for number in numbers] * 3
    red, blue = (
        EwnSide(text, turned, dice[int((player == "b") != turned) :: 2])
        for text, turned in ((first, False), (second, True))
    )
    sides = [red, blue] if player == "r" else [blue, red]
    (own, own_second), (other, other_second) = (side.arrivals() for side in sides)
    slots = [(own[0] - 1) * 16 + other[0] - 1]
    slots.append(256 + (own_second[0] - 1) * 16 + other_second[0] - 1)
    targets = []
    for number, side in enumerate(sides):
        arrivals = side.arrivals()
        enemies = [(5 - r, 6 - c) for r, c in sides[1 - number].cells.values()]
        nearest = [cube for turn, cube in arrivals if turn == arrivals[0][0] and cube >= 0]
        met = min([3, *(side.ahead(cube, enemies) for cube in nearest)])
        slots.append(512 + 64 * number + met * 16 + arrivals[0][0] - 1)
        slots.append(SETS_AT + 64 * number + sum(1 << cube for cube in side.cells))
        slots += [
            PLACES_AT + 252 * number + (7 * row + column) * 6 + side.wait(cube)
            for cube, (row, column) in side.cells.items()
        ]
        row, column = side.cells.get(arrivals[0][1], (99, 99))
        targets.append((5 - row, 6 - column))
    taken = 2 * sides[0].captures(targets[1]) + sides[1].captures(targets[0])
    slots.append(PLACES_AT + 504 + taken * 16 + min(own[0], other[0]) - 1)
    return sorted(ewn_shared()[slot] for slot in slots)


REFERENCES = {
    "avalam": avalam,
    "pentago-twist": pentago,
    "ewn": ewn,
    "ewn-cyclic": ewn_cyclic,
    "colosseum": colosseum,
    "colosseum(size=10)": colosseum,
}
"""The weights of a position by game."""
