"""The result of a series: a sweep, an ablation or a scaling run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tesuji.arena.match.result import FORMAT, MatchResult
from tesuji.arena.match.shown_result import ShownResult
from tesuji.wording import counted

__all__ = ["SeriesResult"]


@dataclass(frozen=True, repr=False)
class SeriesResult(ShownResult):
    """Matches that measure the same thing at several settings."""

    kind: str
    """"sweep", "ablation" or "scaling"."""
    game: str
    label: str
    """The parameter or budget that varies between points."""
    points: tuple[tuple[str, MatchResult], ...]
    """Each setting with its match, in which the setting is the first agent."""
    left_out: tuple[tuple[str, str], ...] = ()
    """Parts that were left out because they have no effect, each with the reason."""

    @property
    def complete(self) -> bool:
        """Whether all matches were played to the end."""
        return all(match.complete for _, match in self.points)

    @property
    def warnings(self) -> list[str]:
        """The warnings of all matches."""
        return [
            f"{setting}: {warning}" for setting, match in self.points for warning in match.warnings
        ]

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, for JSON."""
        return {
            "format": FORMAT,
            "kind": self.kind,
            "game": self.game,
            "label": self.label,
            "complete": self.complete,
            "warnings": self.warnings,
            "left_out": [{"part": part, "reason": reason} for part, reason in self.left_out],
            "points": [{"setting": setting, **match.to_dict()} for setting, match in self.points],
        }

    def to_dicts(self) -> list[dict[str, Any]]:
        """All games as plain data."""
        return [game for _, match in self.points for game in match.to_dicts()]

    def summary(self) -> str:
        """The result in one line."""
        scores = ", ".join(
            f"{setting} {match.score:.1%}"
            for setting, match in self.points
            if match.pentanomial.pairs
        )
        return f"{self.heading}: {scores or 'no pair was finished'}"

    @property
    def heading(self) -> str:
        """What varies, and the game."""
        return f"{self.kind} of {self.label} on {self.game}"

    def _rows(self) -> list[tuple[str, ...]]:
        rows = [
            (
                setting,
                f"{p.score:.1%} [{p.interval[0]:.1%}, {p.interval[1]:.1%}]",
                counted(p.pairs, "pair"),
            )
            for setting, p in ((setting, match.pentanomial) for setting, match in self.points)
            if p.pairs
        ]
        return [("setting", "score", ""), *rows] if rows else [("no pair was finished",)]
