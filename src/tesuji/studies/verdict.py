"""Verdicts: whether a result agrees with a report's claim, from the interval of the difference.

The interval includes the errors of both samples: ours from the variance of pairs of games, the
report's from its number of games or its rounding. If an experiment makes several comparisons,
each is made at a higher level, so that all of them hold together with 95% (Bonferroni).
"100 of 100", "never" and "always" follow the same rule as every other figure. If a report gives
no number of games for "never" or "always", the verdict must be the same with 10 and with 100.

>>> verdict = judge(Estimate.of_pairs(Pentanomial((0, 0, 20, 0, 30))), Claim(value=0.7, of=100))
>>> verdict.word, [round(bound, 3) for bound in verdict.interval]
('agrees', [-0.012, 0.213])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tesuji.arena.stats.pentanomial import Interval, Pentanomial, joined_interval, wilson_interval
from tesuji.studies.measures import Measurement
from tesuji.studies.study import FREQUENCIES, TRENDS, Claim
from tesuji.wording import counted

__all__ = [
    "AGREES",
    "DIFFERS",
    "LEVEL",
    "NO_DIFFERENCE",
    "OPEN_WORDS",
    "UNCOMPARED",
    "UNDECIDED",
    "Estimate",
    "Verdict",
    "corrected_level",
    "count_verdicts",
    "judge",
]

LEVEL = 0.95
AGREES, DIFFERS = "agrees", "differs"
NO_DIFFERENCE = "no difference"
"""The report claims a difference, and ours is provably small."""
UNDECIDED = "too few games"
"""Our games do not decide."""
UNCOMPARED = "cannot be compared"
"""There is nothing to compare: the report gives too little, or nothing was measured."""
OPEN_WORDS = (NO_DIFFERENCE, UNDECIDED, UNCOMPARED)
"""Verdicts whose reason a note must give."""
SMALL = 0.05
"""A share that differs by at most this much counts as no difference."""
UNSTATED_GAMES = (10, 100)
"""Numbers of games behind "never" or "always" to try if a report does not give it."""


@dataclass(frozen=True)
class Estimate:
    """A value that we measured, with its interval at any level."""

    value: float
    interval: Callable[[float], Interval]
    games: int
    pairs: Pentanomial | None = None
    """The pairs behind a score; None for a measure."""
    chances: float | None = None
    """The number of independent chances behind a share; None for other measures."""

    @classmethod
    def of_pairs(cls, pairs: Pentanomial) -> Estimate:
        """The score of a match, with the variance of its pairs."""
        flips = pairs.pairs / pairs.spread
        return cls(
            pairs.score,
            lambda level: wilson_interval(pairs.score * flips, flips, level=level),
            pairs.games,
            pairs,
            flips,
        )

    @classmethod
    def of_trend(cls, values: Sequence[Estimate]) -> Estimate:
        """The last value minus the first; the values between them do not count."""
        first, last = values[0], values[-1]

        def interval(level: float) -> Interval:
            low, high = first.interval(level)
            return _difference(last, level, first.value, (low, high))

        games = sum(each.games for each in values)
        return cls(last.value - first.value, interval, games)

    @classmethod
    def of_measure(cls, measured: Measurement, games: int) -> Estimate:
        """A measure of a match."""
        chances = measured.count if measured.deviation is None else None
        return cls(measured.value, measured.interval, games, chances=chances)


@dataclass(frozen=True)
class Verdict:
    """The verdict, its reason, and the difference (ours minus the report's) with its interval."""

    word: str
    reason: str
    difference: float | None = None
    interval: Interval | None = None
    level: float = LEVEL
    least_rate: float | None = None
    """The smallest rate of a case that would have been seen, for a claim that it happens."""

    @property
    def detectable(self) -> float | None:
        """The smallest difference that would have been seen, errors of both sides included."""
        if self.interval is None:
            return self.least_rate
        return (self.interval[1] - self.interval[0]) / 2


def count_verdicts(words: Iterable[str]) -> str:
    """How often each verdict occurs: "2 agree, 1 differs"."""
    plural = {AGREES: "agree", DIFFERS: "differ"} | {word: word for word in OPEN_WORDS}
    counts = Counter(words)
    return ", ".join(
        f"{counts[word]} {word if counts[word] == 1 else plural[word]}"
        for word in plural
        if counts[word]
    )


def corrected_level(comparisons: int) -> float:
    """The level of each of several intervals so that all hold together with 95%."""
    return 1 - (1 - LEVEL) / max(comparisons, 1)


def judge(
    ours: Estimate | None, claim: Claim | None, comparisons: int = 1, *, is_share: bool = True
) -> Verdict:
    """Compares a result with a claim, as one of several comparisons.

    ``is_share`` says whether the values are shares, for which a small difference is known.
    """
    if claim is None:
        return Verdict(UNCOMPARED, "the report makes no claim")
    if ours is None or not ours.games:
        return Verdict(UNCOMPARED, "nothing was measured")
    level = corrected_level(comparisons)
    if claim.word == "sometimes":
        return _judge_sometimes(ours, level)
    if claim.word in FREQUENCIES:
        return _judge_frequency(ours, claim, level)
    if claim.word is not None:
        return _judge_direction(ours, claim.word, level, SMALL if is_share else 0.0)
    return _judge_value(ours, claim, level)


def _judge_frequency(ours: Estimate, claim: Claim, level: float) -> Verdict:
    """A report that saw no exception made a count: n of n, or 0 of n."""
    value = float(claim.word == "always")
    few, many = UNSTATED_GAMES if claim.of is None else (claim.of, claim.of)
    with_few, with_many = (_judge_value(ours, Claim(value=value, of=n), level) for n in (few, many))
    if with_few.word == with_many.word:
        return with_many
    reason = (
        "the verdict depends on the number of the report's games, which it does not give"
        f" ({few}: {with_few.word}, {many}: {with_many.word})"
    )
    return replace(with_many, word=UNCOMPARED, reason=reason)


def _judge_value(ours: Estimate, claim: Claim, level: float) -> Verdict:
    """Compares our value with the report's."""
    assert claim.value is not None
    bounds = _claim_bounds(claim, level)
    if bounds is None:
        return Verdict(
            UNCOMPARED, "the report gives neither the number of games nor a range", level=level
        )
    interval = _difference(ours, level, claim.value, bounds)
    inside = interval[0] <= 0 <= interval[1]
    return Verdict(
        AGREES if inside else DIFFERS,
        f"the interval of the difference {'contains' if inside else 'does not contain'} 0",
        ours.value - claim.value,
        interval,
        level,
    )


def _claim_bounds(claim: Claim, level: float) -> Interval | None:
    assert claim.value is not None
    if claim.of is not None and 0 <= claim.value <= 1:
        return wilson_interval(claim.value * claim.of, claim.of, level=level)
    if claim.within is not None:
        return claim.value - claim.within, claim.value + claim.within
    return None


def _difference(ours: Estimate, level: float, value: float, bounds: Interval) -> Interval:
    """The interval of our value minus another."""
    return joined_interval(ours.value, ours.interval(level), value, bounds)


def _judge_sometimes(ours: Estimate, level: float) -> Verdict:
    """One case proves "sometimes"; no number of games disproves it."""
    happened = ours.value > 0
    return Verdict(
        AGREES if happened else UNDECIDED,
        "it happened" if happened else f"no case in {counted(ours.games, 'game')}",
        level=level,
        least_rate=ours.chances and wilson_interval(0, ours.chances, level=level)[1],
    )


def _judge_direction(ours: Estimate, word: str, level: float, small: float) -> Verdict:
    """Compares a score with one half, or a trend with 0; up to ``small`` is no difference."""
    is_trend = word in TRENDS
    middle, name = (0.0, "0") if is_trend else (0.5, "one half")
    low, high = (bound - middle for bound in ours.interval(level))
    most = max(-low, high)
    is_small = f"no difference of more than {100 * most:.1f} points"
    if word == "equal":
        if most <= small:
            verdict, reason = AGREES, is_small
        elif low > small or high < -small:
            verdict, reason = DIFFERS, f"there is a difference of more than {100 * small:g} points"
        else:
            shown = f"whether there is a difference of more than {100 * small:g} points"
            verdict, reason = UNDECIDED, f"{_do_not_show(ours)} {shown}"
    elif not low <= 0 <= high:
        is_right = (low > 0) == (word in ("wins", "rises"))
        verdict = AGREES if is_right else DIFFERS
        reason = f"the interval is {'above' if low > 0 else 'below'} {name}"
    elif most <= small:
        verdict, reason = NO_DIFFERENCE, is_small
    else:
        shown = "whether there is a trend" if is_trend else "which side is better"
        verdict, reason = UNDECIDED, f"{_do_not_show(ours)} {shown}"
    return Verdict(verdict, reason, ours.value - middle, (low, high), level)


def _do_not_show(ours: Estimate) -> str:
    return counted(ours.games, "game does not show", "games do not show")
