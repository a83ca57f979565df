"""Progress of running matches: a live table on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from tesuji.cli.live_view import live_progress
from tesuji.cli.match_view import ranged
from tesuji.cli.terminal import make_table
from tesuji.wording import counted

if TYPE_CHECKING:
    from tesuji.arena.match.contest import Contest, MatchState, Progress

__all__ = ["contest_progress", "match_table"]

_LINE_SECONDS = 10.0
"""Seconds between progress lines when standard output is not a terminal."""
_LINES = 8
"""With more matches than this, only the overall speed is printed."""


@contextmanager
def contest_progress() -> Iterator[Progress]:
    """Yields the function to call after every pair; SIGTERM stops the contest."""
    with live_progress(_view, _Lines().show, lambda contest: contest.finished) as show:
        yield show


class _Lines:
    def __init__(self) -> None:
        self.last = time.monotonic()

    def show(self, contest: Contest) -> None:
        """Prints one line per match every few seconds."""
        if time.monotonic() - self.last < _LINE_SECONDS:
            return
        self.last = time.monotonic()
        for match in contest.matches if len(contest.matches) <= _LINES else ():
            score, _, _, llr = _figures(match)
            pairs = f"{match.pentanomial.pairs} of {counted(match.plan.pairs, 'pair')}"
            print(f"{match.plan.shown}: {score} after {pairs} {llr}".rstrip())
        print(_speed(contest), flush=True)


def _view(contest: Contest) -> Group:
    return Group(match_table(contest.matches), Text(f"\n{_speed(contest)}"))


def _speed(contest: Contest) -> str:
    left = contest.pairs_left / max(contest.pairs_per_second(), 1e-9)
    stored = sum(match.resumed for match in contest.matches)
    known = f"{counted(stored, 'pair')} from the store, " if stored else ""
    return f"{known}{2 * contest.pairs_per_second():.2f} games/s, at most {left:.0f} s left"


def match_table(matches: list[MatchState]) -> Table:
    """One row per match: score with interval, nElo, pairs and the SPRT."""
    tested = any(match.sprt for match in matches)
    test = ["test"] if tested else []
    table = make_table(
        "match", "score", "nElo", "pairs", *test, right=["pairs"], folds=["match", "test"]
    )
    for match in matches:
        *figures, llr = _figures(match)
        table.add_row(match.plan.shown, *figures, *([llr] if tested else []))
    return table


def _figures(match: MatchState) -> tuple[str, str, str, str]:
    p = match.pentanomial
    pairs = f"{p.pairs}/{match.plan.pairs}"
    if not p.pairs:
        return "-", "-", pairs, ""
    return (
        ranged(p.score, p.interval, ".1%"),
        ranged(p.nelo, p.nelo_interval, "+.0f"),
        pairs,
        match.verdict_summary(),
    )
