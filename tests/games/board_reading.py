"""Boards read from the text of positions, independently of the code under test."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tesuji import Position

FIRST_COLUMNS = (2, 1, 1, 1, 0, 0, 2, 4, 5)
"""The column of the first cell in each row of the Avalam board."""


@dataclass
class Reading:
    """What a text says: (player, value) by cell, walls as pairs of cells, the known dice."""

    pieces: dict[tuple[int, int], tuple[int, int]]
    walls: set[frozenset[tuple[int, int]]] = field(default_factory=set)
    dice: list[int] = field(default_factory=list)


def cell(name: str) -> tuple[int, int]:
    return int(name[1:]) - 1, "abcdefghijkl".index(name[0])


def avalam_cells() -> list[list[tuple[int, int]]]:
    """The cells of each row; the middle of the board is a hole."""
    counts = (2, 4, 6, 8, 8, 8, 6, 4, 2)
    rows = []
    for row, (first, count) in enumerate(zip(FIRST_COLUMNS, counts, strict=True)):
        columns = [c for c in range(first, first + count + 1) if (row, c) != (4, 4)][:count]
        rows.append([(row, column) for column in columns])
    return rows


def read(position: Position) -> Reading:
    name = position.game.name
    if name == "avalam":
        return _avalam(position.text)
    if name.startswith("pentago"):
        return _pentago(position.text)
    return _colosseum(position.text) if name == "colosseum" else _ewn(position.text, name)


def _avalam(text: str) -> Reading:
    pieces = {}
    for cells, row in zip(avalam_cells(), text.split("/"), strict=True):
        for at, letter in zip(cells, row, strict=True):
            if letter != ".":
                pieces[at] = (int(letter.islower()), " abcde".index(letter.lower()))
    return Reading(pieces)


def _pentago(text: str) -> Reading:
    spread = re.sub(r"\d", lambda digit: "." * int(digit[0]), text).split("/")
    return Reading(
        {
            (row, column): ("wb".index(letter), 1)
            for row, line in enumerate(spread)
            for column, letter in enumerate(line)
            if letter != "."
        }
    )


def _colosseum(text: str) -> Reading:
    first, second, _, walls = text.split()
    found = set()
    for wall in walls.split(",") if walls != "-" else []:
        row, column = cell(wall[:-1])
        beyond = (row, column + 1) if wall[-1] == "r" else (row + 1, column)
        found.add(frozenset({(row, column), beyond}))
    return Reading({cell(first): (0, 1), cell(second): (1, 1)}, found)


def _ewn(text: str, name: str) -> Reading:
    *sides, _, die = text.split()
    lowest = 1 if name == "ewn" else 0
    pieces = {
        cell(square): (player, number)
        for player, side in enumerate(sides)
        for number, square in enumerate(re.findall("..", side), lowest)
        if square != "--"
    }
    return Reading(pieces, dice=[int(digit) for digit in die if digit.isdigit()])
