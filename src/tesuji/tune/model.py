"""A model of strength over the space: a Gaussian process with the known noise of each match.

The luckiest of many trials is better than average by luck alone. The model smooths over neighbours
and weighs each match by its games, so that the choice does not rest on one lucky match. Strength is
in log-odds: a lead of 1 scores 73%. A match measures a difference, so opponents may change.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.tune.space import Space, Values

__all__ = ["ELO", "Floats", "Observation", "StrengthModel", "log_odds"]

Floats = NDArray[np.float64]

ELO = 400 / math.log(10)
"""Elo per unit of log-odds."""
LENGTHS = (0.1, 0.2, 0.4, 0.8, 1.6, 6.4)
"""Length scales to choose from for each dimension; the last one is nearly without effect."""
HEIGHTS = (0.1, 0.3, 1.0, 3.0)
"""Standard deviations of strength over the space to choose from."""
SWEEPS = 2
EXACT = 1e-6
"""The variance of a strength that is known without games."""


@dataclass(frozen=True)
class Observation:
    """A match of one setting against another, by their places; None is an outside opponent."""

    first: int
    second: int | None
    result: Pentanomial


class StrengthModel:
    """The posterior of the strength of each setting, given all matches."""

    def __init__(
        self,
        space: Space,
        settings: Sequence[Values],
        observations: Sequence[Observation],
        *,
        zero: int | None = None,
    ) -> None:
        """``zero`` is the place of the setting whose strength is 0 by definition."""
        self._points = np.array([_features(space, each) for each in settings])
        rows, leads, noise = [], [], []
        for each in observations:
            lead, variance = log_odds(each.result)
            rows.append(_row(len(settings), each.first, each.second))
            leads.append(lead)
            noise.append(variance)
        if zero is not None:
            rows.append(_row(len(settings), zero, None))
            leads.append(0.0)
            noise.append(EXACT)
        self._rows, self._leads, self._noise = np.array(rows), np.array(leads), np.array(noise)
        self._lengths, self._height = self._fit()

    def posterior(self) -> tuple[Floats, Floats]:
        """Mean and standard deviation of the strength of each setting."""
        kernel = self._kernel(self._lengths, self._height)
        mean, residual, whole = self._residual(kernel)
        gain = np.linalg.solve(whole, self._rows @ kernel).T
        variance = np.diag(kernel) - np.einsum("ij,ji->i", gain, self._rows @ kernel)
        return mean + gain @ residual, np.sqrt(np.maximum(variance, 0))

    def _residual(self, kernel: Floats) -> tuple[float, Floats, Floats]:
        """The most likely mean, what it does not explain, and the covariance of that."""
        whole = self._rows @ kernel @ self._rows.T + np.diag(self._noise)
        ones = self._rows.sum(axis=1)
        weighted = np.linalg.solve(whole, ones)
        mean = float(weighted @ self._leads / max(float(weighted @ ones), EXACT))
        return mean, self._leads - mean * ones, whole

    def _kernel(self, lengths: Floats, height: float) -> Floats:
        scaled = self._points / lengths
        squares = ((scaled[:, None, :] - scaled[None, :, :]) ** 2).sum(axis=2)
        kernel: Floats = height**2 * np.exp(-squares / 2)
        return kernel

    def _fit(self) -> tuple[Floats, float]:
        """Length scales and height of the greatest likelihood, one at a time."""
        lengths, height = np.full(self._points.shape[1], 0.4), HEIGHTS[2]
        for _ in range(SWEEPS):
            for place in range(len(lengths)):
                options = []
                for length in LENGTHS:
                    options.append(lengths.copy())
                    options[-1][place] = length
                scores = [self._likelihood(each, height) for each in options]
                lengths = options[int(np.argmax(scores))]
            scores = [self._likelihood(lengths, each) for each in HEIGHTS]
            height = HEIGHTS[int(np.argmax(scores))]
        return lengths, height

    def _likelihood(self, lengths: Floats, height: float) -> float:
        _, residual, whole = self._residual(self._kernel(lengths, height))
        factor = np.linalg.cholesky(whole)
        scaled = np.linalg.solve(factor, residual)
        return float(-0.5 * scaled @ scaled - np.log(np.diag(factor)).sum())


def log_odds(result: Pentanomial) -> tuple[float, float]:
    """The log-odds of a score and their variance, as if one more pair had been even."""
    pairs = result.pairs + 1
    score = (result.pairs * result.score + 0.5) / pairs
    variance = (result.pairs * result.variance + 1 / 8) / pairs / pairs
    return math.log(score / (1 - score)), variance / (score * (1 - score)) ** 2


def _row(count: int, first: int, second: int | None) -> Floats:
    row = np.zeros(count)
    row[first] += 1
    if second is not None:
        row[second] -= 1
    return row


def _features(space: Space, values: Values) -> list[float]:
    """Coordinates from 0 to 1; a choice has one for each of its values."""
    found: list[float] = []
    for each in space.dimensions:
        value = values[each.path]
        if each.kind == "choice":
            found += [float(value == choice) for choice in each.choices]
        else:
            found.append(each.place(value))
    return found
