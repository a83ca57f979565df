"""Reference rules of Avalam: stack towers up to height five; whoever tops more towers wins."""

from dataclasses import dataclass

from .outcome import Outcome, winner_by

__all__ = ["CELLS", "Board", "Move", "Outcome", "State", "legal_moves", "outcome", "play", "start"]

Board = tuple[tuple[int, ...], ...]
"""9 rows of 9 signed heights: positive with player 0 on top, negative with player 1, 0 if empty."""
Move = tuple[int, int, int, int]
"""(i1, j1, i2, j2): the tower on row i1, column j1 moves onto the one on row i2, column j2."""

MAX_HEIGHT = 5
PLAYABLE_COLUMNS = (
    (2, 3),
    (1, 2, 3, 4),
    (1, 2, 3, 4, 5, 6),
    (1, 2, 3, 4, 5, 6, 7, 8),
    (0, 1, 2, 3, 5, 6, 7, 8),
    (0, 1, 2, 3, 4, 5, 6, 7),
    (2, 3, 4, 5, 6, 7),
    (4, 5, 6, 7),
    (5, 6),
)
CELLS = [(i, j) for i, columns in enumerate(PLAYABLE_COLUMNS) for j in columns]
NEIGHBOUR_PAIRS: list[Move] = [
    (i1, j1, i2, j2) for i1, j1 in CELLS for i2, j2 in CELLS if max(abs(i1 - i2), abs(j1 - j2)) == 1
]


@dataclass(frozen=True)
class State:
    board: Board
    to_move: int = 0


def start() -> State:
    """48 single counters, coloured like a chessboard."""
    rows = [[0] * 9 for _ in range(9)]
    for i, j in CELLS:
        rows[i][j] = 1 if (i + j) % 2 == 0 else -1
    return State(tuple(tuple(row) for row in rows))


def is_legal(board: Board, move: Move) -> bool:
    """Whether both cells hold towers that fit together; their colours do not matter."""
    i1, j1, i2, j2 = move
    h1, h2 = abs(board[i1][j1]), abs(board[i2][j2])
    return h1 > 0 and h2 > 0 and h1 + h2 <= MAX_HEIGHT


def legal_moves(state: State) -> list[Move]:
    """Moves in order of i1, j1, i2, j2; the same for both players, none once the game is over."""
    return [move for move in NEIGHBOUR_PAIRS if is_legal(state.board, move)]


def play(state: State, move: Move) -> State:
    if move not in legal_moves(state):
        raise ValueError(f"illegal move {move} in {state}")
    i1, j1, i2, j2 = move
    rows = [list(row) for row in state.board]
    height = abs(rows[i1][j1]) + abs(rows[i2][j2])
    rows[i2][j2] = height if rows[i1][j1] > 0 else -height
    rows[i1][j1] = 0
    return State(tuple(tuple(row) for row in rows), 1 - state.to_move)


def tower_difference(board: Board, heights: range) -> int:
    """Towers of player 0 minus towers of player 1, counting only the given heights."""
    towers = [v for row in board for v in row if abs(v) in heights]
    return sum(v > 0 for v in towers) - sum(v < 0 for v in towers)


def outcome(state: State) -> Outcome | None:
    """The outcome when no move is left; towers of five break a tie but do not change the score."""
    if legal_moves(state):
        return None
    score = tower_difference(state.board, range(1, MAX_HEIGHT + 1))
    tie_break = tower_difference(state.board, range(MAX_HEIGHT, MAX_HEIGHT + 1))
    return Outcome(winner_by(score if score != 0 else tie_break), score)
