"""Measures: quantities other than the score, from the stored games of a match.

Each is about the first agent named. They come from the records, so a measure is resumed with its
match and is the same on every machine when its budget is in simulations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev
from typing import Any

import tesuji
from tesuji.arena.match.pair import GRACE
from tesuji.arena.match.result import MatchResult
from tesuji.arena.stats.pentanomial import Interval, mean_interval, wilson_interval
from tesuji.games import Position
from tesuji.games.randomness import derive_seed
from tesuji.games.record import GameRecord, MoveRecord
from tesuji.specs import parse_spec

__all__ = ["MEASURES", "Measure", "Measured", "measure_match", "without_pruning"]


@dataclass(frozen=True)
class Measured:
    """A share with what it is a share of, or a mean with the values that it is the mean of."""

    value: float
    count: float
    """Chances that a share is of, or games that a mean is over."""
    deviation: float | None = None
    """Of a mean: how games vary."""

    def interval(self, level: float) -> Interval:
        """Wilson's of a share; of a mean Student's, without bound below two games."""
        if self.deviation is None:
            return wilson_interval(self.value * self.count, self.count, level=level)
        return mean_interval(self.value, self.deviation, int(self.count), level=level)


@dataclass(frozen=True)
class Measure:
    """A name, what it says, and how it is taken."""

    summary: str
    is_share: bool
    take: Callable[[MatchResult], Measured]


def measure_match(name: str, match: MatchResult) -> Measured | None:
    """The measure of a match; None where there was no chance to take it."""
    found = MEASURES[name].take(match) if match.pentanomial.pairs else None
    return found if found is not None and found.count else None


def _share(games: Sequence[tuple[int, int]]) -> Measured:
    """A share from the hits and chances of each game.

    Chances of one game are alike, so they count for as many independent ones as games vary
    (a ratio estimated from clusters), and where games do not vary, for one a game.
    """
    chances = sum(each for _, each in games)
    clusters = sum(each > 0 for _, each in games)
    if not chances:
        return Measured(0.0, 0)
    share = sum(hits for hits, _ in games) / chances
    squares = sum((hits - share * each) ** 2 for hits, each in games)
    if clusters < 2 or not squares:
        return Measured(share, clusters)
    variance = squares / chances**2 * clusters / (clusters - 1)
    return Measured(share, min(chances, share * (1 - share) / variance))


def _mean(values: Sequence[float]) -> Measured:
    """A mean over games."""
    spread = stdev(values) if len(values) > 1 else 0.0
    return Measured(fmean(values) if values else 0.0, len(values), spread)


def _budget(match: MatchResult) -> dict[str, Any]:
    """What the first agent could spend on a move, as a search takes it."""
    per_move = match.match.plan.limits[0].per_move
    given = {name: value for name, value in per_move.limits().items() if value is not None}
    return {**given, "clock": per_move.clock or "cpu"}


def _own_side(record: GameRecord) -> int:
    """Which player the first agent named was."""
    return int(record.tags.get("Side") == "swapped")


def _own_turns(record: GameRecord) -> Iterator[tuple[Position, MoveRecord]]:
    own = _own_side(record)
    for position, move in zip(record.positions(), record.moves, strict=False):
        if move.player == own:
            yield position, move


def _root_visits(match: MatchResult) -> Measured:
    """The mean visits of the children that a new tree's root has, one more with each visit.

    Of a game the median turn: few moves are left near its end, and have many visits each.
    """
    means = []
    for record in match.games():
        searched = [
            move.simulations / min(move.simulations, len(position.legal_moves))
            for position, move in _own_turns(record)
            if move.simulations
        ]
        if searched:
            means.append(median(searched))
    return _mean(means)


def _reuse(match: MatchResult) -> Measured:
    """Follows each stored game with a player that thinks as the agent did."""
    plan = match.match.plan
    agent, game, budget = tesuji.agent(plan.agents[0]), tesuji.game(plan.game), _budget(match)
    found = []
    for record in match.games():
        seed = derive_seed(int(record.tags.get("Seed", "0")), 10 + _own_side(record))
        player = agent.player(game, seed=seed)
        kept = [player.search(position, **budget).reused > 0 for position, _ in _own_turns(record)]
        found.append((sum(kept[1:]), len(kept[1:])))
    return _share(found)


def _late(match: MatchResult) -> Measured:
    """Moves over the limit by more than the arena's grace; they lose the game there."""
    late = match.match.tally.forfeits[0]["time"]
    moves = match.match.tally.costs[0].moves + late
    # Which game it was in does not matter: a late move ends its game.
    return Measured(late / moves if moves else 0.0, moves)


def _missed_wins(match: MatchResult) -> Measured:
    found = []
    for record in match.games():
        own = _own_side(record)
        missed = [
            not _wins(position.play(move.move), own)
            for position, move in _own_turns(record)
            if any(_wins(position.play(each), own) for each in position.legal_moves)
        ]
        found.append((sum(missed), len(missed)))
    return _share(found)


def _wins(position: Position, player: int) -> bool:
    outcome = position.outcome
    return outcome is not None and outcome.winner == player


def without_pruning(agent: tesuji.Agent) -> tesuji.Agent:
    """The same search that looks at every move; only alpha-beta has one."""
    return tesuji.agent(str(parse_spec(agent.expanded()).replaced("prune", False)))


def _saved(match: MatchResult) -> Measured:
    """Searches each stored position of the agent twice, with and without pruning."""
    pruned, budget = tesuji.agent(match.agents[0]), _budget(match)
    whole = without_pruning(pruned)
    shares = []
    for record in match.games():
        positions = [position for position, _ in _own_turns(record)]
        nodes = [
            sum(agent.search(position, seed=0, **budget).nodes for position in positions)
            for agent in (pruned, whole)
        ]
        shares.append(1 - nodes[0] / nodes[1])
    return _mean(shares)


def _as_second(match: MatchResult) -> Measured:
    scores = [second for _, second in match.match.tally.scores.values()]
    return Measured(fmean(scores) if scores else 0.0, len(scores))


def _lost_as_second(match: MatchResult) -> Measured:
    return _share([(second == 0, 1) for _, second in match.match.tally.scores.values()])


def _proven_lost(match: MatchResult) -> Measured:
    """Searches every position that games began from, with the agent's limits."""
    agent, budget = tesuji.agent(match.agents[0]), _budget(match)
    starts = {record.start: next(record.positions()) for record in match.games()}
    lost = [agent.search(each, seed=0, **budget).proven == "loss" for each in starts.values()]
    return _share([(each, 1) for each in lost])


def _to_move(match: MatchResult) -> Measured:
    tally = match.match.tally
    return Measured(tally.first_player_score, tally.games)


MEASURES = {
    "root_visits": Measure("mean visits of the root's children", False, _root_visits),
    "reuse": Measure("share of turns that began with a kept tree", True, _reuse),
    "late": Measure(f"share of moves over the limit by more than {GRACE} s", True, _late),
    "missed_wins": Measure("share of wins in one that were not played", True, _missed_wins),
    "saved": Measure("share of positions that pruning saves (alpha-beta)", True, _saved),
    "as_second": Measure("score in the games as second player", True, _as_second),
    "lost_as_second": Measure("share of games as second player lost", True, _lost_as_second),
    "proven_lost": Measure("share of first positions proven lost", True, _proven_lost),
    "first_player": Measure("score of player 0, whoever that was", True, _to_move),
}
