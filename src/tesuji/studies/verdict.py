"""Verdicts: whether a result agrees with a report's claim, from the interval of the difference.

The interval includes the errors of both samples: ours from the variance of pairs of games, the
report's from its number of games or its rounding. If an experiment makes several comparisons,
each is made at a higher level, so that all of them hold together with 95% (Bonferroni).

>>> verdict = judge(Estimate.of_pairs(Pentanomial((0, 0, 20, 0, 30))), Claim(value=0.7, of=100))
>>> verdict.word, [round(bound, 3) for bound in verdict.interval]
('agrees', [-0.012, 0.213])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tesuji.arena.stats.pentanomial import Interval, Pentanomial, joined_interval, wilson_interval
from tesuji.studies.measures import Measurement
from tesuji.studies.study import FREQUENCIES, TRENDS, Claim

__all__ = [
    "AGREES",
    "DIFFERS",
    "LEVEL",
    "UNCOMPARED",
    "Estimate",
    "Verdict",
    "corrected_level",
    "count_verdicts",
    "judge",
]

LEVEL = 0.95
AGREES, DIFFERS, UNCOMPARED = "agrees", "differs", "cannot be compared"


@dataclass(frozen=True)
class Estimate:
    """A value that we measured, with its interval at any level."""

    value: float
    interval: Callable[[float], Interval]
    games: int
    pairs: Pentanomial | None = None
    """The pairs behind a score; None for a measure."""

    @classmethod
    def of_pairs(cls, pairs: Pentanomial) -> Estimate:
        """The score of a match, with the variance of its pairs."""
        flips = pairs.pairs / pairs.spread
        return cls(
            pairs.score,
            lambda level: wilson_interval(pairs.score * flips, flips, level=level),
            pairs.games,
            pairs,
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
        return cls(measured.value, measured.interval, games)


@dataclass(frozen=True)
class Verdict:
    """The verdict, its reason, and the difference (ours minus the report's) with its interval."""

    word: str
    reason: str
    difference: float | None = None
    interval: Interval | None = None
    level: float = LEVEL


def count_verdicts(words: Iterable[str]) -> str:
    """How often each verdict occurs: "2 agree, 1 differs"."""
    plural = {AGREES: "agree", DIFFERS: "differ", UNCOMPARED: UNCOMPARED}
    counts = Counter(words)
    return ", ".join(
        f"{counts[word]} {word if counts[word] == 1 else plural[word]}"
        for word in plural
        if counts[word]
    )


def corrected_level(comparisons: int) -> float:
    """The level of each of several intervals so that all hold together with 95%."""
    return 1 - (1 - LEVEL) / max(comparisons, 1)


def judge(ours: Estimate | None, claim: Claim | None, comparisons: int = 1) -> Verdict:
    """Compares a result with a claim, as one of several comparisons."""
    if claim is None:
        return Verdict(UNCOMPARED, "the report makes no claim")
    if ours is None or not ours.games:
        return Verdict(UNCOMPARED, "nothing was measured")
    level = corrected_level(comparisons)
    if claim.word in FREQUENCIES:
        return _judge_frequency(ours, claim.word, level)
    if claim.word is not None:
        return _judge_direction(ours, claim.word, level)
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


def _judge_frequency(ours: Estimate, word: str, level: float) -> Verdict:
    """One exception refutes "never" and "always"; one case proves "sometimes"."""
    if word == "sometimes":
        if ours.value > 0:
            return Verdict(AGREES, "it happened", level=level)
        return Verdict(UNCOMPARED, f"no case in {ours.games} games", level=level)
    if ours.value == (word == "always"):
        return Verdict(AGREES, "there was no exception", level=level)
    return Verdict(DIFFERS, "there were exceptions", level=level)


def _judge_direction(ours: Estimate, word: str, level: float) -> Verdict:
    """Compares a score with one half, or a trend with 0."""
    is_trend = word in TRENDS
    middle, name = (0.0, "0") if is_trend else (0.5, "one half")
    low, high = ours.interval(level)
    difference, interval = ours.value - middle, (low - middle, high - middle)
    if low <= middle <= high:
        shown = "whether there is a trend" if is_trend else "which side is better"
        reason = f"{ours.games} games do not show {shown}"
        return Verdict(UNCOMPARED, reason, difference, interval, level)
    verdict = AGREES if (low > middle) == (word in ("wins", "rises")) else DIFFERS
    reason = f"the interval is {'above' if low > middle else 'below'} {name}"
    return Verdict(verdict, reason, difference, interval, level)
