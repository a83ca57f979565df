"""Luck-adjusted results: the mean of many games stays, and the variance falls.

Quick agents play ewn. The mean luck of the dice must be zero within its error, and the variance of
a pair must fall by at least 40%.

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
from benchmarks.common import finish

RESULTS = Path(__file__).parent / "results" / "luck.json"
AGENTS = ("greedy(knowledge=ewn(steps=0, cubes=0, race=1))", "greedy(knowledge=ewn)")
MOST_ERRORS = 3.0
"""Standard errors by which the means may differ."""
MOST_VARIANCE = 0.6
"""Share of the variance that may be left."""


def measured(games: int) -> dict[str, Any]:
    """Means and variances of a match, raw and adjusted."""
    match = tesuji.match(*AGENTS, game="ewn", pairs=games // 2, jobs=1)
    found = match.with_luck().luck
    assert found is not None
    differences = [one - other for one, other in zip(found.scores, found.raw_scores, strict=True)]
    error = math.sqrt(pvariance(differences) / len(differences))
    low, high = found.interval
    raw_low, raw_high = match.pentanomial.interval
    return {
        "agents": list(AGENTS),
        "evaluator": found.evaluator,
        "games": 2 * len(found.scores),
        "score": round(match.score, 5),
        "interval": [round(raw_low, 5), round(raw_high, 5)],
        "adjusted_score": round(found.score, 5),
        "adjusted_interval": [round(low, 5), round(high, 5)],
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
    if abs(results["standard_errors_between"]) > MOST_ERRORS:
        problems.append("the adjustment changes the mean")
    if results["variance_ratio"] > MOST_VARIANCE:
        problems.append("the variance is not low enough")
    return finish(RESULTS, results, problems, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
