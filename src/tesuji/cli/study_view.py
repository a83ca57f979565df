"""What a study showed, and what there is to run, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console

from tesuji.cli.fitted_table import print_fitted
from tesuji.cli.match_view import print_warnings
from tesuji.cli.terminal import make_console

if TYPE_CHECKING:
    from tesuji.studies import Declaration, Study
    from tesuji.studies.layout import Layout
    from tesuji.studies.running import Outcome

__all__ = ["print_declarations", "print_layout", "print_study"]

_GIVES = (
    "difference", "nElo, joint 95%", "setting", "agent", "against", "report", "verdict",
    "ours, 95%", "budget", "game",
)  # fmt: skip
"""Columns that break their lines in a narrow terminal; verdict and ours only late."""


def print_study(study: Study) -> None:
    """A table an experiment, and what to be careful about."""
    console = make_console()
    console.print(f"\n{study.declaration.title} ({study.scale} scale)")
    for outcome in study.outcomes:
        _print_outcome(console, study, outcome)
    whole = len(study.outcomes) == len(study.declaration.experiments)
    for left in study.declaration.left_out if whole else ():
        console.print(f"\nLeft out: {left.claim}. {left.reason}")
    if not study.complete:
        console.print("\nStopped; this is what there is.")


def _print_outcome(console: Console, study: Study, outcome: Outcome) -> None:
    from tesuji.studies.crossover import turning_texts
    from tesuji.studies.layout import lay_out
    from tesuji.studies.remarks import partial_text, reason_texts

    data = outcome.to_dict()
    console.print(f"\n{outcome.experiment.title}")
    if partial := partial_text(outcome):
        console.print(partial, style="yellow")
    print_layout(console, lay_out(data))
    if sentences := [*turning_texts(data), *reason_texts(study, outcome)]:
        console.print("\n" + "\n".join(sentences))
    print_warnings(console, outcome.warnings)


def print_layout(console: Console, layout: Layout) -> None:
    """A table with what is said above and below it."""
    if layout.shared:
        console.print("; ".join(layout.shared))
    console.print()
    print_fitted(console, layout.header, layout.rows, right=["games"], gives=_GIVES)
    if layout.below:
        console.print("\n" + "\n".join(layout.below))


def print_declarations(
    chosen: Sequence[tuple[Declaration, list[str]]], console: Console | None = None
) -> None:
    """The names of reports and experiments, with the size of each."""
    header = ("name", "kind", "matches", "quick", "full", "title")
    rows: list[tuple[str, ...]] = []
    for declaration, only in chosen:
        for each in declaration.experiments:
            if not only or each.name in only:
                matches = len(list(each.rows()))
                games = [str(matches * each.scale[scale]) for scale in ("quick", "full")]
                name = f"{declaration.name}/{each.name}"
                rows.append((name, each.kind, str(matches), *games, each.title))
    right = ("matches", "quick", "full")
    print_fitted(console or make_console(), header, rows, right=right, gives=["name", "title"])
