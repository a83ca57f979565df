"""Texel's method: fits evaluation weights to the results of games, by logistic regression.

An evaluation that is a weighted sum of features gives log-odds of winning that are linear in the
weights, so the best weights are found exactly and in seconds. No match is played until the proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.errors import ParameterError
from tesuji.specs import Plain, Spec, parse_spec
from tesuji.tune.logistic import cross_entropy, fit_logistic
from tesuji.tune.positions import Sample
from tesuji.tune.space import Space
from tesuji.tune.trials import Found, Trial
from tesuji.wording import counted

__all__ = ["check_weights", "texel"]

Floats = NDArray[np.float64]
SLOT = "knowledge."

SMALL = 1e-3
"""Evaluations are measured at weights scaled by this, far below the value at which they are cut."""
LINEAR = 1e-6
"""Greatest error of a sum of features, relative to the largest evaluation."""


def check_weights(space: Space) -> None:
    """Raises ParameterError unless all parameters are weights of the knowledge of a game."""
    for each in space.dimensions:
        if not each.path.startswith(SLOT) or each.kind != "float":
            raise ParameterError(
                f"texel fits weights of the evaluation, such as knowledge.NAME, not {each.path};"
                " use spsa, cmaes or genetic",
                where=each.path,
                given=each.path,
                expected="a weight of the knowledge",
            )
    if not hasattr(space.game.start(seed=0)._state, "evaluation"):
        raise ParameterError(
            f"{space.game.spec} has no evaluation with weights",
            where="game",
            given=space.game.spec,
            expected="a game with an evaluation",
        )


@dataclass(frozen=True)
class _Data:
    """Evaluations of all samples for player 0, split into what varies and what does not."""

    features: Floats
    """One column for each tuned weight: the evaluation per unit of the weight."""
    fixed: Floats
    """The share of the other weights."""
    turn: Floats
    """1 where player 0 is to move, else -1."""
    results: Floats
    weights: Floats

    def evaluation(self, tuned: Floats) -> Floats:
        return self.fixed + self.features @ tuned

    def loss(self, tuned: Floats) -> float:
        """The cross-entropy with the best scale for these weights."""
        columns = np.column_stack([self.evaluation(tuned), self.turn])
        return cross_entropy(columns @ self._fit(columns), self.results, self.weights)

    def _fit(self, columns: Floats) -> Floats:
        return fit_logistic(columns, self.results, self.weights)


def texel(space: Space, samples: Sequence[Sample]) -> Found:
    """The weights that make the results of the games most likely."""
    data = _measured(space, samples)
    start = np.array([float(each.start) for each in space.dimensions])
    found = _best_weights(space, data, start)
    values: dict[str, Plain] = {
        each.path: each.rounded(float(weight))
        for each, weight in zip(space.dimensions, found, strict=True)
    }
    rounded = np.array([float(value) for value in values.values()])
    games = round(float(data.weights.sum()))
    at_bound = [
        path
        for each, (path, value) in zip(space.dimensions, values.items(), strict=True)
        if value in (each.low, each.high)
    ]
    held = f" The range limits {', '.join(at_bound)}." if at_bound else ""
    how = (
        f"The most likely weights, from {len(samples):,} positions of"
        f" {counted(games, 'game', form=',')}: their cross-entropy falls from"
        f" {data.loss(start):.5f} to {data.loss(rounded):.5f}.{held}"
    )
    trial = Trial(1, values, space.spec(values), Pentanomial(), "fit")
    return Found(values, (trial,), how)


def _best_weights(space: Space, data: _Data, start: Floats) -> Floats:
    """Fits all weights and the scale together, then again within the ranges if need be.

    The log-odds are scale * (fixed + features * weights) + advantage of the move. If nothing is
    fixed, the scale is free, and evaluations stay as large as they were.
    """
    count = len(start)
    low, high = (np.array([getattr(d, end) for d in space.dimensions]) for end in ("low", "high"))
    columns = np.column_stack([data.features, data.turn, data.fixed])
    is_fixed = float(np.abs(data.fixed).max()) > 0
    fitted = fit_logistic(columns if is_fixed else columns[:, :-1], data.results, data.weights)
    if is_fixed:
        scale = float(fitted[-1])
        if scale <= 0:
            raise ParameterError(
                "texel: the weights that do not vary predict the loser of these games, so they"
                f" give no scale; tune them too, not only {space.text()}",
                where="over",
                given=space.text(),
                expected="more weights",
            )
    else:
        before, after = data.evaluation(start), data.evaluation(fitted[:count])
        scale = _size(after, data.weights) / max(_size(before, data.weights), 1e-12)
    found = fitted[:count] / scale
    if np.all((found >= low) & (found <= high)):
        return found
    bounded = fit_logistic(
        np.column_stack([scale * data.features, data.turn]),
        data.results,
        data.weights,
        offset=scale * data.fixed,
        start=np.append(np.clip(found, low, high), 0.0),
        low=np.append(low, -np.inf),
        high=np.append(high, np.inf),
    )
    return bounded[:count]


def _size(values: Floats, weights: Floats) -> float:
    return float(np.sqrt(weights @ values**2 / weights.sum()))


# Features


def _measured(space: Space, samples: Sequence[Sample]) -> _Data:
    knowledge = parse_spec(space.agent.expanded(space.game)).value("knowledge")
    assert isinstance(knowledge, Spec)
    names = [each.path.removeprefix(SLOT) for each in space.dimensions]
    states: list[Any] = [sample.position._state for sample in samples]

    def evaluations(scaled: dict[str, float], others: float) -> Floats:
        weights = {
            name: SMALL * scaled.get(name, others * value) if isinstance(value, float) else value
            for name, value in knowledge.arguments.items()
        }
        return np.array([state.evaluation(weights) for state in states]) / SMALL

    zero = dict.fromkeys(names, 0.0)
    fixed = evaluations(zero, 1.0)
    features = np.column_stack([evaluations({**zero, name: 1.0}, 0.0) for name in names])
    for name, column in zip(names, features.T, strict=True):
        if not np.abs(column).max() > 0:
            raise ParameterError(
                f"texel: {SLOT}{name} changes the evaluation of none of {len(samples):,} positions;"
                " leave it out, or use spsa",
                where=f"{SLOT}{name}",
                given=name,
                expected="a weight of the evaluation",
            )
    _check_sum(space, evaluations({}, 1.0), fixed, features)
    return _Data(
        features,
        fixed,
        np.array([1.0 if sample.position.to_move == 0 else -1.0 for sample in samples]),
        np.array([sample.result for sample in samples]),
        np.array([sample.weight for sample in samples]),
    )


def _check_sum(space: Space, whole: Floats, fixed: Floats, features: Floats) -> None:
    """Raises ParameterError if the evaluation is not a weighted sum."""
    start = np.array([float(each.start) for each in space.dimensions])
    error = float(np.abs(whole - fixed - features @ start).max())
    if error > LINEAR * max(float(np.abs(whole).max()), SMALL):
        raise ParameterError(
            f"texel: the evaluation of {space.game.spec} is not a sum of these weights times"
            " features; use spsa, cmaes or genetic",
            where="over",
            given=space.text(),
            expected="weights of a sum",
        )
