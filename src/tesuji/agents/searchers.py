"""Searchers: what runs the searches of a player, most of them in the compiled core."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from tesuji.agents.analysis import (
    Analysis,
    analysis_from_report,
    analysis_of_move,
    decode_simulation,
    decode_tree,
)
from tesuji.agents.book_first import book_analysis, chosen_book
from tesuji.agents.budget import Budget
from tesuji.agents.compatibility import check_alphabeta
from tesuji.agents.evaluators import is_python, python_evaluator
from tesuji.agents.simulation import Simulation
from tesuji.agents.solve_first import SolveFirst, exact_analysis, with_solution
from tesuji.errors import ParameterError, WeightsError
from tesuji.games import Game, Move, Position
from tesuji.games.game_loop import random_move
from tesuji.games.randomness import RandomStream
from tesuji.specs import Kind, Plain

__all__ = ["Searcher", "make_searcher"]

SOLVER_MEMORY = 16.0
"""The most megabytes that the tables of solve=auto take from the memory of the search."""
SOLVER_SHARE = 0.25
"""The largest share of the memory that they take."""


class Searcher(Protocol):
    """Searches positions of one game; may keep its tree between searches."""

    seed: int
    """The seed of the player, which sets it before `prepare`; each search has its own as well."""

    @property
    def stoppable(self) -> bool:
        """Whether `stop` ends a search early."""

    def prepare(self) -> None:
        """Gets ready before the clock starts: takes memory, or starts a process outside."""

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis: ...
    def stop(self) -> None:
        """Stops a running search; may be called from any thread."""

    def progress(self) -> dict[str, Any] | Analysis | None:
        """The core's report of a running search, or an analysis of the position from elsewhere; may
        be called from any thread."""

    def forget_progress(self) -> None:
        """Clears the report of the last search before a new one."""

    def close(self) -> None:
        """Frees what it holds, such as a process. A closed searcher is not used again."""


class CoreSearcher:
    """A search of the compiled core."""

    seed = 0
    stoppable = True

    def close(self) -> None:
        """Nothing to close: memory is freed with the object."""

    @property
    def calls_python(self) -> bool:
        """Whether it calls Python code, of the game or of an evaluator."""
        return self.game.in_python or is_python(str(self.settings.get("evaluate", "none")))

    @property
    def tree_bytes(self) -> int | None:
        """The memory of the tree of the last search; None for searches without one."""
        return getattr(self._core, "memory_used", None)

    def __init__(self, spec: str, kind: str, settings: dict[str, Plain], game: Game) -> None:
        self.spec = spec
        self.settings = settings
        self.kind = kind
        self.game = game
        self.memory: float | None = None
        self.searches = 0
        self._prepared = False
        self._stopped = False
        self._solve_first: SolveFirst | None = None
        self._book = chosen_book(settings, game)
        self._core = self._make(None)

    def _make(self, memory: float | None) -> Any:
        """Makes the search, and its solver, which shares the memory with it."""
        if self.settings.get("solve", "off") != "off":
            whole = float(self.settings["memory"] if memory is None else memory)
            for_solver = min(SOLVER_MEMORY, SOLVER_SHARE * whole)
            self._solve_first = SolveFirst(self.game, threads=self._threads(), memory=for_solver)
            memory = whole - for_solver
        try:
            return self._make_core(memory)
        except WeightsError:
            raise
        except ValueError as error:
            details = {"owner": self.spec, **vars(error)}
            raise ParameterError(f"{self.spec} on {self.game.spec}: {error}", **details) from None

    def _threads(self) -> int:
        rule = self.settings["threads"]
        if isinstance(rule, int):
            return rule
        return 1 if rule == "one" else int(self.settings["threads.count"])

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

    def prepare(self) -> None:
        if self.kind == "alphabeta" and not self._prepared:
            self._core.prepare()
            self._prepared = True

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        if budget.memory is not None and budget.memory != self.memory:
            self._core, self.memory = self._make(budget.memory), budget.memory
            self.prepare()
        self.searches += 1
        if self._book is not None:
            known = book_analysis(self._book, position, self.spec, budget, self._threads())
            if known is not None:
                return known
        if self._solve_first is None:
            return self._search(position, budget, seed)
        self._stopped = False
        solution, budget = self._solve_first.solve(position, budget)
        exact = None if solution is None else exact_analysis(solution, self.spec)
        if exact is not None:
            return exact
        if self._stopped:
            budget = replace(budget, simulations=1, nodes=1)
        found = self._search(position, budget, seed)
        return found if solution is None else with_solution(found, solution)

    def _search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        this_search = self.searches
        report = self._run(self.game.core_state(position), budget.for_core(self.kind), seed)

        def tree(depth: int, min_visits: int) -> dict[str, Any] | None:
            self._check_last(this_search)
            return decode_tree(position, self._core.tree(depth, min_visits))

        def last_simulation() -> Simulation | None:
            self._check_last(this_search)
            return decode_simulation(position, self._core.last_simulation())

        if self.kind != "mcts":
            return analysis_from_report(
                report,
                position,
                self.spec,
                counts_nodes=self.kind in ("alphabeta", "greedy"),
                knows_bounds=self.kind == "alphabeta",
            )
        return analysis_from_report(
            report, position, self.spec, tree=tree, last_simulation=last_simulation
        )

    def _check_last(self, search: int) -> None:
        if search != self.searches:
            raise ParameterError(
                "this tree no longer exists: the player has started another search since"
            )

    def _run(self, state: Any, budget: dict[str, Any], seed: int) -> dict[str, Any]:
        if self.kind == "mcts":
            result = self._core.search(state, budget, seed, bool(self.settings["reuse"]))
        elif self.kind in ("alphabeta", "greedy"):
            result = self._core.search(state, budget)
        else:
            result = self._core.search(state, budget, seed)
        return dict(result)

    def stop(self) -> None:
        self._stopped = True
        if self._solve_first is not None:
            self._solve_first.stop()
        self._core.stop()

    def forget_progress(self) -> None:
        self._core.forget_progress()

    def progress(self) -> dict[str, Any] | None:
        found = self._core.progress()
        return None if found is None else dict(found)


class RandomSearcher:
    """Answers with a random move, without a search."""

    seed = 0
    stoppable = False

    def __init__(self, spec: str, draw: Callable[[Position, int], Move]) -> None:
        self.spec = spec
        self.draw = draw

    def prepare(self) -> None:
        """Nothing to prepare."""

    def close(self) -> None:
        """Nothing to close."""

    def search(self, position: Position, budget: Budget, seed: int) -> Analysis:
        move = self.draw(position, seed)
        return analysis_of_move(position, self.spec, move)

    def stop(self) -> None:
        """Nothing to stop: the answer is immediate."""

    def forget_progress(self) -> None:
        """Nothing to forget: there is no progress."""

    def progress(self) -> dict[str, Any] | None:
        return None


def _random_move(position: Position, seed: int) -> Move:
    return random_move(position, RandomStream(seed))


def _random_walk(position: Position, seed: int) -> Move:
    state: Any = position._state
    return Move(position.game, state.random_walk(seed))


def make_searcher(spec: str, kind: Kind, settings: dict[str, Plain], game: Game) -> Searcher:
    """Makes the searcher of an agent for a game that the agent supports."""
    if kind.make is not None:
        searcher: Searcher = kind.make(spec, settings, game)
        return searcher
    if kind.name == "random":
        return RandomSearcher(spec, _random_move)
    if kind.name == "random-walk":
        return RandomSearcher(spec, _random_walk)
    return CoreSearcher(spec, kind.name, settings, game)
