"""Verdicts on known numbers, and against published intervals of differences."""

from __future__ import annotations

import math

import pytest

from tesuji.arena.stats.pentanomial import Pentanomial, difference_interval, wilson_interval
from tesuji.studies.measures import Measurement
from tesuji.studies.study import Claim
from tesuji.studies.verdict import Estimate, corrected_level, judge


def coin(wins: float, games: int) -> Estimate:
    """A result of independent games."""
    return Estimate(
        wins / games,
        lambda level: wilson_interval(wins, games, level=level),
        games,
        chances=games,
    )


def test_the_difference_is_newcombes() -> None:
    # Newcombe 1998, table II, example (a), method 10: 56/70 - 48/80.
    verdict = judge(coin(56, 70), Claim(value=48 / 80, of=80))
    assert verdict.interval is not None
    assert verdict.interval == pytest.approx((0.0524, 0.3339), abs=1e-4)
    assert verdict.interval == pytest.approx(difference_interval(56, 70, 48, 80))
    assert verdict.word == "differs"
    assert verdict.difference == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("ours", "of", "word"), [(793, 1000, "agrees"), (760, 1000, "agrees"), (750, 1000, "differs")]
)
def test_both_errors_count(ours: int, of: int, word: str) -> None:
    # 793 of 1000 has +-2.5%: 750 is outside of +-3.6% for the difference, 760 is inside.
    assert judge(coin(ours, of), Claim(value=0.793, of=1000)).word == word


def test_a_smaller_sample_of_the_report_differs_less() -> None:
    assert judge(coin(700, 1000), Claim(value=0.8, of=1000)).word == "differs"
    assert judge(coin(700, 1000), Claim(value=0.8, of=20)).word == "agrees"


def test_many_comparisons_are_corrected() -> None:
    assert corrected_level(1) == 0.95
    assert corrected_level(10) == pytest.approx(0.995)
    alone, one_of_ten = (judge(coin(750, 1000), Claim(value=0.793, of=1000), n) for n in (1, 10))
    assert (alone.word, one_of_ten.word) == ("differs", "agrees")
    assert one_of_ten.level == pytest.approx(0.995)


def test_a_rounded_figure_is_a_range() -> None:
    rounded = Claim(value=0.8, within=0.05)
    assert judge(coin(770, 1000), rounded).word == "agrees"
    assert judge(coin(600, 1000), rounded).word == "differs"


def test_a_figure_without_any_error_cannot_be_compared() -> None:
    assert judge(coin(80, 100), Claim(value=0.8)).word == "cannot be compared"
    assert judge(coin(80, 100), None).word == "cannot be compared"
    assert judge(None, Claim(value=0.8, of=10)).word == "cannot be compared"


@pytest.mark.parametrize(
    ("wins", "claim", "word"),
    [
        (70, "wins", "agrees"),
        (30, "wins", "differs"),
        (30, "loses", "agrees"),
        (70, "loses", "differs"),
        (52, "wins", "too few games"),
        (52, "equal", "too few games"),
        (70, "equal", "differs"),
        (30, "equal", "differs"),
    ],
)
def test_a_claim_without_a_number_needs_a_proof(wins: int, claim: str, word: str) -> None:
    assert judge(coin(wins, 100), Claim(word=claim)).word == word


def test_a_provably_small_difference_is_not_a_lack_of_games() -> None:
    verdict = judge(coin(5050, 10_000), Claim(word="wins"))
    assert verdict.word == "no difference"
    assert verdict.interval is not None
    low, high = verdict.interval
    assert low < 0 < high < 0.05
    assert verdict.reason == f"no difference of more than {100 * max(-low, high):.1f} points"
    assert judge(coin(5050, 10_000), Claim(word="equal")).word == "agrees"
    assert judge(coin(6000, 10_000), Claim(word="equal")).word == "differs"
    assert judge(coin(5050, 10_000), Claim(word="wins"), is_share=False).word == "too few games"


@pytest.mark.parametrize(
    ("wins", "word"),
    [
        (52_000, "agrees"),  # clearly not 50%, and clearly within 5 points
        (48_000, "agrees"),
        (55_000, "too few games"),  # on both sides of 5 points
        (45_000, "too few games"),
        (56_000, "differs"),
        (44_000, "differs"),
    ],
)
def test_equal_means_within_five_points(wins: int, word: str) -> None:
    assert judge(coin(wins, 100_000), Claim(word="equal")).word == word
    far = judge(coin(wins, 100_000), Claim(word="equal"), is_share=False)
    assert far.word == "differs", "there is no small difference of a value that is not a share"


def test_the_smallest_difference_that_would_have_been_seen() -> None:
    few, many = (judge(coin(n // 2, n), Claim(value=0.5, of=100)) for n in (20, 10_000))
    assert few.detectable is not None
    assert many.detectable is not None
    # The report's own error stays: half of Wilson's interval of 50 of 100 games.
    assert few.detectable > many.detectable > 0.09
    assert judge(None, Claim(value=0.5, of=100)).detectable is None


def test_sometimes_says_what_rate_would_have_been_seen() -> None:
    rates = [judge(coin(0, n), Claim(word="sometimes")).detectable for n in (20, 200)]
    # Wilson's upper bound of 0 of n is z^2 / (n + z^2).
    assert rates == pytest.approx([3.8415 / (n + 3.8415) for n in (20, 200)], rel=1e-4)
    seen = judge(coin(7, 20), Claim(word="sometimes"))
    assert (seen.difference, seen.detectable) == (None, rates[0])


def test_the_interval_of_a_score_follows_from_its_pairs() -> None:
    pairs = Pentanomial((10, 5, 40, 15, 30))
    assert Estimate.of_pairs(pairs).interval(0.95) == pytest.approx(pairs.interval)
    assert Estimate.of_pairs(pairs).games == 200


def test_all_won_is_no_certainty() -> None:
    low, high = Estimate.of_pairs(Pentanomial((0, 0, 0, 0, 10))).interval(0.95)
    assert low < 0.8
    assert high == 1


def test_a_mean_has_students_interval() -> None:
    low, high = Measurement(2.0, 8, 1.0).interval(0.95)
    assert (low, high) == pytest.approx((2 - 2.365 / 8**0.5, 2 + 2.365 / 8**0.5), abs=1e-3)
    assert Measurement(2.0, 1, 0.0).interval(0.95) == (-math.inf, math.inf)


def test_a_trend_is_the_last_less_the_first() -> None:
    # Newcombe's example again: only the ends count, the game between changes nothing but games.
    trend = Estimate.of_trend([coin(48, 80), coin(1, 10), coin(56, 70)])
    assert trend.value == pytest.approx(0.2)
    assert trend.games == 160
    assert trend.interval(0.95) == pytest.approx((0.0524, 0.3339), abs=1e-4)


@pytest.mark.parametrize(
    ("first", "last", "claim", "word"),
    [
        (40, 60, "rises", "agrees"),
        (40, 60, "falls", "differs"),
        (60, 40, "rises", "differs"),
        (60, 40, "falls", "agrees"),
        (50, 52, "rises", "too few games"),
    ],
)
def test_a_trend_is_judged_at_zero(first: int, last: int, claim: str, word: str) -> None:
    trend = Estimate.of_trend([coin(first, 100), coin(last, 100)])
    verdict = judge(trend, Claim(word=claim))
    assert verdict.word == word
    assert verdict.difference == pytest.approx((last - first) / 100)
    assert verdict.interval == trend.interval(0.95)


@pytest.mark.parametrize(
    ("seen", "claim", "word"),
    [
        (0, "never", "agrees"),
        (1, "never", "agrees"),
        (6, "never", "cannot be compared"),
        (12, "never", "differs"),
        (20, "always", "agrees"),
        (19, "always", "agrees"),
        (14, "always", "cannot be compared"),
        (8, "always", "differs"),
        (1, "sometimes", "agrees"),
        (0, "sometimes", "too few games"),
    ],
)
def test_never_and_always_are_counts_without_exceptions(seen: int, claim: str, word: str) -> None:
    assert judge(coin(seen, 20), Claim(word=claim)).word == word


@pytest.mark.parametrize("seen", range(0, 21, 2))
def test_all_of_a_hundred_and_always_follow_one_rule(seen: int) -> None:
    counted = judge(coin(seen, 20), Claim(value=1.0, of=100, as_wins=True))
    assert judge(coin(seen, 20), Claim(word="always", of=100)) == counted
    assert judge(coin(20 - seen, 20), Claim(word="never", of=100)).word == counted.word


@pytest.mark.parametrize("seen", range(21))
def test_a_verdict_does_not_hang_on_a_number_that_is_not_given(seen: int) -> None:
    few, many = (judge(coin(seen, 20), Claim(word="always", of=of)).word for of in (10, 100))
    verdict = judge(coin(seen, 20), Claim(word="always"))
    assert verdict.word == (few if few == many else "cannot be compared")
    assert verdict.interval == judge(coin(seen, 20), Claim(word="always", of=100)).interval
    assert judge(coin(20 - seen, 20), Claim(word="never")).word == verdict.word


def test_a_report_of_few_games_can_have_missed_exceptions() -> None:
    assert judge(coin(30, 400), Claim(word="never", of=4)).word == "agrees"
    assert judge(coin(30, 400), Claim(word="never", of=100)).word == "differs"
