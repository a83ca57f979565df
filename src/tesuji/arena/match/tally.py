"""Tallies: what the games of one match add up to, pair by pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.arena.stats.sprt import UNITS, Sprt, Status
from tesuji.games.record import GameRecord, MoveRecord

__all__ = ["FORFEITS", "AgentCost", "Standing", "Tally", "forfeits_text"]

FORFEITS = {"time": "on time", "illegal": "by an illegal move", "crash": "by a crash"}
"""Ways to lose a game without playing it to its end, in words."""


def forfeits_text(lost: Counter[str]) -> str:
    """How many games were forfeited in each way."""
    found = [f"{lost[kind]} {words}" for kind, words in FORFEITS.items() if lost[kind]]
    return ", ".join(found) or "none"


@dataclass
class AgentCost:
    """What an agent spent."""

    moves: int = 0
    simulations: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """As plain data, per move and per second."""
        moves, seconds = max(self.moves, 1), max(self.seconds, 1e-9)
        return {
            "moves": self.moves,
            "seconds_a_move": self.seconds / moves,
            "simulations_a_move": self.simulations / moves,
            "simulations_a_second": self.simulations / seconds,
            "nodes_a_second": self.nodes / seconds,
        }


@dataclass
class Tally:
    """Finished pairs of a match, as its first agent sees them."""

    pairs: dict[int, float] = field(default_factory=dict)
    """The mean score of the first agent in each pair."""
    scores: dict[int, tuple[float, float]] = field(default_factory=dict)
    """Its scores in both games of each pair: as player 0, then as player 1."""
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    """Pairs by their points, as a pentanomial has them."""
    draws: int = 0
    first_player_points: float = 0.0
    plies: int = 0
    forfeits: tuple[Counter[str], Counter[str]] = field(
        default_factory=lambda: (Counter(), Counter())
    )
    adjudicated: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    costs: tuple[AgentCost, AgentCost] = field(default_factory=lambda: (AgentCost(), AgentCost()))
    _seen: set[int] = field(default_factory=set)
    repeated: int = 0
    """Games that equal an earlier one move for move."""

    @property
    def pentanomial(self) -> Pentanomial:
        """The pairs as their statistics."""
        return Pentanomial(tuple(self.counts))  # type: ignore[arg-type]

    @property
    def first_player_score(self) -> float:
        """Points a game of player 0, whoever that was; 0 without games."""
        return self.first_player_points / max(self.games, 1)

    @property
    def draw_rate(self) -> float:
        """Draws a game."""
        return self.draws / max(self.games, 1)

    @property
    def mean_plies(self) -> float:
        """Moves a game; rolls are none."""
        return self.plies / max(self.games, 1)

    @property
    def games(self) -> int:
        """Games counted."""
        return 2 * len(self.pairs)

    def add(self, pair: int, records: Iterable[GameRecord]) -> None:
        """Counts the two games of a pair, the first with the sides as named."""
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
            loser = 1 - record.winner
            self.forfeits[0 if loser == own else 1][record.end] += 1
        key = hash((record.start, tuple(move.move for move in record.moves)))
        self.repeated += key in self._seen
        self._seen.add(key)
        for player, move in _moves_by_player(record):
            self._add_move(0 if player == own else 1, move)

    def _add_move(self, agent: int, move: MoveRecord) -> None:
        cost = self.costs[agent]
        cost.moves += 1
        cost.simulations += move.simulations or 0
        cost.nodes += move.nodes or 0
        cost.seconds += move.seconds or 0.0
        self.plies += 1


def _moves_by_player(record: GameRecord) -> Iterator[tuple[int, MoveRecord]]:
    """The moves with who made them; rolls are nobody's."""
    for move in record.moves:
        if move.player is not None:
            yield move.player, move


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

    def verdict_summary(self) -> str:
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
