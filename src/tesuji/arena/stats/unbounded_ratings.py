"""Ratings without a bound, in words: which results leave them open."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from tesuji.arena.stats.pentanomial import Interval
from tesuji.arena.stats.transitivity import CrossTable
from tesuji.wording import listed

__all__ = ["open_notes"]


def open_notes(
    groups: Sequence[Sequence[str]], intervals: Mapping[str, Interval], results: CrossTable
) -> Iterator[str]:
    """A sentence for each group of agents whose ratings the results leave open at an end.

    Between two groups all points went one way, or they would be one.
    """
    for group in groups:
        # The same ends are open for all of a group.
        below, above = (math.isinf(bound) for bound in intervals[group[0]])
        if below or above:
            cause = _cause(group, results, both=below and above)
            bounds = _WITHOUT[below, above]
            ratings = "their ratings have" if len(group) > 1 else "its rating has"
            yield f"{listed(group)} {cause}, so {ratings} {bounds}"


_WITHOUT = {
    (True, False): "no lower bound",
    (False, True): "no upper bound",
    (True, True): "no bounds",
}
"""By whether an interval is open below, and above."""


def _cause(group: Sequence[str], results: CrossTable, *, both: bool) -> str:
    beaten, lost_to = _opponents(group, results, 1.0), _opponents(group, results, 0.0)
    if not beaten and not lost_to:
        return "met none of the others"
    if beaten and lost_to:
        return (
            f"won every game against {listed(beaten)} and lost every game against {listed(lost_to)}"
        )
    verb, met = ("won", beaten) if beaten else ("lost", lost_to)
    if both:
        return f"{verb} every game against {listed(met)} and met nobody else"
    return f"{verb} every game" + (f" against {listed(met)}" if len(group) > 1 else "")


def _opponents(group: Sequence[str], results: CrossTable, score: float) -> list[str]:
    """Who is outside the group and met it, and left it this score."""
    return [
        name
        for name in results
        if name not in group
        and any(
            name in results[member]
            and results[member][name].pairs
            and results[member][name].score == score
            for member in group
        )
    ]
