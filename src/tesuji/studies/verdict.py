"""Verdicts: whether a result agrees with a report's figure, from the interval of the difference.

Both samples have errors, and both count: ours come from how pairs of games vary, the report's
from its number of games or from how it rounds. Where an experiment makes several comparisons,
each is made at a higher level, so that all of them together hold with 95% (Bonferroni).

>>> verdict = judge(Ours.of_pairs(Pentanomial((0, 0, 20, 0, 30))), Reported(value=0.7, of=100))
>>> verdict.word, [round(bound, 3) for bound in verdict.interval]
('agrees', [-0.012, 0.213])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tesuji.arena.stats.pentanomial import Interval, Pentanomial, joined_interval, wilson_interval
from tesuji.studies.declaration import EVENTS, TRENDS, Reported
from tesuji.studies.measures import Measured

__all__ = [
    "AGREES",
    "DIFFERS",
    "LEVEL",
    "UNCOMPARED",
    "Ours",
    "Verdict",
    "corrected_level",
    "count_verdicts",
    "judge",
]

LEVEL = 0.95
AGREES, DIFFERS, UNCOMPARED = "agrees", "differs", "cannot be compared"


@dataclass(frozen=True)
class Ours:
    """Our side of a comparison: a value, and its interval at any level."""

    value: float
    interval: Callable[[float], Interval]
    games: int
    pairs: Pentanomial | None = None
    """Of a score: the pairs that it comes from."""

    @classmethod
    def of_pairs(cls, pairs: Pentanomial) -> Ours:
        """The score of a match: as many coin flips as its pairs are worth."""
        flips = pairs.pairs / pairs.spread
        return cls(
            pairs.score,
            lambda level: wilson_interval(pairs.score * flips, flips, level=level),
            pairs.games,
            pairs,
        )

    @classmethod
    def of_trend(cls, values: Sequence[Ours]) -> Ours:
        """The last value less the first; those between are only for the eye."""
        first, last = values[0], values[-1]

        def interval(level: float) -> Interval:
            low, high = first.interval(level)
            return _difference(last, level, first.value, (low, high))

        games = sum(each.games for each in values)
        return cls(last.value - first.value, interval, games)

    @classmethod
    def of_measure(cls, measured: Measured, games: int) -> Ours:
        """A measure of a match."""
        return cls(measured.value, measured.interval, games)


@dataclass(frozen=True)
class Verdict:
    """The word, why, and the difference (ours less the report's) with its interval."""

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
    """The level at which each of several intervals is taken so that all hold with 95%."""
    return 1 - (1 - LEVEL) / max(comparisons, 1)


def judge(ours: Ours | None, reported: Reported | None, comparisons: int = 1) -> Verdict:
    """Compares a result with a figure, as one of several comparisons."""
    if reported is None:
        return Verdict(UNCOMPARED, "the report gives no figure")
    if ours is None or not ours.games:
        return Verdict(UNCOMPARED, "nothing was measured")
    level = corrected_level(comparisons)
    if reported.claim in EVENTS:
        return _judge_event(ours, reported.claim, level)
    if reported.claim is not None:
        return _judge_claim(ours, reported.claim, level)
    assert reported.value is not None
    bounds = _report_bounds(reported, level)
    if bounds is None:
        return Verdict(
            UNCOMPARED, "the report says neither of how many games nor how exact", level=level
        )
    interval = _difference(ours, level, reported.value, bounds)
    inside = interval[0] <= 0 <= interval[1]
    return Verdict(
        AGREES if inside else DIFFERS,
        "the interval of the difference holds 0" if inside else "it does not hold 0",
        ours.value - reported.value,
        interval,
        level,
    )


def _report_bounds(reported: Reported, level: float) -> Interval | None:
    assert reported.value is not None
    if reported.of is not None and 0 <= reported.value <= 1:
        return wilson_interval(reported.value * reported.of, reported.of, level=level)
    if reported.within is not None:
        return reported.value - reported.within, reported.value + reported.within
    return None


def _difference(ours: Ours, level: float, value: float, bounds: Interval) -> Interval:
    """Ours less another value."""
    return joined_interval(ours.value, ours.interval(level), value, bounds)


def _judge_event(ours: Ours, claim: str, level: float) -> Verdict:
    """Never and always fall with one exception; that something happens is shown by one case."""
    seen = {"never": ours.value == 0, "sometimes": ours.value > 0, "always": ours.value == 1}[claim]
    if claim == "sometimes" and not seen:
        return Verdict(UNCOMPARED, f"no case in {ours.games} games", level=level)
    reason = "no exception was seen" if claim != "sometimes" else "it was seen"
    return Verdict(
        AGREES if seen else DIFFERS, reason if seen else "exceptions were seen", level=level
    )


def _judge_claim(ours: Ours, claim: str, level: float) -> Verdict:
    """Without a number: whether the score is proven on the claimed side of one half, or the
    trend on the claimed side of 0."""
    is_trend = claim in TRENDS
    middle, name = (0.0, "0") if is_trend else (0.5, "one half")
    low, high = ours.interval(level)
    found = (low - middle, high - middle)
    if low <= middle <= high:
        shown = "whether there is a trend" if is_trend else "who is better"
        reason = f"{ours.games} games do not show {shown}"
        return Verdict(UNCOMPARED, reason, ours.value - middle, found, level)
    word = AGREES if (low > middle) == (claim in ("wins", "rises")) else DIFFERS
    reason = f"the interval is {'above' if low > middle else 'below'} {name}"
    return Verdict(word, reason, ours.value - middle, found, level)
