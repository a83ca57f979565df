"""The model of strength: it weighs matches by their games and discounts luck."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tune.synthetic import space
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.tune.model import EXACT, Observation, StrengthModel, log_odds

LINE = [{"select.c": float(c), "rollout.greedy": 0.5} for c in np.linspace(0, 2, 9)]


def scored(share: float, pairs: int) -> Pentanomial:
    wins = round(share * pairs)
    return Pentanomial((pairs - wins, 0, 0, 0, wins))


def test_a_lucky_match_does_not_beat_a_well_supported_one() -> None:
    shares = [0.5, 0.55, 0.65, 0.7, 0.65, 0.55, 0.45, 0.8, 0.35]
    games = [40, 40, 40, 80, 40, 40, 40, 4, 40]
    observations = [
        Observation(place, None, scored(share, pairs))
        for place, (share, pairs) in enumerate(zip(shares, games, strict=True))
    ]
    mean, deviation = StrengthModel(space(), LINE, observations).posterior()
    assert int(np.argmax(shares)) == 7
    assert int(np.argmax(mean)) == 3
    assert deviation[3] < deviation[7]


def test_opponents_may_change() -> None:
    """0 is the start, 4 beats it by 1, and 8 beats 4 by 1: 8 is about 2 above 0."""
    seventy_three = scored(0.731, 1000)
    observations = [Observation(4, 0, seventy_three), Observation(8, 4, seventy_three)]
    mean, _ = StrengthModel(space(), LINE, observations, zero=0).posterior()
    assert mean[0] == pytest.approx(0, abs=0.01)
    assert mean[4] == pytest.approx(1, abs=0.1)
    assert mean[8] == pytest.approx(2, abs=0.2)


def test_the_posterior_is_that_of_the_textbook() -> None:
    """One setting and one match: prior and measurement are averaged by their precision."""
    result = scored(0.7, 50)
    model = StrengthModel(space(), LINE[:2], [Observation(1, 0, result)], zero=0)
    model._lengths, model._height = np.full(2, 0.01), 1.0  # two independent settings
    mean, deviation = model.posterior()
    lead, variance = log_odds(result)
    rows = np.array([[-1.0, 1.0], [1.0, 0.0]])
    noise = np.diag([variance, EXACT])
    whole = rows @ rows.T + noise
    ones = rows.sum(axis=1)
    leads = np.array([lead, 0.0])
    centre = ones @ np.linalg.solve(whole, leads) / (ones @ np.linalg.solve(whole, ones))
    expected = centre + rows.T @ np.linalg.solve(whole, leads - centre * ones)
    covariance = np.eye(2) - rows.T @ np.linalg.solve(whole, rows)
    assert mean == pytest.approx(expected, abs=1e-4)
    assert deviation == pytest.approx(np.sqrt(np.diag(covariance)), abs=1e-3)


@pytest.mark.parametrize("share", [0.0, 0.5, 0.9, 1.0])
def test_log_odds_are_finite_and_symmetric(share: float) -> None:
    lead, variance = log_odds(scored(share, 20))
    other, same = log_odds(scored(1 - share, 20))
    assert lead == pytest.approx(-other)
    assert variance == pytest.approx(same)
    assert variance > 0
