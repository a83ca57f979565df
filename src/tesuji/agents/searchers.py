"""Searchers: one object a player, behind one interface; most hold a search of the core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from tesuji.agents.analysis import (
    Analysis,
    MoveAnalysis,
    analysis_from_report,
    decode_simulation,
    decode_tree,
)
from tesuji.agents.budget import Budget
from tesuji.agents.evaluators import python_evaluator
from tesuji.agents.fitting import check_alphabeta
from tesuji.agents.simulation import Simulation
from tesuji.errors import ParameterError
from tesuji.games import Game, Move, Position
from tesuji.games.randomness import RandomStream
from tesuji.specs import Plain

__all__ = ["Searcher", "make_searcher"]


class Searcher(Protocol):
    """Answers questions about positions of one game; may remember between them."""

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis: ...
    def stop(self) -> None:
        """Ends a running search soon; from any thread."""

    def progress(self) -> dict[str, Any] | None:
        """What a running search knows, in the core's terms; from any thread."""

    def forget_progress(self) -> None:
        """Before a new search: what is known belongs to another position."""


class CoreSearcher:
    """A search of the compiled core."""

    def __init__(self, spec: str, kind: str, settings: dict[str, Plain], game: Game) -> None:
        self.spec = spec
        self.settings = settings
        self.kind = kind
        self.game = game
        self.memory: float | None = None
        self.searches = 0
        self._core = self._make(None)

    def _make(self, memory: float | None) -> Any:
        try:
            return self._make_core(memory)
        except ValueError as error:
            raise ParameterError(f"{self.spec} on {self.game.spec}: {error}") from None

    def _make_core(self, memory: float | None) -> Any:
        options = dict(self.settings)
        if memory is not None:
            options["memory"] = float(memory)
        classes = self.game.search_classes
        evaluate = python_evaluator(str(self.settings.get("evaluate", "none")), self.game)
        if self.kind == "mcts":
            return classes.Mcts(options, evaluate)
        if self.kind == "alphabeta":
            check_alphabeta(self.settings, self.game)
            return classes.AlphaBeta(options, evaluate)
        if self.kind == "greedy":
            return classes.Greedy(options, evaluate)
        return classes.Flat(options)

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        if budget.memory is not None and budget.memory != self.memory:
            self._core, self.memory = self._make(budget.memory), budget.memory
        self.searches += 1
        this_search = self.searches
        report = self._run(self.game.core_state(position), budget.for_core(self.kind), seed)

        def tree(depth: int, min_visits: int) -> dict[str, Any] | None:
            self._check_last(this_search)
            return decode_tree(position, self._core.tree(depth, min_visits))

        def last_simulation() -> Simulation | None:
            self._check_last(this_search)
            return decode_simulation(position, self._core.last_simulation())

        if self.kind != "mcts":
            return analysis_from_report(report, position, self.spec)
        return analysis_from_report(
            report, position, self.spec, tree=tree, last_simulation=last_simulation
        )

    def _check_last(self, search: int) -> None:
        if search != self.searches:
            raise ParameterError("the tree is gone: its player has searched again since")

    def _run(self, state: Any, budget: dict[str, Any], seed: int) -> dict[str, Any]:
        if self.kind == "mcts":
            result = self._core.search(state, budget, seed, bool(self.settings["reuse"]))
        elif self.kind in ("alphabeta", "greedy"):
            result = self._core.search(state, budget)
        else:
            result = self._core.search(state, budget, seed)
        return dict(result)

    def stop(self) -> None:
        self._core.stop()

    def forget_progress(self) -> None:
        self._core.forget_progress()

    def progress(self) -> dict[str, Any] | None:
        found = self._core.progress()
        return None if found is None else dict(found)


class OneLook:
    """Agents that answer at once: each move gets a value, the best one is played."""

    def __init__(self, spec: str, look: Callable[[Position, int], list[tuple[Move, float]]]):
        self.spec = spec
        self.look = look

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        found = self.look(position, seed)
        best, value = max(found, key=lambda item: item[1])
        moves = tuple(
            MoveAnalysis(move, 1, worth, None, 0.0)
            for move, worth in sorted(found, key=lambda item: (item[0] != best, -item[1]))
        )
        return Analysis(
            position=position,
            agent=self.spec,
            best=best,
            value=value,
            proven=None,
            pv=(best,),
            moves=moves,
            simulations=len(found),
            nodes=len(found),
            depth=1,
            seconds=0.0,
        )

    def stop(self) -> None:
        """It is done before anyone could ask."""

    def forget_progress(self) -> None:
        """Nothing is known on the way."""

    def progress(self) -> dict[str, Any] | None:
        return None


def _random(position: Position, seed: int) -> list[tuple[Move, float]]:
    moves = position.legal_moves
    return [(moves[RandomStream(seed).below(len(moves))], 0.5)]


def _random_walk(position: Position, seed: int) -> list[tuple[Move, float]]:
    state: Any = position._state
    return [(Move(position.game, state.random_walk(seed)), 0.5)]


def make_searcher(spec: str, kind: str, settings: dict[str, Plain], game: Game) -> Searcher:
    """The searcher of an agent for a game that it can play."""
    if kind == "random":
        return OneLook(spec, _random)
    if kind == "random-walk":
        return OneLook(spec, _random_walk)
    return CoreSearcher(spec, kind, settings, game)
