"""A tuning run in the terminal: live while it runs, and its result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from tesuji.cli.contest_view import match_table
from tesuji.cli.live_view import live_progress
from tesuji.cli.match_view import print_conditions, print_warnings, ranged
from tesuji.cli.terminal import make_console, make_table
from tesuji.wording import counted

if TYPE_CHECKING:
    from tesuji.tune.judge import TuneProgress, TuneState
    from tesuji.tune.result import TuneResult
    from tesuji.tune.trials import Trial

__all__ = ["print_tune", "tune_progress"]

SHOWN_TRIALS = 5
SHOWN_MATCHES = 8


@contextmanager
def tune_progress() -> Iterator[TuneProgress]:
    """Yields the function to call after every pair and trial; SIGTERM stops the run."""
    with live_progress(_view, _Lines().show) as show:
        yield show


class _Lines:
    """One line for each stage, where standard output is not a terminal."""

    def __init__(self) -> None:
        self._stage = ""

    def show(self, state: TuneState) -> None:
        if state.stage != self._stage:
            self._stage = state.stage
            print(f"{state.stage}, {_trials(state)} done", flush=True)


def _trials(state: TuneState) -> str:
    return f"{len(state.trials)} of {counted(state.planned, 'trial')}"


def _view(state: TuneState) -> Group:
    done = ", ".join(filter(None, (state.stage, f"{_trials(state)} done")))
    parts: list[Text | Table] = [Text(f"{state.method}: {done}\n")]
    if state.trials:
        parts += [_trials_table(state.trials), Text("")]
    if state.contest is not None:
        speed = 2 * state.contest.pairs_per_second()
        parts += [match_table(state.contest.matches[:SHOWN_MATCHES])]
        hidden = len(state.contest.matches) - SHOWN_MATCHES
        more = f"{hidden} more matches, " if hidden > 0 else ""
        parts += [Text(f"\n{more}{speed:.2f} games/s")]
    return Group(*parts)


def _trials_table(trials: list[Trial]) -> Table:
    """The best finished trials of the last generation, or the last iterations."""
    stage = trials[-1].stage
    latest = [trial for trial in trials if trial.stage == stage]
    shown = sorted(latest, key=lambda trial: -trial.score) if len(latest) > 1 else trials[::-1]
    table = make_table("trial", "values", "score", "pairs", right=["pairs"], folds=["values"])
    for trial in shown[:SHOWN_TRIALS]:
        values = ", ".join(f"{path}={value}" for path, value in trial.values.items())
        score = ranged(trial.score, trial.interval, ".1%")
        table.add_row(str(trial.number), values, score, str(trial.result.pairs))
    return table


def print_tune(result: TuneResult, *, how_to_decide: str) -> None:
    """Prints what was found, the proof and its conditions; ``how_to_decide`` is printed after a
    proof without a decision."""
    console = make_console()
    if not result.complete:
        console.print(f"Interrupted. {result.how}", soft_wrap=True)
        return
    console.print(f"{result.start} on {result.game}, tuned by {result.method}\n", soft_wrap=True)
    table = make_table("parameter", "range", "before", "after", folds=["range"])
    for row in result.changes():
        table.add_row(*row)
    console.print(table)
    console.print(f"\n{result.how}", soft_wrap=True)
    console.print(f"Result: {result.verdict}.", style="bold", soft_wrap=True)
    if result.proof is not None:
        p = result.proof.pentanomial
        score = ranged(p.score, p.interval, ".1%")
        test = result.proof.match.verdict_text()
        console.print(
            f"Proof: {score} in {counted(p.pairs, 'pair')} on fresh games; {test}.", soft_wrap=True
        )
    if result.undecided:
        console.print(how_to_decide, soft_wrap=True)
    console.print(f"\n{result.spec}", soft_wrap=True)
    if result.proof is not None:
        print_conditions(console, [result.proof])
    print_warnings(console, result.warnings)
