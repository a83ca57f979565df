"""Agents, which never change, and players, which remember."""

from __future__ import annotations

import math
import threading
from typing import Any, final

from tesuji.agents.analysis import Analysis, analysis_from_report
from tesuji.agents.budget import Budget, allotted_seconds
from tesuji.agents.evaluators import check_evaluator
from tesuji.agents.horizon import game_step, horizon_depth
from tesuji.agents.presets import Preset
from tesuji.agents.searchers import Searcher, make_searcher
from tesuji.agents.suited_games import check_game
from tesuji.errors import GameOverError, ParameterError
from tesuji.games import Game, Move, Position
from tesuji.games.base import check_seed
from tesuji.games.randomness import derive_seed
from tesuji.specs import Kind, Plain, Spec, flatten
from tesuji.values import Frozen

__all__ = ["Agent", "Player"]


@final
class Agent(Frozen):
    """A way to play, as a spec says. Immutable; ``tesuji.agent(spec)`` makes one.

    >>> import tesuji
    >>> agent = tesuji.agent("mcts(select=ucb1(c=0.7))")
    >>> position = tesuji.game("avalam").start()
    >>> agent.choose(position, simulations=500) in position.legal_moves
    True
    """

    __slots__ = ("_expanded", "_kind", "_preset", "_settings", "_spec")
    _expanded: Spec
    _kind: Kind
    _preset: Preset | None
    _settings: dict[str, Plain]
    _spec: Spec

    def __init__(
        self, spec: Spec, kind: Kind, expanded: Spec, *, preset: Preset | None = None
    ) -> None:
        self._set(_spec=spec, _kind=kind, _expanded=expanded, _settings=flatten(kind, expanded))
        self._set(_preset=preset)
        evaluate = str(self._settings.get("evaluate", "none"))
        check_evaluator(evaluate)
        if kind.name == "mcts" and evaluate == "plain":
            raise ParameterError("mcts: evaluate is none or a registered evaluator, not plain")

    @property
    def spec(self) -> str:
        """The spec as it was given, in canonical form."""
        return str(self._spec)

    def expanded(self) -> str:
        """The spec with every parameter written out."""
        return str(self._expanded)

    @property
    def settings(self) -> dict[str, Plain]:
        """All parameters by dotted path."""
        return dict(self._settings)

    def search(self, position: Position, *, seed: int = 0, **budget: Any) -> Analysis:
        """Searches a position from scratch and keeps nothing."""
        return self.player(position.game, seed=seed).search(position, **budget)

    def choose(self, position: Position, *, seed: int = 0, **budget: Any) -> Move:
        """The move that the agent plays here."""
        return self.player(position.game, seed=seed).choose(position, **budget)

    def player(self, game: Game, *, seed: int = 0) -> Player:
        """A player of one game that remembers its tree from move to move."""
        check_game(self._preset, self._kind, self._expanded, game)
        return Player(self, game, check_seed(seed))

    def __repr__(self) -> str:
        return f"tesuji.agent({self.spec!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Agent):
            return NotImplemented
        return self._expanded == other._expanded

    def __hash__(self) -> int:
        return hash(self._expanded)

    def __reduce__(self) -> tuple[Any, ...]:
        from tesuji.agents.registry import agent

        return agent, (self.spec,)


@final
class Player:
    """An agent at the board: one game, one tree, kept from move to move.

    A player is asked about positions, whatever happened in between: it finds out by itself
    whether a position follows from the last one and what it already knows about it.
    """

    def __init__(self, agent: Agent, game: Game, seed: int) -> None:
        self.agent = agent
        self.game = game
        self._seed = seed
        self._asked = 0
        self._turns = 0
        self._position: Position | None = None
        self._busy = threading.Lock()
        self._searcher: Searcher = make_searcher(
            agent.spec, agent._kind.name, agent._settings, game
        )

    def search(
        self,
        position: Position,
        *,
        remaining: float | None = None,
        increment: float = 0.0,
        **budget: Any,
    ) -> Analysis:
        """Searches a position within a budget, or with its share of a clock for the game.

        The budget is any of ``seconds``, ``clock`` ("wall" or "cpu"), ``simulations``,
        ``nodes``, ``depth`` and ``memory`` (megabytes); without any, the agent's own. With
        ``remaining`` (and ``increment``) seconds on a game's clock, the agent decides how much
        of it this move gets.
        """
        self._check(position)
        limits = Budget.given(budget)
        settings = self.agent._settings
        step = game_step(position, self._turns)
        if remaining is not None:
            _check_clock(limits, remaining, increment)
            limits = self._share(limits, step, remaining, increment)
        horizon = horizon_depth(settings, step, remaining)
        limits = limits.or_defaults(self.agent._kind.name, settings, horizon)
        if not self._busy.acquire(blocking=False):
            raise ParameterError("this player is searching already; stop it or make another")
        try:
            self._searcher.forget_progress()
            self._position = position
            seed = derive_seed(self._seed, self._asked)
            self._asked += 1
            self._turns += 1
            return self._searcher.search(position, limits, seed)
        finally:
            self._busy.release()

    def choose(self, position: Position, **budget: Any) -> Move:
        """The move to play here; a forced one is played without thinking."""
        self._check(position)
        moves = position.legal_moves
        if len(moves) == 1 and self.agent._settings.get("time.forced", False):
            clock = {k: budget.pop(k) for k in ("remaining", "increment") if k in budget}
            limits = Budget.given(budget)
            if clock.get("remaining") is not None:
                _check_clock(limits, clock["remaining"], clock.get("increment", 0.0))
            self._turns += 1
            return moves[0]
        return self.search(position, **budget).best

    def stop(self) -> None:
        """Ends a search that runs in another thread; it answers with what it has."""
        self._searcher.stop()

    def progress(self) -> Analysis | None:
        """What a search in another thread knew a moment ago; None before its first answer."""
        position = self._position
        report = self._searcher.progress()
        # Between the two looks another search may have begun: its report is not about this.
        if report is None or position is None or self._position is not position:
            return None
        return analysis_from_report(report, position, self.agent.spec)

    def _check(self, position: Position) -> None:
        if not isinstance(position, Position):
            raise ParameterError(f"a player is asked about a Position, not {position!r}")
        if position.game != self.game:
            raise ParameterError(f"this player plays {self.game.spec}, not {position.game.spec}")
        if outcome := position.outcome:
            raise GameOverError(
                f"there is nothing to choose in {self.game.spec} position {position.text!r}:"
                f" the game is over ({outcome.reason})",
                game=self.game.spec,
                move="",
                position=position.text,
            )
        if position.is_chance:
            raise ParameterError(
                f"there is nothing to choose in {self.game.spec} position {position.text!r}:"
                " chance acts here; play one of its events first"
            )

    def _share(self, limits: Budget, step: int, remaining: float, increment: float) -> Budget:
        """The share of the game's clock that this move gets."""
        settings = self.agent._settings
        if "time" not in settings:
            return limits
        seconds = allotted_seconds(
            settings, remaining, increment, first_move=self._asked == 0, step=step
        )
        return Budget(seconds=seconds, clock=limits.clock, memory=limits.memory)


def _check_clock(limits: Budget, remaining: Any, increment: Any) -> None:
    for name, value in (("remaining", remaining), ("increment", increment)):
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 <= value < math.inf:
            raise ParameterError(
                f"{name} is a finite number of seconds of at least 0, not {value!r}"
            )
    if limits.has_limit:
        raise ParameterError("give a budget for the move or the game's clock, not both")
