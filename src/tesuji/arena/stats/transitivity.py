"""Checks whether one rating per agent describes the results: misfit and cycles.

Ratings are transitive by construction. They hide it if A beats B, B beats C and C beats A, so
ratings come with these two checks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from tesuji.arena.stats.pentanomial import Pentanomial

__all__ = ["CrossTable", "Misfit", "chi_square_tail", "find_cycles"]

CrossTable = Mapping[str, Mapping[str, Pentanomial]]
"""Results of each agent, from its view, against each agent that it met."""


@dataclass(frozen=True)
class Misfit:
    """The distance of the observed scores from those that the ratings expect.

    ``chi_square`` is the sum of squared distances in standard deviations over all matches.
    ``freedom`` is the number of matches minus the number of free ratings.
    """

    chi_square: float
    freedom: int

    @property
    def p_value(self) -> float:
        """Probability of at least this misfit if the ratings are right; 1 without freedom."""
        return chi_square_tail(self.chi_square, self.freedom)

    def __str__(self) -> str:
        if self.freedom <= 0:
            return "too few matches"
        return f"chi-square {self.chi_square:.1f} of {self.freedom}, p = {self.p_value:.2g}"


def chi_square_tail(value: float, freedom: int) -> float:
    """Probability that chi-square with ``freedom`` degrees of freedom is at least the value.

    >>> round(chi_square_tail(11.07, 5), 4), round(chi_square_tail(9.488, 4), 4)
    (0.05, 0.05)
    """
    if freedom <= 0 or value <= 0:
        return 1.0
    # Repeated integration by parts; for odd degrees of freedom it starts from erfc.
    half = value / 2
    power = (freedom % 2) / 2
    tail = math.erfc(math.sqrt(half)) if power else 0.0
    term = math.exp(power * math.log(half) - half - math.lgamma(power + 1))
    while power < freedom / 2:
        tail += term
        power += 1
        term *= half / power
    return min(tail, 1.0)


def find_cycles(table: CrossTable) -> tuple[tuple[str, str, str], ...]:
    """All A, B, C where A beats B, B beats C and C beats A, each by its 95% interval.

    Among three equal agents chance produces such a cycle once in 30,000 cases.
    """
    better = {
        one: {other for other, result in row.items() if result.interval[0] > 0.5}
        for one, row in table.items()
    }
    return tuple(
        (a, b, c)
        for a in sorted(table)
        for b in sorted(better[a])
        for c in sorted(better[b])
        if a < min(b, c) and a in better[c]
    )
