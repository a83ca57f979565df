"""From the matches of a tournament to its result: ratings, and what they leave out."""

from __future__ import annotations

from collections.abc import Sequence

from tesuji.arena import ratings
from tesuji.arena.results import MatchResult, TournamentResult
from tesuji.errors import ParameterError

__all__ = ["rate"]


def rate(
    game: str,
    agents: Sequence[str],
    matches: Sequence[MatchResult],
    *,
    anchor: str | None = None,
    seed: int = 0,
) -> TournamentResult:
    """Rates the agents by all finished pairs; ``anchor`` names the one whose rating is 0."""
    if anchor is not None and anchor not in agents:
        raise ParameterError(f"the anchor {anchor!r} does not play; agents are {', '.join(agents)}")
    scores: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for match in matches:
        if match.match.tally.scores:
            scores.setdefault(match.agents, []).extend(match.match.tally.scores.values())
    played = {agent for meeting in scores for agent in meeting}
    # An anchor without a finished pair cannot hold a rating at 0: the mean does.
    gauge = (anchor, 0.0) if anchor is not None and anchor in played else None
    table = ratings.rate(scores, anchor=gauge, seed=seed) if scores else None
    return TournamentResult(game, tuple(agents), tuple(matches), table)
