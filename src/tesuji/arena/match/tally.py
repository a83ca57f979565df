"""Running totals of a match, and which of its pairs count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.arena.stats.sprt import UNITS, Sprt, Status
from tesuji.clean_text import clean
from tesuji.games.record import LATE_TAGS, LOG_TAG, GameRecord, MoveRecord
from tesuji.wording import counted, exception_line

__all__ = ["FORFEITS", "AgentCost", "Standing", "Tally", "failures_text", "forfeits_text"]

FORFEITS = {"time": "on time", "illegal": "by an illegal move", "crash": "by a crash"}
"""Ways to forfeit a game, with the words for them."""


def forfeits_text(lost: Counter[str]) -> str:
    """The number of games forfeited in each way, as a text."""
    found = [f"{lost[kind]} {words}" for kind, words in FORFEITS.items() if lost[kind]]
    return ", ".join(found) or "none"


FAILURES = {"crash": "crashed", "illegal": "made an illegal move"}
"""Forfeits whose causes are shown, with the words for them."""
MOST_CAUSES = 3
"""Different causes of an agent's failures that are shown."""
MOST_KEPT = 100
"""Different causes of an agent's failures that are counted."""
LONGEST_CAUSE = 200


def failures_text(agent: str, failures: Counter[tuple[str, str]]) -> Iterator[str]:
    """How an agent crashed and which illegal moves it made, the most frequent first."""
    for (end, cause), games in failures.most_common(MOST_CAUSES):
        yield f"{agent} {FAILURES[end]} in {counted(games, 'game')}: {cause}"


def failure_cause(record: GameRecord) -> str:
    """The first line of the exception that ended a game, else the reason of the forfeit."""
    exception = exception_line(record.tags.get(LOG_TAG, "")) if record.end == "crash" else ""
    said = re.split(" failed: | played an illegal move: ", record.reason, maxsplit=1)[-1]
    return clean(exception or said, LONGEST_CAUSE)


@dataclass
class AgentCost:
    """Moves, simulations, nodes and seconds that an agent spent."""

    moves: int = 0
    simulations: int = 0
    nodes: int = 0
    seconds: float = 0.0
    late: int = 0
    """Late moves that were played and did not lose the game."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data, per move and per second."""
        moves, seconds = max(self.moves, 1), max(self.seconds, 1e-9)
        return {
            "moves": self.moves,
            "late_moves": self.late,
            "seconds_a_move": self.seconds / moves,
            "simulations_a_move": self.simulations / moves,
            "simulations_a_second": self.simulations / seconds,
            "nodes_a_move": self.nodes / moves,
            "nodes_a_second": self.nodes / seconds,
        }


@dataclass
class Tally:
    """Totals over finished pairs of a match, from the view of its first agent."""

    pairs: dict[int, float] = field(default_factory=dict)
    """Mean score of the first agent in each pair."""
    scores: dict[int, tuple[float, float]] = field(default_factory=dict)
    """Scores of the first agent in each pair: as player 0, then as player 1."""
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    """Number of pairs with 0, 1/2, 1, 3/2 and 2 points."""
    draws: int = 0
    first_player_points: float = 0.0
    plies: int = 0
    forfeits: tuple[Counter[str], Counter[str]] = field(
        default_factory=lambda: (Counter(), Counter())
    )
    failures: tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]] = field(
        default_factory=lambda: (Counter(), Counter())
    )
    """Number of games that each crash or illegal move of an agent ended, by end and cause."""
    adjudicated: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    costs: tuple[AgentCost, AgentCost] = field(default_factory=lambda: (AgentCost(), AgentCost()))
    _seen: set[int] = field(default_factory=set)
    repeated: int = 0
    """Number of games that equal an earlier one move for move."""

    @property
    def pentanomial(self) -> Pentanomial:
        """The statistics of these pairs."""
        return Pentanomial(tuple(self.counts))  # type: ignore[arg-type]

    @property
    def first_player_score(self) -> float:
        """Mean score of player 0, whichever agent that was; 0 without games."""
        return self.first_player_points / max(self.games, 1)

    @property
    def draw_rate(self) -> float:
        """Share of drawn games."""
        return self.draws / max(self.games, 1)

    @property
    def mean_plies(self) -> float:
        """Mean number of moves per game, not counting dice rolls."""
        return self.plies / max(self.games, 1)

    @property
    def games(self) -> int:
        """Number of games counted."""
        return 2 * len(self.pairs)

    def add(self, pair: int, records: Iterable[GameRecord]) -> None:
        """Counts both games of a pair: sides as named, then swapped."""
        named, swapped = records
        # The first agent plays player 0 in the first game and player 1 in the second.
        self._add_game(named, 0)
        self._add_game(swapped, 1)
        self.scores[pair] = (named.value_for(0), swapped.value_for(1))
        self.pairs[pair] = sum(self.scores[pair]) / 2
        self.counts[round(4 * self.pairs[pair])] += 1

    def _add_game(self, record: GameRecord, own: int) -> None:
        self.draws += record.winner is None
        self.first_player_points += record.value_for(0)
        self.reasons[record.reason if record.end == "rules" else record.end] += 1
        self.adjudicated += record.end == "adjudicated"
        if record.end in FORFEITS and record.winner is not None:
            agent = 0 if 1 - record.winner == own else 1
            self.forfeits[agent][record.end] += 1
            if record.end in FAILURES:
                self._add_failure(self.failures[agent], (record.end, failure_cause(record)))
        key = hash((record.start, tuple(move.move for move in record.moves)))
        self.repeated += key in self._seen
        self._seen.add(key)
        for player, tag in enumerate(LATE_TAGS):
            late = record.tags.get(tag, "0")
            self.costs[0 if player == own else 1].late += int(late) if late.isdecimal() else 0
        for player, move in _moves_by_player(record):
            self._add_move(0 if player == own else 1, move)

    @staticmethod
    def _add_failure(failures: Counter[tuple[str, str]], failure: tuple[str, str]) -> None:
        if failure in failures or len(failures) < MOST_KEPT:
            failures[failure] += 1

    def _add_move(self, agent: int, move: MoveRecord) -> None:
        cost = self.costs[agent]
        cost.moves += 1
        cost.simulations += move.simulations or 0
        cost.nodes += move.nodes or 0
        cost.seconds += move.seconds or 0.0
        self.plies += 1


def _moves_by_player(record: GameRecord) -> Iterator[tuple[int, MoveRecord]]:
    """The moves with the players who made them, without dice rolls."""
    for move in record.moves:
        if move.player is not None:
            yield move.player, move


@dataclass
class Standing:
    """The finished pairs of a match, and those that count.

    With a test, pairs count in the order of the schedule up to its decision.
    """

    sprt: Sprt | None = None
    tally: Tally = field(default_factory=Tally)
    """Totals over the pairs that count."""
    stored: set[int] = field(default_factory=set)
    """All finished pairs, including those that do not count."""
    verdict: Status | None = None
    """"H0" or "H1" once the test has decided."""
    counted: int | None = None
    """Number of pairs up to the decision of the test; None before it."""
    llrs: list[float] = field(default_factory=list)
    """Log-likelihood ratio after each pair, in the order of the schedule."""
    _early: dict[int, Sequence[GameRecord]] = field(default_factory=dict, repr=False)
    """Pairs that the test has not seen yet, because an earlier one is not finished."""

    @property
    def pentanomial(self) -> Pentanomial:
        """The pairs that count."""
        return self.tally.pentanomial

    @property
    def llr(self) -> float:
        """The latest log-likelihood ratio; 0 before the first pair."""
        return self.llrs[-1] if self.llrs else 0.0

    def add(self, pair: int, records: Sequence[GameRecord]) -> None:
        """Adds a finished pair, and counts it unless the test has already decided."""
        self.stored.add(pair)
        if self.sprt is None:
            self.tally.add(pair, records)
        elif self.verdict is None:
            self._early[pair] = records
            self._judge(self.sprt)

    def _judge(self, sprt: Sprt) -> None:
        """Shows the test all pairs whose predecessors are finished."""
        while self.verdict is None and (pair := len(self.llrs)) in self._early:
            self.tally.add(pair, self._early.pop(pair))
            self.llrs.append(sprt.llr(self.pentanomial))
            self.verdict = sprt.decision(self.llr)
        if self.verdict is not None:
            self.counted = len(self.llrs)
            self._early.clear()

    def verdict_summary(self) -> str:
        """The state of the test, short enough for a table; empty without a test."""
        if self.sprt is None:
            return ""
        unit = UNITS[self.sprt.unit]
        of = f"{self.sprt.elo0:g},{self.sprt.elo1:g} {unit}"
        return f"{self.verdict or 'open'}, LLR {self.llr:+.2f} of {of}"

    def verdict_text(self) -> str:
        """The state of the test in a sentence; empty without a test."""
        if self.sprt is None:
            return ""
        decided = f"{self.verdict} accepted" if self.verdict else "not decided"
        return f"{decided}: LLR {self.llr:+.2f}; {self.sprt}"
