"""The patterns of ewn again, slow and obvious, from positions in notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise, product
from math import log
from typing import Any

from tesuji.games import Position

__all__ = ["ewn"]

Slot = tuple[Any, ...]
"""The kind of a pattern, and what it depends on."""
Steps = tuple[int, ...]
"""The steps that each cube of a player has left; 0 for a captured cube."""
Cell = tuple[int, int]
CELLS: list[Cell] = [(row, column) for row in range(5) for column in range(5)]
TURNS, ONE = 16, 32767


def ahead(cell: Cell, other: Cell) -> bool:
    return other != cell and other[0] >= cell[0] and other[1] >= cell[1]


def all_slots() -> Iterator[Slot]:
    """All patterns in the order of their numbers."""
    sets = [tuple(bits[::-1]) for bits in product((0, 1), repeat=6)]
    states = [tuple(digits[::-1]) for digits in product(range(5), repeat=6)]
    meetings: list[tuple[Cell, ...]] = [
        (cell, other) for cell in CELLS for other in CELLS if ahead(cell, other)
    ]
    meetings.append(())
    six = range(6)
    yield from product(["race"], range(5), range(160))
    yield from product(["loss"], range(2), range(24), range(24), range(12))
    yield from product(["sets"], sets, sets)
    yield from product(["state"], range(2), states)
    yield from product(["place"], range(2), CELLS, six, six)
    yield from product(["pair"], meetings, six, six)
    yield from product(["capture"], range(2), range(4), six, range(7), six)
    yield from product(["neighbours"], range(2), product(CELLS, CELLS))


def image(slot: Slot, turned: bool, reverses: tuple[bool, bool]) -> Slot:
    """The pattern on the transposed board, with the numbers of some players reversed."""

    def cell(given: Cell) -> Cell:
        return given[::-1] if turned else given

    def order(given: tuple[Any, ...], side: int) -> tuple[Any, ...]:
        return given[::-1] if reverses[side] else given

    kind, *rest = slot
    if kind == "sets":
        return kind, *(order(each, side) for side, each in enumerate(rest))
    if kind == "state":
        return kind, rest[0], order(rest[1], rest[0])
    if kind == "place":
        return kind, rest[0], cell(rest[1]), *rest[2:]
    if kind == "pair":
        return kind, tuple(map(cell, rest[0])), *rest[1:]
    if kind == "neighbours":
        return kind, rest[0], order(tuple(map(cell, rest[1])), rest[0])
    return slot


@cache
def weight_of() -> dict[Slot, int]:
    """The weight of each pattern; images share one."""
    numbers = {slot: number for number, slot in enumerate(all_slots())}
    weights: dict[int, int] = {}
    found = {}
    for slot in numbers:
        first = min(
            numbers[image(slot, turned, (own, other))]
            for turned, own, other in product((False, True), repeat=3)
        )
        found[slot] = weights.setdefault(first, len(weights))
    return found


def movable(alive: tuple[int, ...], die: int) -> set[int]:
    if die in alive:
        return {die}
    below = [cube for cube in alive if cube < die]
    above = [cube for cube in alive if cube > die]
    return {*below[-1:], *above[:1]}


@cache
def distribution(steps: Steps) -> tuple[float, ...]:
    """The probability of each number of turns to the goal, if the better cube moves."""
    alive = tuple(cube for cube in range(6) if steps[cube])
    found = [0.0] * TURNS
    for die in range(6):
        moved = [
            tuple(left - (k == cube) for k, left in enumerate(steps))
            for cube in sorted(movable(alive, die))
        ]
        if any(0 in (each[cube] for cube in alive) for each in moved):
            found[0] += 1 / 6
            continue
        nexts = [distribution(each) for each in moved]
        for turn, part in enumerate(min(nexts, key=mean)):
            found[min(turn + 1, TURNS - 1)] += part / 6
    return tuple(found)


def mean(parts: Iterable[float]) -> float:
    return sum((turn + 1) * part for turn, part in enumerate(parts))


def number(steps: Steps) -> int:
    return sum(left * 5**cube for cube, left in enumerate(steps))


@cache
def at_least(steps: Steps) -> tuple[int, ...]:
    """The probability of at least so many turns in units of 1 / ONE, equal for both orders."""
    if not any(steps):
        return (ONE,) * TURNS
    parts = distribution(min(steps, steps[::-1], key=number))
    return tuple(min(round(sum(parts[turn:]) * ONE), ONE) for turn in range(TURNS))


def race(own: Steps, other: Steps) -> float:
    """The probability that the first player, who is to move, arrives first."""
    if not any(own):
        return 0.0
    mine, theirs = at_least(own), at_least(other)
    exactly = [now - later for now, later in zip(mine, (*mine[1:], 0), strict=True)]
    return sum(a * b for a, b in zip(exactly, theirs, strict=True)) / (ONE * ONE)


def bucket(chance: float, widest: float, count: int) -> int:
    rounded = int(chance * 4096 + 0.5) / 4096
    p = min(max(rounded, 0.002), 0.998)
    at = int((log(p / (1 - p)) / widest + 1) / 2 * count)
    return min(max(at, 0), count - 1)


class Side:
    """One player's cubes, as the player sees the board."""

    def __init__(self, text: str, turned: bool) -> None:
        self.cells: dict[int, Cell] = {}
        for cube in range(6):
            name = text[2 * cube : 2 * cube + 2]
            if name != "--":
                row, column = int(name[1]) - 1, "abcde".index(name[0])
                self.cells[cube] = (4 - row, 4 - column) if turned else (row, column)
        self.steps = tuple(
            4 - min(self.cells[cube]) if cube in self.cells else 0 for cube in range(6)
        )
        self.alive = tuple(int(cube in self.cells) for cube in range(6))

    def dice(self, cube: int) -> set[int]:
        return {die for die in range(6) if cube in movable(tuple(self.cells), die)}

    def captors(self, cube: int, enemy: Side) -> int:
        """The numbers with which the enemy can capture a cube."""
        row, column = self.cells[cube]
        found: set[int] = set()
        for number, (r, c) in enemy.cells.items():
            if (4 - r - row, 4 - c - column) in ((0, 1), (1, 0), (1, 1)):
                found |= enemy.dice(number)
        return len(found)

    def met(self, cube: int, enemy: Side) -> list[int]:
        """The enemy cubes that a cube may still meet."""
        return [
            number
            for number, (r, c) in enemy.cells.items()
            if ahead(self.cells[cube], (4 - r, 4 - c))
        ]

    def without(self, cube: int) -> Steps:
        return tuple(0 if k == cube else left for k, left in enumerate(self.steps))

    def leader(self, enemy: Side) -> tuple[Steps, int]:
        """The race without the cube that counts most, and how easily that cube is captured."""

        def worth(cube: int) -> tuple[int, ...]:
            rest = self.without(cube)
            order = min(number(rest), number(rest[::-1]))
            met = min(len(self.met(cube, enemy)), 2)
            return sum(at_least(rest)), order, self.captors(cube, enemy), met

        best = max(self.cells, key=worth)
        _, _, captors, met = worth(best)
        return self.without(best), (captors + 1) // 2 * 3 + met


def slots_of(own: Side, other: Side) -> Iterator[Slot]:
    chance = race(own.steps, other.steps)
    contacts = sum(len(own.met(cube, other)) for cube in own.cells)
    level = sum(contacts >= least for least in (1, 4, 9, 16))
    yield "race", level, bucket(chance, 5, 160)
    if contacts == 0:
        return
    (own_rest, own_class), (other_rest, other_class) = own.leader(other), other.leader(own)
    now = bucket(chance, 4.5, 24)
    yield "loss", 0, now, bucket(race(own_rest, other.steps), 4.5, 24), own_class
    yield "loss", 1, now, bucket(race(own.steps, other_rest), 4.5, 24), other_class
    yield "sets", own.alive, other.alive
    for number, (side, enemy) in enumerate(((own, other), (other, own))):
        yield "state", number, side.steps
        for cube, cell in side.cells.items():
            dice, count = len(side.dice(cube)) - 1, len(side.cells) - 1
            yield "place", number, cell, dice, count
            yield "capture", number, side.steps[cube] - 1, dice, side.captors(cube, enemy), count
        cells = list(side.cells.values())
        for pair in pairwise(cells):
            yield "neighbours", number, pair
    for cube, cell in own.cells.items():
        for enemy_cube, (row, column) in other.cells.items():
            seen = (4 - row, 4 - column)
            met = (cell, seen) if ahead(cell, seen) else ()
            yield "pair", met, len(own.dice(cube)) - 1, len(other.dice(enemy_cube)) - 1


def ewn(position: Position) -> list[int]:
    """The weights that a position uses, in order of their numbers."""
    first, second, player, _ = position.text.split()
    red, blue = Side(first, False), Side(second, True)
    own, other = (red, blue) if player == "r" else (blue, red)
    return sorted(weight_of()[slot] for slot in slots_of(own, other))
