"""The report of a tuning run: before, after, proof, and plots of what was tried."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tesuji.arena.report import plots, tables
from tesuji.arena.report.figures import gallery
from tesuji.arena.report.markup import DASH, Html, facts, page, percents, section, signed, table
from tesuji.arena.stats.pentanomial import Interval
from tesuji.output_files import write_whole
from tesuji.specs import value_text
from tesuji.tune.result import TuneResult
from tesuji.tune.space import Dimension
from tesuji.tune.trials import Trial
from tesuji.wording import counted

__all__ = ["trials_plot", "tune_report_html", "write_tune_report"]

SHOWN = 20
"""Rows of the table of trials, the strongest first."""
Z = 1.96


def write_tune_report(result: TuneResult, path: str | Path, *, command: str = "") -> Path:
    """Writes the report to a file, which is replaced as a whole or not at all."""
    return write_whole(tune_report_html(result, command=command), path)


def tune_report_html(result: TuneResult, *, command: str = "") -> str:
    """The report as HTML."""
    proof = [] if result.proof is None else [result.proof]
    sections = [
        section("Values", _changes(result), _found(result)),
        *(section("Proof", tables.match_facts(each), _proof_plots(result)) for each in proof),
        section("Search", gallery(list(_search_plots(result)))),
        section("Trials", _trials(result)),
        section("Conditions", tables.conditions_table(proof), tables.command_line(command)),
    ]
    finding = f"The result is {result.verdict}." if result.improved else f"There is {_no(result)}."
    title = f"{result.start} tuned by {result.method}"
    return page(title, result.game, finding, result.warnings, sections)


def _no(result: TuneResult) -> str:
    return result.verdict if result.complete else f"no result: {result.verdict}"


def _changes(result: TuneResult) -> Html:
    return table(("Parameter", "Range", "Before", "After"), result.changes())


def _found(result: TuneResult) -> Html:
    games = f"{counted(result.pairs_played, 'pair')} in {counted(len(result.history), 'trial')}"
    return facts({"Agent": result.spec, "Chosen": result.how, "Search": games})


# Plots


def trials_plot(result: TuneResult) -> str:
    """The strength of each trial by the model; for SPSA, the score of each iteration."""
    if _has_model(result):
        points = [(float(t.number), *_strength(t)) for t in result.history if t.is_playable]
        label = "Elo above the start"
    else:
        points = [
            (float(t.number), 2 * t.score - 1, (2 * t.interval[0] - 1, 2 * t.interval[1] - 1))
            for t in result.history
        ]
        label = "lead of one side over the other"
    return plots.scatter_plot(
        points, name="trials", title="Trials in order", label="trial", value_label=label
    )


def _has_model(result: TuneResult) -> bool:
    return any(trial.elo is not None for trial in result.history)


def _strength(trial: Trial) -> tuple[float, Interval]:
    elo, error = trial.elo or 0.0, trial.error or 0.0
    return elo, (elo - Z * error, elo + Z * error)


def _search_plots(result: TuneResult) -> Iterator[tuple[str, str]]:
    if result.method == "texel" or not result.history:
        return
    yield "Trials in order", trials_plot(result)
    for each in result.space.dimensions:
        if each.kind == "choice":
            continue
        if _has_model(result):
            yield f"Strength by {each.path}", _by_value(result, each)
        else:
            yield f"{each.path} during the run", _during(result, each)


def _by_value(result: TuneResult, dimension: Dimension) -> str:
    shown = [trial for trial in result.history if trial.is_playable]
    chosen = [n for n, trial in enumerate(shown) if trial.values == result.values]
    return plots.scatter_plot(
        [(float(trial.values[dimension.path]), *_strength(trial)) for trial in shown],
        name=f"by-{dimension.path}", title=f"Strength by {dimension.path}", label=dimension.path,
        value_label="Elo above the start", log=dimension.is_log,
        marked=chosen[0] if chosen else None,
    )  # fmt: skip


def _during(result: TuneResult, dimension: Dimension) -> str:
    points = []
    for trial in result.history:
        value = float(trial.values[dimension.path])
        points.append((float(trial.number), value, (value, value)))
    return plots.scatter_plot(
        points, name=f"during-{dimension.path}", title=f"{dimension.path} during the run",
        label="iteration", value_label=dimension.path,
    )  # fmt: skip


def _proof_plots(result: TuneResult) -> Html:
    assert result.proof is not None
    match = result.proof.match
    scores = [match.tally.pairs[pair] for pair in sorted(match.tally.pairs)]
    drawn = [("Score during the proof", plots.score_plot(scores))] if scores else []
    if match.sprt is not None:
        drawn.insert(0, ("Test", plots.llr_plot(match.llrs, match.sprt.bounds)))
    return gallery(drawn)


# The table of trials


def _trials(result: TuneResult) -> Html:
    """The strongest trials by the model, or the last iterations."""
    trials = [trial for trial in result.history if trial.is_playable]
    if _has_model(result):
        shown = sorted(trials, key=lambda trial: -(trial.elo or 0.0))[:SHOWN]
    else:
        shown = trials[-SHOWN:]
    paths = [each.path for each in result.space.dimensions]
    return table(
        ("Trial", *paths, "Score", "Pairs", "Elo by the model"),
        [
            (
                trial.number,
                *(_text(trial.values[path]) for path in paths),
                percents(trial.score, trial.interval),
                trial.result.pairs,
                DASH if trial.elo is None else f"{signed(trial.elo)} ± {trial.error:.0f}",
            )
            for trial in shown
        ],
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else value_text(value)  # type: ignore[arg-type]
