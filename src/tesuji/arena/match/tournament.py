"""Tournaments: several agents on one game, rated by all of their matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tesuji
from tesuji.agents.registry import AgentLike
from tesuji.arena.match.api import play_meetings
from tesuji.arena.match.result import FORMAT, MatchResult
from tesuji.arena.match.schedule import Standings, default_rounds, meetings
from tesuji.arena.match.shown_result import ShownResult
from tesuji.arena.stats import ratings
from tesuji.arena.stats.ratings import Rating, Ratings
from tesuji.errors import ParameterError
from tesuji.games import Game
from tesuji.games.registry import game_text

__all__ = ["TournamentResult", "rate_tournament", "tournament"]


@dataclass(frozen=True, repr=False)
class TournamentResult(ShownResult):
    """The result of a tournament: its matches, and ratings from all of them."""

    game: str
    agents: tuple[str, ...]
    matches: tuple[MatchResult, ...]
    table: Ratings | None
    """Ratings, first-move advantage, draw rate and cross table; None without a finished pair."""

    @property
    def complete(self) -> bool:
        """Whether all matches were played to the end."""
        return all(match.complete for match in self.matches)

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """Ratings, best first; agents without a finished pair have none."""
        return () if self.table is None else self.table.ratings

    @property
    def draw_rate(self) -> float:
        """Share of drawn games over all matches."""
        return self._share("draws")

    @property
    def first_player_score(self) -> float:
        """Mean score of player 0 over all matches."""
        return self._share("first_player_points")

    def _share(self, name: str) -> float:
        tallies = [match.match.tally for match in self.matches]
        games = sum(tally.games for tally in tallies)
        return float(sum(getattr(tally, name) for tally in tallies) / max(games, 1))

    @property
    def notes(self) -> list[str]:
        """Limits of the ratings: results that are not transitive, agents without comparison."""
        return [] if self.table is None else [*self.table.notes()]

    @property
    def warnings(self) -> list[str]:
        """The notes, and the warnings of all matches."""
        return [*self.notes, *self.match_warnings]

    @property
    def match_warnings(self) -> list[str]:
        """The warnings of all matches."""
        return [
            f"{match.match.plan.title}: {warning}"
            for match in self.matches
            for warning in match.warnings
        ]

    def match(self, first: str, second: str) -> tuple[MatchResult, bool] | None:
        """The match between two agents, and whether it names them in the other order."""
        for result in self.matches:
            if result.agents == (first, second):
                return result, False
            if result.agents == (second, first):
                return result, True
        return None

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, for JSON."""
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
        """The result in one line."""
        ranked = ", ".join(f"{rating.name} {rating.elo:+.0f}" for rating in self.ratings)
        return f"{self.game}, Elo: {ranked}" if ranked else f"{self.game}: no pair was finished"

    @property
    def heading(self) -> str:
        """The number of agents and the game."""
        return f"tournament of {len(self.agents)} agents on {self.game}"

    def _rows(self) -> list[tuple[str, ...]]:
        header = ("agent", "Elo", "score")
        rows = [
            (
                r.name,
                f"{r.elo:+.0f} [{r.interval[0]:+.0f}, {r.interval[1]:+.0f}]",
                f"{r.result.score:.1%}",
            )
            for r in self.ratings
        ]
        return [header, *rows] if rows else [("no pair was finished",)]


def tournament(
    agents: Sequence[AgentLike],
    *,
    game: str | Game,
    kind: str = "round-robin",
    pairs: int = 20,
    rounds: int | None = None,
    anchor: AgentLike | None = None,
    seed: int = 0,
    agent_limits: Mapping[Any, Mapping[str, Any]] | None = None,
    **options: Any,
) -> TournamentResult:
    """Plays agents against each other and rates them.

    ``kind`` is "round-robin", "gauntlet" (the first agent against all others) or "swiss"
    (``rounds`` rounds between agents of similar score). ``agent_limits`` maps agents to limits
    of their own. Other options are those of `match`, except ``sprt``: matches that stop early
    would bias the ratings.

    >>> import tesuji
    >>> result = tesuji.tournament(["random", "greedy"], game="avalam", pairs=2, jobs=1)
    >>> [rating.name for rating in result.ratings]
    ['greedy', 'random']
    """
    game = game_text(game)
    specs = _different_agents(agents)
    zero = None if anchor is None else _one_of(specs, anchor, "anchor")
    if options.get("sprt") is not None:
        raise ParameterError(
            "a tournament takes no sprt: a match that stops early overstates its difference, which"
            " would bias the ratings; play a match, or give the tournament a number of pairs",
            where="sprt",
            given=options["sprt"],
            expected="no test",
        )
    if rounds is not None and (kind != "swiss" or not _is_count(rounds)):
        expected = "an integer of at least 1, with kind swiss"
        raise ParameterError.wrong_value("rounds", rounds, expected)
    own = {
        _one_of(specs, spec, "agent_limits"): given for spec, given in (agent_limits or {}).items()
    }
    if kind == "swiss":
        number = rounds or default_rounds(len(specs))
        matches = _swiss(specs, number, game=game, pairs=pairs, seed=seed, own=own, **options)
    else:
        matches = _round(
            meetings(specs, kind), game=game, pairs=pairs, seed=seed, own=own, **options
        )
    return rate_tournament(game, specs, matches, anchor=zero, seed=seed)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _different_agents(agents: Sequence[AgentLike]) -> list[str]:
    specs = [tesuji.agent(agent).spec for agent in agents]
    if len(specs) < 2 or len(set(specs)) != len(specs):
        raise ParameterError.wrong_value("agents", specs, "two or more different agents")
    return specs


def _one_of(specs: Sequence[str], given: AgentLike, what: str) -> str:
    spec = tesuji.agent(given).spec
    if spec not in specs:
        raise ParameterError.wrong_value(what, spec, f"one of {', '.join(specs)}")
    return spec


def _round(
    pairings: Sequence[tuple[str, str]],
    *,
    game: str,
    pairs: int,
    seed: int,
    own: Mapping[str, Mapping[str, Any]],
    **options: Any,
) -> list[MatchResult]:
    own_limits = [(own.get(first), own.get(second)) for first, second in pairings]
    return play_meetings(
        pairings, game=game, pairs=pairs, seed=seed, options=options, own_limits=own_limits
    )


def _swiss(agents: Sequence[str], rounds: int, *, seed: int, **options: Any) -> list[MatchResult]:
    """Plays rounds between agents of similar score that have not met yet."""
    standings = Standings(agents)
    matches: list[MatchResult] = []
    for number in range(rounds):
        pairings = standings.next_round()
        played = _round(pairings, seed=seed + number, **options) if pairings else []
        matches += played
        if not played or not all(result.complete for result in played):
            break
        for result in played:
            standings.add(*result.agents, result.score)
    return matches


def rate_tournament(
    game: str,
    agents: Sequence[str],
    matches: Sequence[MatchResult],
    *,
    anchor: str | None = None,
    seed: int = 0,
) -> TournamentResult:
    """Rates the agents by all finished pairs. ``anchor`` is the agent whose rating is 0."""
    if anchor is not None and anchor not in agents:
        raise ParameterError.wrong_value("anchor", anchor, f"one of {', '.join(agents)}")
    scores: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for match in matches:
        if match.match.tally.scores:
            scores.setdefault(match.agents, []).extend(match.match.tally.scores.values())
    played = {agent for meeting in scores for agent in meeting}
    # Without a finished pair the anchor has no rating: then the mean is 0.
    rated_anchor = (anchor, 0.0) if anchor is not None and anchor in played else None
    table = ratings.rate(scores, anchor=rated_anchor, seed=seed) if scores else None
    return TournamentResult(game, tuple(agents), tuple(matches), table)
