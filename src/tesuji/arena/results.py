"""Results: what a match, a tournament or an experiment showed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tesuji.arena.match_result import FORMAT, MatchResult, html_table
from tesuji.arena.ratings import Rating, Ratings

__all__ = ["ExperimentResult", "MatchResult", "TournamentResult"]


@dataclass(frozen=True)
class TournamentResult:
    """Several agents on one game: matches, and ratings over all of them."""

    game: str
    agents: tuple[str, ...]
    matches: tuple[MatchResult, ...]
    table: Ratings | None
    """Ratings, first-move advantage, draw rate and cross table; None before any pair is
    finished."""

    @property
    def complete(self) -> bool:
        """Whether all was played, and nothing interrupted."""
        return all(match.complete for match in self.matches)

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """The strongest first; who has not finished a pair has none."""
        return () if self.table is None else self.table.ratings

    @property
    def draw_rate(self) -> float:
        """Draws a game, over all matches."""
        return self._share("draws")

    @property
    def first_player_score(self) -> float:
        """Points a game of player 0, over all matches."""
        return self._share("first_player_points")

    def _share(self, name: str) -> float:
        tallies = [match.match.tally for match in self.matches]
        games = sum(tally.games for tally in tallies)
        return float(sum(getattr(tally, name) for tally in tallies) / max(games, 1))

    @property
    def notes(self) -> list[str]:
        """What the ratings leave out: results that are not transitive, or no comparison at all."""
        return [] if self.table is None else [*self.table.notes()]

    @property
    def warnings(self) -> list[str]:
        """What makes the result doubtful: the notes, and the warnings of all matches."""
        return [*self.notes, *_match_warnings(self.matches)]

    def match(self, first: str, second: str) -> tuple[MatchResult, bool] | None:
        """The match of two agents, and whether it names them the other way round."""
        for result in self.matches:
            if result.agents == (first, second):
                return result, False
            if result.agents == (second, first):
                return result, True
        return None

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "format": FORMAT,
            "kind": "tournament",
            "game": self.game,
            "agents": list(self.agents),
            "complete": self.complete,
            "pairs": sum(match.pentanomial.pairs for match in self.matches),
            "first_player_score": self.first_player_score,
            **({"ratings": []} if self.table is None else self.table.to_dict()),
            "draw_rate": self.draw_rate,
            "draw_rate_of_equals": None if self.table is None else self.table.draw_rate,
            "notes": self.notes,
            "warnings": self.warnings,
            "matches": [match.to_dict() for match in self.matches],
        }

    def to_dicts(self) -> list[dict[str, Any]]:
        """All games as plain data."""
        return [game for match in self.matches for game in match.to_dicts()]

    def summary(self) -> str:
        """The result in a line."""
        ranked = ", ".join(f"{rating.name} {rating.elo:+.0f}" for rating in self.ratings)
        return f"{self.game}, Elo: {ranked}" if ranked else f"{self.game}: no pair was finished"

    def _repr_html_(self) -> str:
        rows = [
            (
                r.name,
                f"{r.elo:+.0f} [{r.interval[0]:+.0f}, {r.interval[1]:+.0f}]",
                f"{r.result.score:.1%}",
            )
            for r in self.ratings
        ]
        return html_table(f"Tournament on {self.game}", rows, self.warnings)


@dataclass(frozen=True)
class ExperimentResult:
    """One quantity over several settings: a sweep, an ablation or a scaling run."""

    kind: str
    """"sweep", "ablation" or "scaling"."""
    game: str
    label: str
    """What changes from point to point."""
    points: tuple[tuple[str, MatchResult], ...]
    """Each setting with the match that measured it, the setting named first."""
    left_out: tuple[tuple[str, str], ...] = ()
    """Parts that were not tried because they cannot matter, each with the reason."""

    @property
    def complete(self) -> bool:
        """Whether all was played, and nothing interrupted."""
        return all(match.complete for _, match in self.points)

    @property
    def warnings(self) -> list[str]:
        """What makes the result doubtful: the warnings of all matches."""
        return [
            f"{setting}: {warning}" for setting, match in self.points for warning in match.warnings
        ]

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
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
        """The result in a line."""
        scores = ", ".join(
            f"{setting} {match.score:.1%}"
            for setting, match in self.points
            if match.pentanomial.pairs
        )
        return f"{self.kind} of {self.label} on {self.game}: {scores or 'no pair was finished'}"

    def _repr_html_(self) -> str:
        rows = [
            (
                setting,
                f"{p.score:.1%} [{p.interval[0]:.1%}, {p.interval[1]:.1%}]",
                f"{p.pairs} pairs",
            )
            for setting, p in ((setting, match.pentanomial) for setting, match in self.points)
            if p.pairs
        ]
        return html_table(self.summary(), rows, self.warnings)


def _match_warnings(matches: tuple[MatchResult, ...]) -> Iterator[str]:
    for match in matches:
        for warning in match.warnings:
            yield f"{match.match.plan.title}: {warning}"
