"""The table of a ladder: one row for each student and each baseline."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tesuji.arena.match.pair import MEMORY_TAGS
from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.tally import forfeits_text
from tesuji.arena.stats.pentanomial import Interval, finite_or_none
from tesuji.clean_text import clean
from tesuji.games.record import LOG_TAG
from tesuji.interop.ladder.run import LadderResult
from tesuji.interop.ladder.triage import log_for_student
from tesuji.output_files import csv_text

__all__ = ["Row", "Spent", "public_csv", "table_rows", "teacher_csv"]

MEASURED = ("seconds_per_move", "slowest_move", "memory_mb")
"""Columns that depend on the machine; all others are the same after every resumed run."""


@dataclass
class Spent:
    """What an entrant used over all its games, and how it forfeited."""

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    memory_mb: float | None = None
    forfeits: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    """Reasons of the forfeits."""
    logs: dict[str, str] = field(default_factory=dict)
    """The last output of the agent, for each of these reasons."""

    def add(self, match: MatchResult, own: int) -> None:
        """Adds the games of a match that count; ``own`` is the place of the entrant in it."""
        tally = match.match.tally
        self.moves += tally.costs[own].moves
        self.seconds += tally.costs[own].seconds
        self.forfeits += tally.forfeits[own]
        for record in match.games:
            if int(record.tags.get("Pair", 0)) not in tally.pairs:
                continue
            seat = own if record.tags.get("Side") != "swapped" else 1 - own
            times = [move.seconds or 0.0 for move in record.moves if move.player == seat]
            self.slowest = max([self.slowest, *times])
            if (peak := record.tags.get(MEMORY_TAGS[seat])) is not None:
                self.memory_mb = max(self.memory_mb or 0.0, float(peak))
            if record.winner == 1 - seat and record.end in ("time", "illegal", "crash"):
                reason = record.reason.replace(match.agents[own], "your agent")
                shown = clean(reason, 300)
                self.failures[shown] += 1
                log = record.tags.get(LOG_TAG, "").replace(match.agents[own], "your agent")
                self.logs.setdefault(shown, clean(log_for_student(log), 2000))


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the table."""

    name: str
    alias: str
    key: str
    status: str
    """"rated", "baseline", "below the gate", "does not play", "rejected" or "not finished"."""
    problem: str = ""
    place: int | None = None
    elo: float | None = None
    interval: Interval | None = None
    score: float | None = None
    score_interval: Interval | None = None
    pairs: int = 0
    beaten: int = 0
    spent: Spent = field(default_factory=Spent)


def table_rows(result: LadderResult) -> list[Row]:
    """All rows: rated ones, those below the gate by score, other agents, idle baselines."""
    spent = _spent(result)
    people: dict[str, list[str]] = {}
    for submission in result.submissions:
        if not submission.problem:
            people.setdefault(submission.digest, []).append(submission.name)
    ratings = () if result.ratings is None else result.ratings.ratings
    baselines = {each.key for each in result.baselines}
    rows: list[Row] = []
    for rating in ratings:
        for name in people.get(rating.name, [rating.name]):
            rows.append(
                Row(
                    name=name,
                    alias=result.aliases.get(name, name),
                    key=rating.name,
                    status="baseline" if rating.name in baselines else "rated",
                    place=1 + sum(other.elo > rating.elo for other in ratings),
                    elo=rating.elo,
                    interval=rating.interval,
                    score=rating.result.score,
                    score_interval=rating.result.interval,
                    pairs=rating.result.pairs,
                    beaten=result.beaten(rating.name),
                    spent=spent.get(rating.name, Spent()),
                )
            )
    rated = {rating.name for rating in ratings}
    return [*rows, *_unrated(result, rated, spent), *_idle_baselines(result, rated)]


def _idle_baselines(result: LadderResult, rated: set[str]) -> list[Row]:
    """Baselines that no round drew: with an odd number of agents one sits out each round."""
    return [
        Row(
            name=each.key,
            alias=result.aliases.get(each.key, each.key),
            key=each.key,
            status="baseline",
        )
        for each in result.baselines
        if each.key not in rated
    ]


def _unrated(result: LadderResult, rated: set[str], spent: dict[str, Spent]) -> list[Row]:
    rows = []
    for submission in result.submissions:
        key = submission.digest
        if key in rated and not submission.problem:
            continue
        gates = result.gates.get(key, [])
        pentanomial = gates[-1].result.pentanomial if gates else None
        used = spent.get(key, Spent()) if not submission.problem else Spent()
        rows.append(
            Row(
                name=submission.name,
                alias=result.aliases[submission.name],
                key=key,
                status=_status(result, key, bool(submission.problem)),
                problem=submission.problem or _failure(result, key, used),
                score=None if pentanomial is None else pentanomial.score,
                score_interval=None if pentanomial is None else pentanomial.interval,
                pairs=0 if pentanomial is None else pentanomial.pairs,
                beaten=result.beaten(key),
                spent=used,
            )
        )
    order = ("below the gate", "not finished", "does not play", "rejected")
    return sorted(rows, key=lambda r: (order.index(r.status), -r.beaten, -(r.score or 0), r.name))


def _status(result: LadderResult, key: str, broken: bool) -> str:
    if broken:
        return "rejected"
    if result.rejected(key):
        return "does not play"
    gates = result.gates.get(key)
    return "below the gate" if gates and not gates[-1].passed else "not finished"


def _failure(result: LadderResult, key: str, spent: Spent) -> str:
    """Why an agent does not play: its most frequent failure."""
    if not result.rejected(key):
        return ""
    found = sorted(spent.failures.items(), key=lambda each: (-each[1], each[0]))
    return found[0][0] if found else ""


def _spent(result: LadderResult) -> dict[str, Spent]:
    spent: dict[str, Spent] = {}
    for key, match in result.checks.items():
        spent.setdefault(key, Spent()).add(match, 0)
    for key, gates in result.gates.items():
        for gate in gates:
            spent.setdefault(key, Spent()).add(gate.result, 0)
    for played in result.rounds:
        for keys, match in played.items():
            for own, key in enumerate(keys):
                spent.setdefault(key, Spent()).add(match, own)
    return spent


# CSV

COLUMNS = (
    "place", "alias", "status", "elo", "elo_low", "elo_high", "score", "score_low", "score_high",
    "pairs", "baselines_beaten", "forfeits", *MEASURED,
)  # fmt: skip


def public_csv(rows: Iterable[Row]) -> str:
    """The table without names and without messages for single students."""
    return csv_text([COLUMNS, *(_cells(row) for row in rows)])


def teacher_csv(rows: Iterable[Row], grades: Sequence[Sequence[object]] = ()) -> str:
    """The table with names, and with the columns of grades if there are any."""
    listed = list(rows)
    extra: Sequence[Sequence[object]] = grades or [()] * (len(listed) + 1)
    lines = [("name", *COLUMNS, "problem"), *((r.name, *_cells(r), r.problem) for r in listed)]
    return csv_text([*line, *more] for line, more in zip(lines, extra, strict=True))


def _cells(row: Row) -> tuple[object, ...]:
    low, high = row.interval or (math.nan, math.nan)
    score_low, score_high = row.score_interval or (math.nan, math.nan)
    spent = row.spent
    return (
        row.place,
        row.alias,
        row.status,
        *(_rounded(value, 1) for value in (row.elo, low, high)),
        *(_rounded(value, 4) for value in (row.score, score_low, score_high)),
        row.pairs,
        row.beaten,
        forfeits_text(spent.forfeits),
        _rounded(spent.seconds / spent.moves, 4) if spent.moves else None,
        _rounded(spent.slowest, 4) if spent.moves else None,
        _rounded(spent.memory_mb, 0),
    )


def _rounded(value: float | None, digits: int) -> float | None:
    """Rounded for people; None for unknown and infinite numbers."""
    finite = None if value is None else finite_or_none(value)
    return None if finite is None else round(finite, digits)
