"""Schedules of tournaments: round robin, gauntlet and Swiss."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence, Set

from tesuji.errors import ParameterError

__all__ = ["KINDS", "Meeting", "Standings", "default_rounds", "meetings", "swiss_round"]

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
        found, bye = swiss_round(ranked, self._met, self._byes)
        if bye is not None:
            self._add_bye(bye)
        return found

    def _add_bye(self, agent: str) -> None:
        """No agent gets a second bye before every agent has had one."""
        self._byes.add(agent)
        if len(self._byes) == len(self._agents):
            self._byes.clear()


def swiss_round(
    ranked: Sequence[str], met: Set[frozenset[str]], byes: Set[str]
) -> tuple[list[Meeting], str | None]:
    """A round between neighbours in the ranking that have not met, and the agent with the bye.

    ``byes`` are agents that had one and get no other. Only if there is no round in which all
    others play, more agents than one are left out, and none of them counts as having the bye.
    """
    for bye in _bye_candidates(ranked, byes):
        if found := _complete_round([agent for agent in ranked if agent != bye], met):
            return found, bye
    return _partial_round(ranked, met), None


def _bye_candidates(ranked: Sequence[str], byes: Set[str]) -> Iterable[str | None]:
    """Candidates for the bye of an odd number of agents, lowest ranked first."""
    if len(ranked) % 2 == 0:
        return [None]
    return [agent for agent in reversed(ranked) if agent not in byes]


def _complete_round(ranked: Sequence[str], met: Set[frozenset[str]]) -> list[Meeting] | None:
    """A round in which every agent plays, paired from the top down; None if none is found."""
    tries = MOST_TRIES
    found: list[Meeting] = []
    left = [list(ranked)]
    """The agents without an opponent, after each of the meetings found."""
    opponents = [iter(left[0][1:])]
    """For the first of these agents the opponents that are still to be tried."""
    while left[-1]:
        first, *others = left[-1]
        second = next((each for each in opponents[-1] if frozenset((first, each)) not in met), None)
        if second is None:
            if not found:
                return None
            found.pop(), left.pop(), opponents.pop()
            continue
        tries -= 1
        if tries < 0:
            return None
        found.append((first, second))
        left.append([agent for agent in others if agent != second])
        opponents.append(iter(left[-1][1:]))
    return found


def _partial_round(ranked: Sequence[str], met: Set[frozenset[str]]) -> list[Meeting]:
    """A round in which some agents may not play, matched from the top."""
    found, left = [], list(ranked)
    while left:
        first = left.pop(0)
        for second in left:
            if frozenset((first, second)) not in met:
                left.remove(second)
                found.append((first, second))
                break
    return found
