"""SPRT: published log-likelihood ratios and lengths, and error rates by simulation."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tesuji import ParameterError
from tesuji.arena.stats.likelihood import Floats, frequencies, log_ratio_at_score, log_ratio_at_t
from tesuji.arena.stats.pentanomial import NELO_PER_SIGMA, Pentanomial, score_of_elo
from tesuji.arena.stats.sprt import Sprt, Unit, Verdict

counts = st.tuples(*[st.integers(0, 200) | st.sampled_from([0, 1, 10**5])] * 5)
played = counts.filter(any).map(lambda cells: Pentanomial(cells))
FROM_EVEN = np.arange(5) / 4 - 0.5

RUNS = 2000
MATCHES = {"without draws": [0.25, 0, 0.5, 0, 0.25], "with draws": [0.08, 0.22, 0.4, 0.22, 0.08]}


def t_values(chances: Floats) -> Floats:
    mean = chances @ FROM_EVEN
    values: Floats = mean / np.sqrt(chances @ FROM_EVEN**2 - mean**2)
    return values


# Published numbers


@pytest.mark.parametrize(
    ("cells", "elo0", "elo1", "unit", "llr"),
    [
        ((365, 16618, 36229, 16974, 390), 0, 2, "nelo", 2.25),
        ((127, 4883, 10712, 5150, 104), -1.75, 0.25, "nelo", 3.01),
        ((0, 0, 2, 0, 37), 0, 20, "nelo", 2.96),
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, "elo", -3.07),
        ((871, 26175, 55983, 26678, 821), 0, 2, "elo", -4.98),
    ],
)
def test_ratios_of_fastchess(
    cells: tuple[int, int, int, int, int], elo0: float, elo1: float, unit: Unit, llr: float
) -> None:
    """From its own tests; the lopsided one is from a match that it ran."""
    assert Sprt(elo0, elo1, unit=unit).llr(Pentanomial(cells)) == pytest.approx(llr, abs=0.005)


@pytest.mark.parametrize(
    ("elo1", "games", "worst"), [(50, 259, 424), (20, 1603, 2622), (10, 6401, 10471)]
)
def test_expected_games_of_wald(elo1: float, games: int, worst: int) -> None:
    test = Sprt(0, elo1, unit="elo")
    assert round(test.expected_games(elo1)) == games
    assert round(test.expected_games(0)) == games
    assert round(test.expected_games(elo1 / 2)) == worst


def test_bounds_of_wald() -> None:
    assert Sprt(0, 20).bounds == pytest.approx((-2.9444, 2.9444), abs=5e-5)
    assert Sprt(0, 20, alpha=0.01, beta=0.1).bounds == pytest.approx(
        (math.log(0.1 / 0.99), math.log(0.9 / 0.01))
    )


# By hand


def test_two_kinds_of_pairs_are_a_coin() -> None:
    """Without other results the ratio is that of won and lost coins, to the small counts."""
    low, high = score_of_elo(10), score_of_elo(60)
    by_hand = 30 * math.log(high / low) + 20 * math.log((1 - high) / (1 - low))
    llr = Sprt(10, 60, unit="elo").llr(Pentanomial((20, 0, 0, 0, 30)))
    assert llr == pytest.approx(by_hand, abs=0.001)


@pytest.mark.parametrize("pairs", [1, 10, 104])
def test_all_wins_by_hand(pairs: int) -> None:
    """Likeliest is then to win a share (1 + k) / 2 of the pairs and to lose the others."""
    t = 5 * math.sqrt(2) / NELO_PER_SIGMA
    by_hand = pairs * math.log(1 + t / math.hypot(1, t))
    assert Sprt(0, 5).llr(Pentanomial((0, 0, 0, 0, pairs))) == pytest.approx(by_hand, rel=0.002)


def test_a_lopsided_match_ends() -> None:
    test = Sprt.parse("0,20")
    won, lost = test.judge([1.0] * 100), test.judge([0.0] * 100)
    assert (won.status, won.pairs, round(won.llr, 2)) == ("H1", 38, 2.96)
    assert (lost.status, lost.pairs, round(lost.llr, 2)) == ("H0", 35, -2.96)
    assert test.judge([0.5] * 1000).status == "H0"
    assert test.status(Pentanomial((0, 0, 0, 0, 10**9))) == "H1"
    assert test.status(Pentanomial((10**9, 0, 0, 0, 0))) == "H0"


def test_judgement_goes_pair_by_pair_and_stops() -> None:
    test = Sprt(0, 100)
    scores = [1.0, 0.5, 0.75] * 20
    verdict = test.judge(scores)
    assert verdict.status == "H1"
    assert verdict.pairs < len(scores)
    before = Pentanomial.from_pairs(scores[: verdict.pairs - 1])
    decided = Pentanomial.from_pairs(scores[: verdict.pairs])
    assert (test.status(before), test.status(decided)) == (None, "H1")
    assert verdict.llr == pytest.approx(test.llr(decided))
    assert test.judge(scores[: verdict.pairs] + [0.0] * 500) == verdict
    assert list(test.curve(scores[:2])) == pytest.approx(
        [test.llr(Pentanomial.from_pairs(scores[:number])) for number in (1, 2)]
    )


def test_without_pairs_nothing_is_decided() -> None:
    test = Sprt(0, 20)
    assert (test.llr(Pentanomial()), test.status(Pentanomial())) == (0, None)
    assert test.judge([]) == Verdict(None, 0, 0)
    assert test.judge([0.5]).pairs == 1


def test_text() -> None:
    assert Sprt.parse(" -1.5, 20") == Sprt(-1.5, 20)
    assert Sprt.parse("0,20", alpha=0.1, unit="elo") == Sprt(0, 20, alpha=0.1, unit="elo")
    assert str(Sprt(-1.5, 20, alpha=0.1, unit="elo")) == (
        "SPRT of -1.5 against 20 Elo, alpha 0.1, beta 0.05, bounds -2.89 and 2.25"
    )
    assert "0 against 20 nElo" in str(Sprt(0, 20))


def test_plain_data() -> None:
    sprt = Sprt(-1.5, 20, alpha=0.1, beta=0.2, unit="elo")
    data = json.loads(json.dumps(sprt.to_dict()))
    assert Sprt.from_dict(data) == sprt
    assert data["bounds"] == pytest.approx(list(sprt.bounds))
    assert {name: data[name] for name in ("elo0", "elo1", "alpha", "beta", "unit")} == {
        "elo0": -1.5,
        "elo1": 20,
        "alpha": 0.1,
        "beta": 0.2,
        "unit": "elo",
    }


@pytest.mark.parametrize(
    "mistake",
    [
        lambda: Sprt.parse(""),
        lambda: Sprt.parse("20"),
        lambda: Sprt.parse("0,20,40"),
        lambda: Sprt.parse("a,b"),
        lambda: Sprt.parse("20,0"),
        lambda: Sprt.parse("0,nan"),
        lambda: Sprt.parse("0,inf"),
        lambda: Sprt(5, 5),
        lambda: Sprt(0, 20, alpha=0),
        lambda: Sprt(0, 20, beta=-0.1),
        lambda: Sprt(0, 20, alpha=0.5, beta=0.5),
        lambda: Sprt(0, "x"),  # type: ignore[arg-type]
        lambda: Sprt(0, 20, unit="bayes"),  # type: ignore[arg-type]
    ],
)
def test_bad_input(mistake: Callable[[], object]) -> None:
    with pytest.raises(ParameterError) as caught:
        mistake()
    assert caught.value.where
    assert caught.value.expected
    assert repr(caught.value.given) in str(caught.value)


# Properties


@given(result=played, low=st.floats(-300, 290), gap=st.floats(1, 300))
@pytest.mark.parametrize("unit", ["nelo", "elo"])
def test_swapping_agents_and_hypotheses_turns_the_sign(
    unit: Unit, result: Pentanomial, low: float, gap: float
) -> None:
    llr = Sprt(low, low + gap, unit=unit).llr(result)
    mirrored = Sprt(-low - gap, -low, unit=unit).llr(result.swapped())
    assert llr == pytest.approx(-mirrored, rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("t", [0, 0.08, -0.08, 0.4, 1.5, -4])
def test_no_distribution_with_the_same_nelo_is_likelier(t: float) -> None:
    """The maximum satisfies its constraint, and beats random distributions that do too."""
    random = np.random.default_rng(3)
    _, q = frequencies(random.multinomial(30, random.dirichlet([0.3] * 5, size=500)))
    best = q * np.exp(log_ratio_at_t(q, t))
    assert best.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert t_values(best) == pytest.approx(t, abs=1e-3)
    others = random.dirichlet([0.3] * 5, size=500)
    rivals = q * np.exp(log_ratio_at_t(q, t_values(others)))
    assert np.all((q * np.log(rivals / others)).sum(axis=1) > -1e-6)


@pytest.mark.parametrize("score", [0.05, 0.5, 0.6, 0.95])
def test_no_distribution_with_the_same_score_is_likelier(score: float) -> None:
    random = np.random.default_rng(4)
    _, q = frequencies(random.multinomial(30, random.dirichlet([0.3] * 5, size=500)))
    best = q * np.exp(log_ratio_at_score(q, score))
    assert best @ np.arange(5) / 4 == pytest.approx(score, abs=1e-6)
    others = random.dirichlet([0.3] * 5, size=500)
    rivals = q * np.exp(log_ratio_at_score(q, others @ np.arange(5) / 4))
    assert np.all((q * np.log(rivals / others)).sum(axis=1) > -1e-6)


@given(low=st.floats(-50, 50), gap=st.floats(1, 100), true=st.floats(-1000, 1000))
def test_the_further_from_halfway_the_shorter_and_surer(
    low: float, gap: float, true: float
) -> None:
    test = Sprt(low, low + gap)
    assert test.acceptance(low) == pytest.approx(0.05)
    assert test.acceptance(low + gap) == pytest.approx(0.95)
    assert 0 <= test.acceptance(true) <= test.acceptance(true + 1) <= 1
    assert 0 < test.expected_games(true) <= test.expected_games(low + gap / 2) * 1.000001


def test_normalised_elo_needs_no_variance() -> None:
    """Without draws one nElo is one Elo near 0; with them the variance is divided out."""
    games = Sprt(0, 2, unit="elo").expected_games(2)
    assert Sprt(0, 2).expected_games(2) == pytest.approx(games, rel=0.001)
    assert Sprt(0, 2, unit="elo").expected_games(2, variance=0.125) == pytest.approx(games / 2)
    assert Sprt(0, 2).expected_games(2, variance=0.125) == Sprt(0, 2).expected_games(2)


# Simulations


@dataclass(frozen=True)
class Simulated:
    """How tests of simulated matches ended."""

    accepted: float
    pairs: float


def simulate(test: Sprt, chances: Floats, seed: int) -> Simulated:
    """Runs all matches side by side, a pair at a time, until every test has decided."""
    random = np.random.default_rng(seed)
    cells = np.zeros((RUNS, 5), dtype=np.int64)
    accepted, pairs = 0, 0
    while len(cells):
        pairs += len(cells)
        cells[range(len(cells)), random.choice(5, size=len(cells), p=chances)] += 1
        llrs = llrs_of(test, cells)
        accepted += int((llrs >= test.bounds[1]).sum())
        cells = cells[(llrs > test.bounds[0]) & (llrs < test.bounds[1])]
    return Simulated(accepted / RUNS, pairs / RUNS)


def llrs_of(test: Sprt, cells: NDArray[np.int64]) -> Floats:
    """Each of the different results once: matches side by side often stand alike."""
    different, index = np.unique(cells, axis=0, return_inverse=True)
    return test.llrs(different)[index]


@cache
def simulated(match: str, true: float) -> Simulated:
    """A test of 0 against 50 nElo where the truth is the match tilted to the given nElo."""
    q = np.array([MATCHES[match]])
    chances = (q * np.exp(log_ratio_at_t(q, true * math.sqrt(2) / NELO_PER_SIGMA)))[0]
    return simulate(Sprt(0, 50), chances / chances.sum(), seed=round(true))


@pytest.mark.parametrize("match", MATCHES)
def test_error_rates_hold(match: str) -> None:
    """Within three deviations of 2,000 runs; overshoot makes them a little smaller than 5%."""
    deviation = math.sqrt(0.05 * 0.95 / RUNS)
    alpha, beta = simulated(match, 0).accepted, 1 - simulated(match, 50).accepted
    assert 0.03 < alpha < 0.05 + 3 * deviation
    assert 0.03 < beta < 0.05 + 3 * deviation


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("true", [0, 50])
def test_lengths_are_those_of_wald(match: str, true: float) -> None:
    """Longer by a few percent: the last pair overshoots, and the variance has to be learnt."""
    expected = Sprt(0, 50).expected_games(true) / 2
    assert 0.98 * expected < simulated(match, true).pairs < 1.12 * expected


def test_ten_looks_at_a_plain_test_give_20_percent_false_positives() -> None:
    """Why a match must not stop at the first p < 0.05: equal agents, a look every 200 pairs.

    At 20 pairs a look the rate is 22%: the variance is estimated from so few that the first
    look alone has 7% instead of 5%.
    """
    looks = np.random.default_rng(5).multinomial(200, MATCHES["without draws"], size=(20_000, 10))
    cells = looks.cumsum(axis=1)
    pairs = cells.sum(axis=2)
    mean = cells @ FROM_EVEN / pairs
    deviation = np.sqrt((cells @ FROM_EVEN**2 / pairs - mean**2) / pairs)
    significant = np.abs(mean) > 1.96 * deviation
    assert significant[:, [0, -1]].mean(axis=0) == pytest.approx(0.05, abs=0.006)
    assert significant.any(axis=1).mean() == pytest.approx(0.20, abs=0.01)
