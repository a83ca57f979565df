"""The kinds of agents with their options; the core declares those of its searches."""

from __future__ import annotations

from tesuji.agents.kinds.alphabeta import ALPHABETA
from tesuji.agents.kinds.champion import CHAMPION
from tesuji.agents.kinds.mcts import MCTS
from tesuji.agents.kinds.simple import FLAT, GREEDY, RANDOM, RANDOM_WALK

__all__ = ["AGENT_KINDS"]

AGENT_KINDS = (CHAMPION, MCTS, ALPHABETA, FLAT, GREEDY, RANDOM, RANDOM_WALK)
