"""Alpha-beta: its switches."""

from __future__ import annotations

from tesuji.agents.budget import BUDGET_PARAMETERS, TIME_SLOT
from tesuji.agents.kinds.knowledge import KNOWLEDGE
from tesuji.specs import Kind, Parameter, Slot

__all__ = ["ALPHABETA"]

HORIZON = Slot(
    "horizon",
    (
        Kind("none", "As deep as the budget allows."),
        Kind(
            "fixed",
            "Never deeper than this.",
            (Parameter("depth", int, 4, "Plies.", 1, 100),),
        ),
        Kind(
            "steps",
            "Deeper as the game goes on, less deep when the clock runs low.",
            (
                Parameter("start", int, 5, "Plies at the first step of the game.", 1, 100),
                Parameter("every", int, 9, "Steps of the game for one more ply.", 1, 1000),
                Parameter("cap", int, 8, "Plies at most.", 1, 100),
                Parameter("low", int, 6, "Plies at most when little time is left.", 1, 100),
                Parameter("below", float, 135.0, "Seconds left that are little.", 0, 1e6),
            ),
        ),
    ),
    "none",
    "How deep it looks, whatever the budget.",
)
RANK = Slot(
    "rank",
    (
        Kind("evaluation", "By the evaluation of the position after the move."),
        Kind("score", "By the game's score of the move."),
    ),
    "evaluation",
    "How a beam ranks moves.",
)
ALPHABETA = Kind(
    "alphabeta",
    "Alpha-beta with iterative deepening; expectiminimax where there are dice.",
    (
        Parameter("evaluate", str, "plain", "plain, none, or a registered Python evaluator."),
        KNOWLEDGE,
        HORIZON,
        Parameter("prune", bool, True, "Leaves out what cannot matter; false: plain minimax."),
        Parameter("pvs", bool, True, "Later moves are first searched with an empty window."),
        Parameter("table", bool, True, "Remembers positions."),
        Parameter("killers", bool, True, "Tries moves first that refuted a sister position."),
        Parameter("history", bool, True, "Tries moves first that refuted often."),
        Parameter(
            "aspiration", float, 0.02, "Half the window round the last value; 0: none.", 0, 1
        ),
        Parameter("beam", int, 0, "Only the so many best-ranked moves; 0: all.", 0, 1000),
        RANK,
        Parameter("sort", bool, True, "Root moves in the order of the last iteration."),
        Parameter("speed", bool, True, "Quick wins and slow losses count more."),
        Parameter(
            "despair",
            str,
            "best",
            "When all is lost: the longest defence, or the first diagonal move (EinStein).",
            choices=("best", "diagonal"),
        ),
        Parameter("star1", bool, True, "Dice: cuts rolls that cannot matter.", dice=True),
        Parameter("star2", bool, True, "Dice: tries one move of each roll first.", dice=True),
        Parameter("threads", int, 1, "Threads that share the table.", 1, 256),
        Parameter("memory", float, 64.0, "Megabytes for the table.", 0.1, 1_000_000),
        TIME_SLOT,
        *BUDGET_PARAMETERS,
    ),
    "Knuth and Moore, An analysis of alpha-beta pruning, 1975; Ballard, The *-minimax search"
    " procedure for trees containing chance nodes, 1983",
)
