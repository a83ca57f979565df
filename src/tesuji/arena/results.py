"""Results: what a match, a tournament or an experiment showed."""

from __future__ import annotations

import html
import platform
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tesuji.arena.contest import Contest, MatchState
from tesuji.arena.ratings import Rating
from tesuji.arena.record import GameRecord
from tesuji.arena.statistics import Pentanomial, finite_or_none

__all__ = ["ExperimentResult", "MatchResult", "TournamentResult", "conditions"]

REPEATED_WARNING = 0.1
"""The share of games equal to an earlier one above which a match is suspect."""


def conditions(contest: Contest, jobs: int) -> dict[str, Any]:
    """Where and how the games were played."""
    from tesuji import __version__, _core

    return {
        "tesuji": __version__,
        "build": _core.build(),
        "processor": _processor(),
        "python": platform.python_version(),
        "games_at_once": jobs,
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


@dataclass(frozen=True)
class MatchResult:
    """A match of two agents, as the first one named sees it."""

    match: MatchState
    contest: Contest = field(repr=False)
    complete: bool
    """Whether it was played to its end, and not interrupted."""
    conditions: dict[str, Any] = field(repr=False)

    @property
    def agents(self) -> tuple[str, str]:
        """The specs."""
        return self.match.plan.agents

    @property
    def pentanomial(self) -> Pentanomial:
        """Counts of pairs by points: 0, half, 1, one and a half, 2."""
        return self.match.pentanomial

    @property
    def score(self) -> float:
        """Points a game, 0 to 1."""
        return self.pentanomial.score

    @property
    def elo(self) -> float:
        """The difference in Elo."""
        return self.pentanomial.elo

    @property
    def nelo(self) -> float:
        """The difference in normalised Elo."""
        return self.pentanomial.nelo

    def games(self) -> Iterator[GameRecord]:
        """All stored games, also those beyond a test's decision."""
        return self.contest.store.games(self.match.experiment)

    @property
    def warnings(self) -> list[str]:
        """What makes the result doubtful."""
        tally, found = self.match.tally, []
        if tally.games and tally.repeated / tally.games > REPEATED_WARNING:
            share = tally.repeated / tally.games
            found.append(
                f"{share:.0%} of the games equal an earlier one move for move:"
                " use more openings, or agents with more randomness"
            )
        for number, agent in enumerate(self.agents):
            if lost := sum(tally.forfeits[number].values()):
                kinds = ", ".join(f"{n} by {kind}" for kind, n in tally.forfeits[number].items())
                found.append(f"{agent} forfeited {lost} games ({kinds})")
        return found

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        tally, plan = self.match.tally, self.match.plan
        sprt = self.match.sprt
        return {
            "format": 1,
            "kind": "match",
            "game": plan.game,
            "agents": list(plan.agents),
            "limits": [limits.text() for limits in plan.limits],
            "seed": plan.seed,
            **self.pentanomial.to_dict(),
            "games": tally.games,
            "complete": self.complete,
            "sprt": None
            if sprt is None
            else {
                "test": str(sprt),
                "llr": self.match.llrs[-1] if self.match.llrs else 0.0,
                "bounds": list(sprt.bounds),
                "verdict": self.match.verdict,
                "counted": self.match.counted,
            },
            "first_player_score": tally.first_player_points / max(tally.games, 1),
            "draw_rate": tally.draws / max(tally.games, 1),
            "mean_plies": tally.plies / max(tally.games, 1),
            "forfeits": [dict(counter) for counter in tally.forfeits],
            "adjudicated": tally.adjudicated,
            "repeated": tally.repeated,
            "costs": [cost.to_dict() for cost in tally.costs],
            "warnings": self.warnings,
            "conditions": self.conditions,
            "identity": plan.identity,
        }

    def to_dicts(self) -> list[dict[str, Any]]:
        """All games as plain data."""
        return [record.to_dict() for record in self.games()]

    def summary(self) -> str:
        """The result in a line."""
        p = self.pentanomial
        if not p.pairs:
            return f"{self.agents[0]} - {self.agents[1]}: no pair was finished"
        low, high = p.interval
        text = (
            f"{self.agents[0]} - {self.agents[1]}: {p.score:.1%} [{low:.1%}, {high:.1%}]"
            f" after {p.pairs} pairs"
        )
        if self.match.verdict is not None:
            text += f", {self.match.verdict} accepted by {self.match.sprt}"
        return text

    def _repr_html_(self) -> str:
        p = self.pentanomial
        rows = {
            "score": f"{p.score:.1%} [{p.interval[0]:.1%}, {p.interval[1]:.1%}]",
            "nElo": f"{p.nelo:+.1f} [{p.nelo_interval[0]:+.1f}, {p.nelo_interval[1]:+.1f}]",
            "pairs": f"{p.pairs} {list(p.counts)}",
        }
        cells = "".join(
            f"<tr><th>{name}</th><td>{html.escape(value)}</td></tr>" for name, value in rows.items()
        )
        return f"<p>{html.escape(self.summary())}</p><table>{cells}</table>"


@dataclass(frozen=True)
class TournamentResult:
    """Several agents on one game: matches, and ratings over all of them."""

    game: str
    agents: tuple[str, ...]
    matches: tuple[MatchResult, ...]
    ratings: tuple[Rating, ...]
    """The strongest first."""
    notes: tuple[str, ...]
    """What the ratings leave out, such as results that are not transitive."""
    complete: bool

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
            "format": 1,
            "kind": "tournament",
            "game": self.game,
            "agents": list(self.agents),
            "complete": self.complete,
            "ratings": [
                {
                    "agent": r.name,
                    "elo": finite_or_none(r.elo),
                    "interval": [finite_or_none(bound) for bound in r.interval],
                }
                for r in self.ratings
            ],
            "notes": list(self.notes),
            "matches": [match.to_dict() for match in self.matches],
        }


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
    complete: bool

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "format": 1,
            "kind": self.kind,
            "game": self.game,
            "label": self.label,
            "complete": self.complete,
            "points": [{"setting": setting, **match.to_dict()} for setting, match in self.points],
        }
