"""Reference rules of Pentago-Twist and Pentago: place a stone, then twist a quadrant."""

from dataclasses import dataclass, replace
from typing import Literal

from .outcome import Outcome

__all__ = [
    "LINES",
    "Cells",
    "Game",
    "Move",
    "Outcome",
    "State",
    "legal_moves",
    "outcome",
    "play",
    "start",
    "twist",
]

Game = Literal["pentago-twist", "pentago"]
Cells = tuple[int, ...]
"""36 cells, cell (x, y) at index 6 * x + y; x is the row, y the column, from the top left."""
Move = tuple[int, int, int, int]
"""(x, y, quadrant, b). Quadrants 0 to 3: top left, top right, bottom left, bottom right.
b = 0 turns the quadrant clockwise; b = 1 flips it left-right (pentago-twist) or
turns it counter-clockwise (pentago)."""

EMPTY, WHITE, BLACK = 0, 1, 2


@dataclass(frozen=True)
class State:
    """A position; `placement_wins` (pentago only): five in a row wins before the twist."""

    cells: Cells = (EMPTY,) * 36
    game: Game = "pentago-twist"
    placement_wins: bool = False

    def __post_init__(self) -> None:
        if len(self.cells) != 36:
            raise ValueError(f"{len(self.cells)} cells given, expected 36")
        if self.placement_wins and self.game != "pentago":
            raise ValueError(f"placement_wins is an option of pentago, not of {self.game}")

    @property
    def stones(self) -> int:
        return 36 - self.cells.count(EMPTY)

    @property
    def to_move(self) -> int:
        """White (player 0) begins, so it moves if the number of stones is even."""
        return self.stones % 2


def start(game: Game = "pentago-twist", *, placement_wins: bool = False) -> State:
    return State(game=game, placement_wins=placement_wins)


def lines_of_five() -> list[list[int]]:
    """The cell indices of each straight line of five: rows, columns and both diagonals."""
    lines = []
    for x in range(6):
        for y in range(6):
            for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(x + k * dx, y + k * dy) for k in range(5)]
                if all(0 <= lx < 6 and 0 <= ly < 6 for lx, ly in line):
                    lines.append([6 * lx + ly for lx, ly in line])
    return lines


LINES = lines_of_five()


def has_five(cells: Cells, colour: int) -> bool:
    return any(all(cells[index] == colour for index in line) for line in LINES)


def place(cells: Cells, x: int, y: int, colour: int) -> Cells:
    index = 6 * x + y
    return (*cells[:index], colour, *cells[index + 1 :])


def twist(cells: Cells, quadrant: int, b: int, game: Game) -> Cells:
    """The cells after quadrant `quadrant` is turned or flipped as `b` says in this game."""
    top, left = 3 * (quadrant // 2), 3 * (quadrant % 2)
    twisted = list(cells)
    for i in range(3):
        for j in range(3):
            if b == 0:  # clockwise
                to_i, to_j = j, 2 - i
            elif game == "pentago-twist":  # flip left-right
                to_i, to_j = i, 2 - j
            else:  # counter-clockwise
                to_i, to_j = 2 - j, i
            twisted[6 * (top + to_i) + left + to_j] = cells[6 * (top + i) + left + j]
    return tuple(twisted)


def legal_moves(state: State) -> list[Move]:
    """Moves in order of x, y, quadrant, b, equal results included; none once the game is over."""
    if outcome(state) is not None:
        return []
    return [
        (x, y, quadrant, b)
        for x in range(6)
        for y in range(6)
        if state.cells[6 * x + y] == EMPTY
        for quadrant in range(4)
        for b in range(2)
    ]


def play(state: State, move: Move) -> State:
    if move not in legal_moves(state):
        raise ValueError(f"illegal move {move} in {state}")
    x, y, quadrant, b = move
    colour = WHITE if state.to_move == 0 else BLACK
    cells = place(state.cells, x, y, colour)
    if state.placement_wins and has_five(cells, colour):
        return replace(state, cells=cells)  # won before the twist, which is not carried out
    return replace(state, cells=twist(cells, quadrant, b, state.game))


def outcome(state: State) -> Outcome | None:
    """The player with five in a row wins, no matter who twisted; if both have it, a draw."""
    white, black = has_five(state.cells, WHITE), has_five(state.cells, BLACK)
    if white and black:
        return Outcome(None, 0)
    if white:
        return Outcome(0, 1)
    if black:
        return Outcome(1, -1)
    return Outcome(None, 0) if state.stones == 36 else None
