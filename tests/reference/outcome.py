"""Outcome of a finished game, the same type for every reference game."""

from typing import NamedTuple


class Outcome(NamedTuple):
    """winner: 0, 1 or None for a draw; score: player 0's game units minus player 1's."""

    winner: int | None
    score: int


def winner_by(difference: int) -> int | None:
    """The player ahead when `difference` is player 0's count minus player 1's."""
    if difference == 0:
        return None
    return 0 if difference > 0 else 1
