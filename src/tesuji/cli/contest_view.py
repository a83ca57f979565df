"""Progress of running matches: a live table on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from tesuji.cli.fitted_table import fitted_table, print_fitted
from tesuji.cli.live_view import live_progress
from tesuji.cli.match_view import ranged
from tesuji.cli.terminal import make_table
from tesuji.wording import counted

if TYPE_CHECKING:
    from tesuji.arena.match.contest import Contest, MatchState, Progress

__all__ = ["contest_progress", "match_table", "print_matches"]

_LINE_SECONDS = 10.0
"""Seconds between progress lines when standard output is not a terminal."""
_LINES = 8
"""With more matches than this, only the overall speed is printed."""


@contextmanager
def contest_progress() -> Iterator[Progress]:
    """Yields the function to call after every pair; SIGTERM stops the contest."""
    with live_progress(_View, _Lines().show, lambda contest: contest.finished) as show:
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


@dataclass(frozen=True)
class _View:
    """The matches and the speed, cut to the size of the terminal.

    Without room for all lines there is no nElo, which leaves more room for the names.
    """

    contest: Contest

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        matches = self.contest.matches
        # The speed takes one line; erasing the view at the end takes another.
        room = max(options.size.height - 2, 1)
        for nelo in (True, False):
            table = _live_table(matches, options.max_width, nelo=nelo)
            lines = console.render_lines(table, options, pad=False)
            if len(lines) <= room:
                break
        else:
            cut = Text(f"... {len(matches)} matches in all")
            lines = [*lines[: room - 1], *console.render_lines(cut, options, pad=False)]
        for line in lines:
            yield from line
            yield Segment.line()
        yield Text(_speed(self.contest))


def _live_table(matches: Sequence[MatchState], width: int, *, nelo: bool) -> Table:
    header, rows = _cells(matches, nelo=nelo)
    fitted = fitted_table(header, rows, width, right=["pairs"], shrinking=[header[0], "test"])
    return match_table(matches, nelo=nelo) if fitted is None else fitted


def _speed(contest: Contest) -> str:
    left = contest.pairs_left / max(contest.pairs_per_second(), 1e-9)
    stored = sum(match.resumed for match in contest.matches)
    known = f"{counted(stored, 'pair')} from the store, " if stored else ""
    return f"{known}{2 * contest.pairs_per_second():.2f} games/s, at most {left:.0f} s left"


def match_table(matches: Sequence[MatchState], *, nelo: bool = True) -> Table:
    """One row per match: score with interval, nElo, pairs and the SPRT."""
    header, rows = _cells(matches, nelo=nelo)
    table = make_table(*header, right=["pairs"], folds=[header[0], "test"])
    for row in rows:
        table.add_row(*row)
    return table


def print_matches(console: Console, matches: Sequence[MatchState]) -> None:
    """Prints the table of the matches, wrapped between words if the console is narrow."""
    header, rows = _cells(matches)
    print_fitted(console, header, rows, right=["pairs"], shrinking=[header[0], "test"])


def _cells(
    matches: Sequence[MatchState], *, nelo: bool = True
) -> tuple[list[str], list[list[str]]]:
    """The header and the rows of a table of matches. It names their game once if it can."""
    game = _shared_game(matches)
    tested = any(match.sprt for match in matches)
    chosen = ["score", *(["nElo"] if nelo else []), "pairs", *(["test"] if tested else [])]
    rows = []
    for match in matches:
        figures = dict(zip(("score", "nElo", "pairs", "test"), _figures(match), strict=True))
        name = match.plan.shown.removesuffix(f" on {game}")
        rows.append([name, *(figures[each] for each in chosen)])
    return [f"match on {game}" if game else "match", *chosen], rows


def _shared_game(matches: Sequence[MatchState]) -> str:
    """The game with which all names of the matches end; empty if there is none."""
    game = matches[0].plan.shown_game if matches else ""
    return game if all(match.plan.shown.endswith(f" on {game}") for match in matches) else ""


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
