"""Alpha-beta, and the depth it searches to."""

from __future__ import annotations

from dataclasses import replace

from tesuji.agents.book_first import BOOK
from tesuji.agents.budget import BUDGET_PARAMETERS, TIME_SLOT
from tesuji.agents.content import content_of_search
from tesuji.agents.defaults import OTHER_SELECTIVE
from tesuji.agents.kinds.declared import declared_options
from tesuji.agents.kinds.knowledge import KNOWLEDGE
from tesuji.agents.learned import LEARNED
from tesuji.agents.solve_first import SOLVE
from tesuji.specs import Kind, Parameter, Slot

__all__ = ["ALPHABETA", "EVALUATE"]

EVALUATE = Parameter(
    "evaluate",
    str,
    "plain",
    'plain, none, patterns, net, patterns("FILE"), net("FILE"), or a registered Python evaluator.',
    parts=LEARNED,
)
HORIZON = Slot(
    "horizon",
    (
        Kind("none", "As deep as the budget allows.", safe=True),
        Kind("fixed", "A fixed depth.", (Parameter("depth", int, 4, "Plies.", 1, 100),), safe=True),
        Kind(
            "steps",
            "Deeper as the game goes on, less deep when the clock runs low.",
            (
                Parameter("start", int, 5, "Plies at the first move of the game.", 1, 100),
                Parameter("every", int, 9, "Moves of the game until one more ply.", 1, 1000),
                Parameter("cap", int, 8, "Maximum depth in plies.", 1, 100),
                Parameter("low", int, 6, "Maximum depth when the clock runs low.", 1, 100),
                Parameter("below", float, 135.0, "Seconds left at which it runs low.", 0, 1e6),
            ),
            safe=True,
        ),
        Kind(
            "moves",
            "Deeper in positions with fewer legal moves, to the end in endgames.",
            (
                Parameter(
                    "leaves",
                    float,
                    2e6,
                    "Leaves of the whole tree: the largest depth with moves^depth below it.",
                    1,
                    1e18,
                ),
                Parameter("cap", int, 40, "Maximum depth in plies.", 1, 100),
                Parameter("low", int, 6, "Maximum depth when the clock runs low.", 1, 100),
                Parameter("below", float, 135.0, "Seconds left at which it runs low.", 0, 1e6),
            ),
            safe=True,
        ),
    ),
    "none",
    "Maximum depth, independent of the budget.",
)


def _by_game(option: Parameter | Slot) -> Parameter | Slot:
    """An option whose default depends on the game."""
    if isinstance(option, Slot) or option.name not in OTHER_SELECTIVE:
        return option
    return replace(option, default=None, default_text="that of the game")


ALPHABETA = Kind(
    "alphabeta",
    "Alpha-beta with iterative deepening; expectiminimax in games with dice.",
    (
        *map(
            _by_game,
            declared_options("alphabeta", evaluate=EVALUATE, knowledge=KNOWLEDGE, horizon=HORIZON),
        ),
        SOLVE,
        BOOK,
        TIME_SLOT,
        *BUDGET_PARAMETERS,
    ),
    "Knuth and Moore, An analysis of alpha-beta pruning, 1975; Ballard, The *-minimax search"
    " procedure for trees containing chance nodes, 1983",
    counts_nodes=True,
    safe=True,
    content=content_of_search,
)
