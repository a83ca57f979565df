"""Monte-Carlo tree search."""

from __future__ import annotations

from tesuji.agents.budget import BUDGET_PARAMETERS, TIME_SLOT
from tesuji.agents.kinds.declared import declared_options
from tesuji.agents.kinds.knowledge import KNOWLEDGE
from tesuji.agents.solve_first import SOLVE
from tesuji.specs import Kind, Parameter

__all__ = ["MCTS"]

EVALUATE = Parameter(
    "evaluate", str, "none", "A registered Python evaluator to use instead of rollouts."
)
REUSE = Parameter("reuse", bool, True, "Keep the tree from move to move.")
MCTS = Kind(
    "mcts",
    "Monte-Carlo tree search.",
    (
        *declared_options("mcts", knowledge=KNOWLEDGE, evaluate=EVALUATE, reuse=REUSE),
        SOLVE,
        TIME_SLOT,
        *BUDGET_PARAMETERS,
    ),
    "Coulom, Efficient selectivity and backup operators in Monte-Carlo tree search, 2006",
    safe=True,
)
