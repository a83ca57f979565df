"""Weighted logistic regression with bounds, by Newton's method. The problem is convex."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["cross_entropy", "fit_logistic"]

Floats = NDArray[np.float64]

ITERATIONS = 100
TOLERANCE = 1e-10
RIDGE = 1e-9
"""Added to the diagonal relative to its size, so that equal columns do no harm."""
HALVINGS = 40


def cross_entropy(logits: Floats, results: Floats, weights: Floats) -> float:
    """Mean negative log-likelihood of results from 0 to 1."""
    losses = np.logaddexp(0, logits) - results * logits
    return float(weights @ losses / weights.sum())


def fit_logistic(
    columns: Floats,
    results: Floats,
    weights: Floats,
    *,
    offset: Floats | None = None,
    start: Floats | None = None,
    low: Floats | None = None,
    high: Floats | None = None,
) -> Floats:
    """The coefficients within the bounds that make the results most likely.

    The log-odds of a result are the row's columns times the coefficients, plus its ``offset``.
    """
    count = columns.shape[1]
    base = np.zeros(len(results)) if offset is None else offset
    low = np.full(count, -np.inf) if low is None else low
    high = np.full(count, np.inf) if high is None else high
    found = np.clip(np.zeros(count) if start is None else start, low, high)
    loss = cross_entropy(base + columns @ found, results, weights)
    for _ in range(ITERATIONS):
        step = _newton_step(columns, results, weights, base, found, low, high)
        scale, better = 1.0, found
        for _ in range(HALVINGS):
            better = np.clip(found + scale * step, low, high)
            new_loss = cross_entropy(base + columns @ better, results, weights)
            if new_loss < loss:
                break
            scale /= 2
        else:
            return found
        gained, found, loss = loss - new_loss, better, new_loss
        if gained < TOLERANCE * max(loss, TOLERANCE):
            return found
    return found


def _newton_step(
    columns: Floats,
    results: Floats,
    weights: Floats,
    base: Floats,
    found: Floats,
    low: Floats,
    high: Floats,
) -> Floats:
    """Newton's step in the coefficients that no bound holds back; 0 in the others."""
    share = weights / weights.sum()
    predicted = 1 / (1 + np.exp(-np.clip(base + columns @ found, -500, 500)))
    gradient = columns.T @ (share * (predicted - results))
    curvature = (columns * (share * predicted * (1 - predicted))[:, None]).T @ columns
    held = ((found <= low) & (gradient > 0)) | ((found >= high) & (gradient < 0))
    free = np.flatnonzero(~held)
    step = np.zeros(len(found))
    if len(free):
        inner = curvature[np.ix_(free, free)]
        inner[np.diag_indices(len(free))] += RIDGE * max(float(np.trace(inner)), RIDGE)
        step[free] = -np.linalg.solve(inner, gradient[free])
    return step
