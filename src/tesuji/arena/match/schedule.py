"""Schedules of tournaments: round robin, gauntlet and Swiss."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from tesuji.errors import ParameterError

__all__ = ["KINDS", "Standings", "default_rounds", "meetings"]

KINDS = ("round-robin", "gauntlet", "swiss")

MOST_TRIES = 10_000
"""Pairings to try in search of a Swiss round in which every agent plays."""

Meeting = tuple[str, str]


def meetings(agents: Sequence[str], kind: str) -> list[Meeting]:
    """All matches of a round robin, or of a gauntlet of the first agent against the others."""
    if kind == "round-robin":
        return list(itertools.combinations(agents, 2))
    if kind == "gauntlet":
        return [(agents[0], other) for other in agents[1:]]
    raise ParameterError.wrong_value("kind", kind, "round-robin, gauntlet or swiss")


def default_rounds(agents: int) -> int:
    """Swiss rounds needed to find a winner: the logarithm to base 2, rounded up."""
    return max(1, (agents - 1).bit_length())


class Standings:
    """The standings of a Swiss tournament: points, past meetings and byes."""

    def __init__(self, agents: Sequence[str]) -> None:
        self._agents = list(agents)
        self._points = dict.fromkeys(agents, 0.0)
        self._met: set[frozenset[str]] = set()
        self._byes: set[str] = set()

    def add(self, first: str, second: str, score: float) -> None:
        """Adds a result: the score of the first agent, 0 to 1."""
        self._met.add(frozenset((first, second)))
        self._points[first] += score
        self._points[second] += 1 - score

    def next_round(self) -> list[Meeting]:
        """Pairs of agents close in the standings that have not met; empty if all have met."""
        ranked = sorted(self._agents, key=lambda agent: -self._points[agent])
        for bye in self._bye_candidates(ranked):
            playing = [agent for agent in ranked if agent != bye]
            if found := self._complete_round(playing):
                if bye is not None:
                    self._add_bye(bye)
                return found
        return self._partial_round(ranked)

    def _bye_candidates(self, ranked: list[str]) -> Iterable[str | None]:
        """Candidates for the bye of an odd number of agents, lowest ranked first."""
        if len(ranked) % 2 == 0:
            return [None]
        return [agent for agent in reversed(ranked) if agent not in self._byes]

    def _add_bye(self, agent: str) -> None:
        """No agent gets a second bye before every agent has had one."""
        self._byes.add(agent)
        if len(self._byes) == len(self._agents):
            self._byes.clear()

    def _complete_round(self, ranked: list[str]) -> list[Meeting] | None:
        """A round in which every agent plays, paired from the top down; None if there is none."""
        tries = iter(range(MOST_TRIES))

        def complete(left: list[str]) -> list[Meeting] | None:
            if not left:
                return []
            first, *others = left
            for second in others:
                if frozenset((first, second)) in self._met or next(tries, None) is None:
                    continue
                rest = complete([agent for agent in others if agent != second])
                if rest is not None:
                    return [(first, second), *rest]
            return None

        return complete(ranked)

    def _partial_round(self, ranked: list[str]) -> list[Meeting]:
        """A round in which some agents may not play, matched from the top."""
        found, left = [], list(ranked)
        while left:
            first = left.pop(0)
            for second in left:
                if frozenset((first, second)) not in self._met:
                    left.remove(second)
                    found.append((first, second))
                    break
        return found
