"""How a match stands: which of its finished pairs count, and what a test says of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tesuji.arena.match.tally import Tally
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.arena.stats.sprt import UNITS, Sprt, Status
from tesuji.games.record import GameRecord

__all__ = ["Standing"]


@dataclass
class Standing:
    """Finished pairs, and those of them that count."""

    sprt: Sprt | None = None
    tally: Tally = field(default_factory=Tally)
    """What counts: all finished pairs, or with a test those up to its decision."""
    stored: set[int] = field(default_factory=set)
    """All finished pairs, also those that a test does not count."""
    verdict: Status | None = None
    """"H0" or "H1" once the test has decided."""
    counted: int | None = None
    """With a test: the pairs up to its decision; later ones are stored, not counted."""
    llrs: list[float] = field(default_factory=list)
    """The test's statistic after each pair in order."""
    _early: dict[int, Sequence[GameRecord]] = field(default_factory=dict, repr=False)
    """Pairs that finished before an earlier one; the test has not seen them yet."""

    @property
    def pentanomial(self) -> Pentanomial:
        """The pairs that count."""
        return self.tally.pentanomial

    @property
    def llr(self) -> float:
        """The test's statistic now; 0 before the first pair."""
        return self.llrs[-1] if self.llrs else 0.0

    def add(self, pair: int, records: Sequence[GameRecord]) -> None:
        """Takes a finished pair, and counts it unless a test has decided before it."""
        self.stored.add(pair)
        if self.sprt is None:
            self.tally.add(pair, records)
        elif self.verdict is None:
            self._early[pair] = records
            self._judge(self.sprt)

    def _judge(self, sprt: Sprt) -> None:
        """Looks at the pairs in the order of the schedule, whatever order they finish in."""
        while self.verdict is None and (pair := len(self.llrs)) in self._early:
            self.tally.add(pair, self._early.pop(pair))
            self.llrs.append(sprt.llr(self.pentanomial))
            self.verdict = sprt.decision(self.llr)
        if self.verdict is not None:
            self.counted = len(self.llrs)
            self._early.clear()

    def verdict_in_short(self) -> str:
        """The same for a column of a table."""
        if self.sprt is None:
            return ""
        unit = UNITS[self.sprt.unit]
        of = f"{self.sprt.elo0:g},{self.sprt.elo1:g} {unit}"
        return f"{self.verdict or 'open'}, LLR {self.llr:+.2f} of {of}"

    def verdict_text(self) -> str:
        """What the test says, in words; empty without a test."""
        if self.sprt is None:
            return ""
        decided = f"{self.verdict} accepted" if self.verdict else "not decided"
        return f"{decided}: LLR {self.llr:+.2f}; {self.sprt}"
