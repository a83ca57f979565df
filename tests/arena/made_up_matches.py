"""Made-up matches: random moves, and the results that a test wants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import tesuji
from tesuji.arena.match.contest import Contest
from tesuji.arena.match.limits import Limits
from tesuji.arena.match.plan import MatchPlan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.stats.sprt import Sprt
from tesuji.games.randomness import RandomStream
from tesuji.games.record import GameRecord, MoveRecord

WHERE = {
    "tesuji": "9.8.7",
    "build": "build-1234",
    "processor": "Abacus <3>",
    "python": "3.14.1",
    "games_at_once": 5,
}


def _moves(game: str, start: str, seed: int) -> Iterator[MoveRecord]:
    position, stream = tesuji.game(game).position(start), RandomStream(seed)
    while not position.is_over:
        if position.is_chance:
            options: list[Any] = [event for event, _ in position.chance_outcomes]
            player = None
        else:
            options, player = list(position.legal_moves), position.next_player
        chosen = options[stream.below(len(options))]
        if player is None:
            yield MoveRecord(str(chosen))
        else:
            yield MoveRecord(str(chosen), player, 0.625, 77, 154, 0.011)
        position = position.play(chosen)


def _record(plan: MatchPlan, pair: int, side: int, score: float, **changes: Any) -> GameRecord:
    start, order = plan.task(pair).opening, (1, 0) if side else (0, 1)
    winner = None if score == 0.5 else side if score == 1 else 1 - side
    values: dict[str, Any] = {
        "game": plan.game,
        "agents": tuple(plan.agents[i] for i in order),
        "start": start,
        "moves": tuple(_moves(plan.game, start, 2 * pair + side)),
        "winner": winner,
        "score": 0,
        "reason": "made up",
        "tags": {"Side": "swapped" if side else "named"},
    }
    return GameRecord(**(values | changes))


def made_up_plan(
    game: str = "ewn", agents: tuple[str, str] = ("mcts", "flat"), **more: Any
) -> MatchPlan:
    limits = Limits.given(simulations=100)
    values: dict[str, Any] = {"limits": (limits, limits), "pairs": 10, "seed": 424242}
    return MatchPlan(game=game, agents=agents, **(values | more))


def made_up_match(
    plan: MatchPlan,
    pairs: list[tuple[float, float]],
    *,
    complete: bool = True,
    sprt: Sprt | None = None,
    where: dict[str, Any] = WHERE,
    **changes: Any,
) -> MatchResult:
    contest = Contest([plan], sprt=sprt)
    state = contest.matches[0]
    for number, scores in enumerate(pairs):
        records = [_record(plan, number, side, scores[side], **changes) for side in (0, 1)]
        contest.store.add_pair(state.stored_id, number, records, where)
        state.add(number, records)
    return MatchResult(state, contest, complete)


PAIRS = [(1.0, 1.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.0), (1.0, 0.5), (1.0, 1.0)]
