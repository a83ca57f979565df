"""Maximum likelihood for pair results under a constraint on score or normalised Elo.

The unknown is the distribution p over the five results of a pair, which score a = 0, 1/4, 1/2,
3/4, 1. The data are frequencies q. Under a linear constraint sum(p * h) = 0 the most likely p is

    p = q / (1 + x * h),   with x such that sum(q * h / (1 + x * h)) = 0

(M. Van den Bergh, "Maximum likelihood estimation for multinomial distributions", 2018).

- A score s is linear: h = a - s.
- Normalised Elo fixes t = (mean - 1/2) / deviation. With b = a - 1/2 that is
  E[b] = k * sqrt(E[b^2]), k = t / sqrt(1 + t^2): not linear, but its tangent at E[b^2] = c^2 is,
  h = b - k * (c + b^2 / c) / 2. Solve, set c to the new sqrt(E[b^2]), repeat: the fixed point
  is the maximum (the iteration of "Comments on normalised Elo", section 4.1, in one variable).

All functions take many results at once, one in each row.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["allowed_loss", "frequencies", "log_ratio_at_score", "log_ratio_at_t", "t_interval"]

Floats = NDArray[np.float64]

PAIR_SCORES: Floats = np.arange(5) / 4
FROM_EVEN: Floats = PAIR_SCORES - 0.5

LEAST_COUNT = 1e-3
"""The count used for empty cells: large enough to make every hypothesis possible, too small to
change a result. Without it, a result without losses has likelihood 0 under "equally strong"."""

STARTS = (0.5, 0.25)
"""Start values of c, at which a solution exists."""

ONE_MAXIMUM = 1 / 3
"""Up to this absolute value of k (87 nElo) both starts lead to the same maximum."""

TOLERANCE = 1e-6
"""Relative error of x and c. At the maximum that of the likelihood is about its square."""


def frequencies(counts: ArrayLike) -> tuple[Floats, Floats]:
    """Rows of five counts as (totals, frequencies), with `LEAST_COUNT` in empty cells."""
    filled = np.atleast_2d(np.asarray(counts, dtype=np.float64))
    filled = np.where(filled == 0, LEAST_COUNT, filled)
    totals = filled.sum(axis=1)
    return totals, filled / totals[:, None]


def log_ratio_at_score(q: Floats, score: ArrayLike) -> Floats:
    """log(p / q) for the most likely p with the given mean score, for each row."""
    gap = PAIR_SCORES - np.broadcast_to(score, len(q))[:, None]
    return _minus_log(1 + _multiplier(q, gap)[:, None] * gap)


def log_ratio_at_t(q: Floats, t: ArrayLike) -> Floats:
    """log(p / q) for the most likely p with (mean - 1/2) / deviation = t, for each row."""
    t = np.broadcast_to(np.asarray(t, dtype=np.float64), len(q))
    return _log_ratio_at_k(q, t / np.hypot(1, t))


def _log_ratio_at_k(q: Floats, k: Floats) -> Floats:
    best = _climb(q, k, STARTS[0])
    if np.abs(k).max(initial=0) > ONE_MAXIMUM:
        other = _climb(q, k, STARTS[1])
        better = (q * other).sum(axis=1) > (q * best).sum(axis=1)
        best = np.where(better[:, None], other, best)
    return best


def t_interval(counts: Sequence[int], *, level: float) -> tuple[float, float]:
    """The values of t = (mean - 1/2) / deviation that a likelihood-ratio test does not reject."""
    totals, q = frequencies(counts)
    count, mean = sum(counts), float(np.dot(counts, FROM_EVEN))
    if not count:
        return -math.inf, math.inf
    seen = mean / math.sqrt(count * np.dot(counts, FROM_EVEN**2)) if mean else 0.0
    allowed = allowed_loss(level, all_equal=max(counts) == count)
    return _edge(q, allowed / totals[0], seen, -1.0), _edge(q, allowed / totals[0], seen, 1.0)


def allowed_loss(level: float, *, all_equal: bool) -> float:
    """The loss of log-likelihood up to which a value is inside the interval.

    Half the quantile of chi-square with one degree of freedom. That is too little if all pairs
    had the same result: the likelihood is then the probability of the data, so the exact bound
    is the value at which it is (1 - level) / 2 (Clopper and Pearson).
    """
    if all_equal:
        return -math.log((1 - level) / 2)
    return NormalDist().inv_cdf((1 + level) / 2) ** 2 / 2


def _edge(q: Floats, allowed: float, inside: float, outside: float) -> float:
    """The t between k = inside and k = outside at which the mean loss equals ``allowed``."""
    steps = 16
    rows = np.repeat(q, steps, axis=0)
    for _ in range(8 if inside != outside else 0):
        grid = np.linspace(inside, outside, steps + 2)
        loss = -(rows * _log_ratio_at_k(rows, grid[1:-1])).sum(axis=1)
        kept = int(np.argmax(np.append(loss, math.inf) > allowed))
        inside, outside = float(grid[kept]), float(grid[kept + 1])
    return outside * math.inf if abs(outside) == 1 else outside / math.sqrt(1 - outside**2)


def _climb(q: Floats, k: Floats, start: float) -> Floats:
    """log(p / q) at the fixed point of the iteration from c = start."""
    c = np.full(len(q), start)
    ratio = np.ones_like(q)
    moving = np.arange(len(q))
    for _ in range(200):
        before, seen = c[moving, None], q[moving]
        h = FROM_EVEN - k[moving, None] / 2 * (before + FROM_EVEN**2 / before)
        ratio[moving] = 1 + _multiplier(seen, h)[:, None] * h
        c[moving] = np.sqrt((seen / ratio[moving] * FROM_EVEN**2).sum(axis=1))
        moving = moving[np.abs(c[moving] - before[:, 0]) > TOLERANCE * c[moving]]
        if not len(moving):
            break
    return _minus_log(ratio)


def _minus_log(ratio: Floats) -> Floats:
    logs: Floats = -np.log(ratio)
    return logs


def _multiplier(q: Floats, h: Floats) -> Floats:
    """The x with sum(q * h / (1 + x * h)) = 0, between the two poles of that sum.

    Newton's method on the sum times (x - left pole) * (x - right pole), which is nearly linear
    even if an almost empty cell puts the root next to a pole; bisection if a step fails.
    """
    top, bottom = h.max(axis=1), h.min(axis=1)
    left, right = -1 / top, -1 / bottom
    low, high = left.copy(), right.copy()
    x = np.zeros(len(q))
    for _ in range(100):
        terms = h / (1 + x[:, None] * h)
        value, slope = (q * terms).sum(axis=1), -(q * terms**2).sum(axis=1)
        low, high = np.where(value > 0, x, low), np.where(value > 0, high, x)
        poles = (1 + x * top) * (1 + x * bottom)
        slope = slope * poles + value * (top + bottom + 2 * x * top * bottom)
        step = x - value * poles / np.where(slope < 0, slope, -1e-300)
        inside = (step >= low) & (step <= high) & (step > left) & (step < right)
        before, x = x, np.where(inside, step, (low + high) / 2)
        if np.all(np.abs(x - before) <= TOLERANCE * np.minimum(x - left, right - x)):
            break
    return x
