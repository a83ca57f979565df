"""Prints the results of a study, and the list of studies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console

from tesuji.cli.fitted_table import print_fitted
from tesuji.cli.match_view import print_warnings
from tesuji.cli.terminal import make_console

if TYPE_CHECKING:
    from tesuji.studies import ExperimentResult, Study, StudyResult
    from tesuji.studies.layout import Layout

__all__ = ["print_layout", "print_study", "print_study_list"]

_SHRINKING = (
    "detectable", "difference", "nElo, joint 95%", "setting", "agent", "against", "report",
    "verdict", "ours, 95%", "budget", "game",
)  # fmt: skip
"""Columns that wrap in a narrow terminal, the first of them first."""


def print_study(result: StudyResult) -> None:
    """Prints a table per experiment, with notes, a picture and the verdict."""
    from tesuji.cli.interval_lines import interval_lines
    from tesuji.studies.verdict import count_verdicts

    console = make_console()
    console.print(f"\n{result.study.title} ({result.scale} scale)")
    for each in result.results:
        _print_experiment(console, result, each)
        if picture := interval_lines(each.to_dict(), console.width):
            console.print("\n" + "\n".join(picture))
        words = [found.verdict.word for found in each.findings if found.claim is not None]
        if words and each.complete:
            console.print(f"\nVerdict: {count_verdicts(words)}.")
    whole = len(result.results) == len(result.study.experiments)
    for left in result.study.left_out if whole else ():
        console.print(f"\nLeft out: {left.claim}. {left.reason}")
    if not result.complete:
        console.print("\nInterrupted; these are the results so far.")


def _print_experiment(console: Console, study: StudyResult, result: ExperimentResult) -> None:
    from tesuji.studies.crossover import crossover_sentences
    from tesuji.studies.layout import lay_out

    data = result.to_dict()
    console.print(f"\n{result.experiment.title}")
    if partial := result.partial_note():
        console.print(partial, style="yellow")
    print_layout(console, lay_out(data))
    if sentences := [*crossover_sentences(data), *study.explanations(result)]:
        console.print("\n" + "\n".join(sentences))
    print_warnings(console, result.warnings)


def print_layout(console: Console, layout: Layout) -> None:
    """Prints a table with the texts above and below it."""
    if layout.shared:
        console.print("; ".join(layout.shared))
    console.print()
    print_fitted(console, layout.header, layout.rows, right=["games"], shrinking=_SHRINKING)
    if layout.below:
        console.print("\n" + "\n".join(layout.below))


def print_study_list(
    chosen: Sequence[tuple[Study, list[str]]], console: Console | None = None
) -> None:
    """Prints the names and titles of experiments, with the games and the time of each scale."""
    from tesuji.studies.costs import core_seconds
    from tesuji.studies.study import SCALES

    out = console or make_console()
    rows: list[tuple[str, ...]] = []
    for study, only in chosen:
        for each in study.experiments:
            if only and each.name not in only:
                continue
            matches = len(list(each.rows()))
            games = " / ".join(str(matches * each.scale[scale]) for scale in SCALES)
            costs = [core_seconds(study.name, each, scale) for scale in SCALES]
            times = map(_short_time, costs)
            rows.append((f"{study.name}/{each.name}", games, *times, each.title))
    header = ("name", "games", *SCALES, "title")
    right = ("games", *SCALES)
    print_fitted(out, header, rows, right=right, shrinking=["name", "title"])
    spent = ", ".join(f"{_total_time(chosen, scale)} {scale}" for scale in SCALES)
    out.print(f"\nEstimated time of one core for all of these: {spent}.")


def _total_time(chosen: Sequence[tuple[Study, list[str]]], scale: str) -> str:
    """The time of all experiments; games that several of them measure count once."""
    from tesuji.studies.costs import core_seconds

    costs: list[float | None] = []
    counted: set[tuple[str, str]] = set()
    for study, only in chosen:
        for each in study.experiments:
            if only and each.name not in only:
                continue
            games = (study.name, each.games_of or each.name)
            costs.append(core_seconds(study.name, each, scale, shared=games in counted))
            counted |= set() if costs[-1] is None else {games}
    known = [cost for cost in costs if cost is not None]
    if not known:
        return _short_time(None)
    return f"{'' if len(known) == len(costs) else 'at least '}{_short_time(sum(known))}"


def _short_time(seconds: float | None) -> str:
    """A time with its unit in one or two letters."""
    if seconds is None:
        return "-"
    if seconds < 100:
        return f"{max(seconds, 1):.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
