"""Monte-Carlo tree search."""

from __future__ import annotations

from dataclasses import replace

from tesuji.agents.book_first import BOOK
from tesuji.agents.budget import BUDGET_PARAMETERS, TIME_SLOT
from tesuji.agents.content import content_of_search
from tesuji.agents.defaults import DEFAULT
from tesuji.agents.kinds.declared import declared_options
from tesuji.agents.kinds.knowledge import KNOWLEDGE
from tesuji.agents.learned import LEARNED
from tesuji.agents.solve_first import SOLVE
from tesuji.specs import Kind, Parameter, Slot

__all__ = ["MCTS"]

EVALUATE = Parameter(
    "evaluate",
    str,
    "none",
    'patterns, net, either with ("FILE"), or a registered Python evaluator, instead of rollouts.',
    parts=LEARNED,
)
REUSE = Parameter("reuse", bool, True, "Keep the tree from move to move.")


def _with_default(option: Parameter | Slot) -> Parameter | Slot:
    """Selection starts with the rule and the constant that suit the game."""
    if not isinstance(option, Slot) or option.name != "select":
        return option
    own = Kind(DEFAULT, "UCB1 with the constant that suits the game.", safe=True)
    return replace(option, kinds=(own, *option.kinds), default=DEFAULT)


MCTS = Kind(
    "mcts",
    "Monte-Carlo tree search.",
    (
        *map(
            _with_default,
            declared_options("mcts", knowledge=KNOWLEDGE, evaluate=EVALUATE, reuse=REUSE),
        ),
        SOLVE,
        BOOK,
        TIME_SLOT,
        *BUDGET_PARAMETERS,
    ),
    "Coulom, Efficient selectivity and backup operators in Monte-Carlo tree search, 2006",
    safe=True,
    content=content_of_search,
)
