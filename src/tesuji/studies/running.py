"""Running experiments: matches through the arena's store, then one line a comparison."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tesuji.arena.match.api import play_plans
from tesuji.arena.match.contest import Progress
from tesuji.arena.match.plan import MatchPlan, make_plan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.stats.pentanomial import Interval, Pentanomial, finite_or_none
from tesuji.errors import ParameterError
from tesuji.specs import did_you_mean
from tesuji.studies.declaration import (
    SCALES,
    Declaration,
    Experiment,
    Reason,
    Reported,
    Row,
)
from tesuji.studies.measures import MEASURES, measure_match
from tesuji.studies.verdict import DIFFERS, LEVEL, Ours, Verdict, corrected_level, judge

__all__ = ["Finding", "Outcome", "Study", "make_plans", "run_declaration", "run_experiment"]

FORMAT = 1
"""Version of the plain data of studies; raised when a key changes its meaning."""


@dataclass(frozen=True)
class Finding:
    """One line of the table: what the report says, what we see, and the verdict."""

    label: str
    game: str
    budget: str
    limits: str
    reported: Reported | None
    ours: Ours | None
    verdict: Verdict
    setting: str = ""
    """The label without the point of a sweep or a curve."""
    point: str = ""
    simulations: tuple[float, float] | None = None
    """What each agent made a move; None for a line about several rows."""
    nelo_level: float = LEVEL

    @property
    def interval(self) -> Interval | None:
        """The plain 95% interval of our value."""
        return None if self.ours is None else self.ours.interval(LEVEL)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON and CSV."""
        reported, verdict = self.reported or Reported(), self.verdict
        low, high = _bounds(self.interval)
        pairs = None if self.ours is None else self.ours.pairs
        nelo_low, nelo_high = _bounds(None if pairs is None else pairs.nelo_at(self.nelo_level))
        below, above = _bounds(verdict.interval)
        return {
            "label": self.label,
            "setting": self.setting or self.label,
            "point": self.point,
            "game": self.game,
            "budget": self.budget,
            "limits": self.limits,
            "simulations": None if self.simulations is None else list(self.simulations),
            "reported": reported.claim or reported.value,
            "reported_games": reported.of,
            "reported_within": reported.within,
            "reported_wins": reported.as_wins,
            "ours": None if self.ours is None else self.ours.value,
            "low": low,
            "high": high,
            "games": 0 if self.ours is None else self.ours.games,
            "pentanomial": None if pairs is None else list(pairs.counts),
            "nelo": None if pairs is None else finite_or_none(pairs.nelo),
            "nelo_low": nelo_low,
            "nelo_high": nelo_high,
            "nelo_level": self.nelo_level,
            "difference": verdict.difference,
            "difference_low": below,
            "difference_high": above,
            "level": verdict.level,
            "verdict": verdict.word,
            "reason": verdict.reason,
        }


def _bounds(interval: Interval | None) -> tuple[float | None, float | None]:
    """As JSON can hold them: a bound that is infinite or not there is None."""
    low, high = interval or (math.inf, math.inf)
    return finite_or_none(low), finite_or_none(high)


@dataclass(frozen=True)
class Outcome:
    """What one experiment showed."""

    experiment: Experiment
    findings: tuple[Finding, ...]
    matches: tuple[MatchResult, ...] = field(repr=False)
    complete: bool

    @property
    def is_share(self) -> bool:
        """Whether its values are shares, to be shown in percent."""
        measure = self.experiment.measure
        return measure is None or MEASURES[measure].is_share

    def reasons_of(self, declaration: Declaration) -> tuple[Reason, ...]:
        """Why the result differs from the report, where it does and a reason is declared."""
        if all(finding.verdict.word != DIFFERS for finding in self.findings):
            return ()
        return tuple(each for each in declaration.reasons if each.of == self.experiment.name)

    @property
    def warnings(self) -> list[str]:
        """What makes the result doubtful."""
        return [
            f"{match.match.plan.title}: {text}" for match in self.matches for text in match.warnings
        ]

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        each = self.experiment
        return {
            "name": each.name,
            "title": each.title,
            "text": each.text,
            "kind": each.kind,
            "measure": each.measure,
            "is_share": self.is_share,
            "axis": each.axis,
            "budgets": {budget.name: budget.source for budget in each.budgets},
            "complete": self.complete,
            "findings": [finding.to_dict() for finding in self.findings],
            "warnings": self.warnings,
            "matches": [match.to_dict() for match in self.matches],
        }


@dataclass(frozen=True)
class Study:
    """What all experiments of a file showed."""

    declaration: Declaration
    scale: str
    outcomes: tuple[Outcome, ...]

    @property
    def complete(self) -> bool:
        """Whether every experiment that was asked for was played to its end."""
        return all(outcome.complete for outcome in self.outcomes)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        each = self.declaration
        return {
            "format": FORMAT,
            "name": each.name,
            "title": each.title,
            "text": each.text,
            "source": each.source,
            "scale": self.scale,
            "complete": self.complete,
            "experiments": [outcome.to_dict() for outcome in self.outcomes],
            "left_out": [asdict(out) for out in each.left_out],
            "reasons": [asdict(reason) for reason in each.reasons],
        }


def run_declaration(
    declaration: Declaration,
    *,
    scale: str = "quick",
    only: Sequence[str] = (),
    store: str | Path | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    begin: Callable[[Experiment], None] | None = None,
) -> Study:
    """Runs the experiments of a file, or ``only`` those of some names, one after the other.

    With a ``store`` a run that was stopped goes on where it was, and one at a larger scale
    keeps the games of the smaller one. Ctrl-C ends with what there is.
    """
    if scale not in SCALES:
        hint = did_you_mean(scale, SCALES)
        raise ParameterError(f"scale is {' or '.join(SCALES)}, not {scale!r}{hint}")
    outcomes: list[Outcome] = []
    for experiment in declaration.experiments:
        if only and experiment.name not in only:
            continue
        if begin is not None:
            begin(experiment)
        prefix = f"{declaration.name}: "
        found = run_experiment(
            experiment, scale=scale, store=store, jobs=jobs, progress=progress, prefix=prefix
        )
        outcomes.append(found)
        if not found.complete:
            break
    return Study(declaration, scale, tuple(outcomes))


def run_experiment(
    experiment: Experiment,
    *,
    scale: str = "quick",
    store: str | Path | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    prefix: str = "",
) -> Outcome:
    """Plays the matches of an experiment, or goes on with them, and judges each line."""
    plans = make_plans(experiment, scale, prefix)
    matches = play_plans(plans, store=store, jobs=jobs, progress=progress)
    findings = _judged(experiment, list(_lines(experiment, matches)))
    complete = all(match.complete for match in matches)
    return Outcome(experiment, findings, tuple(matches), complete)


def make_plans(experiment: Experiment, scale: str, prefix: str = "") -> list[MatchPlan]:
    """The matches of an experiment, one a row."""
    return [
        make_plan(
            row.agents,
            game=row.game,
            pairs=experiment.scale[scale] // 2,
            seed=experiment.seed,
            openings=experiment.openings,
            own_limits=row.limits,
            name=prefix + row.name,
        )
        for row in experiment.rows()
    ]


@dataclass(frozen=True)
class _Line:
    """What a finding is made of, before anything is judged."""

    row: Row
    game: str
    limits: str
    reported: Reported | None
    ours: Ours | None
    simulations: tuple[float, float] | None = None
    """Of one row; a line about several rows has none."""


def _lines(experiment: Experiment, matches: Sequence[MatchResult]) -> Iterator[_Line]:
    rows = list(experiment.rows())
    series: list[tuple[MatchResult, Ours | None]] = []
    for number, (row, match) in enumerate(zip(rows, matches, strict=True)):
        ours = _ours(experiment, match)
        series.append((match, ours))
        yield _Line(row, row.game, _limits(match), row.reported, ours, _made(match))
        if number + 1 < len(rows) and rows[number + 1].series == row.series:
            continue
        if row.adds_up:
            pairs = sum((each.pentanomial for each, _ in series), Pentanomial())
            together = Ours.of_pairs(pairs) if pairs.pairs else None
            yield _Line(row, "all", "as above", row.pooled, together)
        if experiment.trend is not None and len(series) > 1:
            known = [value for _, value in series if value is not None]
            trend = Ours.of_trend(known) if len(known) == len(series) else None
            yield _Line(row, "trend", "as above", Reported(claim=experiment.trend), trend)
        series = []


def _limits(match: MatchResult) -> str:
    """The limits in words: once where they are the same for both."""
    ours, theirs = (limits.text() for limits in match.match.plan.limits)
    return ours if ours == theirs else f"{ours} against {theirs}"


def _made(match: MatchResult) -> tuple[float, float]:
    """The simulations a move of each agent; nodes where it makes none."""
    first, second = (each.simulations / max(each.moves, 1) for each in match.match.tally.costs)
    return first, second


def _ours(experiment: Experiment, match: MatchResult) -> Ours | None:
    pairs = match.pentanomial
    if experiment.measure is None:
        return Ours.of_pairs(pairs) if pairs.pairs else None
    measured = measure_match(experiment.measure, match)
    return None if measured is None else Ours.of_measure(measured, pairs.games)


def _judged(experiment: Experiment, lines: Sequence[_Line]) -> tuple[Finding, ...]:
    """Each line with its verdict; the comparisons of one experiment are one family.

    Where nothing is compared the strengths are: then they are the family.
    """
    comparisons = sum(line.reported is not None for line in lines)
    nelo_level = LEVEL if comparisons else corrected_level(len(lines))
    return tuple(
        Finding(
            label=line.row.setting if line.simulations is None else line.row.label,
            game=line.game,
            budget=line.row.budget,
            limits=line.limits,
            reported=line.reported,
            ours=line.ours,
            verdict=judge(line.ours, line.reported, comparisons),
            setting=line.row.setting,
            point="" if line.simulations is None else line.row.point,
            simulations=line.simulations,
            nelo_level=nelo_level,
        )
        for line in lines
    )
