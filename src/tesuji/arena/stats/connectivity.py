"""Which agents a set of results compares, and whose ratings it leaves unbounded.

A rating difference has an upper bound if the stronger agent conceded points, directly or along a
chain of agents. Without such a chain, any difference explains the results: for an agent that won
all its games, or for two that share no opponents.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tesuji.arena.stats.pentanomial import Interval
from tesuji.arena.stats.transitivity import CrossTable
from tesuji.wording import listed

__all__ = ["groups", "reachable", "reference", "unbounded_notes"]

Bools = NDArray[np.bool_]


def reachable(conceded: Bools) -> Bools:
    """Whether a chain of conceded points leads from one agent (row) to another (column)."""
    reach = conceded | np.eye(len(conceded), dtype=bool)
    for middle in range(len(reach)):
        reach |= reach[:, middle, None] & reach[None, middle, :]
    return reach


def groups(reach: Bools) -> list[list[int]]:
    """Agents with chains in both directions, largest group first. Results compare these."""
    both = reach & reach.T
    found = {tuple(np.flatnonzero(row).tolist()) for row in both}
    return [list(group) for group in sorted(found, key=lambda group: (-len(group), group))]


def reference(reach: Bools) -> list[int]:
    """The agents whose mean rating is 0: the largest group, or all if several are largest."""
    sizes = [len(group) for group in groups(reach)]
    if len(sizes) > 1 and sizes[0] == sizes[1]:
        return list(range(len(reach)))
    return groups(reach)[0]


def unbounded_notes(
    groups: Sequence[Sequence[str]], intervals: Mapping[str, Interval], results: CrossTable
) -> Iterator[str]:
    """A sentence for each group of agents whose ratings have no lower or no upper bound.

    Between two groups all points went one way; otherwise they would be one group.
    """
    for group in groups:
        # All agents of a group lack the same bounds.
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
"""By whether the lower and the upper bound are infinite."""


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
    """Agents outside the group against which a member had this score."""
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
