"""Davidson's model of won, drawn and lost games, fitted to many data sets at once.

With strengths r, first-move advantage f and draw tendency v, a game of i (moving first) against
j has d = r_i + f - r_j and

    win : draw : loss  =  exp(d / 2) : v : exp(-d / 2)

(Davidson 1970, with the order effect of Davidson and Beaver 1977). Without draws this is
Bradley-Terry. Unlike the model of Rao and Kupper, it is an exponential family in (r, f, log v) in
which a draw counts as half a win: two agents with the same points against the same opponents get
the same rating, however many of their games were drawn. The log-likelihood has a single maximum,
which Newton's method finds.

The prior adds `PRIOR` games won and as many lost: for each agent against one of strength 0, for the
first player against an equal, and for drawn against decisive games between equals. It changes a
rating from 100 games by less than a thousandth, and keeps ratings finite for an agent that won
everything, agents that never met, and results without draws.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesuji.arena.stats.likelihood import Floats

__all__ = ["ELO", "Fit", "fit"]

Indices = NDArray[np.intp]

ELO = 400 / math.log(10)
PRIOR = 0.1
LONGEST_STEP = 2.0
SIGNS = np.array([1.0, -1.0, 1.0])
"""Coefficients in d of the first strength, the second strength and the advantage."""
TOLERANCE = 1e-6
"""Size of the last Newton step; the remaining error is about its square."""
LARGEST = 1 << 22
"""Numbers in all information matrices at a time: 32 MB."""


@dataclass(frozen=True)
class Fit:
    """Parameters for each data set: strengths (a row each), advantage, log v."""

    strengths: Floats
    first_move: Floats
    log_draw: Floats

    @property
    def scale(self) -> Floats:
        """Elo per unit of strength: 400 / ln 10 times the slope of the score between equals.

        Draws flatten the score. With this factor (that of BayesElo) a difference of a few
        points means the same score here as the Elo difference of a match does.
        """
        scale: Floats = ELO * 2 / (2 + np.exp(self.log_draw))
        return scale

    @property
    def draw_rate(self) -> Floats:
        """Share of draws between equals."""
        rate: Floats = 1 / (1 + 2 * np.exp(-self.log_draw))
        return rate

    def scores(self, first: Indices, second: Indices) -> Floats:
        """Expected scores of the agents that move first, one row for each data set."""
        gap = self.strengths[:, first] - self.strengths[:, second] + self.first_move[:, None]
        win, draw, _ = _probabilities(gap, self.log_draw[:, None])
        return win + draw / 2


def fit(first: Indices, second: Indices, outcomes: Floats, agents: int) -> Fit:
    """The most likely parameters for each data set.

    ``outcomes[k, g]`` is won, drawn and lost games of agent ``first[g]``, moving first, against
    ``second[g]`` in data set k.
    """
    model = _Model.of(first, second, agents)
    theta = np.tile(model.prior_mode, (len(outcomes), 1))
    # The information matrices of all data sets at once would not fit into memory.
    at_once = max(1, LARGEST // theta.shape[1] ** 2)
    for begin in range(0, len(theta), at_once):
        some = slice(begin, begin + at_once)
        for _ in range(200):
            step = model.newton_step(theta[some], outcomes[some])
            theta[some] += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
            if np.abs(step).max(initial=0) < TOLERANCE:
                break
    return Fit(theta[:, :agents], theta[:, agents], theta[:, agents + 1])


@dataclass(frozen=True)
class _Model:
    """The design of a fit: theta is all strengths, the advantage and log v, in this order."""

    places: Indices
    """For each kind of game the three parameters in d: both strengths and the advantage."""
    prior_mode: Floats

    @classmethod
    def of(cls, first: Indices, second: Indices, agents: int) -> _Model:
        advantage = np.full(len(first), agents)
        mode = np.zeros(agents + 2)
        mode[-1] = math.log(2)
        return cls(np.stack([first, second, advantage], axis=1), mode)

    def gaps(self, theta: Floats) -> Floats:
        """The difference d of each kind of game, one row for each data set."""
        gaps: Floats = theta[:, self.places] @ SIGNS
        return gaps

    def scattered(self, weights: Floats) -> Floats:
        """Sums of the coefficients of theta in d, weighted; one row for each data set."""
        return _sums(weights[..., None] * SIGNS, self.places, len(self.prior_mode))

    def products(self, weights: Floats) -> Floats:
        """Sums of the outer products of these coefficients, weighted: a matrix per data set."""
        size = len(self.prior_mode)
        cells = self.places[:, :, None] * size + self.places[:, None, :]
        terms = weights[..., None, None] * np.outer(SIGNS, SIGNS)
        return _sums(terms, cells, size * size).reshape(-1, size, size)

    def newton_step(self, theta: Floats, outcomes: Floats) -> Floats:
        """The Newton step from theta for each data set."""
        games = outcomes.sum(axis=2)
        win, draw, loss = _probabilities(self.gaps(theta), theta[:, -1:])
        # Step 1. Gradient: observed minus expected, of (won - lost) / 2 and of draws.
        lead = (win - loss) / 2
        gradient = self.scattered((outcomes[..., 0] - outcomes[..., 2]) / 2 - games * lead)
        gradient[:, -1] += (outcomes[..., 1] - games * draw).sum(axis=1)
        # Step 2. Information: the variances and covariance of the same two.
        lead_variance = (win + loss) / 4 - lead**2
        size = theta.shape[1]
        information = self.products(games * lead_variance)
        cross = self.scattered(-games * lead * draw)
        information[:, -1, :] += cross
        information[:, :, -1] += cross
        information[:, -1, -1] += (games * draw * (1 - draw)).sum(axis=1)
        # Step 3. The prior, which has the same form for every parameter.
        pull = np.tanh((theta - self.prior_mode) / 2)
        gradient -= PRIOR * pull
        information[:, range(size), range(size)] += PRIOR * (1 - pull**2) / 2
        step = np.linalg.solve(information, gradient[:, :, None])[:, :, 0]
        return np.asarray(step, dtype=np.float64)


def _sums(terms: Floats, places: Indices, size: int) -> Floats:
    """Adds up the terms of each data set by their places."""
    flat = places.ravel()
    sums: Floats = np.zeros((len(terms), size), dtype=np.float64)
    for row, term in zip(sums, terms, strict=True):
        row += np.bincount(flat, weights=term.ravel(), minlength=size)
    return sums


def _probabilities(gap: Floats, log_draw: Floats) -> tuple[Floats, Floats, Floats]:
    """Probabilities of win, draw and loss."""
    logs = np.stack(np.broadcast_arrays(gap / 2, log_draw, -gap / 2))
    odds = np.exp(logs - logs.max(axis=0))
    win, draw, loss = odds / odds.sum(axis=0)
    return win, draw, loss
