"""The result of a match: statistics, conditions, warnings and games."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tesuji.arena.match.contest import Contest, MatchState
from tesuji.arena.match.tally import forfeits_text
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.arena.store.exchange import export_games
from tesuji.games.record import GameRecord
from tesuji.wording import counted

__all__ = ["FORMAT", "MatchResult", "html_table"]

FORMAT = 2
"""Version of the JSON of results. Increase it when a key changes its meaning."""
REPEATED_WARNING = 0.1
"""Share of repeated games above which a result warns."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, from the view of its first agent."""

    match: MatchState
    contest: Contest = field(repr=False)
    complete: bool
    """Whether the match was played to its end, and not interrupted."""

    @property
    def agents(self) -> tuple[str, str]:
        """The specs of both agents."""
        return self.match.plan.agents

    @property
    def pentanomial(self) -> Pentanomial:
        """Number of pairs with 0, 1/2, 1, 3/2 and 2 points, and their statistics."""
        return self.match.pentanomial

    @property
    def score(self) -> float:
        """Mean score per game, 0 to 1."""
        return self.pentanomial.score

    @property
    def elo(self) -> float:
        """Elo difference."""
        return self.pentanomial.elo

    @property
    def nelo(self) -> float:
        """Normalised Elo difference."""
        return self.pentanomial.nelo

    @property
    def clocks(self) -> tuple[str, str]:
        """The clock of each agent: "cpu" or "wall"."""
        first, second = (limits.per_move.clock or "cpu" for limits in self.match.plan.limits)
        return first, second

    @property
    def conditions(self) -> list[dict[str, Any]]:
        """The conditions under which the counted pairs were played, with their number.

        A match that was resumed on another machine has several. For games from older stores
        only the number is known; imported games name the file in ``imported``.
        """
        taken = self.match.tally.pairs.keys()
        stored = self.contest.store.conditions(self.match.stored_id)
        return [{"pairs": len(pairs & taken), **where} for where, pairs in stored if pairs & taken]

    def games(self) -> Iterator[GameRecord]:
        """All stored games, including those after the decision of a test."""
        return self.contest.store.games(self.match.stored_id)

    @property
    def warnings(self) -> list[str]:
        """Reasons to doubt the result."""
        return [*self._repeated(), *self._forfeited(), *self._late(), *self._mixed()]

    def _repeated(self) -> Iterator[str]:
        tally = self.match.tally
        if tally.games and tally.repeated / tally.games > REPEATED_WARNING:
            yield (
                f"{tally.repeated / tally.games:.0%} of the games repeat an earlier one move for"
                " move: use more openings, or agents with more randomness"
            )

    def _forfeited(self) -> Iterator[str]:
        for agent, lost in zip(self.agents, self.match.tally.forfeits, strict=True):
            if games := sum(lost.values()):
                yield f"{agent} forfeited {counted(games, 'game')}: {forfeits_text(lost)}"

    def _late(self) -> Iterator[str]:
        for agent, cost in zip(self.agents, self.match.tally.costs, strict=True):
            if cost.late:
                yield (
                    f"{agent} exceeded its time in {cost.late} of {counted(cost.moves, 'move')};"
                    " these moves were tolerated and played"
                )

    def _mixed(self) -> Iterator[str]:
        where = self.conditions
        imported: Counter[str] = Counter()
        for each in where:
            if "imported" in each:
                imported[each["imported"]] += each["pairs"]
        for source, pairs in imported.items():
            yield f"{counted(pairs, 'pair')} imported from {source}"
        machines = {(each.get("processor"), each.get("build")) for each in where}
        if len(machines) > 1 and any(limits.is_timed for limits in self.match.plan.limits):
            kinds = f"{len(machines)} kinds of machine or build"
            yield f"limits are in seconds, but pairs were played on {kinds}"

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, for JSON."""
        tally, plan = self.match.tally, self.match.plan
        return {
            "format": FORMAT,
            "kind": "match",
            "game": plan.game,
            "game_version": plan.versions["game_version"],
            "agents": list(plan.agents),
            "limits": [limits.text() for limits in plan.limits],
            "clocks": list(self.clocks),
            "seed": plan.seed,
            "openings": plan.openings_text(),
            **self.pentanomial.to_dict(),
            "games": tally.games,
            "complete": self.complete,
            "sprt": self._sprt(),
            "first_player_score": tally.first_player_score,
            "draw_rate": tally.draw_rate,
            "mean_plies": tally.mean_plies,
            "endings": dict(tally.reasons.most_common()),
            "forfeits": [dict(counter) for counter in tally.forfeits],
            "adjudicated": tally.adjudicated,
            "repeated": tally.repeated,
            "costs": [cost.to_dict() for cost in tally.costs],
            "warnings": self.warnings,
            "conditions": self.conditions,
            "identity": plan.identity,
        }

    def _sprt(self) -> dict[str, Any] | None:
        match, sprt = self.match, self.match.sprt
        if sprt is None:
            return None
        found = {"llr": match.llr, "verdict": match.verdict, "counted": match.counted}
        return {"test": str(sprt), **sprt.to_dict(), **found}

    def to_dicts(self) -> list[dict[str, Any]]:
        """All games as plain data, with the tags of an exported game."""
        matches = self.contest.store.matches()
        listed = next(each for each in matches if each.id == self.match.stored_id)
        return [record.to_dict() for record in export_games(self.contest.store, listed)]

    def summary(self) -> str:
        """The result in one line."""
        p = self.pentanomial
        if not p.pairs:
            return f"{self.agents[0]} - {self.agents[1]}: no pair was finished"
        low, high = p.interval
        text = (
            f"{self.agents[0]} - {self.agents[1]}: {p.score:.1%} [{low:.1%}, {high:.1%}]"
            f" after {counted(p.pairs, 'pair')}"
        )
        if self.match.verdict is not None:
            text += f", {self.match.verdict} accepted by {self.match.sprt}"
        return text

    def _repr_html_(self) -> str:
        p = self.pentanomial
        if not p.pairs:
            return f"<p>{html.escape(self.summary())}</p>"
        rows = [
            ("score", f"{p.score:.1%} [{p.interval[0]:.1%}, {p.interval[1]:.1%}]"),
            ("Elo", f"{p.elo:+.0f} [{p.elo_interval[0]:+.0f}, {p.elo_interval[1]:+.0f}]"),
            ("nElo", f"{p.nelo:+.0f} [{p.nelo_interval[0]:+.0f}, {p.nelo_interval[1]:+.0f}]"),
            ("pairs", f"{p.pairs} {list(p.counts)}"),
        ]
        return html_table(self.summary(), rows, self.warnings)


def html_table(title: str, rows: Sequence[tuple[str, ...]], warnings: Sequence[str]) -> str:
    """A result as HTML for a notebook."""
    cells = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    notes = "".join(f"<p>Warning: {html.escape(warning)}</p>" for warning in warnings)
    return f"<p>{html.escape(title)}</p><table>{cells}</table>{notes}"
