"""Davidson's model of won, drawn and lost games, fitted to many data sets at once.

With strengths r, first-move advantage f and draw tendency v, a game of i (moving first) against
j has d = r_i + f - r_j and

    win : draw : loss  =  exp(d / 2) : v : exp(-d / 2)

(Davidson 1970, with the order effect of Davidson and Beaver 1977). Without draws this is
Bradley-Terry. Unlike Rao and Kupper's it is an exponential family in (r, f, log v) in which a
draw counts as half a win: two agents with the same points against the same opponents get the
same rating however many of their games were drawn, and the log-likelihood has a single maximum,
which Newton's method finds.

The prior is `PRIOR` of a game won and as much lost by each agent against an agent of strength 0,
by the first player against an equal, and drawn or not between equals. It moves a rating from 100
games by less than a thousandth, and keeps finite what games alone leave open: an agent that won
everything, agents that never met, a set without draws.
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
TOLERANCE = 1e-6
"""Of the last step: Newton's next error is about its square."""


@dataclass(frozen=True)
class Fit:
    """Parameters of each data set: strengths (a row of agents each), advantage, log v."""

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
        """Expected score of the agents that move first, a row each data set."""
        gap = self.strengths[:, first] - self.strengths[:, second] + self.first_move[:, None]
        win, draw, _ = _chances(gap, self.log_draw[:, None])
        return win + draw / 2


def fit(first: Indices, second: Indices, outcomes: Floats, agents: int) -> Fit:
    """The likeliest parameters of each data set.

    ``outcomes[k, g]`` is won, drawn and lost games of agent ``first[g]``, moving first, against
    ``second[g]`` in data set k.
    """
    model = _Model.of(first, second, agents)
    theta = np.tile(model.prior_mode, (len(outcomes), 1))
    for _ in range(200):
        step = model.newton_step(theta, outcomes)
        theta += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max(initial=0) < TOLERANCE:
            break
    return Fit(theta[:, :agents], theta[:, agents], theta[:, agents + 1])


@dataclass(frozen=True)
class _Model:
    """The design of a fit: theta is all strengths, the advantage and log v, in this order."""

    design: Floats
    """How d of each kind of game depends on theta."""
    products: Floats
    """Each row of the design times itself, flat."""
    prior_mode: Floats

    @classmethod
    def of(cls, first: Indices, second: Indices, agents: int) -> _Model:
        rows = np.arange(len(first))
        design = np.zeros((len(first), agents + 2))
        design[rows, first] += 1
        design[rows, second] -= 1
        design[:, agents] = 1
        products = (design[:, :, None] * design[:, None, :]).reshape(len(first), -1)
        mode = np.zeros(agents + 2)
        mode[-1] = math.log(2)
        return cls(design, products, mode)

    def newton_step(self, theta: Floats, outcomes: Floats) -> Floats:
        """Where Newton's method goes from theta, for each data set."""
        games = outcomes.sum(axis=2)
        win, draw, loss = _chances(theta @ self.design.T, theta[:, -1:])
        # Step 1. Gradient: what was seen less what is expected, of (won - lost) / 2 and draws.
        lead = (win - loss) / 2
        gradient = ((outcomes[..., 0] - outcomes[..., 2]) / 2 - games * lead) @ self.design
        gradient[:, -1] += (outcomes[..., 1] - games * draw).sum(axis=1)
        # Step 2. Information: variances and covariance of the same two.
        lead_variance = (win + loss) / 4 - lead**2
        size = theta.shape[1]
        information = ((games * lead_variance) @ self.products).reshape(-1, size, size)
        cross = -(games * lead * draw) @ self.design
        information[:, -1, :] += cross
        information[:, :, -1] += cross
        information[:, -1, -1] += (games * draw * (1 - draw)).sum(axis=1)
        # Step 3. The prior, of the same form for every parameter.
        pull = np.tanh((theta - self.prior_mode) / 2)
        gradient -= PRIOR * pull
        information[:, range(size), range(size)] += PRIOR * (1 - pull**2) / 2
        step: Floats = np.linalg.solve(information, gradient[:, :, None])[:, :, 0]
        return step


def _chances(gap: Floats, log_draw: Floats) -> tuple[Floats, Floats, Floats]:
    """Chances of win, draw and loss."""
    logs = np.stack(np.broadcast_arrays(gap / 2, log_draw, -gap / 2))
    odds = np.exp(logs - logs.max(axis=0))
    win, draw, loss = odds / odds.sum(axis=0)
    return win, draw, loss
