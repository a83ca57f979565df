"""The patterns of Colosseum again, slow and obvious, from positions in notation."""

from __future__ import annotations

from functools import cache

from tesuji.games import Position

__all__ = ["colosseum"]

Cell = tuple[int, int]
Side = frozenset[Cell]

BORDER = 13 * 4 * 8
STAGE = 63 + 2 * BORDER + 2 * 48 + 12 * 12 + 8 * 13 + 14 * 14
FIRST_WALL = 8 * STAGE
PLACES = [frozenset({(r, c), (r, c + 1)}) for r in range(3) for c in range(2)]
PLACES += [frozenset({(r, c), (r + 1, c)}) for r in range(2) for c in range(3)]
"""The sides between nine cells, in the order of their bits."""


def images(state: int) -> list[int]:
    """The walls of nine cells after every turn and mirror."""
    sides = [place for bit, place in enumerate(PLACES) if state >> bit & 1]
    found = []
    for mirrored in (False, True):
        moved = [frozenset((r, 2 - c) if mirrored else (r, c) for r, c in side) for side in sides]
        for _ in range(4):
            moved = [frozenset((c, 2 - r) for r, c in side) for side in moved]
            found.append(sum(1 << PLACES.index(side) for side in moved))
    return found


@cache
def walls_shared() -> tuple[list[int], int]:
    """The number of each state of walls among those that are not images of others, and how many."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(min(images(s)), len(numbers)) for s in range(4096)], len(numbers)


class Board:
    """The cells, the players and the open sides."""

    def __init__(self, position: Position) -> None:
        first, second, player, walls = position.text.split()
        self.size = int(position.game.parameters["size"])
        names = [first, second] if player == "v" else [second, first]
        self.players = [self._cell(name) for name in names]
        self.open: set[Side] = set()
        for row in range(self.size):
            for column in range(self.size):
                for end in ((row, column + 1), (row + 1, column)):
                    if max(end) < self.size:
                        self.open.add(frozenset({(row, column), end}))
        self.all = len(self.open)
        for wall in walls.split(",") if walls != "-" else []:
            row, column = self._cell(wall[:-1])
            end = (row, column + 1) if wall[-1] == "r" else (row + 1, column)
            self.open.remove(frozenset({(row, column), end}))

    @staticmethod
    def _cell(name: str) -> Cell:
        return int(name[1:]) - 1, ord(name[0]) - ord("a")

    def distances(self, start: Cell, blocked: Cell | None = None) -> dict[Cell, int]:
        found = {start: 0}
        queue = [start]
        for row, column in queue:
            for end in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                is_open = frozenset({(row, column), end}) in self.open
                if is_open and end != blocked and end not in found:
                    found[end] = found[row, column] + 1
                    queue.append(end)
        return found

    def walls(self, player: Cell) -> int:
        """The open sides of the nine cells around a player."""
        return sum(
            1 << bit
            for bit, place in enumerate(PLACES)
            if frozenset((player[0] - 1 + r, player[1] - 1 + c) for r, c in place) in self.open
        )


def colosseum(position: Position) -> list[int]:
    """The weights that a position uses, in order of their numbers."""
    board = Board(position)
    own, other = map(board.distances, board.players)
    areas = [
        {cell for cell in own if own[cell] < other[cell]},
        {cell for cell in own if other[cell] < own[cell]},
    ]
    lead = len(areas[0]) - len(areas[1])
    both = len(own) - len(areas[0]) - len(areas[1])
    ties = 0 if both == 0 else 1 if both <= 3 else 2 if both <= 8 else 3
    rough = min(12, max(0, (lead + 19) // 3))
    distance = min(max(own[cell], other[cell]) for cell in own)
    first = min((board.all - len(board.open)) * 18 // board.all, 7) * STAGE

    slots = [first + min(31, max(-31, lead)) + 31]
    for side, area in enumerate(areas):
        border = sum(len(ends & area) == 1 for ends in board.open)
        slots.append(first + 63 + side * BORDER + (rough * 4 + ties) * 8 + min(7, border))
    at = first + 63 + 2 * BORDER
    walks = []
    for side in (0, 1):
        steps = board.distances(board.players[side], board.players[1 - side]).values()
        walks.append(min(47, sum(step <= (board.size + 1) // 2 for step in steps)))
        slots.append(at + 48 * side + walks[-1])
    slots.append(at + 96 + walks[0] // 4 * 12 + walks[1] // 4)
    slots.append(at + 96 + 144 + min(7, distance) * 13 + rough)
    near = [min(13, sum(step <= 2 for step in each.values())) for each in (own, other)]
    slots.append(at + 96 + 144 + 104 + near[0] * 14 + near[1])

    numbers, count = walls_shared()
    for side, player in enumerate(board.players):
        table = 3 * side + min(2, max(0, distance - 1))
        slots.append(FIRST_WALL + table * count + numbers[board.walls(player)])
    return sorted(slots)
