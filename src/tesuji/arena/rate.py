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
    found = None
    if scores:
        gauge = (anchor, 0.0) if anchor is not None else None
        found = ratings.rate(scores, anchor=gauge, seed=seed)
    return TournamentResult(
        game=game,
        agents=tuple(agents),
        matches=tuple(matches),
        ratings=() if found is None else found.ratings,
        notes=() if found is None else tuple(_notes(found)),
        complete=all(match.complete for match in matches),
    )


def _notes(found: ratings.Ratings) -> list[str]:
    notes = [
        f"not transitive: {first} beats {second}, {second} beats {third}, {third} beats {first}"
        for first, second, third in found.cycles
    ]
    if len(found.groups) > 1:
        groups = "; ".join(", ".join(group) for group in found.groups)
        notes.append(f"these groups cannot be compared by their results alone: {groups}")
    return notes
