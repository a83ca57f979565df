"""The tutorial 'Teach your own game': Connect Four in Python learns to beat plain `mcts`.

The run takes the options of docs/teach-your-game.md. The bar is that the SPRT accepts the learned
evaluation within 1200 CPU seconds, which is ten minutes on two cores.

    python -m benchmarks.teach --out FOLDER [--json FILE]
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tesuji
import tesuji.learn
from benchmarks.common import command_line, mark, write_report

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "connect_four.py"
MOST_CPU_SECONDS = 1200
OPTIONS: dict[str, Any] = {
    "agent": "mcts",
    "games": 400,
    "simulations": 20,
    "random": 0.1,
    "sprt": "0,50",
    "match_simulations": 100,
}
"""The options of the page."""


RESULTS = Path(__file__).resolve().parent / "results" / "teach.json"


def table(results: dict[str, Any]) -> str:
    """The results as a table of the page."""
    match, training = results["match"], results["training"]
    rows = {
        "positions of self-play": f"{sum(training['positions']):,}",
        "log loss": f"{training['test_loss']:.3f}",
        "log loss of the mean result": f"{training['constant_test_loss']:.3f}",
        "score": f"{match['score']:.1%} in {2 * match['pairs']} games",
        "nElo": f"{match['nelo']:+.0f}",
        "SPRT of 0 against 50 nElo": "accepted" if results["accepted"] else "not accepted",
        "CPU time of all steps": f"{results['cpu_seconds']:.0f} s",
    }
    lines = ["| learned `mcts` against plain `mcts` | |", "|---|---|"]
    return "\n".join([*lines, *(f"| {name} | {value} |" for name, value in rows.items())])


def cpu_seconds() -> float:
    """CPU time of this process and of its ended children."""
    return sum(os.times()[:4])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    tesuji.load(EXAMPLE)
    begun = time.monotonic()
    (found,) = tesuji.learn.learn(
        "connect-four",
        options.out,
        jobs=options.jobs,
        load=(str(EXAMPLE),),
        progress=lambda number, step, state: print(f"{step} {state}", flush=True),
        **OPTIONS,
    )
    used = round(cpu_seconds(), 1)
    results = {
        "options": OPTIONS,
        "cpu_seconds": used,
        "wall_seconds": round(time.monotonic() - begun, 1),
        "accepted": found.accepted,
        "training": {name: value for name, value in found.training.items() if name != "epochs"},
        "match": {name: found.match[name] for name in ("score", "nelo", "pairs", "sprt")},
    }
    passed = found.accepted and used <= MOST_CPU_SECONDS
    print(results)
    print(mark(passed))
    if options.json:
        write_report(options.json, command_line(), results)
    return int(not passed)


if __name__ == "__main__":
    sys.exit(main())
