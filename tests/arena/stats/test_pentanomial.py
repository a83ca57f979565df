"""Statistics of pairs: published numbers, cases by hand, symmetry, and coverage by simulation."""

from __future__ import annotations

import json
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji import ParameterError
from tesuji.arena.stats.likelihood import allowed_loss, frequencies, log_ratio_at_t, t_interval
from tesuji.arena.stats.pentanomial import (
    NELO_PER_SIGMA,
    Pentanomial,
    difference_interval,
    elo_of_score,
    mean_interval,
    score_of_elo,
    wilson_interval,
)

counts = st.tuples(*[st.integers(0, 200) | st.sampled_from([0, 1, 10**6])] * 5)
results = counts.map(lambda cells: Pentanomial(cells))
played = results.filter(lambda result: result.pairs > 0)

DISTRIBUTIONS = {
    "coins": [0.25, 0, 0.5, 0, 0.25],
    "draws": [0.05, 0.2, 0.5, 0.2, 0.05],
    "better": [0.05, 0.15, 0.4, 0.25, 0.15],
    "strong": [0.01, 0.02, 0.1, 0.17, 0.7],
    "coins at 80%": [0.04, 0, 0.32, 0, 0.64],
    "dependent games": [0.4, 0, 0.1, 0, 0.5],
    "side decides": [0.05, 0, 0.85, 0, 0.1],
}


def half(interval: tuple[float, float]) -> float:
    return (interval[1] - interval[0]) / 2


# Published numbers


@pytest.mark.parametrize(
    ("games", "margin", "digits"), [(1000, 21.5, 1), (200, 48, 0)], ids=["1000", "200"]
)
def test_margin_of_a_match_without_draws(games: int, margin: float, digits: int) -> None:
    result = Pentanomial((games // 8, 0, games // 4, 0, games // 8))
    assert result.games == games
    assert result.elo == 0
    assert round(half(result.elo_interval), digits) == margin


@pytest.mark.parametrize(
    ("cells", "elo", "elo_margin", "nelo", "nelo_margin", "los"),
    [
        ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 28.28, 1.0000),
        ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96, 0.0505),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 2.65, 0.0000),
    ],
)
def test_numbers_of_fastchess(
    cells: tuple[int, int, int, int, int],
    elo: float,
    elo_margin: float,
    nelo: float,
    nelo_margin: float,
    los: float,
) -> None:
    """From its own tests. It leaves the estimated variance out of nElo's margin: 4% here."""
    result = Pentanomial(cells)
    assert result.elo == pytest.approx(elo, abs=0.005)
    assert half(result.elo_interval) == pytest.approx(elo_margin, rel=0.005)
    assert result.nelo == pytest.approx(nelo, abs=0.005)
    assert half(result.nelo_interval) == pytest.approx(nelo_margin, rel=0.04)
    assert result.los == pytest.approx(los, abs=0.0002)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_of_newcombe(wins: int, games: int, low: float, high: float) -> None:
    """R. Newcombe, Statistics in Medicine 17 (1998) 857, table I."""
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("cells", "low", "high"),
    [
        ((56, 70, 48, 80), 0.0524, 0.3339),
        ((9, 10, 3, 10), 0.1705, 0.8090),
        ((10, 10, 0, 20), 0.6791, 1),
    ],
)
def test_differences_of_newcombe(cells: tuple[int, int, int, int], low: float, high: float) -> None:
    """R. Newcombe, Statistics in Medicine 17 (1998) 873, table II, method 10."""
    assert difference_interval(*cells) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("degrees", "at_95", "at_99"),
    [
        (1, 12.706, 63.657),
        (2, 4.303, 9.925),
        (3, 3.182, 5.841),
        (7, 2.365, 3.499),
        (30, 2.042, 2.750),
        (120, 1.980, 2.617),
        (10**6, 1.962, 2.581),
    ],
)
def test_means_by_the_usual_table(degrees: int, at_95: float, at_99: float) -> None:
    """Student's quantiles, as every textbook has them; those of 1,000 stand for all above."""
    count = degrees + 1
    for level, quantile in ((0.95, at_95), (0.99, at_99)):
        low, high = mean_interval(3.0, math.sqrt(count), count, level=level)
        assert (low, high) == pytest.approx((3 - quantile, 3 + quantile), abs=6e-4)


# By hand


def test_a_small_match_by_hand() -> None:
    result = Pentanomial((0, 0, 1, 0, 1))
    assert (result.pairs, result.games, result.score, result.variance) == (2, 4, 0.75, 0.0625)
    assert result.elo == pytest.approx(400 * math.log10(3))
    assert result.nelo == pytest.approx(0.25 / math.sqrt(0.125) * 800 / math.log(10))
    # Spread: (2 / 16 + 1/4) / (2 * 3/16 + 1/4) = 3/5, so 10/3 coin flips, 2.5 of them won.
    assert result.interval == wilson_interval(2.5, 10 / 3)


def test_independent_games_have_the_textbook_variance() -> None:
    assert Pentanomial((1, 0, 2, 0, 1)).variance == 1 / 8
    assert Pentanomial((1, 4, 6, 4, 1)).variance == 1 / 16


@pytest.mark.parametrize("pairs", [1, 5, 100, 10_000])
def test_all_wins_leave_doubt_below_and_none_above(pairs: int) -> None:
    result = Pentanomial((0, 0, 0, 0, pairs))
    assert result.interval == wilson_interval(pairs, pairs)
    assert (result.elo, result.nelo) == (math.inf, math.inf)
    assert result.elo_interval[1] == result.nelo_interval[1] == math.inf
    # The exact bound of Clopper and Pearson, with a pair as the coin.
    win = 0.025 ** (1 / pairs)
    lowest = (win - 0.5) / math.sqrt(2 * win * (1 - win)) * NELO_PER_SIGMA
    assert result.nelo_interval[0] == pytest.approx(lowest, rel=0.02, abs=1)


def test_all_draws_leave_doubt_on_both_sides() -> None:
    result = Pentanomial((0, 0, 100, 0, 0))
    assert (result.score, result.elo, result.nelo, result.los) == (0.5, 0, 0, 0.5)
    assert result.interval == pytest.approx((0.49, 0.51), abs=0.001)
    assert result.nelo_interval == pytest.approx((-47.7, 47.7), abs=0.1)


def test_without_pairs_everything_is_possible() -> None:
    nothing = Pentanomial()
    assert (nothing.pairs, nothing.los, nothing.interval) == (0, 0.5, (0, 1))
    assert all(map(math.isnan, (nothing.score, nothing.variance, nothing.elo, nothing.nelo)))
    assert nothing.elo_interval == nothing.nelo_interval == (-math.inf, math.inf)
    assert wilson_interval(0, 0) == (0, 1)
    assert difference_interval(0, 0, 0, 0) == (-1, 1)


def test_elo_and_score() -> None:
    assert score_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_score(0.75) == pytest.approx(190.8485)
    assert [elo_of_score(score) for score in (0, 0.5, 1)] == [-math.inf, 0, math.inf]


def test_pairs_are_counted_by_points() -> None:
    games = [(1, 1), (1, 0.5), (0.5, 1), (1, 0), (0, 1), (0.5, 0.5), (0, 0.5), (0, 0)]
    assert Pentanomial.from_games(games).counts == (1, 1, 3, 2, 1)
    assert Pentanomial.from_pairs((a + b) / 2 for a, b in games).counts == (1, 1, 3, 2, 1)
    assert Pentanomial.from_pairs([]) == Pentanomial()


def test_json() -> None:
    data = Pentanomial((1, 2, 3, 4, 5)).to_dict()
    assert {"score", "interval", "pentanomial", "elo", "nelo", "pairs"} <= data.keys()
    assert data["pentanomial"] == [1, 2, 3, 4, 5]
    assert Pentanomial(data["pentanomial"]) == Pentanomial((1, 2, 3, 4, 5))
    for cells in ((0, 0, 0, 0, 9), (9, 0, 0, 0, 0), (0, 0, 0, 0, 0)):
        extreme = Pentanomial(cells).to_dict()
        assert json.loads(json.dumps(extreme, allow_nan=False)) == extreme
        assert extreme["elo"] is None


@pytest.mark.parametrize(
    "mistake",
    [
        lambda: Pentanomial((1, 2, 3)),  # type: ignore[arg-type]
        lambda: Pentanomial((1, 2, 3, 4, -1)),
        lambda: Pentanomial((1, 2, 3, 4, 0.5)),  # type: ignore[arg-type]
        lambda: Pentanomial.from_pairs([1.5]),
        lambda: Pentanomial.from_pairs([0.3]),
        lambda: Pentanomial.from_pairs([math.nan]),
        lambda: Pentanomial.from_games([(2, 0)]),
        lambda: wilson_interval(3, 2),
        lambda: wilson_interval(-1, 2),
        lambda: wilson_interval(1, math.inf),
        lambda: wilson_interval(1, 2, level=95),
        lambda: difference_interval(1, 2, 4, 3),
    ],
)
def test_bad_input(mistake: Callable[[], object]) -> None:
    with pytest.raises(ParameterError) as caught:
        mistake()
    assert caught.value.where
    assert caught.value.expected
    assert repr(caught.value.given) in str(caught.value)


# Properties


@given(result=played)
def test_swapping_the_agents_mirrors_everything(result: Pentanomial) -> None:
    other = result.swapped()
    assert other.swapped() == result
    assert other.score == pytest.approx(1 - result.score)
    assert other.variance == pytest.approx(result.variance, abs=1e-12)
    assert other.los == pytest.approx(1 - result.los)
    assert other.elo == pytest.approx(-result.elo, abs=1e-6)
    assert other.nelo == pytest.approx(-result.nelo, abs=1e-6)
    low, high = result.interval
    assert other.interval == pytest.approx((1 - high, 1 - low))
    low, high = result.nelo_interval
    assert other.nelo_interval == pytest.approx((-high, -low), rel=1e-3, abs=0.01)


@given(result=played)
def test_intervals_hold_the_estimate_and_have_width(result: Pentanomial) -> None:
    low, high = result.interval
    assert 0 <= low <= result.score <= high <= 1
    assert low < high
    assert (result.los > 0.975) == (low > 0.5)
    assert (result.los < 0.025) == (high < 0.5)
    low, high = result.nelo_interval
    assert low <= result.nelo <= high
    assert low < high


@given(result=played, times=st.integers(2, 9))
def test_more_of_the_same_is_surer(result: Pentanomial, times: int) -> None:
    more = sum([result] * times, Pentanomial())
    assert more.pairs == times * result.pairs
    assert more.score == pytest.approx(result.score)
    assert half(more.interval) < half(result.interval)


@given(one=results, other=results)
def test_adding_counts_both(one: Pentanomial, other: Pentanomial) -> None:
    assert one + other == other + one
    assert (one + other).pairs == one.pairs + other.pairs
    assert one + Pentanomial() == one


@given(result=played.filter(lambda result: max(result.counts) < result.pairs))
def test_nelo_interval_ends_where_the_likelihood_has_lost_enough(result: Pentanomial) -> None:
    totals, q = frequencies(result.counts)
    for bound in t_interval(result.counts, level=0.95):
        loss = -totals[0] * (q * log_ratio_at_t(q, bound)).sum()
        assert loss == pytest.approx(allowed_loss(0.95, all_equal=False), rel=0.01)


# Coverage


@pytest.mark.parametrize("name", DISTRIBUTIONS)
@pytest.mark.parametrize("pairs", [50, 200])
def test_score_intervals_cover_the_truth_in_95_percent(name: str, pairs: int) -> None:
    chances = np.array(DISTRIBUTIONS[name])
    truth = float(chances @ np.arange(5)) / 4
    samples = np.random.default_rng(1).multinomial(pairs, chances, size=4000)
    intervals = np.array([Pentanomial(tuple(sample)).interval for sample in samples])
    covered = (intervals[:, 0] <= truth) & (truth <= intervals[:, 1])
    assert covered.mean() == pytest.approx(0.95, abs=0.015)


@pytest.mark.parametrize("count", [2, 3, 8])
def test_intervals_of_few_values_cover_their_mean_in_95_percent(count: int) -> None:
    samples = np.random.default_rng(3).normal(5, 2, size=(4000, count))
    means, deviations = samples.mean(axis=1), samples.std(axis=1, ddof=1)
    covered = [
        low <= 5 <= high
        for low, high in (
            mean_interval(mean, deviation, count)
            for mean, deviation in zip(means, deviations, strict=True)
        )
    ]
    assert sum(covered) / 4000 == pytest.approx(0.95, abs=0.015)


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_nelo_intervals_cover_the_truth_in_95_percent(name: str) -> None:
    """By whether the truth lacks more likelihood than allowed, for many matches at once."""
    chances = np.array(DISTRIBUTIONS[name])
    scores = np.arange(5) / 4 - 0.5
    mean = chances @ scores
    truth = mean / math.sqrt(chances @ scores**2 - mean**2)
    totals, q = frequencies(np.random.default_rng(2).multinomial(200, chances, size=4000))
    loss = -totals * (q * log_ratio_at_t(q, truth)).sum(axis=1)
    assert (loss <= allowed_loss(0.95, all_equal=False)).mean() == pytest.approx(0.95, abs=0.015)
