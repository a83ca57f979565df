"""Measures: quantities other than the score, from the stored games of a match.

Each measures the first agent of the match. They are computed from game records, so they resume
with the match and are the same on every machine if the budget is in simulations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean, median, stdev
from typing import Any

import tesuji
from tesuji.arena.match.pair import GRACE, player_seed
from tesuji.arena.match.result import MatchResult
from tesuji.arena.stats.pentanomial import Interval, mean_interval, wilson_interval
from tesuji.games import Position
from tesuji.games.compiled import CompiledGame
from tesuji.games.record import GameRecord, MoveRecord
from tesuji.specs import parse_spec

__all__ = [
    "MEASURES",
    "Measure",
    "Measurement",
    "measure_match",
    "missed_win",
    "without_pruning",
]


DEEPEST = 1000
"""Plies of a tree that are looked at: all of them."""


@dataclass(frozen=True)
class Measurement:
    """A share or a mean, with the size of its sample."""

    value: float
    count: float
    """The number of independent chances behind a share, or of games behind a mean."""
    deviation: float | None = None
    """The standard deviation between games; None for a share."""

    def interval(self, level: float) -> Interval:
        """Wilson's interval for a share, Student's for a mean (infinite below two games)."""
        if self.deviation is None:
            return wilson_interval(self.value * self.count, self.count, level=level)
        return mean_interval(self.value, self.deviation, int(self.count), level=level)


@dataclass(frozen=True)
class Measure:
    """A quantity, and the function that computes it."""

    summary: str
    is_share: bool
    compute: Callable[[MatchResult], Measurement]


def measure_match(name: str, match: MatchResult) -> Measurement | None:
    """The measure of a match; None if the games gave no chance to measure it."""
    found = MEASURES[name].compute(match) if match.pentanomial.pairs else None
    return found if found is not None and found.count else None


def _share(games: Sequence[tuple[int, int]]) -> Measurement:
    """A share from the hits and chances of each game.

    Chances within one game are correlated, so the sample size follows from the variance between
    games (a ratio estimated from clusters). If games do not vary, each counts as one chance.
    """
    chances = sum(each for _, each in games)
    clusters = sum(each > 0 for _, each in games)
    if not chances:
        return Measurement(0.0, 0)
    share = sum(hits for hits, _ in games) / chances
    squares = sum((hits - share * each) ** 2 for hits, each in games)
    if clusters < 2 or not squares:
        return Measurement(share, clusters)
    variance = squares / chances**2 * clusters / (clusters - 1)
    return Measurement(share, min(chances, share * (1 - share) / variance))


def _mean(values: Sequence[float]) -> Measurement:
    """A mean over games."""
    spread = stdev(values) if len(values) > 1 else 0.0
    return Measurement(fmean(values) if values else 0.0, len(values), spread)


def _budget(match: MatchResult) -> dict[str, Any]:
    """The first agent's budget per move, as arguments of a search."""
    per_move = match.match.plan.limits[0].per_move
    given = {name: value for name, value in per_move.limits().items() if value is not None}
    return {**given, "clock": per_move.clock or "cpu"}


def _own_side(record: GameRecord) -> int:
    """The player that the first agent was."""
    return int(record.tags.get("Side") == "swapped")


def _own_turns(record: GameRecord) -> Iterator[tuple[Position, MoveRecord]]:
    own = _own_side(record)
    for position, move in zip(record.positions(), record.moves, strict=False):
        if move.player == own:
            yield position, move


def _root_visits(match: MatchResult) -> Measurement:
    """The mean visits of the root's children, in a tree where each visit adds a child.

    Takes the median turn of each game: near the end few moves are left, with many visits each.
    """
    means = []
    for record in match.games:
        searched = [
            move.simulations / min(move.simulations, len(position.legal_moves))
            for position, move in _own_turns(record)
            if move.simulations
        ]
        if searched:
            means.append(median(searched))
    return _mean(means)


def _reuse(match: MatchResult) -> Measurement:
    """Replays each stored game with a player that searches as the agent did."""
    plan = match.match.plan
    agent, budget = tesuji.agent(plan.agents[0]), _budget(match)
    found = []
    for record in match.games:
        seed = player_seed(int(record.tags.get("Seed", "0")), 0, _own_side(record) == 1)
        player = agent.player(tesuji.game(record.game), seed=seed)
        kept = [player.search(position, **budget).reused > 0 for position, _ in _own_turns(record)]
        found.append((sum(kept[1:]), len(kept[1:])))
    return _share(found)


def _late(match: MatchResult) -> Measurement:
    """Moves over the limit by more than the arena's grace, which lose the game."""
    late = match.match.tally.forfeits[0]["time"]
    moves = match.match.tally.costs[0].moves + late
    # A late move ends its game, so there is at most one per game.
    return Measurement(late / moves if moves else 0.0, moves)


def _missed_wins(match: MatchResult) -> Measurement:
    found = []
    for record in match.games:
        missed = _missed(record, _own_side(record))
        found.append((sum(missed), len(missed)))
    return _share(found)


def _missed(record: GameRecord, player: int) -> list[bool]:
    """For each immediate win that a player had, whether it was missed."""
    return [
        not _wins(position.play(move.move), player)
        for position, move in zip(record.positions(), record.moves, strict=False)
        if move.player == player
        and any(_wins(position.play(each), player) for each in position.legal_moves)
    ]


def missed_win(record: GameRecord) -> bool:
    """Whether a player of a game missed an immediate win."""
    return any(_missed(record, 0)) or any(_missed(record, 1))


def _wins(position: Position, player: int) -> bool:
    outcome = position.outcome
    return outcome is not None and outcome.winner == player


def without_pruning(agent: tesuji.Agent) -> tesuji.Agent:
    """The same alpha-beta search without pruning; other agents are a ParameterError."""
    return tesuji.agent(str(parse_spec(agent.expanded()).replaced("prune", False)))


def _saved(match: MatchResult) -> Measurement:
    """Searches each position of the agent twice, with and without pruning."""
    pruned, budget = tesuji.agent(match.agents[0]), _budget(match)
    whole = without_pruning(pruned)
    shares = []
    for record in match.games:
        positions = [position for position, _ in _own_turns(record)]
        nodes = [
            sum(agent.search(position, seed=0, **budget).nodes for position in positions)
            for agent in (pruned, whole)
        ]
        shares.append(1 - nodes[0] / nodes[1])
    return _mean(shares)


def _as_second(match: MatchResult) -> Measurement:
    scores = [second for _, second in match.match.tally.scores.values()]
    return Measurement(fmean(scores) if scores else 0.0, len(scores))


def _lost_as_second(match: MatchResult) -> Measurement:
    return _share([(second == 0, 1) for _, second in match.match.tally.scores.values()])


def _proven_lost(match: MatchResult) -> Measurement:
    """Searches every starting position with the agent's limits; they are all there is to know."""
    agent, budget = tesuji.agent(match.agents[0]), _budget(match)
    starts = {record.start: next(record.positions()) for record in match.games}
    lost = [agent.search(each, seed=0, **budget).proven == "loss" for each in starts.values()]
    return Measurement(fmean(lost), max(2, len(lost)), deviation=0.0)


def _first_player(match: MatchResult) -> Measurement:
    tally = match.match.tally
    return Measurement(tally.first_player_score, tally.games)


def _as_first(match: MatchResult) -> Measurement:
    scores = [first for first, _ in match.match.tally.scores.values()]
    return Measurement(fmean(scores) if scores else 0.0, len(scores))


def _margin(match: MatchResult) -> Measurement:
    """The final scores of the games that the agent won."""
    won = (record for record in match.games if record.winner == _own_side(record))
    return _mean([abs(record.score) for record in won])


def _breadth(match: MatchResult) -> Measurement:
    """The largest number of legal moves in each game, of both players."""
    return _mean(
        [max(len(each.legal_moves) for each in record.positions()) for record in match.games]
    )


def _depth(match: MatchResult) -> Measurement:
    """Searches each position of the agent again; the mean depth of each game."""
    agent, budget = tesuji.agent(match.agents[0]), _budget(match)
    found = [
        [agent.search(position, seed=0, **budget).depth for position, _ in _own_turns(record)]
        for record in match.games
    ]
    return _mean([fmean(depths) for depths in found if depths])


def _seconds(match: MatchResult) -> Measurement:
    """The mean time of the agent's moves in each game."""
    return _mean([each for each in map(_mean_seconds, match.games) if each is not None])


def _mean_seconds(record: GameRecord) -> float | None:
    """The mean time of the agent's moves."""
    side = _own_side(record)
    taken = [move.seconds or 0.0 for move in record.moves if move.player == side]
    return fmean(taken) if taken else None


def _cost(match: MatchResult) -> Measurement:
    """The time of the agent's moves, in simulations of the opponent in the same game."""
    costs = []
    for record in match.games:
        other = [move for move in record.moves if move.player == 1 - _own_side(record)]
        made = sum(move.simulations or 0 for move in other)
        taken = sum(move.seconds or 0.0 for move in other)
        own = _mean_seconds(record)
        if made and taken and own is not None:
            costs.append(own * made / taken)
    return _mean(costs)


def _nodes_per_mb(match: MatchResult, *, boards: bool = False) -> Measurement:
    """Searches each position of the agent again and counts the moves that its tree has visited.

    With ``boards``, each of them also holds a position, as the game stores it.
    """
    agent, budget = tesuji.agent(match.agents[0]), _budget(match)
    found = []
    for record in match.games:
        game = tesuji.game(record.game)
        player, nodes, size = agent.player(game, seed=0), 0, 0
        for position, _ in _own_turns(record):
            made = _visited(player.search(position, **budget).tree(DEEPEST))
            own = game.position_bytes if boards and isinstance(game, CompiledGame) else 0
            nodes, size = nodes + made, size + (player.tree_bytes or 0) + own * made
        if size:
            found.append(nodes / (size / 2**20))
    return _mean(found)


def _visited(tree: dict[str, Any] | None) -> int:
    """The visited moves of a tree."""
    children = [] if tree is None else [each for each in tree["children"] if each["visits"]]
    return len(children) + sum(_visited(each["node"]) for each in children)


MEASURES = {
    "root_visits": Measure("mean visits of the root's children", False, _root_visits),
    "reuse": Measure("share of turns that reused the tree", True, _reuse),
    "late": Measure(f"share of moves over the limit by more than {GRACE} s", True, _late),
    "missed_wins": Measure("share of immediate wins that were not played", True, _missed_wins),
    "saved": Measure("share of nodes that pruning saves (alpha-beta)", True, _saved),
    "as_second": Measure("score in the games as second player", True, _as_second),
    "lost_as_second": Measure("share of games lost as second player", True, _lost_as_second),
    "proven_lost": Measure("share of starting positions proven lost", True, _proven_lost),
    "as_first": Measure("score in the games as first player", True, _as_first),
    "margin": Measure("mean score of the games that were won", False, _margin),
    "breadth": Measure("largest number of legal moves in a game", False, _breadth),
    "depth": Measure("mean depth of the searches", False, _depth),
    "seconds": Measure("seconds per move", False, _seconds),
    "cost": Measure("time per move, in simulations of the opponent", False, _cost),
    "nodes_per_mb": Measure("nodes of the tree per megabyte", False, _nodes_per_mb),
    "nodes_per_mb_with_boards": Measure(
        "nodes per megabyte if each held a position",
        False,
        partial(_nodes_per_mb, boards=True),
    ),
    "first_player": Measure("score of the player who moved first", True, _first_player),
}
