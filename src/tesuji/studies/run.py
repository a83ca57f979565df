"""Runs experiments: plays their matches, measures them and judges each row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import tesuji
from tesuji.arena.match.api import play_plans
from tesuji.arena.match.contest import Progress
from tesuji.arena.match.limits import Limits
from tesuji.arena.match.plan import MatchPlan, make_plan, planned_limits
from tesuji.arena.match.result import MatchResult
from tesuji.arena.run.kept_workers import KeptWorkers
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.errors import ParameterError
from tesuji.specs import did_you_mean
from tesuji.studies.measures import MEASURES, measure_match
from tesuji.studies.results import ExperimentResult, Finding, StudyResult
from tesuji.studies.study import SCALES, Claim, Experiment, Row, Study
from tesuji.studies.verdict import LEVEL, Estimate, corrected_level, judge

__all__ = [
    "judge_experiment",
    "limits_text",
    "make_plans",
    "row_limits_text",
    "run_experiment",
    "run_study",
]


def run_study(
    study: Study,
    *,
    scale: str = "quick",
    only: Sequence[str] = (),
    store: str | Path | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    begin: Callable[[Experiment], None] | None = None,
) -> StudyResult:
    """Runs the experiments of a study, or ``only`` those with the given names, in order.

    With a ``store``, a stopped run resumes where it stopped, and the full scale reuses the games
    of the quick one. Ctrl-C ends the run and returns the results so far.
    """
    if scale not in SCALES:
        expected = " or ".join(SCALES)
        raise ParameterError(
            f"scale is {expected}, not {scale!r}{did_you_mean(scale, SCALES)}",
            where="scale",
            given=scale,
            expected=expected,
        )
    results: list[ExperimentResult] = []
    played: dict[str, MatchResult] = {}
    with KeptWorkers(jobs, None) as workers:
        for experiment in study.experiments:
            if only and experiment.name not in only:
                continue
            if begin is not None:
                begin(experiment)
            plans = make_plans(experiment, scale, f"{study.name}: ")
            # Experiments that measure the same games have the same matches.
            if not all(plan.title in played for plan in plans):
                matches = play_plans(plans, store=store, workers=workers, progress=progress)
                played |= {match.match.plan.title: match for match in matches}
            results.append(judge_experiment(experiment, [played[plan.title] for plan in plans]))
            if not results[-1].complete:
                break
    return StudyResult(study, scale, tuple(results))


def run_experiment(
    experiment: Experiment,
    *,
    scale: str = "quick",
    store: str | Path | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    prefix: str = "",
) -> ExperimentResult:
    """Plays or resumes the matches of an experiment, and judges each row."""
    plans = make_plans(experiment, scale, prefix)
    return judge_experiment(
        experiment, play_plans(plans, store=store, jobs=jobs, progress=progress)
    )


def judge_experiment(experiment: Experiment, matches: Sequence[MatchResult]) -> ExperimentResult:
    """Measures the matches of an experiment, one per row, and judges each row."""
    findings = _judge_rows(experiment, list(_measured_rows(experiment, matches)))
    complete = all(match.complete for match in matches)
    return ExperimentResult(experiment, findings, tuple(matches), complete)


def make_plans(experiment: Experiment, scale: str, prefix: str = "") -> list[MatchPlan]:
    """The matches of an experiment, one per row."""
    return [
        make_plan(
            row.agents,
            game=row.game,
            pairs=experiment.scale[scale] // 2,
            seed=experiment.seed,
            openings=experiment.openings,
            sizes=row.sizes,
            own_limits=row.limits,
            name=prefix + row.name,
        )
        for row in experiment.rows()
    ]


def limits_text(plan: MatchPlan) -> str:
    """The limits of a match in words, once if both agents have the same."""
    return _limits_text(plan.limits)


def row_limits_text(row: Row) -> str:
    """The limits of a row's match in words, without planning the match."""
    first, second = map(tesuji.agent, row.agents)
    return _limits_text(planned_limits((first, second), row.limits))


def _limits_text(limits: tuple[Limits, Limits]) -> str:
    ours, theirs = (each.text() for each in limits)
    return ours if ours == theirs else f"{ours} against {theirs}"


@dataclass(frozen=True)
class _Measured:
    """A row of the table before it is judged."""

    row: Row
    game: str
    limits: str
    claim: Claim | None
    ours: Estimate | None
    simulations: tuple[float, float] | None = None
    """None for a row that summarises others."""


def _measured_rows(experiment: Experiment, matches: Sequence[MatchResult]) -> Iterator[_Measured]:
    rows = list(experiment.rows())
    group: list[tuple[MatchResult, Estimate | None]] = []
    for number, (row, match) in enumerate(zip(rows, matches, strict=True)):
        ours = _estimate(experiment, match)
        group.append((match, ours))
        text = limits_text(match.match.plan)
        yield _Measured(row, row.shown_game, text, row.claim, ours, _simulations(match))
        if number + 1 < len(rows) and rows[number + 1].group == row.group:
            continue
        if row.adds_up:
            pairs = sum((each.pentanomial for each, _ in group), Pentanomial())
            together = Estimate.of_pairs(pairs) if pairs.pairs else None
            yield _Measured(row, "all", "as above", row.pooled, together)
        if experiment.trend is not None and len(group) > 1:
            known = [value for _, value in group if value is not None]
            trend = Estimate.of_trend(known) if len(known) == len(group) else None
            yield _Measured(row, "trend", "as above", Claim(word=experiment.trend), trend)
        group = []


def _simulations(match: MatchResult) -> tuple[float, float]:
    """The simulations per move of each agent, or its nodes if it makes no simulations."""
    first, second = (each.simulations / max(each.moves, 1) for each in match.match.tally.costs)
    return first, second


def _estimate(experiment: Experiment, match: MatchResult) -> Estimate | None:
    pairs = match.pentanomial
    if experiment.measure is None:
        return Estimate.of_pairs(pairs) if pairs.pairs else None
    measured = measure_match(experiment.measure, match)
    return None if measured is None else Estimate.of_measure(measured, pairs.games)


def _judge_rows(experiment: Experiment, rows: Sequence[_Measured]) -> tuple[Finding, ...]:
    """Judges each row; the comparisons of one experiment are one family.

    If nothing is compared, the strengths are the family instead.
    """
    comparisons = sum(each.claim is not None for each in rows)
    is_share = experiment.measure is None or MEASURES[experiment.measure].is_share
    nelo_level = LEVEL if comparisons else corrected_level(len(rows))
    return tuple(
        Finding(
            label=each.row.setting if each.simulations is None else each.row.label,
            game=each.game,
            budget=each.row.budget,
            limits=each.limits,
            claim=each.claim,
            ours=each.ours,
            verdict=judge(each.ours, each.claim, comparisons, is_share=is_share),
            setting=each.row.setting,
            point="" if each.simulations is None else each.row.point,
            simulations=each.simulations,
            nelo_level=nelo_level,
        )
        for each in rows
    )
