"""How games are played out and what their results count: parts of every Monte-Carlo search."""

from __future__ import annotations

from tesuji.specs import Kind, Parameter, Slot

__all__ = ["CUTOFF", "FLAT_RESULT", "FLAT_ROLLOUT", "RESULT", "ROLLOUT"]

_FIXED_ROLLOUTS = (
    Kind("uniform", "Every legal move is equally likely."),
    Kind(
        "decisive",
        "A move that wins at once is taken, else uniform.",
        (),
        "Teytaud and Teytaud, On the huge benefit of decisive moves in Monte-Carlo tree search"
        " algorithms, 2010",
    ),
    Kind(
        "eps_greedy",
        "Sometimes the best-looking of a few moves, else a random one.",
        (
            Parameter("greedy", float, 0.4, "How often the best-looking is taken.", 0, 1),
            Parameter("k", int, 5, "How many are drawn to choose from, repeats allowed.", 1, 384),
        ),
    ),
    Kind(
        "filtered",
        "A winning move, else one that keeps off walls, border and defeat, else a random one.",
        games=("colosseum",),
    ),
    Kind("walk", "The courses' random walk, then a random wall.", games=("colosseum",)),
)
_MAST = Kind(
    "mast",
    "Sometimes the one of a few moves that did best in all games so far, else a random one.",
    (
        Parameter("greedy", float, 0.6, "How often the best so far is taken.", 0, 1),
        Parameter("k", int, 4, "How many are drawn to choose from, repeats allowed.", 1, 384),
    ),
    "Finnsson and Björnsson, Simulation-based approach to general game playing, 2008",
)
ROLLOUT = Slot(
    "rollout", (*_FIXED_ROLLOUTS, _MAST), "uniform", "How a game is played out to value a leaf."
)
FLAT_ROLLOUT = Slot("rollout", _FIXED_ROLLOUTS, "uniform", ROLLOUT.description)
CUTOFF = Parameter(
    "cutoff", int, 0, "Plies of a rollout before the evaluation decides; 0: to the end.", 0, 1000
)
_WDL = Kind("wdl", "1 for a win, 0.5 for a draw, 0 for a loss.")
_GRADED = Kind(
    "graded",
    "A win by taking all cubes counts more than one by reaching the goal.",
    (
        Parameter("eliminate", float, 1.0, "A win by taking all cubes.", 0.5, 1),
        Parameter("goal", float, 0.9, "A win by reaching the goal.", 0.5, 1),
    ),
    games=("ewn", "ewn-cyclic"),
)
_SCALE = Parameter("scale", float, 10.0, "The score that counts as 1.", 0.001, 1e6)
_RAW = Parameter("raw", bool, False, "c and behind count in points, not in shares.")
_AREA = Kind("area", "The share of the captured area.", games=("colosseum",))


def _result(*of_score: Parameter) -> Slot:
    score = Kind("score", "The score difference, from 0 to 1.", of_score)
    kinds = (_WDL, _GRADED, score, _AREA)
    return Slot("result", kinds, "wdl", "What a finished game counts.")


RESULT = _result(_SCALE, _RAW)
FLAT_RESULT = _result(_SCALE)
