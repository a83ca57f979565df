"""The schedule of a ladder: Swiss rounds that survive a resubmission.

A round is a function of the entrants, the results so far and the schedule of an earlier run.
Meetings of that schedule stay as long as both agents still take part, so one resubmission does not
change the games of everybody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tesuji.arena.match.schedule import Meeting, swiss_round

__all__ = ["BYE", "PlayedRound", "next_round", "points"]

BYE = 0.5
"""Points for a round without an opponent: those of a drawn match."""


@dataclass(frozen=True)
class PlayedRound:
    """A finished round: the score of the first agent, 0 to 1, for each meeting."""

    scores: Mapping[Meeting, float] = field(default_factory=dict)


def points(entrants: Iterable[str], history: Sequence[PlayedRound]) -> dict[str, float]:
    """The points of each entrant after some rounds."""
    found = dict.fromkeys(entrants, 0.0)
    for played in history:
        resting = set(found)
        for (first, second), score in played.scores.items():
            found[first] += score
            found[second] += 1 - score
            resting -= {first, second}
        for each in resting:
            found[each] += BYE
    return found


def next_round(
    entrants: Sequence[str],
    history: Sequence[PlayedRound],
    scheduled: Sequence[Iterable[Meeting]] = (),
) -> list[Meeting]:
    """The meetings of the round after ``history``.

    ``entrants`` are in the order that breaks ties, the strongest first. ``scheduled`` are all
    rounds of an earlier run.

    >>> next_round(["a", "b", "c", "d"], [])
    [('a', 'b'), ('c', 'd')]
    >>> won = PlayedRound({("a", "b"): 1.0, ("c", "d"): 0.75})
    >>> next_round(["a", "b", "c", "d"], [won])
    [('a', 'c'), ('d', 'b')]
    >>> next_round(["a", "c", "d", "new"], [], [[("a", "b"), ("c", "d")]])
    [('c', 'd'), ('a', 'new')]
    """
    known = set(entrants)
    kept = [[each for each in meetings if known.issuperset(each)] for meetings in scheduled]
    met = {frozenset(each) for played in history for each in played.scores}
    met |= {frozenset(each) for meetings in kept for each in meetings}
    stays = kept[len(history)] if len(history) < len(kept) else []
    placed = {each for meeting in stays for each in meeting}
    score = points(entrants, history)
    ranked = sorted(
        (each for each in entrants if each not in placed), key=lambda each: -score[each]
    )
    drawn, _ = swiss_round(ranked, met, _rested(entrants, history))
    return [*stays, *drawn]


def _rested(entrants: Sequence[str], history: Sequence[PlayedRound]) -> set[str]:
    """Entrants that had a bye, since the last time that every entrant had had one."""
    rested: set[str] = set()
    for played in history:
        rested |= set(entrants) - {each for meeting in played.scores for each in meeting}
        if len(rested) == len(entrants):
            rested.clear()
    return rested
