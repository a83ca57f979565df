"""The sequential probability ratio test (SPRT), which ends a match as soon as it is decided.

H0 says that the first agent is elo0 stronger, H1 that it is elo1 stronger. After every pair the
generalised log-likelihood ratio (LLR) is compared with Wald's bounds, and the first bound that is
reached decides. The bounds allow for a look after every pair. Ten looks at a plain p < 0.05 would
find a difference between equal agents in one match of five.

>>> sprt = Sprt.parse("0,20")
>>> [round(bound, 2) for bound in sprt.bounds]
[-2.94, 2.94]
>>> sprt.status(Pentanomial((0, 0, 2, 0, 36))) is None
True
>>> sprt.status(Pentanomial((0, 0, 2, 0, 37)))
'H1'
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from tesuji.arena.stats.likelihood import Floats, frequencies, log_ratio_at_score, log_ratio_at_t
from tesuji.arena.stats.pentanomial import NELO_PER_SIGMA, Pentanomial, score_of_elo
from tesuji.errors import ParameterError

__all__ = ["Sprt", "Status", "Unit", "Verdict"]

Status = Literal["H0", "H1"]
Unit = Literal["nelo", "elo"]
UNITS = {"nelo": "nElo", "elo": "Elo"}
"""Units as people write them."""


@dataclass(frozen=True)
class Verdict:
    """The decision of a test, the number of pairs it took, and the LLR."""

    status: Status | None
    pairs: int
    llr: float


@dataclass(frozen=True)
class Sprt:
    """A test of elo0 against elo1, in normalised (``nelo``) or plain (``elo``) Elo.

    ``alpha`` is the probability of accepting H1 if H0 is true, ``beta`` that of accepting H0 if
    H1 is true. The likelihood ratio is that of pairs (`tesuji.arena.stats.likelihood`), so draws,
    openings and dependent games need no model. Overshoot of the bounds is not corrected, which
    is conservative: slightly fewer errors for slightly more games.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    unit: Unit = "nelo"

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1", "alpha", "beta"):
            object.__setattr__(self, name, _number(name, getattr(self, name)))
        if not self.elo0 < self.elo1:
            raise ParameterError.wrong_value("elo0", self.elo0, f"less than elo1 ({self.elo1:g})")
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            expected = "two numbers above 0 that add up to less than 1"
            raise ParameterError.wrong_value("alpha, beta", (self.alpha, self.beta), expected)
        if self.unit not in ("nelo", "elo"):
            raise ParameterError.wrong_value("unit", self.unit, "'nelo' or 'elo'")

    @classmethod
    def parse(
        cls, text: str, *, alpha: float = 0.05, beta: float = 0.05, unit: Unit = "nelo"
    ) -> Sprt:
        """Parses ``elo0,elo1`` as on the command line, for example ``0,20``."""
        try:
            elo0, elo1 = (float(part) for part in text.split(","))
        except ValueError:
            raise ParameterError.wrong_value("sprt", text, "elo0,elo1 such as 0,20") from None
        return cls(elo0, elo1, alpha=alpha, beta=beta, unit=unit)

    def __str__(self) -> str:
        low, high = self.bounds
        return (
            f"SPRT of {self.elo0:g} against {self.elo1:g} {UNITS[self.unit]}, alpha {self.alpha:g},"
            f" beta {self.beta:g}, bounds {low:.2f} and {high:.2f}"
        )

    def to_dict(self) -> dict[str, Any]:
        """The test as plain data, for JSON and stores; `from_dict` reads it back."""
        return {**asdict(self), "bounds": list(self.bounds)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Sprt:
        """The test from plain data."""
        return cls(**{each.name: data[each.name] for each in fields(cls)})

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds of the LLR: H0 is accepted at the lower, H1 at the upper bound."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, result: Pentanomial) -> float:
        """Log-likelihood ratio of H1 to H0; 0 without pairs."""
        return float(self.llrs([result.counts])[0]) if result.pairs else 0.0

    def llrs(self, counts: ArrayLike) -> Floats:
        """Log-likelihood ratios of many results: rows of five counts that are not all 0."""
        totals, q = frequencies(counts)
        if self.unit == "elo":
            ratios = [log_ratio_at_score(q, score_of_elo(elo)) for elo in (self.elo0, self.elo1)]
        else:
            pair = math.sqrt(2) / NELO_PER_SIGMA
            ratios = [log_ratio_at_t(q, elo * pair) for elo in (self.elo0, self.elo1)]
        llrs: Floats = totals * (q * (ratios[1] - ratios[0])).sum(axis=1)
        return llrs

    def status(self, result: Pentanomial) -> Status | None:
        """The hypothesis that a result accepts, or None if more pairs are needed.

        The error rates hold only if the test sees every pair in an order that is fixed
        beforehand: see `judge`.
        """
        return self.decision(self.llr(result))

    def decision(self, llr: float) -> Status | None:
        """The hypothesis that an LLR accepts, or None between the bounds."""
        low, high = self.bounds
        return "H0" if llr <= low else "H1" if llr >= high else None

    def curve(self, scores: Iterable[float]) -> Floats:
        """The LLR after each pair, from mean scores of pairs in the order of the schedule."""
        results = [Pentanomial.from_pairs([score]).counts for score in scores]
        return self.llrs(np.cumsum(results, axis=0)) if results else np.zeros(0)

    def judge(self, scores: Iterable[float]) -> Verdict:
        """The verdict on pairs in the order of the schedule; later pairs do not count."""
        curve = self.curve(scores)
        low, high = self.bounds
        reached = np.flatnonzero((curve <= low) | (curve >= high))
        pairs = int(reached[0]) + 1 if len(reached) else len(curve)
        llr = float(curve[pairs - 1]) if pairs else 0.0
        return Verdict(self.decision(llr), pairs, llr)

    def acceptance(self, elo: float, *, variance: float = 0.25) -> float:
        """Probability that H1 is accepted if the true difference is ``elo``, after Wald.

        ``variance`` is that of the score of one game, twice that of the mean of a pair; 1/4 for a
        match without draws. It matters for plain Elo only.
        """
        drift, _ = self._drift(elo, variance)
        below, above = -self.bounds[0], self.bounds[1]
        if abs(drift) < 1e-9:
            return below / (below + above)
        if drift > 0:
            return math.expm1(-drift * below) / math.expm1(-drift * (below + above))
        return (
            math.exp(drift * above)
            * math.expm1(drift * below)
            / math.expm1(drift * (below + above))
        )

    def expected_games(self, elo: float, *, variance: float = 0.25) -> float:
        """Expected number of games if the true difference is ``elo``, after Wald.

        It is largest halfway between elo0 and elo1. ``variance`` is that of `acceptance`.

        >>> test = Sprt(0, 20, unit="elo")
        >>> round(test.expected_games(20)), round(test.expected_games(10))
        (1603, 2622)
        """
        drift, information = self._drift(elo, variance)
        below, above = -self.bounds[0], self.bounds[1]
        if abs(drift) < 1e-9:
            return below * above / (2 * information)
        high = self.acceptance(elo, variance=variance)
        return (high * above - (1 - high) * below) / (drift * information)

    def _drift(self, elo: float, variance: float) -> tuple[float, float]:
        """The mean change of the LLR per game: -1 at elo0, 1 at elo1, in units of the second value.

        The LLR is close to a Brownian motion whose variance per game is twice that unit.
        """
        if self.unit == "elo":
            low, high, true = (score_of_elo(each) for each in (self.elo0, self.elo1, elo))
        else:
            low, high, true = (each / NELO_PER_SIGMA for each in (self.elo0, self.elo1, elo))
            variance = 1.0
        return (2 * true - low - high) / (high - low), (high - low) ** 2 / (2 * variance)


def _number(name: str, value: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise ParameterError.wrong_value(name, value, "a finite number")
    return number
