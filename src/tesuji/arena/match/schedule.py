"""Schedules: who meets whom in a tournament."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from tesuji.errors import ParameterError

__all__ = ["KINDS", "Standings", "default_rounds", "meetings"]

KINDS = ("round-robin", "gauntlet", "swiss")

MOST_TRIES = 10_000
"""Meetings to try for a round in which everybody plays: there may be none."""

Meeting = tuple[str, str]


def meetings(agents: Sequence[str], kind: str) -> list[Meeting]:
    """All matches of a round robin, or of a gauntlet of the first against the others."""
    if kind == "round-robin":
        return list(itertools.combinations(agents, 2))
    if kind == "gauntlet":
        return [(agents[0], other) for other in agents[1:]]
    raise ParameterError.wrong_value("kind", kind, "round-robin, gauntlet or swiss")


def default_rounds(agents: int) -> int:
    """Rounds of a Swiss that tell a winner: the logarithm to base 2, rounded up."""
    return max(1, (agents - 1).bit_length())


class Standings:
    """Where a Swiss stands: points, who has met, and who has rested."""

    def __init__(self, agents: Sequence[str]) -> None:
        self._agents = list(agents)
        self._points = dict.fromkeys(agents, 0.0)
        self._met: set[frozenset[str]] = set()
        self._rested: set[str] = set()

    def add(self, first: str, second: str, score: float) -> None:
        """Takes a result: the first agent's score, 0 to 1."""
        self._met.add(frozenset((first, second)))
        self._points[first] += score
        self._points[second] += 1 - score

    def next_round(self) -> list[Meeting]:
        """Neighbours in the standings who have not met; none when all have met all."""
        ranked = sorted(self._agents, key=lambda agent: -self._points[agent])
        for rests in self._candidates_to_rest(ranked):
            playing = [agent for agent in ranked if agent != rests]
            if found := self._pairing(playing):
                if rests is not None:
                    self._note_rest(rests)
                return found
        return self._most_meetings(ranked)

    def _candidates_to_rest(self, ranked: list[str]) -> Iterable[str | None]:
        """With an odd number the last who has not rested yet rests, else one before it."""
        if len(ranked) % 2 == 0:
            return [None]
        return [agent for agent in reversed(ranked) if agent not in self._rested]

    def _note_rest(self, agent: str) -> None:
        """Nobody rests twice before all have."""
        self._rested.add(agent)
        if len(self._rested) == len(self._agents):
            self._rested.clear()

    def _pairing(self, ranked: list[str]) -> list[Meeting] | None:
        """Everybody in a match, from the top with the next that it has not met; None if no
        such round was found."""
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

    def _most_meetings(self, ranked: list[str]) -> list[Meeting]:
        """Where not all can play: from the top, whoever finds somebody."""
        found, left = [], list(ranked)
        while left:
            first = left.pop(0)
            for second in left:
                if frozenset((first, second)) not in self._met:
                    left.remove(second)
                    found.append((first, second))
                    break
        return found
