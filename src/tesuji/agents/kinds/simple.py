"""Agents without a tree: flat Monte Carlo, one look ahead, chance."""

from __future__ import annotations

from tesuji.agents.budget import TIME_SLOT, budget_parameters
from tesuji.agents.kinds.knowledge import KNOWLEDGE
from tesuji.agents.kinds.playing_out import CUTOFF, FLAT_RESULT, FLAT_ROLLOUT
from tesuji.specs import Kind, Parameter

__all__ = ["FLAT", "GREEDY", "RANDOM", "RANDOM_WALK"]

FLAT = Kind(
    "flat",
    "Flat Monte Carlo: random games after each move in turn, no tree.",
    (FLAT_ROLLOUT, CUTOFF, FLAT_RESULT, KNOWLEDGE, TIME_SLOT, *budget_parameters("depth")),
    "Brügmann, Monte Carlo Go, 1993",
)
GREEDY = Kind(
    "greedy",
    "The move that looks best at once; a win if there is one, no loss if that can be helped.",
    (
        Parameter(
            "by",
            str,
            "score",
            "What looks best: the game's score of moves, or the position after each.",
            choices=("score", "evaluation"),
        ),
        Parameter("evaluate", str, "plain", "plain, none, or a registered Python evaluator."),
        KNOWLEDGE,
        TIME_SLOT,
        *budget_parameters("simulations", "nodes", "depth"),
    ),
)
RANDOM = Kind("random", "Any legal move, all equally likely.")
RANDOM_WALK = Kind(
    "random-walk",
    "Colosseum only: a walk of random steps, then a random wall, as the courses' random agent.",
    games=("colosseum",),
)
