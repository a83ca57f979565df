"""Races: candidates near the best play more games, the others do not."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.tune.trials import Judge, Meeting

__all__ = ["Racer", "race"]

ROUNDS = 3
"""Rounds of a race. Each round doubles the pairs of those that are still in it."""
KEPT = 3
"""One of this many candidates goes on to the next round, at least two."""


@dataclass(frozen=True)
class Racer:
    """A candidate: the name of its match, and its spec."""

    name: str
    spec: str


def race(
    judge: Judge,
    stage: str,
    racers: Sequence[Racer],
    *,
    opponent: str,
    seed: int,
    pairs: int,
    rounds: int = ROUNDS,
    order: Callable[[int, Pentanomial], float] = lambda place, result: result.score,
) -> list[Pentanomial]:
    """Plays all racers against the opponent, and the best ones longer.

    All have the same seed, so the same openings and dice: differences between them have less
    noise than their scores. A racer goes on if it is among the best by ``order`` and its interval
    reaches that of the leader.
    """
    if not racers:
        return []
    results = [Pentanomial() for _ in racers]
    going = list(range(len(racers)))
    for number in range(rounds):
        wanted = pairs * 2**number
        meetings = [
            Meeting(racers[place].name, racers[place].spec, opponent, seed, wanted)
            for place in going
        ]
        where = stage if number == 0 else f"{stage}, race of the best {len(going)}"
        for place, result in zip(going, judge(where, meetings), strict=True):
            results[place] = result
        ranked = sorted(going, key=lambda place: -order(place, results[place]))
        lead = results[ranked[0]].interval[0]
        most = max(2, math.ceil(len(ranked) / KEPT))
        going = sorted(place for place in ranked[:most] if results[place].interval[1] >= lead)
        if len(going) < 2:
            break
    return results
