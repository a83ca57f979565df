"""Reference rules of Colosseum Survival!: walk, then build a wall; the larger region wins."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from .outcome import Outcome, winner_by

__all__ = [
    "Cell",
    "Move",
    "Outcome",
    "State",
    "Wall",
    "legal_moves",
    "longest_walk",
    "outcome",
    "play",
    "random_start",
    "random_walk",
    "start",
    "wall_pairs",
]

Cell = tuple[int, int]
"""(row, column) from the top left."""
Wall = tuple[int, int, int]
"""(row, column, side) of one side of a cell."""
Move = tuple[Cell, int]
"""(end cell, side of it that becomes a wall)."""

SIDES = range(4)
STEPS: tuple[Cell, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left
OPPOSITE = (2, 3, 0, 1)


@dataclass(frozen=True)
class State:
    """A position; `walls` contains every wall from both sides, and the border."""

    size: int
    walls: frozenset[Wall]
    p0: Cell
    p1: Cell
    to_move: int = 0

    @property
    def mover(self) -> Cell:
        return self.p0 if self.to_move == 0 else self.p1

    @property
    def opponent(self) -> Cell:
        return self.p1 if self.to_move == 0 else self.p0


def longest_walk(size: int) -> int:
    return (size + 1) // 2


def wall_pairs(size: int, *, edition: int = 2023) -> int:
    """Pairs of walls at the start: size // 2 - 1 in 2023, the longest walk in 2022."""
    if edition not in (2022, 2023):
        raise ValueError(f"edition {edition}: expected 2022 or 2023")
    return size // 2 - 1 if edition == 2023 else longest_walk(size)


# Walls and regions


def all_cells(size: int) -> list[Cell]:
    return [(r, c) for r in range(size) for c in range(size)]


def neighbour(cell: Cell, side: int) -> Cell:
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def border(size: int) -> frozenset[Wall]:
    """The sides of cells at the border of the board."""
    inside = set(all_cells(size))
    return frozenset(
        (r, c, d) for r, c in inside for d in SIDES if neighbour((r, c), d) not in inside
    )


def both_sides(cell: Cell, side: int) -> frozenset[Wall]:
    """Both entries of an inner wall: from the cell and from its neighbour."""
    return frozenset({(*cell, side), (*neighbour(cell, side), OPPOSITE[side])})


def free_sides(walls: frozenset[Wall], cell: Cell) -> list[int]:
    return [d for d in SIDES if (*cell, d) not in walls]


def open_neighbours(walls: frozenset[Wall], cell: Cell) -> list[Cell]:
    return [neighbour(cell, d) for d in free_sides(walls, cell)]


def region(walls: frozenset[Wall], start_cell: Cell) -> set[Cell]:
    """All cells connected to `start_cell` by free sides; players do not block."""
    found = {start_cell}
    frontier = [start_cell]
    while frontier:
        cell = frontier.pop()
        for other in open_neighbours(walls, cell):
            if other not in found:
                found.add(other)
                frontier.append(other)
    return found


# The rules


def reachable(state: State) -> set[Cell]:
    """End cells of every walk of the player to move, who cannot pass through the opponent."""
    found = {state.mover}
    last_step = {state.mover}
    for _ in range(longest_walk(state.size)):
        next_step = {n for cell in last_step for n in open_neighbours(state.walls, cell)}
        last_step = next_step - found - {state.opponent}
        found |= last_step
    return found


def legal_moves(state: State) -> list[Move]:
    """Moves in order of row, column, side; none once the game is over."""
    if outcome(state) is not None:
        return []
    return [(cell, d) for cell in sorted(reachable(state)) for d in free_sides(state.walls, cell)]


def play(state: State, move: Move) -> State:
    if move not in legal_moves(state):
        raise ValueError(f"illegal move {move} in {state}")
    cell, side = move
    return State(
        size=state.size,
        walls=state.walls | both_sides(cell, side),
        p0=cell if state.to_move == 0 else state.p0,
        p1=cell if state.to_move == 1 else state.p1,
        to_move=1 - state.to_move,
    )


def outcome(state: State) -> Outcome | None:
    """The outcome once the players are in different regions; the score is in cells."""
    region0 = region(state.walls, state.p0)
    if state.p1 in region0:
        return None
    region1 = region(state.walls, state.p1)
    score = len(region0) - len(region1)
    return Outcome(winner_by(score), score)


# Starts and the course framework's random player


def start(size: int, given_walls: Iterable[Wall], p0: Cell, p1: Cell, *, to_move: int = 0) -> State:
    """A position from its walls, each given from either side or both; the border is implied."""
    walls = border(size)
    for r, c, d in given_walls:
        if (r, c, d) not in walls:
            walls |= both_sides((r, c), d)
    return State(size, walls, p0, p1, to_move)


def image(size: int, cell: Cell) -> Cell:
    """The cell after a half turn of the board."""
    return size - 1 - cell[0], size - 1 - cell[1]


def random_walls(size: int, pairs: int, rng: Random) -> frozenset[Wall]:
    """The border and `pairs` random walls, each with its image under the half turn."""
    walls = border(size)
    cells = all_cells(size)
    for _ in range(pairs):
        cell, side = rng.choice(cells), rng.choice(SIDES)
        while (*cell, side) in walls:
            cell, side = rng.choice(cells), rng.choice(SIDES)
        walls |= both_sides(cell, side) | both_sides(image(size, cell), OPPOSITE[side])
    return walls


def placements(size: int, walls: frozenset[Wall]) -> list[Cell]:
    """Start cells for player 0: different from their image and not separated from it."""
    region_name: dict[Cell, Cell] = {}
    for cell in all_cells(size):
        if cell not in region_name:
            region_name.update((member, cell) for member in region(walls, cell))
    return [
        cell
        for cell in all_cells(size)
        if cell != image(size, cell) and region_name[cell] == region_name[image(size, cell)]
    ]


def random_start(size: int, pairs: int, rng: Random) -> State:
    """A random start; the walls are drawn again if they leave no start cell for the players."""
    while True:
        walls = random_walls(size, pairs, rng)
        cells = placements(size, walls)
        if cells:  # uniform over these = redrawing the positions until they fit
            p0 = rng.choice(cells)
            return State(size, walls, p0, image(size, p0))


def random_walk(state: State, rng: Random) -> Move:
    """The course framework's random move: a random walk, then a random free side."""
    if outcome(state) is not None:
        raise ValueError(f"no move in the finished position {state}")
    cell = state.mover
    for _ in range(rng.randint(0, longest_walk(state.size))):
        choices = [n for n in open_neighbours(state.walls, cell) if n != state.opponent]
        if not choices:
            break
        cell = rng.choice(choices)
    return cell, rng.choice(free_sides(state.walls, cell))
