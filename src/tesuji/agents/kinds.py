"""The agents and their parts: every switch declared once."""

from __future__ import annotations

from tesuji.agents.budget import BUDGET_PARAMETERS, TIME_SLOT
from tesuji.specs import Kind, Parameter, Slot

__all__ = ["AGENT_KINDS"]

_MERGE = Parameter("merge", bool, False, "One child for all moves that lead to equal positions.")
_TEMPERATURE = Parameter(
    "temperature", float, 0.0, "Draw the move instead of taking the best; 0 takes it.", 0, 1000
)

SELECT = Slot(
    "select",
    (
        Kind(
            "ucb1",
            "Mean plus c * sqrt(ln N / n): optimism in the face of uncertainty.",
            (Parameter("c", float, 1.0, "How much the uncertain is preferred.", 0, 100),),
            "Kocsis and Szepesvári, Bandit based Monte-Carlo planning, 2006",
        ),
        Kind(
            "puct",
            "Mean plus c * prior * sqrt(N) / (1 + n): a prior says where to look first.",
            (
                Parameter("c", float, 1.5, "How much prior and uncertainty weigh.", 0, 100),
                Parameter("fpu", float, 0.1, "How far below its parent an untried move is.", -1, 1),
            ),
            "Silver et al., Mastering the game of Go without human knowledge, 2017",
        ),
    ),
    "ucb1",
    "Which child a simulation follows.",
)
EXPAND = Slot(
    "expand",
    (
        Kind("one", "One new child a visit, in a spread order.", (_MERGE,)),
        Kind("all", "All children at once, when a node is made.", (_MERGE,)),
    ),
    "one",
    "How the tree grows.",
)
ROLLOUT = Slot(
    "rollout",
    (
        Kind("uniform", "Every legal move is equally likely."),
        Kind("decisive", "A move that wins at once is taken, else uniform."),
    ),
    "uniform",
    "How a game is played out to value a leaf.",
)
RESULT = Slot(
    "result",
    (
        Kind("wdl", "1 for a win, 0.5 for a draw, 0 for a loss."),
        Kind(
            "score",
            "The score difference, from 0 to 1.",
            (Parameter("scale", float, 10.0, "The score that counts as 1.", 0.001, 1e6),),
        ),
    ),
    "wdl",
    "What a finished game counts.",
)
GUARD = Slot(
    "guard",
    (
        Kind("none", "No look ahead."),
        Kind(
            "ahead",
            "Looks for forced ends by plain search.",
            (
                Parameter("root", int, 1, "Plies at the root.", 0, 6),
                Parameter("nodes", int, 0, "Plies at every new node.", 0, 4),
            ),
        ),
    ),
    "ahead",
    "A look for forced wins and losses a few plies ahead.",
)
FINAL = Slot(
    "final",
    (
        Kind("visits", "The most visited move, the robust child.", (_TEMPERATURE,)),
        Kind("value", "The move with the highest mean.", (_TEMPERATURE,)),
    ),
    "visits",
    "Which move is played in the end; proven wins come first, proven losses last.",
)
MEMORY = Parameter("memory", float, 256.0, "Megabytes for the tree.", 0.1, 1_000_000)

MCTS = Kind(
    "mcts",
    "Monte-Carlo tree search.",
    (
        SELECT,
        EXPAND,
        ROLLOUT,
        RESULT,
        Parameter("solver", bool, True, "Proves wins, losses and draws while searching."),
        GUARD,
        FINAL,
        Parameter("evaluate", str, "none", "A registered Python evaluator in place of rollouts."),
        Parameter("batch", int, 8, "Positions the evaluator gets at once.", 1, 4096),
        Parameter("reuse", bool, True, "A player keeps the tree from move to move."),
        MEMORY,
        TIME_SLOT,
        *BUDGET_PARAMETERS,
    ),
    "Coulom, Efficient selectivity and backup operators in Monte-Carlo tree search, 2006",
)
ALPHABETA = Kind(
    "alphabeta",
    "Alpha-beta with iterative deepening; expectiminimax where there are dice.",
    (
        Parameter("evaluate", str, "plain", "plain, none, or a registered Python evaluator."),
        Parameter("pvs", bool, True, "Later moves are first searched with an empty window."),
        Parameter("table", bool, True, "Remembers positions."),
        Parameter("killers", bool, True, "Tries moves first that refuted a sister position."),
        Parameter("history", bool, True, "Tries moves first that refuted often."),
        Parameter(
            "aspiration", float, 0.02, "Half the window round the last value; 0: none.", 0, 1
        ),
        Parameter("beam", int, 0, "Only the so many best moves by evaluation; 0: all.", 0, 1000),
        Parameter("star1", bool, True, "Dice: cuts rolls that cannot matter."),
        Parameter("star2", bool, True, "Dice: tries one move of each roll first."),
        Parameter("memory", float, 64.0, "Megabytes for the table.", 0.1, 1_000_000),
        TIME_SLOT,
        *BUDGET_PARAMETERS,
    ),
    "Knuth and Moore, An analysis of alpha-beta pruning, 1975; Ballard, The *-minimax search"
    " procedure for trees containing chance nodes, 1983",
)
FLAT = Kind(
    "flat",
    "Flat Monte Carlo: random games after each move in turn, no tree.",
    (ROLLOUT, RESULT, TIME_SLOT, *BUDGET_PARAMETERS),
    "Brügmann, Monte Carlo Go, 1993",
)
GREEDY = Kind(
    "greedy",
    "The move whose position looks best at once; a win if there is one.",
    (Parameter("evaluate", str, "plain", "plain, none, or a registered Python evaluator."),),
)
RANDOM = Kind("random", "Any legal move, all equally likely.")
RANDOM_WALK = Kind(
    "random-walk",
    "Colosseum only: a walk of random steps, then a random wall, as the courses' random agent.",
)

AGENT_KINDS = (MCTS, ALPHABETA, FLAT, GREEDY, RANDOM, RANDOM_WALK)
