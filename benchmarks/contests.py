"""Shared by the strength benchmarks: many matches together, with a time limit and a store."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tesuji.arena.match.api import play_plans
from tesuji.arena.match.contest import Contest
from tesuji.arena.match.plan import MatchPlan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.stats.pentanomial import Pentanomial


@dataclass
class Limit:
    """Ends a contest after some minutes, as Ctrl-C would, and prints its progress."""

    minutes: float | None
    begun: float = field(default_factory=time.perf_counter)
    shown: float = 0.0
    reached: bool = False

    def look(self, contest: Contest) -> None:
        """Called after each pair."""
        seconds = time.perf_counter() - self.begun
        if seconds - self.shown > 30:
            self.shown = seconds
            print(f"  {seconds:.0f} s: {contest.pairs_left} pairs left", flush=True)
        if self.minutes is not None and seconds > 60 * self.minutes:
            self.reached = True
            raise KeyboardInterrupt


def play(
    plans: Sequence[MatchPlan],
    given: argparse.Namespace,
    *,
    limit: Limit | None = None,
    **options: Any,
) -> list[MatchResult]:
    """Plays the matches within ``--minutes``, or resumes them from ``--store``."""
    look = (limit or Limit(given.minutes)).look
    return play_plans(plans, store=given.store, jobs=given.jobs, progress=look, **options)


def add_arguments(parser: argparse.ArgumentParser, results: Path) -> None:
    """The options that all strength benchmarks have."""
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, help="stop after this many minutes")
    parser.add_argument("--store", type=Path, help="keep every pair here, and resume from it")
    parser.add_argument("--games", default="", help="only these games, separated by spaces")
    parser.add_argument("--games-limit", type=int, help="at most this many games per match")
    parser.add_argument("--out", type=Path, default=results, help="the result file (JSON)")


def row_of(result: MatchResult) -> dict[str, Any]:
    """A match as a row of a result file."""
    whole = result.to_dict()
    keys = ("game", "agents", "limits", "pairs", "pentanomial", "score", "nelo", "nelo_interval")
    row = {key: whole[key] for key in keys}
    if whole["sprt"]:
        row["sprt"] = {key: whole["sprt"][key] for key in ("test", "llr", "verdict")}
    return row


def score_text(row: dict[str, Any]) -> str:
    """The score of a row with its 95% interval."""
    low, high = Pentanomial(tuple(row["pentanomial"])).interval
    return f"{row['score']:.1%} [{low:.1%}, {high:.1%}]"


def nelo_text(row: dict[str, Any]) -> str:
    """The normalised Elo of a row with its 95% interval."""
    if row["nelo"] is None or None in row["nelo_interval"]:
        return f"{row['score']:.1%}" if row["pairs"] else "-"
    low, high = row["nelo_interval"]
    return f"{row['nelo']:+.0f} [{low:+.0f}, {high:+.0f}]"
