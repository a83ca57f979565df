"""Outcomes of games."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Outcome"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: who won, by how much, and why.

    ``score`` is the score of player 0 in the game's own units, such as cells or towers; it is
    1, 0 or -1 in games without points.
    """

    winner: int | None
    score: int
    reason: str

    def value_for(self, player: int) -> float:
        """1 for a win of this player, 0.5 for a draw, 0 for a loss."""
        if self.winner is None:
            return 0.5
        return 1.0 if self.winner == player else 0.0

    def score_for(self, player: int) -> int:
        """The score from this player's point of view."""
        return self.score if player == 0 else -self.score
