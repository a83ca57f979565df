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
    """An opening is even if a search values it within ``within`` of 0.5 and proves no result.

    Before a roll, that is the mean value of the rolls, and a roll may have a proven result as long
    as not all of them have.
    """

    within: float = 0.1
    agent: str = BEST
    nodes: int = 200_000

    def __post_init__(self) -> None:
        if not isinstance(self.within, int | float) or not 0 < self.within <= 0.5:
            raise ParameterError.wrong_value(
                "within", self.within, "a number above 0 and at most 0.5"
            )
        if not isinstance(self.nodes, int) or isinstance(self.nodes, bool) or self.nodes < 1:
            raise ParameterError.wrong_value("nodes", self.nodes, "a whole number of at least 1")
        find_agent(self.agent)

    def holds(self, position: Position) -> bool:
        """Whether the opening is even."""
        searched = self._searches(position)
        if not all(analysis.has_value for analysis, _ in searched):
            raise ParameterError.wrong_value("agent", self.agent, "an agent that gives values")
        value = math.fsum(share * analysis.value for analysis, share in searched)
        undecided = any(analysis.proven is None for analysis, _ in searched)
        return undecided and abs(value - 0.5) <= self.within

    def _searches(self, position: Position) -> list[tuple[Analysis, float]]:
        """The analysis of the position, or one for every roll, with its probability."""
        rolls = position.chance_outcomes if position.is_chance else ()
        after = [(position.play(roll), share) for roll, share in rolls] or [(position, 1.0)]
        return [(best(each, agent=self.agent, nodes=self.nodes), share) for each, share in after]
