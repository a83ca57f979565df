"""Agents without a tree: flat Monte Carlo, greedy, random."""

from __future__ import annotations

from tesuji.agents.budget import TIME_SLOT, budget_parameters
from tesuji.agents.content import content_of_search
from tesuji.agents.kinds.alphabeta import EVALUATE
from tesuji.agents.kinds.declared import declared_options
from tesuji.agents.kinds.knowledge import KNOWLEDGE
from tesuji.specs import Kind

__all__ = ["FLAT", "GREEDY", "RANDOM", "RANDOM_WALK"]

FLAT = Kind(
    "flat",
    "Flat Monte Carlo: random games after each move in turn, no tree.",
    (*declared_options("flat", knowledge=KNOWLEDGE), TIME_SLOT, *budget_parameters("depth")),
    "Brügmann, Monte Carlo Go, 1993",
    safe=True,
)
GREEDY = Kind(
    "greedy",
    "Plays the best-looking move without search; takes immediate wins, avoids immediate losses.",
    (
        *declared_options("greedy", evaluate=EVALUATE, knowledge=KNOWLEDGE),
        TIME_SLOT,
        *budget_parameters("simulations", "nodes", "depth"),
    ),
    counts_nodes=True,
    safe=True,
    content=content_of_search,
)
RANDOM = Kind("random", "Plays any legal move with equal probability.", safe=True)
RANDOM_WALK = Kind(
    "random-walk",
    "Colosseum only: random steps, then a random wall, like the courses' random agent.",
    games=("colosseum",),
    safe=True,
)
