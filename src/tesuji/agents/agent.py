"""Agents, which are immutable, and players, which keep a tree during a game."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from typing import Any, final

from tesuji.agents.analysis import Analysis, analysis_from_report
from tesuji.agents.budget import Budget, allotted_seconds, longest_seconds
from tesuji.agents.compatibility import check_game, check_position
from tesuji.agents.defaults import with_game_defaults
from tesuji.agents.depth_limit import depth_limit, move_number
from tesuji.agents.evaluators import check_evaluator
from tesuji.agents.functions import Function
from tesuji.agents.interruptible_search import interruptible_search
from tesuji.agents.presets import Preset
from tesuji.agents.searchers import Searcher, make_searcher
from tesuji.errors import GameOverError, ParameterError
from tesuji.games import Game, Move, Position
from tesuji.games import game as find_game
from tesuji.games.base import check_seed
from tesuji.games.randomness import derive_seed
from tesuji.specs import Kind, Plain, Spec, flatten
from tesuji.values import Frozen

__all__ = ["Agent", "Player"]


@final
class Agent(Frozen):
    """A way to choose moves, described by a spec. Immutable; made by ``tesuji.agent(spec)``.

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
        self._check_first_seconds()
        evaluate = str(self._settings.get("evaluate", "none"))
        check_evaluator(evaluate)
        if kind.name == "mcts" and evaluate == "plain":
            raise ParameterError(
                "mcts: evaluate=plain is invalid, expected none or a registered evaluator",
                owner="mcts",
                where="evaluate",
                given=evaluate,
                expected="none or a registered evaluator",
            )

    def _check_first_seconds(self) -> None:
        first = self._settings.get("first_seconds")
        if first is not None and self._settings.get("seconds") is None:
            raise ParameterError(
                f"{self.spec}: first_seconds needs seconds for the other moves",
                owner=self._kind.name,
                where="first_seconds",
                given=first,
                expected="seconds as well",
            )

    @property
    def spec(self) -> str:
        """The given spec in canonical form."""
        return str(self._spec)

    def expanded(self, game: str | Game | None = None) -> str:
        """The spec with every parameter written out; with a game, also its own defaults.

        >>> import tesuji
        >>> tesuji.agent("greedy").expanded()
        'greedy(by=evaluation, evaluate=plain, knowledge=default, ...)'
        >>> tesuji.agent("greedy").expanded("colosseum")
        'greedy(by=evaluation, evaluate=plain, knowledge=colosseum(reach=0.2, area=0.7, ...), ...)'
        """
        if game is None:
            return str(self._expanded)
        return str(self.on(game)._written_for(find_game(game)))

    def on(self, game: str | Game) -> Agent:
        """The agent that plays a game: this one, or the one that it chooses for the game.

        >>> import tesuji
        >>> tesuji.agent("champion").on("avalam")
        tesuji.agent('alphabeta(...)')
        """
        played = find_game(game)
        if self._kind.compose is None:
            return self
        kind, expanded = self._kind.compose(self._expanded, played)
        return Agent(expanded, kind, expanded)

    def _written_for(self, game: Game) -> Spec:
        return with_game_defaults(self._kind, self._expanded, game)

    @property
    def settings(self) -> dict[str, Plain]:
        """All parameters by dotted path."""
        return dict(self._settings)

    @property
    def uses_wall_clock(self) -> bool:
        """Whether the agent may think outside this process, so that only wall time is fair."""
        return self._kind.wall

    @property
    def has_strict_time(self) -> bool:
        """Whether a move is late as soon as its limit is over."""
        return self._kind.strict_time

    @property
    def has_own_time_rule(self) -> bool:
        """Whether its searcher decides which moves exceed a limit per move."""
        return self._kind.own_time_rule

    @property
    def counts_nodes(self) -> bool:
        """Whether its searches visit nodes one by one and make no simulations."""
        return self._kind.counts_nodes

    @property
    def keeps_late_moves(self) -> bool:
        """Whether its late moves are played and only reported, instead of losing on time."""
        return self._kind.keeps_late_moves

    @property
    def function(self) -> Function | None:
        """The Python function behind the agent; None for other agents."""
        if not isinstance(self._kind.make, Function):
            return None
        return replace(self._kind.make, version=str(self._settings["version"]))

    def code_digest(self, game: str | Game) -> str:
        """A digest of the code outside Tesuji, the weights and the book that it uses in a game.

        It is empty if it uses none, and read again by each call, since files change while the agent
        does not.
        """
        if (function := self.function) is not None:
            return function.digest
        played = self.on(game)
        content = played._kind.content
        return "" if content is None else content(played._settings, find_game(game))

    def search(self, position: Position, *, seed: int = 0, **budget: Any) -> Analysis:
        """Searches a position with a new tree, which is not kept. Ctrl-C stops it and raises
        KeyboardInterrupt."""
        with self._player(check_position(position).game, seed, in_game=False) as player:
            return interruptible_search(player, lambda: player.search(position, **budget))

    def choose(self, position: Position, *, seed: int = 0, **budget: Any) -> Move:
        """Chooses a move. Ctrl-C stops it and raises KeyboardInterrupt."""
        with self._player(check_position(position).game, seed, in_game=False) as player:
            return interruptible_search(player, lambda: player.choose(position, **budget))

    def player(self, game: str | Game, *, seed: int = 0) -> Player:
        """A player of one game, which keeps its tree from move to move.

        It takes its memory now, so that its first move is not slower than the others.
        """
        player = self._player(find_game(game), seed)
        if self._kind.make is None:
            player.prepare()
        return player

    def check(self, game: str | Game) -> None:
        """Raises ParameterError if the agent cannot play the game."""
        self._player(find_game(game), 0)

    def _player(self, game: Game, seed: int, *, in_game: bool = True) -> Player:
        played = self.on(game)
        check_game(self._preset, played._kind, played._expanded, game)
        player = Player(self, game, check_seed(seed))
        player._in_game = in_game
        return player

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
    """An agent that plays one game and keeps its tree from move to move.

    Ask it about any position of the game. It finds out whether the position follows from the
    last one, and reuses the part of the tree that still applies.
    """

    def __init__(self, agent: Agent, game: Game, seed: int) -> None:
        self.agent = agent
        self.game = game
        self._seed = seed
        self._asked = 0
        self._turns = 0
        self._in_game = True
        self._position: Position | None = None
        self._busy = threading.Lock()
        self._known_limits: tuple[tuple[dict[str, Any], int | None, bool], Budget] | None = None
        self._played = played = agent.on(game)
        settings = flatten(played._kind, played._written_for(game))
        self._searcher: Searcher = make_searcher(agent.spec, played._kind, settings, game)
        self._searcher.seed = seed

    def prepare(self) -> None:
        """Gets ready before the clock starts; an agent outside starts its process."""
        self._searcher.prepare()

    @property
    def replaced_moves(self) -> tuple[str, ...]:
        """The moves of an agent outside that a random one replaced, each with its reason."""
        return tuple(getattr(self._searcher, "replaced", ()))

    @property
    def grace(self) -> float:
        """Seconds after its limit at which an agent outside without an answer is ended."""
        return float(getattr(self._searcher, "grace", math.inf))

    def close(self) -> None:
        """Ends the player; an agent outside ends its process. A search closes nothing by itself."""
        self._searcher.close()

    @property
    def peak_memory_mb(self) -> float | None:
        """The most memory that an agent outside has used; None for agents in this process."""
        return getattr(self._searcher, "peak_memory_mb", None)

    @property
    def tree_bytes(self) -> int | None:
        """The memory of the tree of the last search; None for agents without one."""
        return getattr(self._searcher, "tree_bytes", None)

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def search(
        self,
        position: Position,
        *,
        remaining: float | None = None,
        increment: float = 0.0,
        seed: int | None = None,
        **budget: Any,
    ) -> Analysis:
        """Searches a position within a budget, or on a clock for the whole game.

        While compiled code searches, Ctrl-C has no effect; it does stop `Agent.search`.

        The budget is any of ``seconds``, ``clock`` ("wall" or "cpu"), ``simulations``,
        ``nodes``, ``depth`` and ``memory`` (megabytes); by default, the agent's own.
        ``first_seconds`` replaces ``seconds`` in the player's first turn. With
        ``remaining`` (and ``increment``) seconds on a clock for the game, the agent decides how
        much time this move gets. ``seed`` is for this search alone; by default the player derives
        one from its own.
        """
        self._check(position)
        if seed is not None:
            check_seed(seed)
        number = move_number(position, self._turns)
        deepest = depth_limit(self._played._settings, position, number, remaining)
        if remaining is None:
            limits = self._limits(budget, deepest)
        else:
            given = Budget.given(budget)
            _check_clock(given, remaining, increment)
            given = self._share(given, number, remaining, increment)
            limits = given.or_defaults(self._played._kind.name, self._played._settings, deepest)
        if not self._busy.acquire(blocking=False):
            raise ParameterError("this player is already searching; stop it or make another player")
        try:
            self._searcher.forget_progress()
            self._position = position
            if seed is None:
                seed = derive_seed(self._seed, self._asked)
            self._asked += 1
            self._turns += 1
            return self._searcher.search(position, limits, seed)
        finally:
            self._busy.release()

    def _limits(self, budget: dict[str, Any], deepest: int | None) -> Budget:
        """The budget of a search. Most are equal to the one before, which is kept."""
        first = self._in_game and self._turns == 0
        asked = budget, deepest, first
        if self._known_limits is None or self._known_limits[0] != asked:
            kind, settings = self._played._kind.name, self._played._settings
            limits = Budget.given(budget).or_defaults(kind, settings, deepest, first_move=first)
            self._known_limits = asked, limits
        return self._known_limits[1]

    def choose(self, position: Position, **budget: Any) -> Move:
        """Chooses a move; a forced move is played without a search."""
        self._check(position)
        moves = position.legal_moves
        if len(moves) == 1 and self._played._settings.get("time.forced", False):
            clock = {k: budget.pop(k) for k in ("remaining", "increment") if k in budget}
            limits = Budget.given(budget)
            if clock.get("remaining") is not None:
                _check_clock(limits, clock["remaining"], clock.get("increment", 0.0))
            self._turns += 1
            return moves[0]
        return self.search(position, **budget).best

    def stop(self) -> None:
        """Stops a search in another thread, which then returns its result so far."""
        self._searcher.stop()

    @property
    def stoppable(self) -> bool:
        """Whether `stop` ends a search early; the time limit alone ends those of some agents."""
        return self._searcher.stoppable

    @property
    def compiled(self) -> bool:
        """Whether it searches in the compiled core, without calling Python code."""
        return not getattr(self._searcher, "calls_python", True)

    def progress(self) -> Analysis | None:
        """A recent snapshot of a search in another thread; None before the first one."""
        position = self._position
        report = self._searcher.progress()
        # Another search may have begun in between; its report is about another position.
        if report is None or position is None or self._position is not position:
            return None
        if isinstance(report, Analysis):
            return report
        return analysis_from_report(
            report,
            position,
            self.agent.spec,
            counts_nodes=self._played.counts_nodes,
            knows_bounds=self._played._kind.name == "alphabeta",
        )

    def _check(self, position: Position) -> None:
        check_position(position)
        if position.game != self.game:
            raise ParameterError(
                f"this player plays {self.game.spec}, not {position.game.spec}",
                where="game",
                given=position.game.spec,
                expected=self.game.spec,
            )
        if outcome := position.outcome:
            raise GameOverError(
                f"no move to choose in {self.game.spec} position {position.text!r}:"
                f" the game is over ({outcome.reason})",
                game=self.game.spec,
                move="",
                position=position.text,
            )
        if position.is_chance:
            raise ParameterError(
                f"no move to choose in {self.game.spec} position {position.text!r}:"
                " it is a chance position; play one of its events first",
                where="position",
                given=position,
                expected="a position in which a player is to move",
            )

    def _share(self, limits: Budget, number: int, remaining: float, increment: float) -> Budget:
        """The time that this move gets on a clock for the game."""
        settings = self._played._settings
        if "time" not in settings:
            return replace(limits, remaining=remaining, increment=increment)
        seconds = allotted_seconds(
            settings, remaining, increment, first_move=self._asked == 0, number=number
        )
        if not settings.get("adapt", False):
            return Budget(seconds=seconds, clock=limits.clock, memory=limits.memory)
        longest = longest_seconds(settings, remaining, seconds)
        return Budget(seconds=longest, target=seconds, clock=limits.clock, memory=limits.memory)


def _check_clock(limits: Budget, remaining: Any, increment: Any) -> None:
    for name, value in (("remaining", remaining), ("increment", increment)):
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 <= value < math.inf:
            raise ParameterError(
                f"{name} must be a finite number of seconds of at least 0, not {value!r}",
                where=name,
                given=value,
                expected="a finite number of seconds of at least 0",
            )
    if limits.has_limit:
        raise ParameterError("give a budget for the move or a clock for the game, not both")
