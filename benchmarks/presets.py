"""The strength of the reports' agents against random play and a course's opponents.

Every preset with a Monte-Carlo search plays 200 games against ``random`` at 0.1 CPU seconds
per move; the three opponents of the EinStein course play each other at their own fixed depths.
``python benchmarks/presets.py [--jobs N] [--pairs N] [--only TEXT] [--out FILE]``
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

import tesuji
from benchmarks.common import mark, write_report
from tesuji.arena.match.result import MatchResult

RESULTS = Path(__file__).parent / "results" / "presets.json"
AGAINST_RANDOM = (
    ("colosseum-mcts", "colosseum", 0.98),
    ("popcoin", "colosseum", 0.98),
    ("colosseum-uct", "colosseum", 0.98),
    ("pentago-uct", "pentago-twist", 0.98),
    ("avalam-mcts", "avalam", 0.98),
    ("mcs", "ewn-cyclic", 0.95),
    ("ewn-mcts", "ewn-cyclic", 0.95),
    ("ewn-mcts-rich", "ewn-cyclic", 0.95),
    ("ewn-mcts-tuned", "ewn-cyclic", 0.95),
    ("mcs", "ewn", None),
    ("ewn-mcts", "ewn", None),
    ("ewn-mcts-rich", "ewn", None),
    ("ewn-mcts-tuned", "ewn", None),
)
"""Preset, game, and the score it should reach; None where the dice set the limit."""
JUDGES = (
    ("ewn-hard", "ewn-normal", 165),
    ("ewn-hard", "ewn-easy", 196),
    ("ewn-normal", "ewn-easy", 160),
)
"""The wins in 200 games of the course."""
JUDGE_GAMES = 200


def against_random(preset: str, game: str, bar: float | None, pairs: int, jobs: int) -> Any:
    """One row: the score against random play, and whether it reaches the bar."""
    result = tesuji.match(preset, "random", game=game, pairs=pairs, jobs=jobs, seconds=0.1)
    row = row_of(result, preset, "random", game)
    row["bar"] = bar
    verdict = "" if bar is None else mark(result.score >= bar)
    print(f"{preset:16} random      {game:14} {shown(row)}  bar {bar}  {verdict}", flush=True)
    return row


def among_judges(first: str, second: str, wins: int, pairs: int, jobs: int) -> Any:
    """One row: our score and the course's, with the error of both samples."""
    result = tesuji.match(first, second, game="ewn-cyclic", pairs=pairs, jobs=jobs, seconds=60)
    row = row_of(result, first, second, "ewn-cyclic")
    theirs = wins / JUDGE_GAMES
    ours = result.score
    error = 1.96 * math.sqrt(theirs * (1 - theirs) / JUDGE_GAMES + ours * (1 - ours) / row["games"])
    row |= {"course": theirs, "difference": ours - theirs, "joint_error": error}
    verdict = mark(abs(ours - theirs) <= error)
    print(f"{first:12} {second:12} {shown(row)}  course {theirs:.3f} +-{error:.3f}  {verdict}")
    return row


def row_of(result: MatchResult, first: str, second: str, game: str) -> dict[str, Any]:
    low, high = result.pentanomial.interval
    return {
        "first": first,
        "second": second,
        "game": game,
        "games": result.pentanomial.games,
        "score": result.score,
        "interval": [low, high],
        "pentanomial": list(result.pentanomial.counts),
    }


def shown(row: dict[str, Any]) -> str:
    low, high = row["interval"]
    return f"{row['score']:.3f} [{low:.3f}, {high:.3f}] of {row['games']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=100, help="against random; judges get twice")
    parser.add_argument("--only", default="", help="only rows whose names contain this text")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    judges = [
        among_judges(first, second, wins, 2 * given.pairs, given.jobs)
        for first, second, wins in JUDGES
        if given.only in f"{first} {second}"
    ]
    rows = [
        against_random(preset, game, bar, given.pairs, given.jobs)
        for preset, game, bar in AGAINST_RANDOM
        if given.only in f"{preset} {game}"
    ]
    command = f"python -m benchmarks.presets --pairs {given.pairs} --jobs {given.jobs}"
    write_report(given.out, command, {"random": rows, "judges": judges})


if __name__ == "__main__":
    main()
