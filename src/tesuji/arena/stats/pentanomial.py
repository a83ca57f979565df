"""Score, Elo and normalised Elo of the pairs of a match, with intervals.

A pair is two games from the same opening, with the same dice and sides swapped. Its games depend
on each other, so the pair is the unit: all intervals come from the variance of pairs. All values
are from the view of the first agent.

>>> result = Pentanomial((10, 5, 40, 15, 30))
>>> result.score, result.pairs, result.games
(0.625, 100, 200)
>>> [round(bound, 3) for bound in result.interval]
[0.562, 0.684]
>>> round(result.elo, 1), round(result.nelo, 1), round(result.los, 4)
(88.7, 98.7, 0.9999)
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from tesuji.arena.stats.likelihood import t_interval
from tesuji.errors import ParameterError

__all__ = [
    "NELO_PER_SIGMA",
    "Interval",
    "Pentanomial",
    "difference_interval",
    "elo_of_score",
    "finite_or_none",
    "joined_interval",
    "mean_interval",
    "score_of_elo",
    "wilson_interval",
]

Interval = tuple[float, float]

LEVEL = 0.95
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
NELO_PER_SIGMA = 800 / math.log(10)
PAIR_RESULTS = ("LL", "LD", "DD+WL", "WD", "WW")


def elo_of_score(score: float) -> float:
    """The Elo difference that predicts this score; infinite at 0 and 1."""
    if not 0 < score < 1:
        return math.nan if math.isnan(score) else math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The score that an Elo difference predicts."""
    return 0.5 * (1 + math.tanh(elo * math.log(10) / 800))


def wilson_interval(wins: float, games: float, *, level: float = LEVEL) -> Interval:
    """Wilson's score interval for a proportion; (0, 1) without games.

    >>> [round(bound, 4) for bound in wilson_interval(81, 263)]
    [0.2553, 0.3662]
    """
    _check_proportion(wins, games, level)
    if games == 0:
        return 0.0, 1.0
    z2 = NormalDist().inv_cdf((1 + level) / 2) ** 2
    share = wins / games
    centre = (wins + z2 / 2) / (games + z2)
    half = math.sqrt(z2 * (games * share * (1 - share) + z2 / 4)) / (games + z2)
    # Rounding errors must not keep the bound from an extreme score.
    return 0.0 if wins == 0 else centre - half, 1.0 if wins == games else centre + half


def mean_interval(mean: float, deviation: float, count: int, *, level: float = LEVEL) -> Interval:
    """Student's interval for the mean of ``count`` values; infinite for fewer than two.

    >>> [round(bound, 3) for bound in mean_interval(10.0, 2.0, 8)]
    [8.328, 11.672]
    """
    if count < 2:
        return -math.inf, math.inf
    half = _student(level, count - 1) * deviation / math.sqrt(count)
    return mean - half, mean + half


def _student(level: float, degrees: int) -> float:
    """The two-sided quantile of Student's t: 2.365 for 95% and 7 degrees of freedom."""
    degrees = min(degrees, 1000)  # Beyond, it equals the normal quantile to three digits.
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        angle = (low + high) / 2
        low, high = (angle, high) if _student_within(angle, degrees) < level else (low, angle)
    return math.sqrt(degrees) * math.tan((low + high) / 2)


def _student_within(angle: float, degrees: int) -> float:
    """The probability of |t| <= sqrt(degrees) tan(angle), as a finite sum.

    Abramowitz and Stegun, 26.7.3 and 26.7.4.
    """
    odd, square = degrees % 2, math.cos(angle) ** 2
    term = math.cos(angle) if odd else 1.0
    total = term if degrees > 1 else 0.0
    for k in range(2 + odd, degrees - 1, 2):
        term *= square * (k - 1) / k
        total += term
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if odd else total


def difference_interval(
    wins: float, games: float, other_wins: float, other_games: float, *, level: float = LEVEL
) -> Interval:
    """Interval for wins / games - other_wins / other_games, from independent games.

    Newcombe's hybrid of two Wilson intervals (1998, method 10): it stays within -1 and 1 and
    does not collapse when a proportion is 0 or 1.

    >>> [round(bound, 4) for bound in difference_interval(56, 70, 48, 80)]
    [0.0524, 0.3339]
    """
    low, high = wilson_interval(wins, games, level=level)
    other_low, other_high = wilson_interval(other_wins, other_games, level=level)
    if games == 0 or other_games == 0:
        return low - other_high, high - other_low
    one, other = wins / games, other_wins / other_games
    return joined_interval(one, (low, high), other, (other_low, other_high))


def joined_interval(
    value: float, interval: Interval, other: float, other_interval: Interval
) -> Interval:
    """Interval for value - other, from the intervals of both."""
    down = math.hypot(value - interval[0], other_interval[1] - other)
    up = math.hypot(interval[1] - value, other - other_interval[0])
    return value - other - down, value - other + up


def _check_proportion(wins: float, games: float, level: float) -> None:
    if not 0 <= wins <= games or not math.isfinite(games):
        raise ParameterError.wrong_value("wins", wins, f"0 to the number of games ({games!r})")
    if not 0 < level < 1:
        raise ParameterError.wrong_value("level", level, "a number between 0 and 1")


@dataclass(frozen=True)
class Pentanomial:
    """Number of pairs with each result, LL to WW: 0, 1/2, 1, 3/2 and 2 points.

    Without pairs, score, elo and nelo are nan, and the intervals contain every value.
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", _checked_counts(self.counts))

    @classmethod
    def from_pairs(cls, scores: Iterable[float]) -> Pentanomial:
        """Counts mean scores of pairs, each 0, 0.25, 0.5, 0.75 or 1.

        >>> Pentanomial.from_pairs([1, 0.75, 0.5, 1])
        Pentanomial(counts=(0, 0, 1, 1, 2))
        """
        counts = [0] * 5
        for score in scores:
            counts[_result_index(score)] += 1
        return cls(tuple(counts))  # type: ignore[arg-type]

    @classmethod
    def from_games(cls, pairs: Iterable[tuple[float, float]]) -> Pentanomial:
        """Counts pairs given by the scores of their two games, each 0, 0.5 or 1.

        >>> Pentanomial.from_games([(1, 0), (0.5, 0.5), (1, 0.5)])
        Pentanomial(counts=(0, 0, 2, 1, 0))
        """
        return cls.from_pairs((_game(first) + _game(second)) / 2 for first, second in pairs)

    def __add__(self, other: Pentanomial) -> Pentanomial:
        if not isinstance(other, Pentanomial):
            return NotImplemented
        both = zip(self.counts, other.counts, strict=True)
        return Pentanomial(tuple(mine + yours for mine, yours in both))  # type: ignore[arg-type]

    def swapped(self) -> Pentanomial:
        """The same pairs from the view of the other agent."""
        return Pentanomial(self.counts[::-1])

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """Number of games: two per pair."""
        return 2 * self.pairs

    @property
    def score(self) -> float:
        """Mean score, 0 to 1."""
        if not self.pairs:
            return math.nan
        return sum(index * count for index, count in enumerate(self.counts)) / (4 * self.pairs)

    @property
    def variance(self) -> float:
        """Variance of the mean score of a pair, 0 to 1/4 (divided by the number of pairs).

        1/8 for independent games of equal agents without draws.
        """
        if not self.pairs:
            return math.nan
        mean = self.score
        squares = (count * (index / 4 - mean) ** 2 for index, count in enumerate(self.counts))
        return sum(squares) / self.pairs

    @property
    def interval(self) -> Interval:
        """95% interval of the score: Wilson's, with pairs instead of coin flips.

        Wilson's interval contains the true scores s that make the observed one likely, with the
        variance *at s*. For pairs that variance is taken as `spread` * s * (1 - s). So the
        interval stays within 0 and 1, and has a width even if all pairs are won, where the
        observed variance is 0. Simulated coverage: 94.8 to 97.3% from 100 pairs on, including
        lopsided matches; with fewer pairs up to 100% if nearly all are drawn, and 93% at worst
        (10 pairs).
        """
        effective = self.pairs / self.spread
        return wilson_interval(self.score * effective if self.pairs else 0.0, effective)

    @property
    def spread(self) -> float:
        """Variance of a pair as a share of score * (1 - score): 1/2 for independent games.

        Regularised by one pair at the greatest possible distance from the mean, 1/4, in both: if
        all pairs have the same result, a pair counts as one coin flip and not as two.
        """
        if not self.pairs:
            return 1.0
        coin = self.score * (1 - self.score)
        return (self.pairs * self.variance + 0.25) / (self.pairs * coin + 0.25)

    @property
    def elo(self) -> float:
        """Elo difference that predicts the score; infinite if all games were won or lost."""
        return elo_of_score(self.score)

    @property
    def elo_interval(self) -> Interval:
        """95% interval of `elo`: that of the score, converted to Elo. An end may be infinite."""
        low, high = self.interval
        return elo_of_score(low), elo_of_score(high)

    @property
    def nelo(self) -> float:
        """Normalised Elo: (score - 1/2) / sqrt(2 * variance) * 800 / ln 10.

        The lead in units of its noise. It decides how many games a proof takes, whatever the
        game and its draw rate. Infinite if all pairs have the same result, unless it is even.
        """
        if not self.pairs or self.score == 0.5:
            return 0.0 if self.pairs else math.nan
        if self.variance == 0:
            return math.copysign(math.inf, self.score - 0.5)
        return (self.score - 0.5) / math.sqrt(2 * self.variance) * NELO_PER_SIGMA

    @property
    def nelo_interval(self) -> Interval:
        """95% interval of `nelo`: the values that a likelihood-ratio test does not reject.

        The usual nelo +- 1.96 * 800 / ln 10 / sqrt(games) ignores that the variance is estimated
        too, and covers the nElo of a strong agent in only half of all cases; this one covers
        95%. An end may be infinite. Except in close cases it excludes 0 if `interval` excludes
        1/2.
        """
        return self.nelo_at(LEVEL)

    def nelo_at(self, level: float) -> Interval:
        """`nelo_interval` at another level."""
        low, high = t_interval(self.counts, level=level)
        return low * NELO_PER_SIGMA / math.sqrt(2), high * NELO_PER_SIGMA / math.sqrt(2)

    @property
    def los(self) -> float:
        """Likelihood of superiority: above 0.975 exactly when `interval` is above 1/2."""
        if not self.pairs:
            return 0.5
        deviation = math.sqrt(self.spread / 4 / self.pairs)
        return NormalDist().cdf((self.score - 0.5) / deviation)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, for JSON. Infinite and undefined numbers are None."""
        return {
            "score": finite_or_none(self.score),
            "interval": list(self.interval),
            "pentanomial": list(self.counts),
            "elo": finite_or_none(self.elo),
            "elo_interval": [finite_or_none(bound) for bound in self.elo_interval],
            "nelo": finite_or_none(self.nelo),
            "nelo_interval": [finite_or_none(bound) for bound in self.nelo_interval],
            "los": self.los,
            "pairs": self.pairs,
        }


def finite_or_none(value: float) -> float | None:
    """The value for JSON, which has no infinite numbers."""
    return value if math.isfinite(value) else None


def _checked_counts(counts: Sequence[int]) -> tuple[int, ...]:
    try:
        whole = tuple(operator.index(count) for count in counts)
    except TypeError:
        whole = ()
    if len(whole) != len(PAIR_RESULTS) or min(whole) < 0:
        expected = f"five integers of at least 0 ({', '.join(PAIR_RESULTS)})"
        raise ParameterError.wrong_value("counts", counts, expected)
    return whole


def _result_index(score: float) -> int:
    index = score * 4
    if index not in range(5):
        raise ParameterError.wrong_value("mean score of a pair", score, "0, 0.25, 0.5, 0.75 or 1")
    return int(index)


def _game(score: float) -> float:
    if score not in (0, 0.5, 1):
        raise ParameterError.wrong_value("score of a game", score, "0, 0.5 or 1")
    return score
