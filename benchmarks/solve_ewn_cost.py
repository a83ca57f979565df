"""How much longer ewn's solver takes without the tables of five stones.

``python -m benchmarks.solve_ewn_cost FILE [--positions N] [--limit S] [--jobs N] [--out FILE]``

FILE is a set of positions that were solved with the tables. A sample of them is solved again
without: every move, by a solver with empty tables. `benchmarks/solve_sets.py` takes the cost of all
positions from this ratio.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.common import command_line, write_report
from benchmarks.solve_blunders import every_nth
from tesuji.studies.blunders import BuildOptions, SolvedPosition, read_set
from tesuji.studies.blunders.solve_game import cost_of_moves

RESULTS = Path(__file__).parent / "results" / "solve_ewn_cost.json"
GAME = "ewn"
EASY = "a1---------- ----------e5 r 1"
"""A position with two stones: solving it loads the small tables, whose cost does not count."""


def without_tables(entry: SolvedPosition, limit: float) -> dict[str, Any]:
    """The cost of a position with and without the tables of five stones."""
    with tempfile.TemporaryDirectory() as empty:
        os.environ["TESUJI_DATA"] = empty
        options = BuildOptions(game=GAME, seconds=limit, least_seconds=0)
        cost_of_moves(EASY, replace(options, seconds=60))
        values, seconds = cost_of_moves(entry.position, options)
    pairs = zip(values or (), entry.moves, strict=bool(values))
    return {
        "position": entry.position,
        "with_tables": entry.seconds,
        "without_tables": round(seconds, 3),
        "solved": values is not None,
        "greatest_difference": max((abs(a - b) for a, b in pairs), default=None),
    }


def main() -> None:
    """Reads the arguments and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="a set that was solved with the tables")
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds per position")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    sample = every_nth(read_set(given.file).positions, given.positions)
    with ProcessPoolExecutor(given.jobs) as pool:
        rows = list(pool.map(without_tables, sample, [given.limit] * len(sample)))
    ratios = sorted(row["without_tables"] / row["with_tables"] for row in rows)
    results = {"limit": given.limit, "ratio_10": ratios[len(ratios) // 10], "rows": rows}
    write_report(given.out, command_line(), results)
    print(
        f"{len(rows)} positions; nine of ten cost at least {results['ratio_10']:.1f} times as much"
    )


if __name__ == "__main__":
    main()
