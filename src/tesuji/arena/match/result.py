"""The result of a match: statistics, conditions, warnings and games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import tesuji
from tesuji.agents.registry import AgentLike
from tesuji.arena.match.contest import Contest, MatchState
from tesuji.arena.match.games import MatchGames, game_rows
from tesuji.arena.match.luck import LuckAdjusted, luck_adjusted
from tesuji.arena.match.shown_result import Picture, ShownResult
from tesuji.arena.match.tally import AgentCost, failures_text, forfeits_text
from tesuji.arena.stats.pentanomial import PAIR_RESULTS, Pentanomial
from tesuji.arena.store.exchange import export_games
from tesuji.wording import counted

if TYPE_CHECKING:
    import pandas

__all__ = ["FORMAT", "MatchResult"]

FORMAT = 2
"""Version of the JSON of results. Increase it when a key changes its meaning."""
REPEATED_WARNING = 0.1
"""Share of repeated games above which a result warns."""


@dataclass(frozen=True, repr=False)
class MatchResult(ShownResult):
    """The result of a match, from the view of its first agent.

    It prints as a table, and a notebook shows it as one.

    >>> import tesuji
    >>> result = tesuji.match("greedy", "random", game="avalam", pairs=3, jobs=1)
    >>> result
    <MatchResult: greedy - random on avalam: 100.0% [43.9%, 100.0%] after 3 pairs>
    >>> print(result)
    greedy - random on avalam
    score  100.0% [43.9%, 100.0%]
    ...
    >>> len(result.games), result.games[0].result
    (6, '1-0')
    """

    match: MatchState
    contest: Contest = field(repr=False)
    complete: bool
    """Whether the match was played to its end, and not interrupted."""
    luck: LuckAdjusted | None = None
    """The score without the luck of the dice, if it was asked for; see `with_luck`."""

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
    def costs(self) -> tuple[AgentCost, AgentCost]:
        """What both agents spent. Agents that visit nodes one by one have no simulations."""
        game = tesuji.game(self.match.plan.game)
        first, second = (
            replace(cost, simulations=0) if tesuji.agent(agent).on(game).counts_nodes else cost
            for agent, cost in zip(self.agents, self.match.tally.costs, strict=True)
        )
        return first, second

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

    @property
    def games(self) -> MatchGames:
        """All stored games, including those after the decision of a test.

        They are read from the store when they are used, so a long match needs little memory.
        """
        return MatchGames(self.contest.store, self.match.stored_id)

    def with_luck(self, evaluator: AgentLike | None = None) -> MatchResult:
        """The same result with the luck-adjusted score, for games with dice.

        ``evaluator`` is the agent whose values say how lucky each roll was; every game with dice
        has a fast one by default.
        """
        store, plan = self.contest.store, self.match.plan
        pairs = (store.pair(self.match.stored_id, n) for n in sorted(self.match.tally.pairs))
        return replace(self, luck=luck_adjusted(pairs, tesuji.game(plan.game), evaluator))

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
        for agent, failures in zip(self.agents, self.match.tally.failures, strict=True):
            yield from failures_text(agent, failures)

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
            **({} if plan.sizes is None else {"sizes": list(plan.sizes)}),
            "game_version": plan.versions["game_version"],
            "agents": list(plan.agents),
            "limits": [limits.text() for limits in plan.limits],
            "clocks": list(self.clocks),
            "seed": plan.seed,
            "openings": plan.openings_text(),
            **self.pentanomial.to_dict(),
            **({} if self.luck is None else {"luck_adjusted": self.luck.to_dict()}),
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

    def to_dataframe(self) -> pandas.DataFrame:
        """All games as a pandas DataFrame, one row per game; see ``game_rows`` for the columns.

        pandas is not installed with Tesuji. `to_dicts` returns plain data without it.
        """
        try:
            import pandas
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError(
                "to_dataframe() needs pandas: run 'pip install pandas', or use to_dicts()",
                name=error.name,
            ) from None
        return pandas.DataFrame(game_rows(self.games))

    def plot(self) -> Picture:
        """The score during the match with its 95% interval, as a picture; needs matplotlib."""
        from tesuji.arena.report.plots import score_plot

        pairs = self.match.tally.pairs
        drawn = score_plot([pairs[number] for number in sorted(pairs)])
        return Picture(drawn.replace('class="plot"', 'width="480"', 1))

    @property
    def heading(self) -> str:
        """The agents and the game."""
        return self.match.plan.shown

    def summary(self) -> str:
        """The result in one line."""
        p, title = self.pentanomial, self.heading
        if not p.pairs:
            return f"{title}: no pair was finished"
        low, high = p.interval
        text = f"{title}: {p.score:.1%} [{low:.1%}, {high:.1%}] after {counted(p.pairs, 'pair')}"
        if self.match.verdict is not None:
            text += f", {self.match.verdict} accepted by {self.match.sprt}"
        return text

    def _rows(self) -> list[tuple[str, str]]:
        p = self.pentanomial
        if not p.pairs:
            return [("pairs", "none was finished")]
        test = self.match.verdict_text()
        return [
            ("score", f"{p.score:.1%} [{p.interval[0]:.1%}, {p.interval[1]:.1%}]"),
            *([] if self.luck is None else [("luck-adjusted", self.luck.summary())]),
            ("Elo", f"{p.elo:+.0f} [{p.elo_interval[0]:+.0f}, {p.elo_interval[1]:+.0f}]"),
            ("nElo", f"{p.nelo:+.0f} [{p.nelo_interval[0]:+.0f}, {p.nelo_interval[1]:+.0f}]"),
            ("LOS", f"{p.los:.1%}"),
            ("pairs", str(p.pairs)),
            (", ".join(PAIR_RESULTS), ", ".join(map(str, p.counts))),
            *([("test", test)] if test else []),
        ]
