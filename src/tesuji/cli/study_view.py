"""What a study showed, and what there is to run, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tesuji.cli.match_view import print_warnings
from tesuji.cli.terminal import make_console, make_table

if TYPE_CHECKING:
    from tesuji.experiments import Declaration, Study

__all__ = ["print_declarations", "print_study"]


def print_study(study: Study) -> None:
    """A table an experiment, and what to be careful about."""
    from tesuji.experiments.tables import outcome_cells
    from tesuji.experiments.turning import turning_texts

    console = make_console()
    console.print(f"\n{study.declaration.title} ({study.scale} scale)", soft_wrap=True)
    for outcome in study.outcomes:
        console.print(f"\n{outcome.experiment.title}", soft_wrap=True)
        header, *lines = outcome_cells(outcome)
        folds = [name for name in ("setting", "budget", "verdict") if name in header]
        table = make_table(*header, right=["games"], folds=folds)
        for cells in lines:
            table.add_row(*cells)
        console.print(table)
        for sentence in turning_texts(outcome.to_dict()):
            console.print(sentence, soft_wrap=True)
        for reason in outcome.reasons_of(study.declaration):
            shown = ", ".join(reason.tested_by)
            console.print(f"Why it differs (tested by {shown}): {reason.text}", soft_wrap=True)
        print_warnings(console, outcome.warnings)
    whole = len(study.outcomes) == len(study.declaration.experiments)
    for left in study.declaration.left_out if whole else ():
        console.print(f"\nLeft out: {left.claim}. {left.reason}", soft_wrap=True)
    if not study.complete:
        console.print("\nStopped; this is what there is.")


def print_declarations(chosen: Sequence[tuple[Declaration, list[str]]]) -> None:
    """The names of reports and experiments, with the size of each."""
    table = make_table(
        "name", "kind", "matches", "quick", "full", "title",
        right=["matches", "quick", "full"], folds=["title"],
    )  # fmt: skip
    for declaration, only in chosen:
        for each in declaration.experiments:
            if not only or each.name in only:
                matches = len(list(each.rows()))
                games = [str(matches * each.scale[scale]) for scale in ("quick", "full")]
                name = f"{declaration.name}/{each.name}"
                table.add_row(name, each.kind, str(matches), *games, each.title)
    make_console().print(table)
