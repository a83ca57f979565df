"""Playing: one pair of games from one opening, sides swapped, the same dice for both."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import tesuji
from tesuji.agents import Analysis
from tesuji.arena.match.limits import Limits
from tesuji.errors import ParameterError, TesujiError
from tesuji.games import Move
from tesuji.games.chance import draw_event
from tesuji.games.randomness import RandomStream, derive_seed
from tesuji.games.record import GameRecord, MoveRecord

__all__ = ["PairTask", "check_adjudicate", "play_pair"]

GRACE = 0.05
"""Seconds by which a move may be late before it counts as a loss on time."""
AGREED_MOVES = 3
"""Moves on end for which both must agree before values decide a game."""


@dataclass(frozen=True, kw_only=True)
class PairTask:
    """All that a worker needs to play a pair, as plain data: text and numbers only."""

    game: str
    agents: tuple[str, str]
    limits: tuple[dict[str, Any], dict[str, Any]]
    opening: str
    pair: int
    seed: int
    load: tuple[str, ...] = ()
    match: int = 0
    """Which match of a contest the pair belongs to."""
    adjudicate: dict[str, Any] | None = None
    versions: dict[str, Any] = field(default_factory=dict)
    """What a worker must agree on; see `tesuji.arena.run.conditions`."""


def check_adjudicate(rule: dict[str, Any] | None) -> None:
    """Refuses rules of adjudication that mean nothing."""
    if rule is None:
        return
    proven, value = rule.get("proven", False), rule.get("value")
    moves = rule.get("moves", AGREED_MOVES)
    fits = (
        not set(rule) - {"proven", "value", "moves"}
        and isinstance(proven, bool)
        and (value is None or (_is_number(value) and 0.5 < value <= 1))
        and isinstance(moves, int)
        and not isinstance(moves, bool)
        and moves >= 1
    )
    if not fits:
        raise ParameterError(
            'adjudicate is {"proven": True} or {"value": 0.98, "moves": 3}, with a value above'
            f" 0.5 and at least one move; not {rule!r}"
        )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def play_pair(task: PairTask) -> list[dict[str, Any]]:
    """Plays both games; the first agent named moves first in the first of them."""
    for file in task.load:
        tesuji.load(file)
    return [_Table(task, swapped).play().to_dict() for swapped in (False, True)]


class _Table:
    """One game being played."""

    def __init__(self, task: PairTask, swapped: bool) -> None:
        order = (1, 0) if swapped else (0, 1)
        self.task = task
        self.game = tesuji.game(task.game)
        self.position = self.game.position(task.opening)
        self.agents = tuple(task.agents[i] for i in order)
        self.limits = tuple(Limits.from_dict(task.limits[i]) for i in order)
        # The side that is not swapped matters to nobody but the seeds: an agent must not see
        # the same random numbers in both games of a pair.
        self.players = [
            tesuji.agent(spec).player(self.game, seed=derive_seed(task.seed, 10 + 2 * i + swapped))
            for i, spec in zip(order, self.agents, strict=True)
        ]
        self.plays_at_once = [
            tesuji.agent(spec).settings.get("time.forced", False) for spec in self.agents
        ]
        """Of each player, whether it plays a single legal move without thinking."""
        self.dice = RandomStream(derive_seed(task.seed, 1))
        self.left = [limit.game_seconds for limit in self.limits]
        self.moves: list[MoveRecord] = []
        self.agreed = [0, 0]
        """Moves on end that each player has called the same winner by its value ..."""
        self.favourite: int | None = None
        """... and who that is."""
        self.decided: tuple[int, str] | None = None
        """Who wins and why, once that is adjudicated."""
        self.swapped = swapped

    def play(self) -> GameRecord:
        """Plays to the end and returns the record."""
        while not self.position.is_over:
            if self.position.is_chance:
                self._roll()
                continue
            mover = self.position.next_player
            broken = self._move(mover)
            if broken is not None:
                end, reason = broken
                return self._record(1 - mover, 0, reason, end)
            if self.decided is not None and not self.position.is_over:
                winner, reason = self.decided
                return self._record(winner, 0, reason, "adjudicated")
        outcome = self.position.outcome
        assert outcome is not None
        return self._record(outcome.winner, outcome.score, outcome.reason, "rules")

    def _roll(self) -> None:
        event = draw_event(self.position, self.dice)
        self.position = self.position.play(event)
        self.moves.append(MoveRecord(str(event)))

    def _move(self, mover: int) -> tuple[str, str] | None:
        """Lets a player move; (end, reason) where it forfeits."""
        begun_wall, begun_cpu = time.perf_counter(), time.thread_time()
        try:
            forced = self._forced(mover)
            answer = self._ask(mover) if forced is None else forced
        except TesujiError as error:
            return "crash", f"{self.agents[mover]} failed: {error}"
        except Exception as error:
            return "crash", f"{self.agents[mover]} failed: {type(error).__name__}: {error}"
        wall, cpu = time.perf_counter() - begun_wall, time.thread_time() - begun_cpu
        spent = wall if self.limits[mover].per_move.clock == "wall" else cpu
        if late := self._too_late(mover, spent):
            return "time", f"{self.agents[mover]} {late}"
        move = answer.best if isinstance(answer, Analysis) else answer
        try:
            after = self.position.play(move)
        except TesujiError as error:
            return "illegal", f"{self.agents[mover]} played an illegal move: {error}"
        self.moves.append(_move_record(answer, mover, round(spent, 6)))
        if isinstance(answer, Analysis):
            self._note(mover, answer)
        self.position = after
        return None

    def _forced(self, mover: int) -> Move | None:
        """The only legal move, where the agent would not think about it."""
        moves = self.position.legal_moves
        return moves[0] if self.plays_at_once[mover] and len(moves) == 1 else None

    def _ask(self, mover: int) -> Analysis:
        player, budget = self.players[mover], self.limits[mover].per_move
        given = {k: v for k, v in budget.limits().items() if v is not None}
        given |= {k: v for k in ("clock", "memory") if (v := getattr(budget, k)) is not None}
        remaining = self.left[mover]
        if remaining is None:
            return player.search(self.position, **given)
        increment = self.limits[mover].increment
        return player.search(self.position, remaining=remaining, increment=increment, **given)

    def _too_late(self, mover: int, spent: float) -> str | None:
        limit = self.limits[mover]
        remaining = self.left[mover]
        if remaining is not None:
            # Late by less than the grace: the clock shows zero, and not less.
            self.left[mover] = max(0.0, remaining - spent) + limit.increment
            over = spent - remaining
            return f"overstepped its clock by {over:.3f} s" if over > GRACE else None
        seconds = limit.per_move.seconds
        if seconds is None:
            return None
        over = spent - seconds
        # Ten times the budget on a machine that is not running us is not the agent's fault.
        return f"took {spent:.3f} s of {seconds:g} s" if over > max(GRACE, 0.5 * seconds) else None

    def _note(self, mover: int, analysis: Analysis) -> None:
        """Adjudicates by a proof of the mover, or by values on which both agree for a while."""
        rule = self.task.adjudicate or {}
        if rule.get("proven") and analysis.proven in ("win", "loss"):
            winner = mover if analysis.proven == "win" else 1 - mover
            self.decided = winner, f"{self.agents[mover]} has a proof"
        elif (bound := rule.get("value")) is not None:
            favourite = _favourite(mover, analysis.value, bound)
            if favourite != self.favourite:
                self.agreed, self.favourite = [0, 0], favourite
            self.agreed[mover] += 1
            moves = rule.get("moves", AGREED_MOVES)
            if favourite is not None and min(self.agreed) >= moves:
                self.decided = favourite, f"both agree on it for {moves} moves"

    def _record(self, winner: int | None, score: int, reason: str, end: str) -> GameRecord:
        return GameRecord(
            game=self.task.game,
            agents=(self.agents[0], self.agents[1]),
            start=self.task.opening,
            moves=tuple(self.moves),
            winner=winner,
            score=score,
            reason=reason,
            end=end,
            tags={
                "Pair": str(self.task.pair),
                "Side": "swapped" if self.swapped else "named",
                "Seed": str(self.task.seed),
            },
        )


def _move_record(answer: Analysis | Move, mover: int, seconds: float) -> MoveRecord:
    """What is kept of a move; one that was forced has no value and cost nothing."""
    if isinstance(answer, Analysis):
        thought = (answer.value, answer.simulations, answer.nodes)
        return MoveRecord(str(answer.best), mover, *thought, seconds)
    return MoveRecord(str(answer), mover, None, 0, 0, seconds)


def _favourite(mover: int, value: float, bound: float) -> int | None:
    """Who wins according to the mover's value, None if that is open."""
    if value >= bound:
        return mover
    return 1 - mover if value <= 1 - bound else None
