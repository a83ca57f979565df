"""The results of all matches as arrays that a rating model can fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesuji.arena.stats.connectivity import Bools
from tesuji.arena.stats.davidson import Fit, Indices, fit
from tesuji.arena.stats.likelihood import Floats
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.arena.stats.transitivity import CrossTable
from tesuji.errors import ParameterError

__all__ = ["Matchups", "PairScores"]

PairScores = Iterable[tuple[float, float]]
"""Scores (0, 0.5 or 1) of the first agent in each pair: moving first, then moving second."""

Counts = NDArray[np.int64]
"""Number of pairs with each of nine results. The index is three times the half points of the first
agent in the game where it moves first, plus those in the other game."""

HALF_POINTS = np.stack(np.divmod(np.arange(9), 3), axis=1)
MOVING_FIRST = np.eye(3)[2 - HALF_POINTS[:, 0]]
MOVING_SECOND = np.eye(3)[HALF_POINTS[:, 1]]
"""Games won, drawn and lost by the agent that moves first, for each of the nine results."""
FICTITIOUS = (HALF_POINTS != 1).all(axis=1) / 4
"""A pair added to those that a bootstrap draws from. It is spread over the four results without a
draw, at the greatest distance from the mean in strength and in first-move advantage."""


@dataclass(frozen=True)
class Matchups:
    """All results: one row for each two agents that met, in the order of their names."""

    names: list[str]
    first: Indices
    second: Indices
    counts: Counts

    @classmethod
    def of(cls, results: Mapping[tuple[str, str], PairScores]) -> Matchups:
        """Collects the pairs of all matches; those of the same two agents are added up."""
        names = sorted({name for match in results for name in match})
        totals: dict[tuple[int, int], Counts] = {}
        for (one, other), pairs in results.items():
            if one == other:
                raise ParameterError.wrong_value("results", (one, other), "two different agents")
            match, counts = (names.index(one), names.index(other)), _count(pairs)
            if match[0] > match[1]:
                match, counts = match[::-1], _other_view(counts)
            totals[match] = totals.get(match, 0) + counts
        met = sorted(match for match, counts in totals.items() if counts.any())
        if not met:
            raise ParameterError(
                "ratings need at least one pair of games",
                where="results",
                given=results,
                expected="at least one pair of games",
            )
        first, second = np.array(met, dtype=np.intp).T
        return cls(names, first, second, np.array([totals[match] for match in met]))

    @property
    def pairs(self) -> NDArray[np.int64]:
        """Number of pairs in each row."""
        pairs: NDArray[np.int64] = self.counts.sum(axis=1)
        return pairs

    def games_by_first_player(self, counts: Floats) -> Floats:
        """Games won, drawn and lost by the player who moves first: sides as named, then swapped."""
        return np.concatenate([counts @ MOVING_FIRST, counts @ MOVING_SECOND], axis=-2)

    def fit(self, counts: Floats) -> Fit:
        """Fits Davidson's model to each of many sets of counts."""
        return fit(*self._sides(), self.games_by_first_player(counts), len(self.names))

    def _sides(self) -> tuple[Indices, Indices]:
        """The agents that move first and second, in the order of `games_by_first_player`."""
        return np.append(self.first, self.second), np.append(self.second, self.first)

    def expected_scores(self, fitted: Fit) -> Floats:
        """The scores that the first fit expects for the first agent of each row."""
        named, swapped = np.split(fitted.scores(*self._sides())[0], 2)
        expected: Floats = (named + 1 - swapped) / 2
        return expected

    def resample(self, random: np.random.Generator, samples: int) -> Floats:
        """Bootstrap samples of each row, as large as the data, regularised by `FICTITIOUS`.

        A few pairs often show less variance than there is, or none: if each was won once by either
        agent, a bootstrap alone would call their ratings exactly equal. Simulated coverage of 95%
        intervals: 97 to 100% from 4 pairs (without the fictitious pair as low as 81%), and 95%
        from 50 pairs on, where it no longer matters.
        """
        weights = self.counts + FICTITIOUS
        chances = weights / weights.sum(axis=1, keepdims=True)
        size = samples, len(self.pairs)
        return random.multinomial(self.pairs, chances, size=size).astype(np.float64)

    def conceded(self) -> Bools:
        """Whether an agent (row) lost any points to another (column)."""
        points = self.counts @ HALF_POINTS.sum(axis=1)
        conceded = np.zeros((len(self.names),) * 2, dtype=bool)
        conceded[self.second, self.first] = points > 0
        conceded[self.first, self.second] = points < 4 * self.pairs
        return conceded

    def results(self) -> list[Pentanomial]:
        """Each row from the view of its first agent."""
        result_of_pair = np.eye(5, dtype=np.int64)[HALF_POINTS.sum(axis=1)]
        return [Pentanomial(tuple(counts)) for counts in self.counts @ result_of_pair]

    def cross_table(self, order: list[str]) -> CrossTable:
        """Results of all agents that met, rows and columns in the given order."""
        met: dict[tuple[str, str], Pentanomial] = {}
        for one, other, result in zip(self.first, self.second, self.results(), strict=True):
            met[self.names[one], self.names[other]] = result
            met[self.names[other], self.names[one]] = result.swapped()
        return {
            one: {other: met[one, other] for other in order if (one, other) in met} for one in order
        }


def _count(pairs: PairScores) -> Counts:
    counts = np.zeros(9, dtype=np.int64)
    for scores in pairs:
        moving_first, moving_second = (_half_points(score) for score in scores)
        counts[3 * moving_first + moving_second] += 1
    return counts


def _other_view(counts: Counts) -> Counts:
    """The same pairs from the view of the other agent."""
    return counts.reshape(3, 3)[::-1, ::-1].T.reshape(9)


def _half_points(score: float) -> int:
    if score not in (0, 0.5, 1):
        raise ParameterError.wrong_value("score of a game", score, "0, 0.5 or 1")
    return int(2 * score)
