"""Reference knowledge of EinStein: distance to the goal and number of cubes."""

from collections.abc import Mapping

from . import ewn
from .ewn import AnyState, Move, Squares, State, target

__all__ = ["despair_move", "evaluation", "is_eliminated", "move_score"]

Weights = Mapping[str, float]
DIAGONAL = 2


def squares_of(state: State, player: int) -> Squares:
    return state.red if player == 0 else state.blue


def alive(state: State, player: int) -> int:
    return sum(square is not None for square in squares_of(state, player))


def steps(state: State, player: int) -> int:
    """Steps of the player's nearest cube to its goal, diagonal steps allowed."""
    row, column = state.variant.goal(player)
    cubes = [square for square in squares_of(state, player) if square is not None]
    return min(max(abs(r - row), abs(c - column)) for r, c in cubes)


def evaluation(state: State, weights: Weights) -> float:
    """The evaluation for player 0 before the game is over."""
    nearer = weights["steps"] * (steps(state, 1) - steps(state, 0)) / 10
    more = weights["cubes"] * (alive(state, 0) - alive(state, 1)) / 6
    return nearer + more


def move_score(state: AnyState, move: Move, weights: Weights) -> float:
    """The score of a move, for the player to move."""
    player, score = state.to_move, 0.0
    next_state = ewn.play(state, move)
    result = ewn.outcome(next_state)
    if result is not None:
        score += weights["score_win"] if result.winner == player else -weights["score_win"]
    score += weights["score_step"] * (steps(state, player) - steps(next_state, player))
    goes_to = target(state, *move)
    if goes_to in squares_of(state, 1 - player):
        score += weights["score_capture"]
    if goes_to in squares_of(state, player):
        score += weights["score_own"]
    return score


def is_eliminated(state: State) -> bool:
    """Whether a finished game was won by capturing all cubes, not by reaching the goal."""
    if any(state.variant.goal(player) in squares_of(state, player) for player in (0, 1)):
        return False
    return alive(state, 0) == 0 or alive(state, 1) == 0


def despair_move(state: State) -> Move:
    """The first diagonal move, else the first move."""
    moves = ewn.legal_moves(state)
    diagonal = [move for move in moves if move[1] == DIAGONAL]
    return (diagonal or moves)[0]
