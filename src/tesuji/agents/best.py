"""The best move of a position, by the strongest agent unless another one is named."""

from __future__ import annotations

from typing import Any

from tesuji.agents.analysis import Analysis
from tesuji.agents.registry import AgentLike
from tesuji.agents.registry import agent as find_agent
from tesuji.games import Position

__all__ = ["BEST", "best"]

BEST = "champion"
"""The agent that is used where none is named."""


def best(position: Position, *, agent: AgentLike = BEST, seed: int = 0, **budget: Any) -> Analysis:
    """Searches a position and returns the analysis, whose ``best`` is the move to play.

    The budget is that of `tesuji.Player.search`, a second by default. Ctrl-C stops the search and
    raises KeyboardInterrupt.

    >>> import tesuji
    >>> position = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
    >>> analysis = tesuji.best(position, seconds=0.1)
    >>> analysis.agent, analysis.proven
    ('champion', 'win')
    """
    return find_agent(agent).search(position, seed=seed, **budget)
