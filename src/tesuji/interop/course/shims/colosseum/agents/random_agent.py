"""Stands in for the course's `agents.random_agent`: a random walk, then a random wall."""

from __future__ import annotations

from typing import Any

import numpy as np

from .agent import Agent

MOVES = ((-1, 0), (0, 1), (1, 0), (0, -1))


class RandomAgent(Agent):
    """Walks 0 to `max_step` random steps and builds a random wall."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "RandomAgent"

    def step(self, chess_board: Any, my_pos: Any, adv_pos: Any, max_step: int) -> tuple[Any, int]:
        row, column = map(int, my_pos)
        for _ in range(np.random.randint(0, max_step + 1)):
            open_to = [
                (row + down, column + right)
                for side, (down, right) in enumerate(MOVES)
                if not chess_board[row, column, side]
                and (row + down, column + right) != tuple(adv_pos)
            ]
            if not open_to:
                break
            row, column = open_to[np.random.randint(len(open_to))]
        free = [side for side in range(4) if not chess_board[row, column, side]]
        return (row, column), free[np.random.randint(len(free))]
