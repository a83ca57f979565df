"""Training of patterns: logistic regression on many sparse features, by Adam.

The log-odds of the result are the sum of the weights that a position uses. Each weight has the sum
of its own part and that of its coarser pattern, so rare patterns start from what their relatives
have learned. The two are added up at the end.

Kingma and Ba, Adam: a method for stochastic optimization, 2015.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesuji.agents.learned import UNIT
from tesuji.errors import TesujiError
from tesuji.learn.examples import Examples, Integers, Split
from tesuji.tune.logistic import cross_entropy, fit_logistic

__all__ = [
    "Epoch",
    "Fitted",
    "TrainingOptions",
    "check_finite",
    "expected",
    "fit_patterns",
    "hand_made_loss",
    "log_loss",
    "targets_of",
]

Floats = NDArray[np.float64]
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8
STAGES, BIN_SIZE, MOST_BINS = 6, 100, 48
"""Values of the search become probabilities by stage of the game, in bins of equal size."""
MOST_SCALED = 20_000
"""Positions to which the scale of a hand-made evaluation is fitted."""
PRIOR = 4.0
"""Games of a mean result of one half that are added to each bin."""


@dataclass(frozen=True, kw_only=True)
class TrainingOptions:
    """How weights are fitted."""

    epochs: int = 40
    patience: int = 5
    """Epochs without a lower loss in validation after which training ends."""
    batch: int = 1024
    rate: float = 0.01
    """Size of the steps; it is halved after each epoch without a lower loss."""
    decay: float = 15.0
    """Penalty on the square of a weight's own part, relative to the loss of one position."""
    result_share: float = 0.5
    """Share of the result in what is learned; the rest is the value of the search."""
    seed: int = 0


@dataclass(frozen=True)
class Epoch:
    """The mean log loss after an epoch."""

    number: int
    training: float
    validation: float


@dataclass(frozen=True)
class Fitted:
    """Weights in 16 bits, and the losses that led to them."""

    weights: NDArray[np.int16]
    epochs: tuple[Epoch, ...]

    @property
    def values(self) -> Floats:
        """The weights in log-odds."""
        return self.weights.astype(np.float64) / UNIT


def log_loss(examples: Examples, weights: Floats) -> float:
    """The mean log loss of the results under these weights."""
    return cross_entropy(examples.log_odds(weights), examples.results, examples.weights)


def fit_patterns(
    split: Split,
    coarse: NDArray[np.int32],
    coarse_count: int,
    options: TrainingOptions | None = None,
    progress: Callable[[Epoch], None] = lambda epoch: None,
) -> Fitted:
    """The weights with the lowest loss in validation."""
    chosen = options or TrainingOptions()
    decay = chosen.decay / split.training.weights.sum()
    model = _Model(coarse, coarse_count, chosen.rate, decay)
    generator = np.random.default_rng(chosen.seed)
    targets = targets_of(split.training, chosen.result_share)
    epochs: list[Epoch] = []
    best = model.weights()
    for number in range(1, chosen.epochs + 1):
        order = generator.permutation(len(split.training))
        for first in range(0, len(order), chosen.batch):
            rows = order[first : first + chosen.batch]
            model.step(
                split.training.used_by(rows),
                split.training.counts[rows],
                split.training.weights[rows],
                targets[rows],
            )
        weights = model.weights()
        epoch = Epoch(
            number, *(log_loss(each, weights) for each in (split.training, split.validation))
        )
        check_finite(epoch)
        epochs.append(epoch)
        progress(epoch)
        lowest = min(range(len(epochs)), key=lambda index: epochs[index].validation)
        if lowest == len(epochs) - 1:
            best = weights
            continue
        model.rate /= 2
        if len(epochs) - 1 - lowest >= chosen.patience:
            break
    limit = np.iinfo(np.int16)
    rounded = np.clip(np.rint(best * UNIT), limit.min, limit.max).astype(np.int16)
    return Fitted(rounded, tuple(epochs))


def targets_of(examples: Examples, result_share: float) -> Floats:
    """What is learned: the mean of results and of what the search expected."""
    if result_share == 1:
        return examples.results
    mixed: Floats = result_share * examples.results + (1 - result_share) * expected(examples)
    return mixed


def expected(examples: Examples) -> Floats:
    """The mean result of positions at a similar ply for which the search found a similar value.

    An evaluation need not be a probability, and the same lead means more late in a game. Where the
    search gave no value, this is the result.
    """
    found = examples.results.copy()
    known = np.flatnonzero(~np.isnan(examples.values))
    if not len(known):
        return found
    ends = np.quantile(examples.plies[known], np.linspace(0, 1, STAGES + 1)[1:-1])
    stages = np.searchsorted(ends, examples.plies[known])
    for stage in range(STAGES):
        rows = known[stages == stage]
        if not len(rows):
            continue
        count = min(MOST_BINS, 1 + len(rows) // BIN_SIZE)
        edges = np.unique(np.quantile(examples.values[rows], np.linspace(0, 1, count + 1)[1:-1]))
        bins = np.searchsorted(edges, examples.values[rows])
        weights = examples.weights[rows]
        seen = np.bincount(bins, weights, count)
        points = np.bincount(bins, weights * examples.results[rows], count)
        found[rows] = ((points + PRIOR / 2) / (seen + PRIOR))[bins]
    return found


def check_finite(epoch: Epoch) -> None:
    """Raises TesujiError for a loss that is not a number."""
    if not np.isfinite([epoch.training, epoch.validation]).all():
        raise TesujiError(
            f"training failed in epoch {epoch.number}: the loss is not finite; use a lower rate",
            where="rate",
            given=epoch.training,
            expected="a finite loss",
        )


class _Model:
    """The weights while they are trained: their own parts, then those of coarser patterns."""

    def __init__(self, coarse: NDArray[np.int32], count: int, rate: float, decay: float) -> None:
        self.rate = rate
        self._decay = decay
        # Weights without a coarser pattern share an entry at the end that stays 0.
        self._coarse = np.where(coarse < 0, count, coarse).astype(np.int64)
        self._own = len(coarse)
        self._parameters = np.zeros(self._own + count + 1)
        self._mean = np.zeros_like(self._parameters)
        self._square = np.zeros_like(self._parameters)
        self._steps = 0

    def weights(self) -> Floats:
        """The weights with the parts of their coarser patterns."""
        return self._parameters[: self._own] + self._parameters[self._own :][self._coarse]

    def step(self, used: Integers, counts: Integers, seen: Floats, targets: Floats) -> None:
        """One step of Adam, on positions with ``counts`` entries of ``used`` each."""
        log_odds = np.add.reduceat(self.weights()[used], np.cumsum(counts) - counts)
        predicted = 1 / (1 + np.exp(-np.clip(log_odds, -500, 500)))
        errors = seen * (predicted - targets) / seen.sum()
        own: Floats = np.bincount(used, np.repeat(errors, counts), self._own).astype(np.float64)
        coarse = np.bincount(self._coarse, own, len(self._parameters) - self._own)
        coarse[-1] = 0
        own += 2 * self._decay * self._parameters[: self._own]
        gradient = np.concatenate([own, coarse])
        self._steps += 1
        self._mean += (1 - BETA_1) * (gradient - self._mean)
        self._square += (1 - BETA_2) * (gradient**2 - self._square)
        mean = self._mean / (1 - BETA_1**self._steps)
        square = self._square / (1 - BETA_2**self._steps)
        self._parameters -= self.rate * mean / (np.sqrt(square) + EPSILON)


def hand_made_loss(evaluations: Callable[[Examples], Floats], split: Split) -> float:
    """The loss in the test of an evaluation, with the best scale and advantage of the move.

    ``evaluations`` gives those of all positions for the player to move.
    """

    def columns(examples: Examples) -> Floats:
        return np.column_stack([evaluations(examples), np.ones(len(examples))])

    seen = split.training
    if len(seen) > MOST_SCALED:
        seen = seen.rows(np.linspace(0, len(seen) - 1, MOST_SCALED).astype(np.int64))
    scale = fit_logistic(columns(seen), seen.results, seen.weights)
    test = split.test
    return cross_entropy(columns(test) @ scale, test.results, test.weights)
