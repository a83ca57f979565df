"""The result of tuning: what was found, how, and whether it is better."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tesuji.arena.match.result import FORMAT, MatchResult
from tesuji.arena.match.shown_result import Picture, ShownResult
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.specs import Plain, value_text
from tesuji.tune.space import Space
from tesuji.tune.trials import Trial
from tesuji.wording import counted

__all__ = ["NO_PROOF", "TuneResult"]

NO_PROOF = "no proof of improvement"


@dataclass(frozen=True, repr=False)
class TuneResult(ShownResult):
    """The result of `tesuji.tune`.

    ``spec`` is what the search chose. Only ``improved`` says that a test on fresh games accepted it
    as stronger than the start.
    """

    method: str
    space: Space
    start: str
    """The spec of the agent as given."""
    spec: str
    """The spec of the agent with the values found."""
    values: dict[str, Plain]
    """The values found, by dotted path."""
    history: tuple[Trial, ...] = field(repr=False)
    """All trials in order."""
    how: str
    """How the values were chosen."""
    proof: MatchResult | None
    """The match of the result against the start; None if they are the same or it was not played."""
    complete: bool
    """Whether the run reached its end, and was not interrupted."""

    @property
    def game(self) -> str:
        """The spec of the game."""
        return self.space.game.spec

    @property
    def improved(self) -> bool:
        """Whether the test accepted that the result is stronger than the start."""
        return self.proof is not None and self.proof.match.verdict == "H1"

    @property
    def verdict(self) -> str:
        """The finding in words: "better by X nElo [interval]" or "no proof of improvement"."""
        if not self.complete:
            return "interrupted before the end"
        if self.proof is None:
            return f"{NO_PROOF}: the search prefers the start"
        p = self.proof.pentanomial
        figures = _strength(p)
        if self.improved:
            return f"better by {figures}" if math.isfinite(p.nelo) else f"better: {figures}"
        decided = "the test did not decide" if self.undecided else "the test accepts H0"
        return f"{NO_PROOF}: {decided} after {counted(p.pairs, 'pair')}, {figures}"

    @property
    def undecided(self) -> bool:
        """Whether the test ended without a decision: more pairs may bring one."""
        return self.complete and self.proof is not None and self.proof.match.verdict is None

    @property
    def pairs_played(self) -> int:
        """Pairs of all trials, without the proof."""
        return sum(trial.result.pairs for trial in self.history)

    @property
    def warnings(self) -> list[str]:
        """The warnings of the proof."""
        return [] if self.proof is None else self.proof.warnings

    @property
    def heading(self) -> str:
        """What was tuned."""
        return f"{self.start} on {self.game}, tuned by {self.method}"

    def summary(self) -> str:
        """The result in one line."""
        return f"{self.heading}: {self.verdict}"

    def changes(self) -> Iterator[tuple[str, str, str, str]]:
        """Each parameter with its range, its value before and its value after."""
        for each in self.space.dimensions:
            before, after = (
                value if isinstance(value, str) else value_text(value)
                for value in (each.start, self.values[each.path])
            )
            yield each.path, each.range_text(), before, after

    def _rows(self) -> list[tuple[str, ...]]:
        rows = [(path, f"{before} -> {after}") for path, _, before, after in self.changes()]
        return [("verdict", self.verdict), *rows, ("spec", self.spec)]

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, for JSON."""
        return {
            "format": FORMAT,
            "kind": "tune",
            "method": self.method,
            "game": self.game,
            "start": self.start,
            "spec": self.spec,
            "space": self.space.text(),
            "values": dict(self.values),
            "before": dict(self.space.start),
            "how": self.how,
            "verdict": self.verdict,
            "improved": self.improved,
            "complete": self.complete,
            "pairs": self.pairs_played,
            "trials": [trial.to_dict() for trial in self.history],
            "proof": None if self.proof is None else self.proof.to_dict(),
            "warnings": self.warnings,
        }

    def to_dicts(self) -> list[dict[str, Any]]:
        """The games of the proof as plain data."""
        return [] if self.proof is None else self.proof.to_dicts()

    def plot(self) -> Picture:
        """The score of each trial with its interval, as a picture; needs matplotlib."""
        from tesuji.tune.report import trials_plot

        return Picture(trials_plot(self).replace('class="plot"', 'width="480"', 1))

    def report(self, path: str | Path, *, command: str = "") -> Path:
        """Writes an HTML report with plots and returns its path; needs matplotlib."""
        from tesuji.tune.report import write_tune_report

        return write_tune_report(self, path, command=command)


def _strength(p: Pentanomial) -> str:
    """The lead in nElo; the score if all pairs ended alike, since their noise is unknown then."""
    if math.isfinite(p.nelo):
        low, high = p.nelo_interval
        return f"{p.nelo:+.0f} nElo [{low:+.0f}, {high:+.0f}]"
    low, high = p.interval
    alike = "all pairs ended alike, so nElo has no estimate"
    return f"score {p.score:.1%} [{low:.1%}, {high:.1%}] ({alike})"
