"""Results of experiments and studies: findings with their verdicts, as data."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from tesuji.arena.match.result import MatchResult
from tesuji.arena.stats.pentanomial import Interval, finite_or_none
from tesuji.studies.evidence import unknown_cause
from tesuji.studies.measures import MEASURES
from tesuji.studies.study import SCALES, Claim, Experiment, Reason, Study
from tesuji.studies.verdict import DIFFERS, LEVEL, Estimate, Verdict

__all__ = ["ExperimentResult", "Finding", "StudyResult"]

FORMAT = 1
"""Version of the plain data of studies; raised when a key changes its meaning."""


@dataclass(frozen=True)
class Finding:
    """One row of the table: the report's claim, our value, and the verdict."""

    label: str
    game: str
    budget: str
    limits: str
    claim: Claim | None
    ours: Estimate | None
    verdict: Verdict
    setting: str = ""
    """The label without the point of a sweep or a curve."""
    point: str = ""
    simulations: tuple[float, float] | None = None
    """The simulations per move of each agent; None for a row that summarises others."""
    nelo_level: float = LEVEL

    @property
    def interval(self) -> Interval | None:
        """The plain 95% interval of our value."""
        return None if self.ours is None else self.ours.interval(LEVEL)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON and CSV."""
        claim, verdict = self.claim or Claim(), self.verdict
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
            "reported": claim.word or claim.value,
            "reported_games": claim.of,
            "reported_within": claim.within,
            "reported_wins": claim.as_wins,
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
            "least_rate": verdict.least_rate,
            "level": verdict.level,
            "verdict": verdict.word,
            "reason": verdict.reason,
        }


def _bounds(interval: Interval | None) -> tuple[float | None, float | None]:
    """Bounds for JSON: an infinite or missing bound is None."""
    low, high = interval or (math.inf, math.inf)
    return finite_or_none(low), finite_or_none(high)


@dataclass(frozen=True)
class ExperimentResult:
    """The result of one experiment."""

    experiment: Experiment
    findings: tuple[Finding, ...]
    matches: tuple[MatchResult, ...] = field(repr=False)
    complete: bool

    @property
    def is_share(self) -> bool:
        """Whether its values are shares, shown in percent."""
        measure = self.experiment.measure
        return measure is None or MEASURES[measure].is_share

    @property
    def differs(self) -> bool:
        """Whether any finding differs from the report."""
        return any(finding.verdict.word == DIFFERS for finding in self.findings)

    @property
    def warnings(self) -> list[str]:
        """Reasons to doubt the result."""
        return [
            f"{match.match.plan.title}: {text}" for match in self.matches for text in match.warnings
        ]

    def partial_note(self) -> str:
        """How much was played if the experiment was stopped; "" if it is complete."""
        if self.complete:
            return ""
        played = sum(match.pentanomial.games for match in self.matches)
        planned = sum(2 * match.match.plan.pairs for match in self.matches)
        return f"Partial: {played} of {planned} games were played, and verdicts may still change."

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        each = self.experiment
        return {
            "name": each.name,
            "title": each.title,
            "text": each.text,
            "conclusion": each.conclusion,
            "repeats": each.repeats,
            "openings": None if each.openings is None else list(each.openings),
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
class StudyResult:
    """The results of a study's experiments."""

    study: Study
    scale: str
    results: tuple[ExperimentResult, ...]

    @property
    def complete(self) -> bool:
        """Whether every requested experiment was played to the end."""
        return all(result.complete for result in self.results)

    def explanations(self, result: ExperimentResult) -> Iterator[str]:
        """What a complete result shows, and why it differs from the report.

        The texts are about the full scale. With fewer games the figures may be others.
        """
        if not result.complete:
            return
        if self.scale != SCALES[-1]:
            if result.experiment.conclusion or (result.differs and self._reasons(result)):
                yield f"The study explains {result.experiment.name} at the full scale only."
            return
        if result.experiment.conclusion:
            yield result.experiment.conclusion
        if result.differs and not self._reasons(result):
            data = self.to_dict()
            [own] = [each for each in data["experiments"] if each["name"] == result.experiment.name]
            yield f"Why {own['name']} differs: {unknown_cause(data, own)}"
        elif result.differs:
            yield from self._reason_texts(result)

    def _reasons(self, result: ExperimentResult) -> list[Reason]:
        """The reasons for a result; if it has none, for the one that it repeats."""
        names = (result.experiment.name, result.experiment.repeats)
        found = ([each for each in self.study.reasons if each.of == name] for name in names)
        return next(filter(None, found), [])

    def _reason_texts(self, result: ExperimentResult) -> Iterator[str]:
        """Why a result differs from the report, and which experiments show it."""
        run = {each.experiment.name for each in self.results if each.complete}
        for reason in self._reasons(result):
            shown = f"tested by {', '.join(reason.tested_by)}"
            if missing := [name for name in reason.tested_by if name not in run]:
                shown += f"; not run here: {', '.join(missing)}"
            yield f"Why {reason.of} differs ({shown}): {reason.text}"

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        each = self.study
        return {
            "format": FORMAT,
            "name": each.name,
            "title": each.title,
            "text": each.text,
            "source": each.source,
            "built": each.built,
            "presets": list(each.presets),
            "tables": [asdict(table) for table in each.tables],
            "figures": [asdict(figure) for figure in each.figures],
            "scale": self.scale,
            "complete": self.complete,
            "experiments": [result.to_dict() for result in self.results],
            "left_out": [asdict(out) for out in each.left_out],
            "reasons": [asdict(reason) for reason in each.reasons],
        }
