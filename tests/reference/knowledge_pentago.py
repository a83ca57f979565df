"""Reference knowledge of Pentago and Pentago-Twist: lines, near lines, centre, threats, blocks."""

from collections.abc import Mapping
from functools import cache

from . import pentago
from .pentago import BLACK, EMPTY, LINES, WHITE, Cells, Game, Move, State, twist

__all__ = ["evaluation", "move_score", "near_lines"]

Weights = Mapping[str, float]
MIDDLE = (2, 3)
"""The rows and columns next to the centre lines."""
EIGHT_WAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def colour_of(player: int) -> int:
    return WHITE if player == 0 else BLACK


def in_middle(x: int, y: int) -> bool:
    return x in MIDDLE or y in MIDDLE


# Positions


def line_worth(cells: Cells, line: list[int], colour: int) -> int:
    """1, 3, 9 or 27 for one to four stones in a line without stones of the opponent."""
    found = [cells[index] for index in line]
    if colour not in found or found.count(colour) + found.count(EMPTY) < 5:
        return 0
    return int(3 ** (found.count(colour) - 1))


def line_difference(cells: Cells) -> int:
    return sum(line_worth(cells, line, WHITE) - line_worth(cells, line, BLACK) for line in LINES)


def stones_in_middle(cells: Cells, colour: int) -> int:
    return sum(cells[6 * x + y] == colour for x in range(6) for y in range(6) if in_middle(x, y))


def nearly_five(cells: Cells, colour: int) -> bool:
    """Whether a line has at least four stones of a colour and none of the other."""
    for line in LINES:
        found = [cells[index] for index in line]
        if found.count(colour) >= 4 and found.count(colour) + found.count(EMPTY) == 5:
            return True
    return False


def threats(state: State, colour: int) -> int:
    """The number of twists after which a line has at least four stones of one colour only."""
    return sum(
        nearly_five(twist(state.cells, quadrant, b, state.game), colour)
        for quadrant in range(4)
        for b in range(2)
    )


@cache
def near_lines(game: Game) -> frozenset[frozenset[int]]:
    """The sets of five cells that are a line now or after one twist."""
    numbers = tuple(range(36))
    boards = [numbers, *(twist(numbers, q, b, game) for q in range(4) for b in range(2))]
    return frozenset(
        frozenset(board[index] for index in line) for board in boards for line in LINES
    )


def near_value(state: State, weights: Weights) -> float:
    """The near lines for the player to move, from -1 to 1."""
    own, other = colour_of(state.to_move), colour_of(1 - state.to_move)
    total = weights["tempo"]
    to_block = set[int]()
    full = False
    for line in near_lines(state.game):
        found = [state.cells[index] for index in line]
        if own in found and other in found:
            continue
        if found.count(own) >= 4:
            return 1.0
        if found.count(own) > 0:
            total += weights[f"own_{found.count(own)}"]
        elif found.count(other) == 5:
            full = True
        elif found.count(other) == 4:
            to_block |= {index for index in line if state.cells[index] == EMPTY}
        elif found.count(other) > 0:
            total -= weights[f"other_{found.count(other)}"]
    total -= weights["other_4"] * (len(to_block) + full)
    x = max(-3.0, min(3.0, total * (36 - state.stones) / 36 / 2))
    return x * (27 + x * x) / (27 + 9 * x * x)


def evaluation(state: State, weights: Weights) -> float:
    """The evaluation for player 0 before the game is over."""
    cells = state.cells
    middle = stones_in_middle(cells, WHITE) - stones_in_middle(cells, BLACK)
    near = near_value(state, weights)
    total = (
        weights["lines"] * line_difference(cells) / 300
        + weights["centre"] * middle / 36
        + weights["threats"] * (threats(state, WHITE) - threats(state, BLACK)) / 8
        + weights["near"] * (near if state.to_move == 0 else -near)
    )
    return max(-0.9, min(0.9, total))


# Moves


def blocks(cells: Cells, x: int, y: int, opponent: int) -> bool:
    """Whether the next three cells in some direction hold the opponent's stones."""
    for dx, dy in EIGHT_WAYS:
        run = [(x + n * dx, y + n * dy) for n in (1, 2, 3)]
        inside = all(0 <= rx < 6 and 0 <= ry < 6 for rx, ry in run)
        if inside and all(cells[6 * rx + ry] == opponent for rx, ry in run):
            return True
    return False


def move_score(state: State, move: Move, weights: Weights) -> float:
    """The score of a move, for the player to move."""
    x, y, _, _ = move
    player, score = state.to_move, 0.0
    result = pentago.outcome(pentago.play(state, move))
    if result is not None and result.winner is not None:
        score += weights["score_win"] if result.winner == player else -weights["score_loss"]
    if in_middle(x, y):
        score += weights["score_centre"]
    if blocks(state.cells, x, y, colour_of(1 - player)):
        score += weights["score_block"]
    return score
