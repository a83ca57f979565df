"""Reference knowledge of Avalam: evaluation of towers, ranks and rollout scores of moves."""

from collections.abc import Mapping

from . import avalam
from .avalam import CELLS, MAX_HEIGHT, NEIGHBOUR_PAIRS, Board, Move, State, is_legal

__all__ = [
    "best_moves_of",
    "evaluation",
    "greedy_tower_chances",
    "movable_towers",
    "move_score",
    "partners",
    "roll_score",
]

Weights = Mapping[str, float]
Cell = tuple[int, int]
NEIGHBOURS = {cell: [pair[2:] for pair in NEIGHBOUR_PAIRS if pair[:2] == cell] for cell in CELLS}


def towers(board: Board) -> list[Cell]:
    return [(i, j) for i, j in CELLS if board[i][j] != 0]


def partners(board: Board, cell: Cell) -> list[Cell]:
    """The neighbouring towers that a tower can be joined with."""
    return [other for other in NEIGHBOURS[cell] if is_legal(board, (*cell, *other))]


def is_isolated(board: Board, cell: Cell) -> bool:
    """Whether a tower is lower than five and cannot be joined with any neighbour."""
    i, j = cell
    return 0 < abs(board[i][j]) < MAX_HEIGHT and not partners(board, cell)


def sign(board: Board, cell: Cell) -> int:
    """+1 if player 0's colour is on top, -1 if player 1's is."""
    i, j = cell
    return 1 if board[i][j] > 0 else -1


def for_player(player: int) -> int:
    """Converts a sign for player 0 into one for the given player."""
    return 1 if player == 0 else -1


def component(board: Board, cell: Cell) -> set[Cell]:
    """All towers connected to this one by possible joins, including itself."""
    found, frontier = {cell}, [cell]
    while frontier:
        for other in partners(board, frontier.pop()):
            if other not in found:
                found.add(other)
                frontier.append(other)
    return found


def counts_as_one(board: Board, members: set[Cell], mixed: bool) -> bool:
    """Whether a group is two or more towers that fit into one, of one colour unless mixed."""
    one_colour = len({sign(board, cell) for cell in members}) == 1
    height = sum(abs(board[i][j]) for i, j in members)
    return len(members) > 1 and (one_colour or mixed) and height <= MAX_HEIGHT


def group_sign(board: Board, members: set[Cell]) -> int:
    """The sign of the colour with more towers; 0 if both have as many."""
    more = sum(sign(board, cell) for cell in members)
    return (more > 0) - (more < 0)


def group_worth(board: Board, members: set[Cell], weights: Weights) -> float:
    height = sum(abs(board[i][j]) for i, j in members)
    return weights["group_five"] if height == MAX_HEIGHT else weights["group"]


def tower_worth(board: Board, cell: Cell, weights: Weights) -> float:
    i, j = cell
    if abs(board[i][j]) == MAX_HEIGHT:
        return weights["five"]
    return weights["isolated"] if is_isolated(board, cell) else weights["other"]


def evaluation(state: State, weights: Weights) -> float:
    """The evaluation for player 0, from -1 to 1, without the fitted table."""
    board, total = state.board, 0.0
    for cell in towers(board):
        members = component(board, cell)
        if weights["groups"] and counts_as_one(board, members, bool(weights["mixed"])):
            if cell == min(members):
                total += group_sign(board, members) * group_worth(board, members, weights)
        else:
            total += sign(board, cell) * tower_worth(board, cell, weights)
    return max(-1.0, min(1.0, total / 50))


def move_score(state: State, move: Move, weights: Weights) -> float:
    """The rank of a move, for the player to move."""
    i1, j1, i2, j2 = move
    before, after = state.board, avalam.play(state, move).board
    mine = for_player(state.to_move)
    moved_colour = mine * sign(before, (i1, j1))
    score = moved_colour * weights["rank_height"] * abs(after[i2][j2])
    for cell in towers(after):
        new = cell == (i2, j2)
        if is_isolated(after, cell) and (new or not is_isolated(before, cell)):
            score += mine * sign(after, cell) * weights["rank_isolated"]
    if sign(before, (i1, j1)) == sign(before, (i2, j2)):
        score -= moved_colour * weights["rank_cover"]
    return score


# Rollouts


def roll_score(state: State, move: Move, weights: Weights) -> float:
    """The rollout score of a move, for the player to move."""
    i1, j1, i2, j2 = move
    before, after = state.board, avalam.play(state, move).board
    mine = for_player(state.to_move)
    new_colour = mine * sign(before, (i1, j1))
    score = new_colour * made_worth(after, (i2, j2), weights)
    if mine * sign(before, (i2, j2)) == 1:
        score -= weights["roll_cover"]
    if any(sign(after, other) != sign(after, (i2, j2)) for other in partners(after, (i2, j2))):
        score -= new_colour * weights["roll_risk"]
    return score


def made_worth(after: Board, cell: Cell, weights: Weights) -> float:
    if abs(after[cell[0]][cell[1]]) == MAX_HEIGHT:
        return weights["roll_five"]
    return weights["roll_isolated"] if is_isolated(after, cell) else weights["roll_other"]


def movable_towers(state: State) -> list[Cell]:
    return [cell for cell in towers(state.board) if partners(state.board, cell)]


def best_moves_of(state: State, tower: Cell, weights: Weights) -> tuple[float, list[Move]]:
    """The highest rollout score of a tower's moves, and all moves that have it."""
    moves = [(*tower, *other) for other in partners(state.board, tower)]
    scores = {move: roll_score(state, move, weights) for move in moves}
    best = max(scores.values())
    return best, [move for move, score in scores.items() if abs(score - best) < 1e-9]


def greedy_tower_chances(state: State, k: int, weights: Weights) -> dict[Cell, float]:
    """The probability of each tower to be the best of k draws.

    The best tower drawn is among the r lowest-ranked towers with probability (r / n) ** k. Equally
    good towers share their probability, because the first one drawn is taken.
    """
    best = {t: round(best_moves_of(state, t, weights)[0], 9) for t in movable_towers(state)}
    n = len(best)
    chances = {}
    for tower, score in best.items():
        up_to = sum(other <= score for other in best.values())
        below = sum(other < score for other in best.values())
        chances[tower] = ((up_to / n) ** k - (below / n) ** k) / (up_to - below)
    return chances
