"""How close the evaluations of ewn are to exact values.

Positions with few stones come from games between quick agents; the solver knows their win
probabilities. Each evaluation is compared by its rank correlation and its mean squared error, after
the best straight line from evaluation to probability.

    python -m benchmarks.ewn_evaluation [--positions 1000] [--stones 4] [--write]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tesuji
from benchmarks.common import finish
from tesuji.games import Position
from tesuji.games.randomness import RandomStream

RESULTS = Path(__file__).parent / "results" / "ewn_evaluation.json"
WEIGHTS: dict[str, dict[str, float]] = {
    "steps and cubes": {},
    "race": {"steps": 0.0, "cubes": 0.0, "race": 1.0, "contact": 0.0},
    "race and contact": {"steps": 0.0, "cubes": 0.0, "race": 1.0},
}


def stones(position: Position) -> int:
    """The number of cubes on the board."""
    return sum(each != "--" for text in position.text.split()[:2] for each in pairs_of(text))


def pairs_of(text: str) -> list[str]:
    """Two characters per cube."""
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def small_positions(count: int, most: int) -> Iterator[Position]:
    """Positions before a roll with few stones, one from each game of quick agents that has any."""
    game = tesuji.game("ewn")
    agent = tesuji.agent("greedy(by=score)")
    found = 0
    for seed in range(10**6):
        stream = RandomStream(seed)
        position = game.start(seed=seed)
        seen = []
        while not position.is_over:
            if position.is_chance:
                if stones(position) <= most:
                    seen.append(position)
                events = [event for event, _ in position.chance_outcomes]
                position = position.play(events[stream.below(len(events))])
            elif stream.below(2):
                position = position.play(agent.choose(position, seed=seed))
            else:
                moves = list(position.legal_moves)
                position = position.play(moves[stream.below(len(moves))])
        if seen:
            yield seen[stream.below(len(seen))]
            found += 1
        if found == count:
            return


def ranks(values: numpy.ndarray) -> numpy.ndarray:
    """The rank of each value; equal values share the mean of their ranks."""
    _, group, sizes = numpy.unique(values, return_inverse=True, return_counts=True)
    return (numpy.cumsum(sizes) - (sizes - 1) / 2)[group]


def compared(evaluations: numpy.ndarray, exact: numpy.ndarray) -> dict[str, float]:
    """Rank correlation, and the error of the best line through the evaluations."""
    line = numpy.polyval(numpy.polyfit(evaluations, exact, 1), evaluations)
    correlation = numpy.corrcoef(ranks(evaluations), ranks(exact))[0, 1]
    return {
        "rank_correlation": round(float(correlation), 4),
        "mean_squared_error": round(float(numpy.mean((line - exact) ** 2)), 5),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--stones", type=int, default=4)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    positions = list(small_positions(options.positions, options.stones))
    signs = numpy.array([1 if "r" in position.text.split()[2] else -1 for position in positions])
    solver = tesuji.Solver(tesuji.game("ewn"), memory=1000)
    exact = numpy.array([solver.solve(position, seconds=600).value for position in positions])
    results: dict[str, Any] = {"positions": len(positions), "stones": options.stones}
    for name, weights in WEIGHTS.items():
        given = [position.game.core_state(position).evaluation(weights) for position in positions]
        results[name] = compared(signs * numpy.array(given), exact)
    better = results["race and contact"]["mean_squared_error"]
    problems = []
    if not better < results["steps and cubes"]["mean_squared_error"]:
        problems.append("the race is no better than steps and cubes")
    return finish(RESULTS, results, problems, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
