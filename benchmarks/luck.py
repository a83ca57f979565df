"""Luck-adjusted results: the mean of many games stays, and the variance falls.

Quick agents play ewn. Two agents measure the luck of the dice: the fast one of `--luck-adjusted`,
and the champion, as in the tables of its matches. The mean luck must be zero within its error, and
the variance of a pair must fall by at least 40%.

    python -m benchmarks.luck [--games 10000] [--write]
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from statistics import fmean, pvariance
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tesuji
from benchmarks.champion_rows import EVALUATOR
from benchmarks.common import finish
from tesuji.arena import MatchResult

RESULTS = Path(__file__).parent / "results" / "luck.json"
AGENTS = ("greedy(knowledge=ewn(steps=0, cubes=0, race=1))", "greedy(knowledge=ewn)")
MOST_ERRORS = 3.0
"""Standard errors by which the means may differ."""
MOST_VARIANCE = 0.6
"""Share of the variance that may be left."""


def measured(games: int) -> dict[str, Any]:
    """Means and variances of a match, raw and adjusted by each evaluator."""
    match = tesuji.match(*AGENTS, game="ewn", pairs=games // 2, jobs=1)
    low, high = match.pentanomial.interval
    return {
        "agents": list(AGENTS),
        "games": 2 * match.pentanomial.pairs,
        "score": round(match.score, 5),
        "interval": [round(low, 5), round(high, 5)],
        "adjusted": [adjusted_by(each, match) for each in (None, EVALUATOR)],
    }


def adjusted_by(evaluator: str | None, match: MatchResult) -> dict[str, Any]:
    """How the values of one agent change the mean and the variance of a match."""
    found = match.with_luck(evaluator).luck
    assert found is not None
    differences = [one - other for one, other in zip(found.scores, found.raw_scores, strict=True)]
    error = math.sqrt(pvariance(differences) / len(differences))
    low, high = found.interval
    return {
        "evaluator": found.evaluator,
        "score": round(found.score, 5),
        "interval": [round(low, 5), round(high, 5)],
        "standard_errors_between": round(fmean(differences) / error, 2),
        "variance_ratio": round(found.variance_ratio, 4),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    results = measured(options.games)
    problems = []
    for each in results["adjusted"]:
        if abs(each["standard_errors_between"]) > MOST_ERRORS:
            problems.append(f"the adjustment by {each['evaluator']} changes the mean")
        if each["variance_ratio"] > MOST_VARIANCE:
            problems.append(f"the variance by {each['evaluator']} is not low enough")
    return finish(RESULTS, results, problems, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
