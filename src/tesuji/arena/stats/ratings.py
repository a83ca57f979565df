"""Ratings of many agents from pairs of games: Elo with intervals, and their limits.

The model is Davidson's (`tesuji.arena.stats.davidson`): Bradley-Terry with draws and first-move
advantage. Intervals are bootstrapped over pairs, since the games of a pair depend on each other.

>>> pairs = [(1, 0.5), (1, 0), (0.5, 1), (1, 0), (0, 0.5), (1, 1)]
>>> table = rate({("mcts", "flat"): pairs, ("flat", "random"): pairs})
>>> [(rating.name, round(rating.elo)) for rating in table.ratings]
[('mcts', 94), ('flat', 0), ('random', -94)]
>>> table.cross_table["flat"]["mcts"]
Pentanomial(counts=(1, 2, 2, 1, 0))
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tesuji.arena.stats.connectivity import (
    Bools,
    groups,
    reachable,
    reference,
    unbounded_notes,
)
from tesuji.arena.stats.davidson import Fit
from tesuji.arena.stats.likelihood import Floats
from tesuji.arena.stats.matchups import Matchups, PairScores
from tesuji.arena.stats.pentanomial import LEVEL, Interval, Pentanomial, finite_or_none
from tesuji.arena.stats.transitivity import CrossTable, Misfit, find_cycles
from tesuji.errors import ParameterError
from tesuji.wording import listed

__all__ = ["Estimate", "PairScores", "Rating", "Ratings", "rate"]

SUSPICIOUS = 0.01
"""A misfit with a smaller p-value is reported as intransitive."""


@dataclass(frozen=True)
class Estimate:
    """A value with its 95% interval, whose ends may be infinite."""

    value: float
    interval: Interval

    def to_dict(self) -> dict[str, Any]:
        """The estimate as plain data, for JSON. An infinite bound is None."""
        low, high = self.interval
        return {"value": self.value, "interval": [finite_or_none(low), finite_or_none(high)]}


@dataclass(frozen=True)
class Rating:
    """The rating of an agent, and its result against all opponents together."""

    name: str
    elo: float
    interval: Interval
    result: Pentanomial


@dataclass(frozen=True)
class Ratings:
    """A rating list, best first.

    ``first_move`` is the first-move advantage in Elo, ``draw_rate`` the draw rate between equal
    agents. ``groups`` are agents that the results compare: between two groups only the prior
    decides, and an agent outside the largest has an infinite interval.
    """

    ratings: tuple[Rating, ...]
    first_move: Estimate
    draw_rate: float
    cross_table: CrossTable
    groups: tuple[tuple[str, ...], ...]
    misfit: Misfit
    cycles: tuple[tuple[str, str, str], ...]

    @property
    def transitive(self) -> bool:
        """Whether ratings describe the results: no cycles, no significant misfit."""
        return not self.cycles and self.misfit.p_value >= SUSPICIOUS

    def transitivity_text(self) -> str:
        """What the results prove about cycles, with the p-value of the ratings' misfit.

        Results never prove that there is no cycle, so the text does not say so.
        """
        p = f"p = {self.misfit.p_value:.2g}"
        if self.cycles:
            a, b, c = self.cycles[0]
            more = f" and {len(self.cycles) - 1} more" if len(self.cycles) > 1 else ""
            return f"cycle proven: {a} beats {b}, {b} beats {c}, {c} beats {a}{more} ({p})"
        if self.misfit.freedom <= 0:
            return "unknown: too few matches"
        if not self.transitive:
            return f"no cycle proven, but the scores do not fit the ratings ({p})"
        return f"no cycle proven ({p})"

    def notes(self) -> Iterator[str]:
        """Limits of the ratings, one sentence each."""
        for a, b, c in self.cycles:
            yield f"not transitive: {a} beats {b}, {b} beats {c}, {c} beats {a}"
        if self.misfit.p_value < SUSPICIOUS:
            yield f"not transitive: the scores do not fit the ratings ({self.misfit})"
        intervals = {rating.name: rating.interval for rating in self.ratings}
        yield from unbounded_notes(self.groups, intervals, self.cross_table)
        for number, (end, further) in enumerate((("lower", "lower"), ("upper", "higher"))):
            names = [
                each.name
                for each in self.ratings
                if each.elo == each.interval[number] != each.interval[1 - number]
            ]
            if names:
                yield _end_note(names, end, further)

    def to_dict(self) -> dict[str, Any]:
        """The estimate as plain data, for JSON. An infinite bound is None."""
        return {
            "ratings": [
                {
                    "agent": each.name,
                    "elo": each.elo,
                    "interval": [finite_or_none(bound) for bound in each.interval],
                    "score": finite_or_none(each.result.score),
                    "pairs": each.result.pairs,
                }
                for each in self.ratings
            ],
            "first_move": self.first_move.to_dict(),
            "draw_rate": self.draw_rate,
            "cross_table": {
                name: {other: list(result.counts) for other, result in row.items()}
                for name, row in self.cross_table.items()
            },
            "groups": [list(group) for group in self.groups],
            "transitive": self.transitive,
            "misfit": {
                "chi_square": self.misfit.chi_square,
                "freedom": self.misfit.freedom,
                "p_value": self.misfit.p_value,
            },
            "cycles": [list(cycle) for cycle in self.cycles],
        }


def rate(
    results: Mapping[tuple[str, str], PairScores],
    *,
    anchor: tuple[str, float] | None = None,
    samples: int = 1000,
    seed: int = 0,
) -> Ratings:
    """Rates the agents that a set of matches names.

    The mean rating is 0 (that of the largest comparable group), unless ``anchor`` gives an agent
    and its rating. ``seed`` is that of the bootstrap ``samples``.
    """
    if isinstance(samples, bool) or not isinstance(samples, int) or samples < 1:
        raise ParameterError.wrong_value("samples", samples, "an integer of at least 1")
    met = Matchups.of(results)
    reach = reachable(met.conceded())
    zero = _ZeroPoint.of(met.names, reach, anchor)
    best = met.fit(met.counts[None].astype(np.float64))
    resampled = met.fit(met.resample(np.random.default_rng(seed), samples))
    estimates = zero.estimates(best, resampled, reach)
    order = sorted(range(len(estimates)), key=lambda each: (-estimates[each].value, each))
    table = met.cross_table([met.names[each] for each in order])
    return Ratings(
        tuple(_rating(met.names[each], estimates[each], table) for each in order),
        _first_move(met, best, resampled),
        float(best.draw_rate[0]),
        table,
        tuple(tuple(met.names[each] for each in group) for group in groups(reach)),
        _misfit(met, best),
        find_cycles(table),
    )


def _end_note(names: list[str], end: str, further: str) -> str:
    """What a rating at the end of its interval means; it looks like a mistake."""
    rated, they = (
        (f"is rated at the {end} end of its interval, which is no bound", "it")
        if len(names) == 1
        else (f"are rated at the {end} ends of their intervals, which are no bounds", "they")
    )
    return (
        f"{listed(names)} {rated}: the scores are too one-sided to tell how much {further} {they}"
        " may be"
    )


def _rating(name: str, estimate: Estimate, table: CrossTable) -> Rating:
    result = sum(table[name].values(), Pentanomial())
    return Rating(name, estimate.value, estimate.interval, result)


def _first_move(met: Matchups, best: Fit, resampled: Fit) -> Estimate:
    """The first-move advantage; infinite bounds if the first player never lost or never won."""
    won, drawn, lost = met.games_by_first_player(met.counts.astype(np.float64)).sum(axis=0)
    elo, elos = best.first_move * best.scale, resampled.first_move * resampled.scale
    return _estimate(elo[0], elos, below=won + drawn > 0, above=lost + drawn > 0)


def _misfit(met: Matchups, fitted: Fit) -> Misfit:
    """The distance of the match scores from those that a fit expects."""
    expected = met.expected_scores(fitted)
    scores = np.array([result.score for result in met.results()])
    spreads = np.array([result.spread for result in met.results()])
    squares = (scores - expected) ** 2 / (spreads * expected * (1 - expected) / met.pairs)
    conceded = met.conceded()
    linked = groups(reachable(conceded | conceded.T))
    return Misfit(float(squares.sum()), len(scores) - len(met.names) + len(linked))


def _estimate(value: float, samples: Floats, *, below: bool, above: bool) -> Estimate:
    """Percentiles of a bootstrap, extended to contain the value; infinite where unbounded."""
    ends = [(1 - LEVEL) / 2, (1 + LEVEL) / 2]
    low, high = (float(bound) for bound in np.quantile(samples, ends, method="weibull"))
    low, high = min(low, float(value)), max(high, float(value))
    return Estimate(float(value), (low if below else -math.inf, high if above else math.inf))


@dataclass(frozen=True)
class _ZeroPoint:
    """The zero point of the ratings: the mean of these agents has a given rating."""

    agents: list[int]
    elo: float

    @classmethod
    def of(cls, names: list[str], reach: Bools, anchor: tuple[str, float] | None) -> _ZeroPoint:
        if anchor is None:
            return cls(reference(reach), 0.0)
        name, elo = anchor
        if name not in names or not math.isfinite(elo):
            expected = f"one of {', '.join(names)} with a finite rating"
            raise ParameterError.wrong_value("anchor", anchor, expected)
        return cls([names.index(name)], float(elo))

    def elos(self, fitted: Fit) -> Floats:
        elos = fitted.strengths * fitted.scale[:, None]
        shifted: Floats = elos - elos[:, self.agents].mean(axis=1, keepdims=True) + self.elo
        return shifted

    def estimates(self, best: Fit, resampled: Fit, reach: Bools) -> list[Estimate]:
        """Ratings, with an infinite end if no chain of results leads to or from the zero point."""
        elos, samples = self.elos(best)[0], self.elos(resampled)
        return [
            _estimate(
                elo,
                samples[:, each],
                below=bool(reach[self.agents, each].all()),
                above=bool(reach[each, self.agents].all()),
            )
            for each, elo in enumerate(elos)
        ]
