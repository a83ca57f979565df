"""Reference knowledge of Colosseum: regions, mobility and the place of a player."""

from collections.abc import Mapping
from dataclasses import replace

from . import colosseum
from .colosseum import (
    SIDES,
    Cell,
    Move,
    State,
    all_cells,
    longest_walk,
    open_neighbours,
    reachable,
    region,
)

__all__ = ["blend", "evaluation", "move_score", "preferred_moves", "share"]

Weights = Mapping[str, float]


def cell_of(state: State, player: int) -> Cell:
    return state.p0 if player == 0 else state.p1


# Features of a position


def room_of_adversary(state: State) -> float:
    """The number of moves of the player to move, divided by the largest possible number."""
    k = longest_walk(state.size)
    most = 4 * min(2 * k * (k + 1) + 1, state.size**2)
    return len(colosseum.legal_moves(state)) / most


def distance(state: State) -> float:
    rows, columns = abs(state.p0[0] - state.p1[0]), abs(state.p0[1] - state.p1[1])
    return (rows + columns) / (2 * (state.size - 1))


def from_centre(state: State, player: int) -> float:
    row, column = cell_of(state, player)
    middle = (state.size - 1) / 2
    return (abs(row - middle) + abs(column - middle)) / (state.size - 1)


def free(state: State) -> float:
    """The share of inner sides that are still open; each wall is stored from both sides."""
    border_walls = 4 * state.size
    inner_walls = (len(state.walls) - border_walls) // 2
    return 1 - inner_walls / (2 * state.size * (state.size - 1))


def on_edge(state: State, player: int) -> int:
    return int(any(x in (0, state.size - 1) for x in cell_of(state, player)))


def walls_round(state: State, player: int) -> int:
    return sum((*cell_of(state, player), side) in state.walls for side in SIDES)


def between_walls(state: State, player: int) -> int:
    return int(walls_round(state, player) >= 2)


def value_for(state: State, player: int) -> float | None:
    """1, 0.5 or 0 for the player, when the game is over."""
    result = colosseum.outcome(state)
    if result is None:
        return None
    return 0.5 if result.winner is None else float(result.winner == player)


# Moves


def move_score(state: State, move: Move, weights: Weights) -> float:
    """The score of a move, for the player to move."""
    player, after = state.to_move, colosseum.play(state, move)
    value = value_for(after, player)
    if value is not None:
        return {1.0: 10.0, 0.5: 0.0, 0.0: -10.0}[value]
    return -(
        weights["score_moves"] * room_of_adversary(after)
        + weights["score_distance"] * distance(after)
        + weights["score_centre"] * free(after) * from_centre(after, player)
        + weights["score_edge"] * on_edge(after, player)
        + weights["score_walls"] * between_walls(after, player)
    )


def blend(
    state: State,
    mover: int,
    moves_weight: float,
    distance_weight: float,
    edge_weight: float = 0.0,
    walls_weight: float = 0.0,
) -> float:
    """The value of a position for the player who has just moved, from 0 to 1."""
    value = value_for(state, mover)
    if value is not None:
        return value
    terms = (
        (moves_weight, 1 - min(1.0, room_of_adversary(state))),
        (distance_weight, 1 - distance(state)),
        (edge_weight, 1 - on_edge(state, mover)),
        (walls_weight, 1 - between_walls(state, mover)),
    )
    total = sum(weight for weight, _ in terms)
    return sum(weight * term for weight, term in terms) / total if total else 0.5


def is_sound(state: State, move: Move) -> bool:
    """Whether the mover ends off the border, with at most two walls, and does not lose."""
    player, after = state.to_move, colosseum.play(state, move)
    crowded = walls_round(after, player) > 2
    return not crowded and not on_edge(after, player) and value_for(after, player) != 0


def preferred_moves(state: State) -> list[Move]:
    moves, player = colosseum.legal_moves(state), state.to_move
    winning = [move for move in moves if value_for(colosseum.play(state, move), player) == 1]
    return winning or [move for move in moves if is_sound(state, move)] or moves


# Positions


def within_one_walk(state: State, player: int) -> int:
    return len(reachable(replace(state, to_move=player)))


def steps_from(state: State, start: Cell) -> dict[Cell, int]:
    """The steps to every cell that can be reached; players do not block."""
    steps, last = {start: 0}, [start]
    while last:
        ahead = []
        for cell in last:
            for other in open_neighbours(state.walls, cell):
                if other not in steps:
                    steps[other] = steps[cell] + 1
                    ahead.append(other)
        last = ahead
    return steps


def cells_first_reached(state: State, player: int) -> int:
    own = steps_from(state, cell_of(state, player))
    theirs = steps_from(state, cell_of(state, 1 - player))
    far = state.size**2
    return sum(own.get(cell, far) < theirs.get(cell, far) for cell in all_cells(state.size))


def turns_to(state: State, player: int) -> dict[Cell, int]:
    """The turn in which the player can first end on each cell; players do not block."""
    walk = longest_walk(state.size)
    return {cell: -(-n // walk) for cell, n in steps_from(state, cell_of(state, player)).items()}


def early_cells(state: State, player: int) -> float:
    """The cells a player can reach; each further turn halves their weight."""
    return sum(0.5**turn for turn in turns_to(state, player).values())


def contested(state: State) -> float:
    """The share of the cells within reach of anyone that both reach in the same turn."""
    own, theirs = turns_to(state, 0), turns_to(state, 1)
    tied = sum(own[cell] == theirs[cell] for cell in own.keys() & theirs.keys())
    return tied / len(own.keys() | theirs.keys())


def ratio(first: float, second: float) -> float:
    return (first - second) / (first + second) if first + second else 0.0


def evaluation(state: State, weights: Weights) -> float:
    """The evaluation for player 0 before the game is over."""
    sign = 1 if state.to_move == 0 else -1
    tied, contest = contested(state), weights["contest"]
    total = (
        weights["reach"] * ratio(within_one_walk(state, 0), within_one_walk(state, 1))
        + weights["area"]
        * (1 - contest * tied)
        * ratio(cells_first_reached(state, 0), cells_first_reached(state, 1))
        + weights["turns"]
        * (1 - contest + contest * tied)
        * ratio(early_cells(state, 0), early_cells(state, 1))
        + weights["ties"] * tied * sign
        + weights["centre"] * free(state) * (from_centre(state, 1) - from_centre(state, 0))
        + weights["edge"] * (on_edge(state, 1) - on_edge(state, 0))
        + weights["walls"] * (between_walls(state, 1) - between_walls(state, 0))
    )
    return max(-0.99, min(0.99, total))


def share(state: State) -> float:
    """Player 0's share of both regions, when the game is over."""
    first, second = len(region(state.walls, state.p0)), len(region(state.walls, state.p1))
    return first / (first + second)
