"""Ratings: closed forms, strengths recovered from simulated games, coverage, and open questions."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji import ParameterError
from tesuji.arena.stats.davidson import ELO, PRIOR, fit
from tesuji.arena.stats.likelihood import Floats
from tesuji.arena.stats.pentanomial import Pentanomial, elo_of_score
from tesuji.arena.stats.ratings import Estimate, Rating, Ratings, rate
from tesuji.arena.stats.transitivity import Misfit, chi_square_tail

Pair = tuple[float, float]
Pairs = Sequence[Pair]
Results = dict[tuple[str, str], Pairs]

SCORES = (0.0, 0.5, 1.0)
scores = st.sampled_from(SCORES)
matches = st.sampled_from([(one, other) for one in "abcd" for other in "abcd" if one != other])
tournaments = st.dictionaries(
    matches, st.lists(st.tuples(scores, scores), min_size=1, max_size=12), min_size=1
)

EVEN: Pairs = ((1, 0), (0, 1)) * 10
WON: Pairs = ((1, 1),) * 20
MOSTLY: Pairs = (*WON, *EVEN)


def elos(ratings: Ratings) -> dict[str, float]:
    return {rating.name: rating.elo for rating in ratings.ratings}


def intervals(ratings: Ratings) -> dict[str, tuple[float, float]]:
    return {rating.name: rating.interval for rating in ratings.ratings}


def chances(gap: float, draw: float) -> list[float]:
    """Loss, draw and win of the first player, straight from the model's definition."""
    odds = [math.exp(-gap / 2), draw, math.exp(gap / 2)]
    return [each / sum(odds) for each in odds]


def play(
    strengths: dict[str, float], pairs: int, *, first: float, rate_of_draws: float, seed: int
) -> Results:
    """A simulated round robin, in Elo as ratings report it."""
    random = np.random.default_rng(seed)
    draw = 2 * rate_of_draws / (1 - rate_of_draws)
    unit = ELO * 2 / (2 + draw)
    results: Results = {}
    names = list(strengths)
    for number, one in enumerate(names):
        for other in names[number + 1 :]:
            gap = (strengths[one] - strengths[other]) / unit
            opening = random.choice(3, size=pairs, p=chances(gap + first / unit, draw))
            reply = 2 - random.choice(3, size=pairs, p=chances(first / unit - gap, draw))
            results[one, other] = [
                (SCORES[a], SCORES[b]) for a, b in zip(opening, reply, strict=True)
            ]
    return results


# Closed forms


def test_two_agents_without_draws_differ_by_the_elo_of_their_score() -> None:
    pairs: Pairs = [(1, 1)] * 600 + [(1, 0), (0, 1)] * 150 + [(0, 0)] * 100
    ratings = rate({("a", "b"): pairs}, samples=100)
    elo = elos(ratings)
    assert elo["a"] == pytest.approx(-elo["b"])
    assert elo["a"] - elo["b"] == pytest.approx(elo_of_score(0.75), abs=0.1)
    assert ratings.first_move.value == pytest.approx(0, abs=0.1)
    assert ratings.draw_rate == pytest.approx(0, abs=0.001)


def test_the_first_move_is_told_from_strength() -> None:
    pairs: Pairs = [(1, 0)] * 750 + [(0, 1)] * 250
    ratings = rate({("a", "b"): pairs}, samples=100)
    assert elos(ratings) == pytest.approx({"a": 0, "b": 0}, abs=0.1)
    assert ratings.first_move.value == pytest.approx(elo_of_score(0.75), abs=0.1)


def test_draws_have_their_closed_form() -> None:
    """For two agents and both seats alike: d = log(won / lost), v = drawn / sqrt(won * lost)."""
    won, drawn, lost = 500, 300, 200
    games = np.array([[won, drawn, lost], [lost, drawn, won]], dtype=np.float64)
    fitted = fit(np.array([0, 1]), np.array([1, 0]), games[None], 2)
    gap, draw = math.log(won / lost), drawn / math.sqrt(won * lost)
    assert fitted.strengths[0, 0] - fitted.strengths[0, 1] == pytest.approx(gap, rel=0.001)
    assert fitted.first_move[0] == pytest.approx(0, abs=1e-9)
    assert math.exp(fitted.log_draw[0]) == pytest.approx(draw, rel=0.001)
    assert fitted.draw_rate[0] == pytest.approx(draw / (2 + draw), rel=0.001)
    assert fitted.scores(np.array([0]), np.array([1]))[0, 0] == pytest.approx(0.65, rel=0.001)


def test_close_ratings_mean_the_score_that_elo_means_with_draws_too() -> None:
    pairs: Pairs = [(0.5, 0.5)] * 600 + [(1, 0), (0, 1)] * 180 + [(1, 1)] * 40
    elo = elos(rate({("a", "b"): pairs}, samples=100))
    assert elo["a"] - elo["b"] == pytest.approx(Pentanomial.from_games(pairs).elo, rel=0.01)


def test_equal_points_against_equal_opponents_are_equal_ratings() -> None:
    """A draw counts as half a win, however many there are."""
    drawish: Pairs = [(0.5, 0.5)] * 20 + [(1, 1)] * 10
    decided: Pairs = [(1, 0), (0, 1)] * 10 + [(1, 1)] * 10
    elo = elos(rate({("a", "c"): drawish, ("b", "c"): decided}, samples=100))
    assert elo["a"] == pytest.approx(elo["b"], abs=1e-6)
    assert elo["a"] > elo["c"]


def test_no_other_parameters_are_likelier() -> None:
    """Against the posterior written out game by game."""
    random = np.random.default_rng(1)
    seats = [(one, other) for one in range(3) for other in range(3) if one != other]
    games = random.integers(0, 20, size=(len(seats), 3)).astype(np.float64)
    first, second = np.array(seats).T
    fitted = fit(first, second, games[None], 3)
    best = np.concatenate([fitted.strengths[0], fitted.first_move, fitted.log_draw])

    def log_posterior(theta: Floats) -> float:
        total = 0.0
        for (one, other), (won, drawn, lost) in zip(seats, games, strict=True):
            loss, draw, win = chances(theta[one] - theta[other] + theta[3], math.exp(theta[4]))
            total += won * math.log(win) + drawn * math.log(draw) + lost * math.log(loss)
        away = theta - [0, 0, 0, 0, math.log(2)]
        return total - PRIOR * float(np.log(2 + np.exp(away) + np.exp(-away)).sum())

    peak = log_posterior(best)
    for step in random.normal(size=(200, 5)) * 0.01:
        assert log_posterior(best + step) < peak


# Simulated games

TRUE = {"a": -150.0, "b": -50.0, "c": 20.0, "d": 180.0}


def test_strengths_are_recovered() -> None:
    results = play(TRUE, 2000, first=40, rate_of_draws=0.3, seed=2)
    ratings = rate(results)
    assert elos(ratings) == pytest.approx(TRUE, abs=8)
    assert ratings.first_move.value == pytest.approx(40, abs=6)
    assert ratings.draw_rate == pytest.approx(0.3, abs=0.02)
    assert [rating.name for rating in ratings.ratings] == ["d", "c", "b", "a"]
    assert ratings.transitive
    assert all(low < TRUE[name] < high for name, (low, high) in intervals(ratings).items())


@cache
def repeated() -> list[Ratings]:
    """Many tournaments: over 5,000 coverage is 94.7 +- 0.2%; at 500 chance alone adds 0.5%."""
    return [
        rate(play(TRUE, 50, first=40, rate_of_draws=0.2, seed=seed), samples=199, seed=seed)
        for seed in range(1500)
    ]


def test_intervals_cover_the_truth_in_95_percent() -> None:
    covered = [
        low <= TRUE[name] <= high
        for ratings in repeated()
        for name, (low, high) in intervals(ratings).items()
    ]
    assert np.mean(covered) == pytest.approx(0.95, abs=0.015)


@pytest.mark.parametrize("pairs", [4, 8])
@pytest.mark.parametrize("gap", [0, 100])
def test_intervals_from_few_pairs_cover_the_truth(pairs: int, gap: int) -> None:
    true = {"a": gap / 2, "b": -gap / 2}
    bounds = [
        intervals(rate(play(true, pairs, first=0, rate_of_draws=0.1, seed=seed), samples=199))["a"]
        for seed in range(300)
    ]
    assert np.mean([low <= gap / 2 <= high for low, high in bounds]) >= 0.94


@pytest.mark.parametrize("results", [[(1, 0), (0, 1)], [(0.5, 0.5), (1, 0), (0, 1)], [(1, 0)]])
def test_pairs_without_variance_leave_uncertainty(results: list[Pair]) -> None:
    low, high = intervals(rate({("a", "b"): results * 2}))["a"]
    assert low < -20
    assert high > 20


def test_a_fictitious_pair_does_not_matter_in_long_matches() -> None:
    results = play({"a": 30.0, "b": -30.0}, 1000, first=40, rate_of_draws=0.2, seed=1)
    low, high = intervals(rate(results, samples=4000))["a"]
    score = Pentanomial.from_games(results["a", "b"])
    width = (score.elo_interval[1] - score.elo_interval[0]) / 2
    assert high - low == pytest.approx(width, rel=0.05)


def test_the_first_moves_interval_covers_it_too() -> None:
    bounds = np.array([ratings.first_move.interval for ratings in repeated()])
    covered = (bounds[:, 0] <= 40) & (bounds[:, 1] >= 40)
    assert covered.mean() == pytest.approx(0.95, abs=0.02)  # one a tournament: 0.6% by chance


def test_transitive_results_are_seldom_called_otherwise() -> None:
    values = np.array([ratings.misfit.p_value for ratings in repeated()])
    assert (values < 0.05).mean() == pytest.approx(0.05, abs=0.02)
    assert (values < 0.5).mean() == pytest.approx(0.5, abs=0.04)
    assert np.mean([ratings.transitive for ratings in repeated()]) > 0.97
    assert not any(ratings.cycles for ratings in repeated())


# What ratings cannot say


def test_an_anchor_fixes_the_scale() -> None:
    results: Results = {("a", "b"): MOSTLY, ("b", "c"): MOSTLY}
    free, anchored = rate(results), rate(results, anchor=("b", 1000))
    assert sum(elos(free).values()) == pytest.approx(0, abs=1e-9)
    assert elos(anchored)["b"] == 1000
    assert intervals(anchored)["b"] == (1000, 1000)
    shift = 1000 - elos(free)["b"]
    assert elos(anchored) == pytest.approx({name: elo + shift for name, elo in elos(free).items()})


def test_a_perfect_score_has_no_upper_bound() -> None:
    ratings = rate({("a", "b"): WON})
    low, high = intervals(ratings)["a"]
    assert 0 < low < elos(ratings)["a"] < high == math.inf
    assert intervals(ratings)["b"][0] == -math.inf
    assert ratings.groups == (("a",), ("b",))
    assert all(map(math.isfinite, elos(ratings).values()))


def ladder(names: str) -> Results:
    """Agents that win all but one game against the next one, and all against the others."""
    return {
        (one, other): [*WON[1:], (1, 0)] if place + 1 == below else WON
        for place, one in enumerate(names)
        for below, other in enumerate(names)
        if place < below
    }


def test_a_rating_at_the_end_of_its_interval_is_explained() -> None:
    ratings = rate(ladder("abcdef"))
    elo, bounds = elos(ratings), intervals(ratings)
    assert [bounds[name][1] == elo[name] for name in "abcdef"] == [True] * 3 + [False] * 3
    told = "ends of their intervals, which are no bounds: the scores are too one-sided to tell how"
    assert list(ratings.notes()) == [
        f"d, e and f are rated at the lower {told} much lower they may be",
        f"a, b and c are rated at the upper {told} much higher they may be",
    ]


def test_one_rating_at_the_end_of_its_interval_is_explained() -> None:
    ends = {"a": (1.0, 5.0), "b": (-2.0, 2.0), "c": (-math.inf, -4.0)}
    rated = tuple(
        Rating(name, elo, ends[name], Pentanomial())
        for name, elo in zip("abc", (5.0, 0.0, -7.0), strict=True)
    )
    ratings = Ratings(rated, Estimate(0.0, (0.0, 0.0)), 0.0, {}, (), Misfit(0.0, 0), ())
    assert list(ratings.notes()) == [
        "a is rated at the upper end of its interval, which is no bound: the scores are too"
        " one-sided to tell how much higher it may be"
    ]


def test_an_anchor_needs_no_explanation() -> None:
    ratings = rate({("a", "b"): MOSTLY}, anchor=("b", 0))
    assert intervals(ratings)["b"] == (0, 0)
    assert list(ratings.notes()) == []


def test_an_agent_that_lost_everything_leaves_the_others_alone() -> None:
    rest: Results = {("a", "b"): MOSTLY, ("b", "c"): MOSTLY, ("a", "c"): MOSTLY}
    with_random: Results = rest | {(name, "random"): WON for name in "abc"}
    ratings, alone = rate(with_random), rate(rest)
    assert ratings.groups == (("a", "b", "c"), ("random",))
    assert intervals(ratings)["random"][0] == -math.inf
    for name, elo in elos(alone).items():
        assert elos(ratings)[name] == pytest.approx(elo, abs=2)
        assert all(map(math.isfinite, intervals(ratings)[name]))


def test_agents_that_never_met_are_not_compared() -> None:
    ratings = rate({("a", "b"): MOSTLY, ("c", "d"): EVEN})
    assert set(ratings.groups) == {("a", "b"), ("c", "d")}
    assert set(intervals(ratings).values()) == {(-math.inf, math.inf)}
    larger = rate({("a", "b"): MOSTLY, ("b", "e"): EVEN, ("c", "d"): EVEN})
    assert larger.groups[0] == ("a", "b", "e")
    assert all(map(math.isfinite, intervals(larger)["a"]))
    assert intervals(larger)["c"] == (-math.inf, math.inf)


def test_a_first_player_that_always_wins_has_no_upper_bound() -> None:
    ratings = rate({("a", "b"): [(1, 0)] * 20})
    assert elos(ratings) == pytest.approx({"a": 0, "b": 0}, abs=1e-6)
    low, high = ratings.first_move.interval
    assert 0 < low < ratings.first_move.value < high == math.inf
    low, high = intervals(ratings)["a"]
    assert low < -50
    assert high > 50


def test_a_cycle_is_found() -> None:
    ratings = rate({("a", "b"): MOSTLY, ("b", "c"): MOSTLY, ("c", "a"): MOSTLY})
    assert elos(ratings) == pytest.approx({"a": 0, "b": 0, "c": 0}, abs=1e-6)
    assert ratings.cycles == (("a", "b", "c"),)
    assert ratings.misfit.freedom == 1
    assert ratings.misfit.p_value < 1e-6
    assert not ratings.transitive


def test_misfit_by_hand() -> None:
    """Three matches of 40 pairs at 0.75 that ratings expect at 0.5, each pair 1/2 or 1."""
    ratings = rate({("a", "b"): MOSTLY, ("b", "c"): MOSTLY, ("c", "a"): MOSTLY})
    spread = (40 / 16 + 1 / 4) / (40 * 3 / 16 + 1 / 4)
    assert ratings.misfit.chi_square == pytest.approx(3 * 0.25**2 / (spread / 4 / 40))


@pytest.mark.parametrize(
    ("freedom", "five", "one_in_thousand"),
    [(1, 3.841, 10.828), (2, 5.991, 13.816), (3, 7.815, 16.266), (10, 18.307, 29.588)],
)
def test_chi_square_of_the_tables(freedom: int, five: float, one_in_thousand: float) -> None:
    assert chi_square_tail(five, freedom) == pytest.approx(0.05, rel=0.001)
    assert chi_square_tail(one_in_thousand, freedom) == pytest.approx(0.001, rel=0.001)
    assert chi_square_tail(0, freedom) == 1
    assert Misfit(3.0, 0).p_value == 1


# The table


def test_the_cross_table_shows_both_views_in_order_of_rating() -> None:
    ratings = rate({("a", "b"): MOSTLY, ("c", "b"): MOSTLY, ("a", "c"): EVEN})
    table = ratings.cross_table
    assert list(table) == [rating.name for rating in ratings.ratings]
    assert list(table)[-1] == "b"
    assert table["a"]["b"] == Pentanomial.from_games(MOSTLY)
    assert table["b"]["a"] == table["a"]["b"].swapped()
    assert "a" not in table["a"]
    total = {rating.name: rating.result for rating in ratings.ratings}
    assert total["a"] == table["a"]["b"] + table["a"]["c"]


def test_matches_of_the_same_agents_add_up_in_either_order() -> None:
    one: Pairs = [(1, 0.5), (1, 1), (0, 0.5)] * 4
    mirrored: Pairs = [(1 - second, 1 - first) for first, second in one]
    together, apart = (
        rate({("a", "b"): [*one, *one]}),
        rate({("a", "b"): one, ("b", "a"): mirrored}),
    )
    assert together == apart


def test_the_seed_decides_the_intervals() -> None:
    results: Results = {("a", "b"): MOSTLY, ("b", "c"): EVEN}
    assert rate(results, seed=1) == rate(results, seed=1)
    assert intervals(rate(results, seed=1)) != intervals(rate(results, seed=2))
    assert elos(rate(results, seed=1)) == elos(rate(results, seed=2))


def test_json() -> None:
    data = rate({("a", "b"): WON, ("b", "c"): [], ("a", "d"): EVEN}).to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    by_name = {each["agent"]: each for each in data["ratings"]}
    assert by_name["a"]["score"] == 0.75
    assert by_name["b"]["interval"][0] is None
    assert by_name["c"] == {**by_name["c"], "interval": [None, None], "score": None, "pairs": 0}
    assert data["cross_table"]["a"]["b"] == [0, 0, 0, 0, 20]


@pytest.mark.parametrize(
    "mistake",
    [
        lambda: rate({}),
        lambda: rate({("a", "b"): []}),
        lambda: rate({("a", "a"): [(1, 0)]}),
        lambda: rate({("a", "b"): [(2, 0)]}),
        lambda: rate({("a", "b"): [(1, 0.25)]}),
        lambda: rate({("a", "b"): EVEN}, anchor=("x", 0)),
        lambda: rate({("a", "b"): EVEN}, anchor=("a", math.inf)),
        lambda: rate({("a", "b"): EVEN}, samples=0),
    ],
)
def test_bad_input(mistake: Callable[[], object]) -> None:
    with pytest.raises(ParameterError):
        mistake()


# Properties


@given(results=tournaments)
def test_turning_every_result_turns_every_sign(results: Results) -> None:
    turned: Results = {
        match: [(1 - first, 1 - second) for first, second in pairs]
        for match, pairs in results.items()
    }
    ratings, other = rate(results, samples=20), rate(turned, samples=20)
    negated = {name: -elo for name, elo in elos(ratings).items()}
    assert elos(other) == pytest.approx(negated, abs=1e-3)
    assert other.first_move.value == pytest.approx(-ratings.first_move.value, abs=1e-3)
    assert other.draw_rate == pytest.approx(ratings.draw_rate, abs=1e-6)
    assert other.misfit.chi_square == pytest.approx(ratings.misfit.chi_square, rel=1e-3, abs=1e-6)
    assert sorted(other.groups) == sorted(ratings.groups)


@given(results=tournaments)
def test_ratings_are_finite_and_inside_their_intervals(results: Results) -> None:
    ratings = rate(results, samples=20)
    assert {rating.name for rating in ratings.ratings} == {name for key in results for name in key}
    for rating in ratings.ratings:
        assert math.isfinite(rating.elo)
        assert rating.interval[0] <= rating.elo <= rating.interval[1]
    assert sorted(name for group in ratings.groups for name in group) == sorted(elos(ratings))
    assert 0 <= ratings.misfit.p_value <= 1


@pytest.mark.parametrize(
    ("misfit", "cycles", "text"),
    [
        (Misfit(0.25, 1), (), "no cycle proven (p = 0.62)"),
        (Misfit(30.0, 1), (), "no cycle proven, but the scores do not fit the ratings (p = 4.3e-08)"),  # noqa: E501
        (Misfit(0.0, 0), (), "unknown: too few matches"),
        (Misfit(0.25, 1), (("a", "b", "c"),), "cycle proven: a beats b, b beats c, c beats a (p = 0.62)"),  # noqa: E501
    ],
)  # fmt: skip
def test_results_never_prove_that_there_is_no_cycle(
    misfit: Misfit, cycles: tuple[tuple[str, str, str], ...], text: str
) -> None:
    ratings = Ratings((), Estimate(0.0, (0.0, 0.0)), 0.0, {}, (), misfit, cycles)
    assert ratings.transitivity_text() == text
