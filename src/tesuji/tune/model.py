"""A model of the score over the space: a Gaussian process with the known noise of each match.

The luckiest of many trials is better than average by luck alone. The model smooths over neighbours
and weighs each trial by its games, so that the choice does not rest on one lucky match.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.tune.space import Space
from tesuji.tune.trials import Trial

__all__ = ["ScoreModel"]

Floats = NDArray[np.float64]

LENGTHS = (0.1, 0.2, 0.4, 0.8, 1.6, 6.4)
"""Length scales to choose from for each dimension; the last one is nearly without effect."""
HEIGHTS = (0.02, 0.05, 0.1, 0.2)
"""Standard deviations of the true score over the space to choose from."""
SWEEPS = 2
PRIOR_PAIRS = 2
"""Pairs of the prior variance, 1/8, that keep the noise above 0 where all pairs are alike."""
EXACT = 1e-8
"""The variance of a score that is known without games."""


class ScoreModel:
    """The posterior of the score at each trial, given all trials."""

    def __init__(self, space: Space, trials: Sequence[Trial]) -> None:
        self._points = np.array([_features(space, trial) for trial in trials])
        self._scores = np.array([trial.score for trial in trials])
        self._noise = np.array([_noise(trial.result) for trial in trials])
        weights = 1 / (self._noise + HEIGHTS[-1] ** 2)
        self._mean = float(weights @ self._scores / weights.sum())
        self._lengths, self._height = self._fit()

    def posterior(self) -> tuple[Floats, Floats]:
        """Mean and standard deviation of the true score of each trial."""
        kernel = self._kernel(self._lengths, self._height)
        gain = np.linalg.solve(kernel + np.diag(self._noise), kernel).T
        mean = self._mean + gain @ (self._scores - self._mean)
        variance = np.diag(kernel) - np.einsum("ij,ji->i", gain, kernel)
        return mean, np.sqrt(np.maximum(variance, 0))

    def _kernel(self, lengths: Floats, height: float) -> Floats:
        scaled = self._points / lengths
        squares = ((scaled[:, None, :] - scaled[None, :, :]) ** 2).sum(axis=2)
        kernel: Floats = height**2 * np.exp(-squares / 2)
        return kernel

    def _fit(self) -> tuple[Floats, float]:
        """Length scales and height of the greatest likelihood, one at a time."""
        lengths, height = np.full(self._points.shape[1], 0.4), HEIGHTS[1]
        for _ in range(SWEEPS):
            height = max(HEIGHTS, key=lambda each: self._likelihood(lengths, each))
            for place in range(len(lengths)):
                options = [np.where(np.arange(len(lengths)) == place, l, lengths) for l in LENGTHS]
                lengths = max(options, key=lambda each: self._likelihood(each, height))
        return lengths, height

    def _likelihood(self, lengths: Floats, height: float) -> float:
        factor = np.linalg.cholesky(self._kernel(lengths, height) + np.diag(self._noise))
        residual = np.linalg.solve(factor, self._scores - self._mean)
        return float(-0.5 * residual @ residual - np.log(np.diag(factor)).sum())


def _features(space: Space, trial: Trial) -> list[float]:
    """Coordinates from 0 to 1; a choice has one for each of its values."""
    found: list[float] = []
    for each in space.dimensions:
        value = trial.values[each.path]
        if each.kind == "choice":
            found += [float(value == choice) for choice in each.choices]
        else:
            found.append(each.place(value))
    return found


def _noise(result: Pentanomial) -> float:
    """The variance of a score."""
    if not result.pairs:
        return EXACT
    variance = (result.pairs * result.variance + PRIOR_PAIRS / 8) / (result.pairs + PRIOR_PAIRS)
    return variance / result.pairs
