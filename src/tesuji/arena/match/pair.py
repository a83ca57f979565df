"""Pairs of games: the same opening and the same dice, sides swapped."""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import tesuji
from tesuji.agents import Analysis, Budget
from tesuji.arena.match.limits import Limits
from tesuji.arena.run.stall_watch import StallWatch
from tesuji.errors import AgentFailure, IllegalMoveError, NotationError, ParameterError, TesujiError
from tesuji.games import Move, Position
from tesuji.games.game_loop import Turn, play_game
from tesuji.games.randomness import RandomStream, derive_seed, keyed_seed
from tesuji.games.record import LATE_TAGS, LOG_TAG, GameRecord, MoveRecord

__all__ = [
    "MEMORY_TAGS",
    "FunctionTask",
    "PairGame",
    "PairTask",
    "check_adjudicate",
    "play_pair",
    "player_seed",
]

GRACE = 0.05
"""Seconds by which a move may be late before it is a time forfeit."""
MEMORY_TAGS = ("First-Memory", "Second-Memory")
VOID_TAG = "Voided"
"""The tag of a game that was played again, with the reason."""
AGREED_MOVES = 3
"""Consecutive moves for which both players must agree before their values decide a game."""


class FunctionTask(NamedTuple):
    """A registered function, as a worker needs it: where it is, and what to call it."""

    agent: str
    file: str
    name: str
    """The qualified name in the file; empty if the file registers the agent itself."""
    version: str


@dataclass(frozen=True, kw_only=True)
class PairTask:
    """Everything that a worker needs to play a pair, as plain data: text and numbers only."""

    game: str
    agents: tuple[str, str]
    limits: tuple[dict[str, Any], dict[str, Any]]
    opening: str
    pair: int
    seed: int
    load: tuple[str, ...] = ()
    functions: tuple[FunctionTask, ...] = ()
    folder: str = ""
    """The folder that relative paths in specs start from; empty for the worker's own."""
    match: int = 0
    """The number of the match in its contest."""
    adjudicate: dict[str, Any] | None = None
    versions: dict[str, Any] = field(default_factory=dict)
    """The versions that a worker must have; see `tesuji.arena.run.conditions`."""


def check_adjudicate(rule: dict[str, Any] | None) -> None:
    """Refuses an adjudication rule that is not valid."""
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
            'adjudicate must be {"proven": True} or {"value": 0.98, "moves": 3}, with a value'
            f" above 0.5 and at least one move; not {rule!r}",
            where="adjudicate",
            given=rule,
            expected='{"proven": True} or {"value": 0.98, "moves": 3}',
        )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def player_seed(pair_seed: int, agent: int, swapped: bool) -> int:
    """The seed of an agent (0 or 1, as the match names them) in one game of a pair."""
    return keyed_seed(pair_seed, agent, swapped)


def play_pair(task: PairTask) -> list[dict[str, Any]]:
    """Plays both games; the first agent named moves first in the first of them.

    The files of the task must have been loaded.
    """
    return [_play_game(task, swapped).to_dict() for swapped in (False, True)]


def _play_game(task: PairTask, swapped: bool) -> GameRecord:
    """Plays a game. If it is void, it is played once more, and the record says so."""
    try:
        return PairGame(task, swapped, may_be_void=True).play()
    except VoidGame as void:
        record = PairGame(task, swapped).play()
        return replace(record, tags={**record.tags, VOID_TAG: str(void)})


class VoidGame(Exception):
    """A player was late only because this process could not run, so the game does not count."""


class _Forfeit(Exception):
    """The player to move loses; `end` is what the record gives as the end of the game."""

    def __init__(self, end: str, reason: str, log: str = "") -> None:
        super().__init__(reason)
        self.end, self.reason, self.log = end, reason, log


class _Late(NamedTuple):
    """A late move: the seconds beyond everything that is tolerated, and what happened."""

    seconds: float
    what: str


@dataclass(frozen=True, slots=True)
class _Answer:
    """A player's answer: its analysis, or its only legal move, and the seconds it took."""

    found: Analysis | Move
    seconds: float

    def record(self, mover: int) -> MoveRecord:
        """The move for the game record; a forced move has no value and cost no search."""
        seconds = round(self.seconds, 6)
        if isinstance(self.found, Move):
            return MoveRecord(str(self.found), mover, None, 0, 0, seconds)
        thought = (self.found.given_value, self.found.simulations, self.found.nodes)
        return MoveRecord(str(self.found.best), mover, *thought, seconds)


REPLACED_TAGS = ("First-Replaced", "Second-Replaced")
"""The tags with the moves that a random one replaced by a course's rule, by player."""


class PairGame:
    """One game of a pair: clocks, forfeits and adjudication on top of the game loop."""

    def __init__(self, task: PairTask, swapped: bool, *, may_be_void: bool = False) -> None:
        order = (1, 0) if swapped else (0, 1)
        self.task = task
        self.swapped = swapped
        game = tesuji.game(task.game)
        self.position = game.position(task.opening)
        self.specs = tuple(task.agents[i] for i in order)
        self.limits = tuple(Limits.from_dict(task.limits[i]) for i in order)
        agents = [tesuji.agent(spec) for spec in self.specs]
        # An agent must not see the same random numbers in both games of a pair.
        self.players = [
            agent.player(game, seed=player_seed(task.seed, i, swapped))
            for i, agent in zip(order, agents, strict=True)
        ]
        self.skips_forced = [agent.settings.get("time.forced", False) for agent in agents]
        """Whether each player plays a single legal move without a search."""
        self.keeps_late_moves = [agent.keeps_late_moves for agent in agents]
        self.own_time_rule = [agent.has_own_time_rule for agent in agents]
        self.strict_time = [agent.has_strict_time for agent in agents]
        outside = any(agent.uses_wall_clock for agent in agents)
        self.watch = StallWatch() if outside and may_be_void else None
        self.late = [0, 0]
        """Late moves of each player that were played."""
        self.dice = RandomStream(derive_seed(task.seed, 1))
        self.had_turn = [False, False]
        """Whether each player has finished its first turn."""
        self.left = [limit.game_seconds for limit in self.limits]
        """Seconds left on each player's clock; None without a clock for the whole game."""
        self.moves: list[MoveRecord] = []
        self.answer: _Answer | None = None
        """The last answer of a player."""
        self.agreed = [0, 0]
        """Consecutive moves for which each player has rated the same side as winning."""
        self.favourite: int | None = None
        """The side so rated."""
        self.decided: tuple[int, str] | None = None
        """The winner and the reason, once the game is adjudicated."""

    def play(self) -> GameRecord:
        """Plays to the end and returns the record; raises VoidGame if it cannot count."""
        try:
            with self.watch or nullcontext():
                return self._with_replaced_moves(self._play())
        finally:
            for player in self.players:
                player.close()

    def _play(self) -> GameRecord:
        for seat, player in enumerate(self.players):
            try:
                player.prepare()
            except Exception as error:
                forfeit = self._failed(seat, error)
                return self._forfeited(seat, forfeit)
        try:
            for turn in play_game(self.position, self._choose, self.dice):
                self._note(turn)
                if self.decided is not None and not self.position.is_over:
                    return self._record(*self.decided, end="adjudicated")
        except _Forfeit as forfeit:
            return self._forfeited(self.position.next_player, forfeit)
        except (IllegalMoveError, NotationError) as error:
            mover = self.position.next_player
            reason = f"{self.specs[mover]} played an illegal move: {error}"
            return self._record(1 - mover, reason, end="illegal")
        outcome = self.position.outcome
        assert outcome is not None
        return self._record(outcome.winner, outcome.reason, end="rules", score=outcome.score)

    def _with_replaced_moves(self, record: GameRecord) -> GameRecord:
        replaced = {
            tag: "\n".join(player.replaced_moves)
            for tag, player in zip(REPLACED_TAGS, self.players, strict=True)
            if player.replaced_moves
        }
        return replace(record, tags={**record.tags, **replaced})

    def _note(self, turn: Turn) -> None:
        """Keeps a turn for the record, and adjudicates by what the mover thought."""
        self.position = turn.after
        if turn.player is None:
            self.moves.append(MoveRecord(str(turn.move)))
            return
        assert self.answer is not None
        self.moves.append(self.answer.record(turn.player))
        if isinstance(self.answer.found, Analysis):
            self._adjudicate(turn.player, self.answer.found)

    def _choose(self, position: Position) -> Move:
        """Lets the player to move choose, on its clock."""
        mover = position.next_player
        begun_wall, begun_cpu = time.perf_counter(), time.thread_time()
        try:
            # An agent that must start again after a late move does so off the clock.
            self.players[mover].prepare()
            begun_wall, begun_cpu = time.perf_counter(), time.thread_time()
            found = self._forced_move(position) or self._search(position)
        except Exception as error:
            forfeit = self._failed(mover, error)
            if forfeit.end == "time":
                self._check_stalls(begun_wall, self.players[mover].grace, forfeit.reason)
            raise forfeit from error
        wall, cpu = time.perf_counter() - begun_wall, time.thread_time() - begun_cpu
        on_the_wall = self.limits[mover].per_move.clock == "wall"
        spent = wall if on_the_wall else cpu
        if late := self._late(mover, spent):
            if not self.keeps_late_moves[mover]:
                reason = f"{self.specs[mover]} {late.what}"
                if on_the_wall:
                    self._check_stalls(begun_wall, late.seconds, reason)
                raise _Forfeit("time", reason)
            self.late[mover] += 1
        self.had_turn[mover] = True
        self.answer = _Answer(found, spent)
        return found.best if isinstance(found, Analysis) else found

    def _check_stalls(self, begun: float, excess: float, reason: str) -> None:
        """Raises VoidGame if the player would have been in time without stalls of this process.

        ``excess`` is how long it exceeded its limit and what is tolerated.
        """
        if self.watch is not None and (stalled := self.watch.stalled(begun)) > excess:
            raise VoidGame(f"{reason}, but the referee stalled for {stalled:.3f} s")

    def _failed(self, seat: int, error: Exception) -> _Forfeit:
        """The forfeit of a player whose agent raised an exception."""
        kind = "" if isinstance(error, TesujiError) else f"{type(error).__name__}: "
        reason = f"{self.specs[seat]} failed: {kind}{error}"
        if isinstance(error, AgentFailure):
            return _Forfeit(error.end, reason, error.log)
        return _Forfeit("crash", reason)

    def _forced_move(self, position: Position) -> Move | None:
        """The only legal move, if the player does not search in such a position."""
        moves = position.legal_moves
        return moves[0] if self.skips_forced[position.next_player] and len(moves) == 1 else None

    def _search(self, position: Position) -> Analysis:
        mover = position.next_player
        player, given = self.players[mover], _given(self._budget(mover))
        remaining = self.left[mover]
        if remaining is None:
            return player.search(position, **given)
        increment = self.limits[mover].increment
        return player.search(position, remaining=remaining, increment=increment, **given)

    def _budget(self, mover: int) -> Budget:
        """The budget of this turn of a player."""
        return self.limits[mover].per_move.for_turn(first_move=not self.had_turn[mover])

    def _late(self, mover: int, spent: float) -> _Late | None:
        """Takes the seconds off the mover's clock; says by how much it was too late, if it was.

        Late moves that are tolerated are counted.
        """
        limit = self.limits[mover]
        remaining = self.left[mover]
        if remaining is not None:
            # Within the grace the clock shows zero, never less.
            self.left[mover] = max(0.0, remaining - spent) + limit.increment
            over = spent - remaining
            what = f"exceeded its clock by {over:.3f} s"
            return _Late(over - GRACE, what) if over > GRACE else None
        seconds = self._budget(mover).seconds
        if seconds is None or self.own_time_rule[mover]:
            return None
        over = spent - seconds
        # A busy machine delays a move too, which is not the agent's fault.
        tolerated = GRACE if self.strict_time[mover] else max(GRACE, 0.5 * seconds)
        if over > tolerated:
            return _Late(over - tolerated, f"took {spent:.3f} s of {seconds:g} s")
        self.late[mover] += over > GRACE
        return None

    def _adjudicate(self, mover: int, analysis: Analysis) -> None:
        """Decides by a proof of the mover, or by values on which both players keep agreeing."""
        rule = self.task.adjudicate or {}
        if rule.get("proven") and analysis.proven in ("win", "loss"):
            winner = mover if analysis.proven == "win" else 1 - mover
            self.decided = winner, f"{self.specs[mover]} proved a {analysis.proven}"
        elif (bound := rule.get("value")) is not None:
            favourite = _favourite(mover, analysis.given_value, bound)
            if favourite != self.favourite:
                self.agreed, self.favourite = [0, 0], favourite
            self.agreed[mover] += 1
            moves = rule.get("moves", AGREED_MOVES)
            if favourite is not None and min(self.agreed) >= moves:
                self.decided = favourite, f"both players agreed for {moves} moves"

    def _forfeited(self, loser: int, forfeit: _Forfeit) -> GameRecord:
        return self._record(1 - loser, forfeit.reason, end=forfeit.end, log=forfeit.log)

    def _record(
        self, winner: int | None, reason: str, *, end: str, score: int = 0, log: str = ""
    ) -> GameRecord:
        late = {tag: str(n) for tag, n in zip(LATE_TAGS, self.late, strict=True) if n}
        return GameRecord(
            game=self.task.game,
            agents=(self.specs[0], self.specs[1]),
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
                **self._memory(),
                **late,
                **({LOG_TAG: log} if log else {}),
            },
        )

    def _memory(self) -> dict[str, str]:
        """Headers with the megabytes that agents in their own processes used at most."""
        peaks = zip(MEMORY_TAGS, (player.peak_memory_mb for player in self.players), strict=True)
        return {tag: f"{peak:.0f}" for tag, peak in peaks if peak is not None}


def _given(budget: Budget) -> dict[str, Any]:
    given = {**budget.limits(), "clock": budget.clock, "memory": budget.memory}
    return {name: value for name, value in given.items() if value is not None}


def _favourite(mover: int, value: float | None, bound: float) -> int | None:
    """The side that wins by the mover's value; None while that is open, or without a value."""
    if value is None:
        return None
    if value >= bound:
        return mover
    return 1 - mover if value <= 1 - bound else None
