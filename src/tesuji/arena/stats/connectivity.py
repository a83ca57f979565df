"""Which agents a set of results can compare, and which only a prior can.

A rating difference is bounded from above by points that the stronger agent conceded, directly or
along a chain of agents. Where there is no such chain any difference, however large, explains the
results: an agent that won all its games, or two that share no opponents.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["groups", "reachable", "reference"]

Bools = NDArray[np.bool_]


def reachable(conceded: Bools) -> Bools:
    """From which agent (row) a chain of conceded points leads to which (column); all to itself."""
    reach = conceded | np.eye(len(conceded), dtype=bool)
    for middle in range(len(reach)):
        reach |= reach[:, middle, None] & reach[None, middle, :]
    return reach


def groups(reach: Bools) -> list[list[int]]:
    """Agents with chains both ways, largest group first: within one, results decide alone."""
    both = reach & reach.T
    found = {tuple(np.flatnonzero(row).tolist()) for row in both}
    return [list(group) for group in sorted(found, key=lambda group: (-len(group), group))]


def reference(reach: Bools) -> list[int]:
    """The agents whose mean rating is 0: the largest group, or all where no group stands out."""
    sizes = [len(group) for group in groups(reach)]
    if len(sizes) > 1 and sizes[0] == sizes[1]:
        return list(range(len(reach)))
    return groups(reach)[0]
