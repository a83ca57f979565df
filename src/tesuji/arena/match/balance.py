"""Balanced openings: positions that a search finds even.

From many random openings one side wins whoever plays it, and a pair of games from there says
nothing about the players. Even openings leave the result to them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tesuji.agents.analysis import Analysis
from tesuji.agents.best import BEST, best
from tesuji.agents.registry import agent as find_agent
from tesuji.errors import ParameterError
from tesuji.games import Position

__all__ = ["Balance"]


@dataclass(frozen=True)
class Balance:
    """An opening is even if a search values it within ``within`` of 0.5 and proves nothing."""

    within: float = 0.1
    agent: str = BEST
    nodes: int = 200_000

    def __post_init__(self) -> None:
        if not 0 < self.within <= 0.5:
            raise ParameterError(
                f"within must be above 0 and at most 0.5, not {self.within!r}",
                where="within",
                given=self.within,
                expected="a number above 0 and at most 0.5",
            )
        if self.nodes < 1:
            raise ParameterError(
                f"nodes must be at least 1, not {self.nodes!r}", where="nodes", given=self.nodes
            )
        find_agent(self.agent)

    def holds(self, position: Position) -> bool:
        """Whether the opening is even; before a roll, in the mean of the rolls."""
        searched = self._searches(position)
        value = math.fsum(share * analysis.value for analysis, share in searched)
        undecided = any(analysis.proven is None for analysis, _ in searched)
        return undecided and abs(value - 0.5) <= self.within

    def _searches(self, position: Position) -> list[tuple[Analysis, float]]:
        """The analysis of the position, or one for every roll, with its probability."""
        rolls = position.chance_outcomes if position.is_chance else ()
        after = [(position.play(roll), share) for roll, share in rolls] or [(position, 1.0)]
        return [(best(each, agent=self.agent, nodes=self.nodes), share) for each, share in after]
