"""The cells of a row of a report's table added up: shows differences too small for one cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.studies.study import Claim
from tesuji.studies.verdict import Estimate, Verdict, judge

__all__ = ["AddedUp", "added_up"]

Data = Mapping[str, Any]


@dataclass(frozen=True)
class AddedUp:
    """All games of a row, and the report's."""

    name: str
    ours: Pentanomial
    theirs: Claim
    verdict: Verdict

    @property
    def text(self) -> str:
        """One line: the shares of both sides, the difference with its interval, and the verdict."""
        assert self.theirs.value is not None
        assert self.verdict.difference is not None
        assert self.verdict.interval is not None
        low, high = self.verdict.interval
        return (
            f"{self.name}: ours {self.ours.score:.1%} of {self.ours.games:,} games, the report's"
            f" {self.theirs.value:.1%} of {self.theirs.of:,}; difference"
            f" {self.verdict.difference:+.1%} [{low:+.1%}, {high:+.1%}], {self.verdict.word}"
        )


def added_up(rows: Mapping[str, Sequence[Data | None]]) -> Iterator[AddedUp]:
    """The rows with several cells, if each cell counts the same on both sides.

    ``rows`` has the findings of each row. The intervals of all rows hold together with 95%.
    """
    sums = {name: _sums([each for each in cells if each]) for name, cells in rows.items()}
    found = {name: each for name, each in sums.items() if each is not None}
    for name, (ours, theirs) in found.items():
        yield AddedUp(name, ours, theirs, judge(Estimate.of_pairs(ours), theirs, len(found)))


def _sums(cells: Sequence[Data]) -> tuple[Pentanomial, Claim] | None:
    """Our pairs and the report's games; None if the sums would not be comparable."""
    sizes = {(each["games"], each["reported_games"]) for each in cells}
    if len(cells) < 2 or len(sizes) > 1 or not all(map(_is_count, cells)):
        return None
    first, *others = (Pentanomial(tuple(each["pentanomial"])) for each in cells)
    games = sum(each["reported_games"] for each in cells)
    wins = sum(each["reported"] * each["reported_games"] for each in cells)
    return sum(others, first), Claim(value=wins / games, of=games)


def _is_count(cell: Data) -> bool:
    """Whether both sides counted the games that they won."""
    reported, games = cell["reported"], cell["reported_games"]
    is_share = isinstance(reported, int | float) and 0 <= reported <= 1
    return bool(cell.get("pentanomial") and games and is_share)
