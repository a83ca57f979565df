"""Prints the result of a sweep, an ablation or a scaling run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tesuji.cli.match_view import print_conditions, print_warnings, ranged
from tesuji.cli.terminal import make_console, make_table

if TYPE_CHECKING:
    from tesuji.arena.match.series import SeriesResult

__all__ = ["print_series"]


def print_series(result: SeriesResult) -> None:
    """Prints a row per setting, then the conditions and warnings."""
    console = make_console()
    if not result.complete:
        console.print("Interrupted. Results so far:")
    matches = [match for _, match in result.points]
    console.print(f"Score of each {_setting(result)}:\n")
    tested = any(match.match.sprt for match in matches)
    header = (result.label, "score", "nElo", "pairs", *(["test"] if tested else []))
    table = make_table(*header, right=["pairs"], folds=[result.label, "test"])
    for setting, match in result.points:
        p = match.pentanomial
        cells = (
            [ranged(p.score, p.interval, ".1%"), ranged(p.nelo, p.nelo_interval, "+.0f")]
            if p.pairs
            else ["-", "-"]
        )
        test = [match.match.verdict_summary()] if tested else []
        table.add_row(setting, *cells, str(p.pairs), *test)
    console.print(table)
    for part, reason in result.left_out:
        console.print(f"Left out: {part}, which has no effect: {reason}.", soft_wrap=True)
    print_conditions(console, matches)
    print_warnings(console, result.warnings)


def _setting(result: SeriesResult) -> str:
    if result.kind == "scaling":
        return f"number of {result.label} against the previous one"
    opponents = dict.fromkeys(match.agents[1] for _, match in result.points)
    return f"setting against {', '.join(opponents)}"
