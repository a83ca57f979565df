"""Solvers, which keep their tables, and `solve`, which does not."""

from __future__ import annotations

import math
import threading
from typing import Any, final

from tesuji.errors import GameOverError, ParameterError
from tesuji.games import Game, Position
from tesuji.interruptible import interruptible
from tesuji.solve.solution import Solution, solution_from_report

__all__ = ["Solver", "solve"]

DEFAULT_SECONDS = 10.0
"""The time limit if no other limit is given."""
DEFAULT_MEMORY = 64.0
"""Megabytes for tables."""
_CLOCKS = ("wall", "cpu")


@final
class Solver:
    """Solves positions of one game, and keeps its tables from one position to the next.

    ``memory`` is in megabytes. ``score`` asks for the exact final score as well, in games that
    count points. ``generic`` uses the solver that works for any game, even if this one has its own.

    >>> import tesuji
    >>> solver = tesuji.Solver(tesuji.game("colosseum(size=4)"))
    >>> solver.solve(solver.game.start(seed=7), nodes=1_000_000).result
    'loss'
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        memory: float = DEFAULT_MEMORY,
        score: bool = False,
        generic: bool = False,
    ) -> None:
        if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 256:
            raise ParameterError.wrong_value("threads", threads, "an integer from 1 to 256")
        _check_number("memory", memory, "a finite number of megabytes of at least 0")
        self.game = game
        self._position: Position | None = None
        self._idle = threading.Lock()
        options = {"threads": threads, "memory": float(memory), "score": bool(score)}
        try:
            self._core: Any = game.search_classes.Solver({**options, "generic": bool(generic)})
        except MemoryError:
            raise ParameterError.wrong_value("memory", memory, "memory that is free") from None

    def solve(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        clock: str = "wall",
    ) -> Solution:
        """Solves a position within a budget; by default, 10 seconds.

        Ctrl-C stops it. So does `stop`, after which it returns what is proven so far.
        """
        self._check(position)
        budget = _budget(seconds, nodes, clock)
        report = interruptible(lambda: self._run_here(position, budget), self._core.stop)
        return solution_from_report(report, position)

    def solve_here(self, position: Position, budget: dict[str, Any]) -> Solution:
        """Solves in this thread, deaf to Ctrl-C, with limits in the core's form: for searches."""
        return solution_from_report(self._run_here(position, budget), position)

    def progress(self) -> Solution | None:
        """What is proven so far about the position that another thread solves, or the last one:
        bounds, nodes and wall-clock seconds since the start, without a move. None before the first
        position.

        >>> import tesuji
        >>> solver = tesuji.Solver(tesuji.game("colosseum(size=4)"))
        >>> solution = solver.solve(solver.game.start(seed=7), nodes=1_000_000)
        >>> solver.progress().value_range
        (0.0, 0.0)
        """
        while position := self._position:
            report = dict(self._core.progress())
            # The report could be about a position that another thread has just begun.
            if self._position is position:
                return solution_from_report(report, position)
        return None

    def stop(self) -> None:
        """Stops `solve` in another thread, which then returns what is proven so far."""
        self._core.stop()

    def is_reachable(self, position: Position, nodes: int) -> bool:
        """Estimates cheaply whether about this many nodes would be enough."""
        self._check(position)
        return bool(self._core.reachable(self.game.core_state(position), nodes))

    def _run_here(self, position: Position, budget: dict[str, Any]) -> dict[str, Any]:
        if not self._idle.acquire(blocking=False):
            raise ParameterError("this solver is running already; stop it or make another one")
        try:
            self._core.forget_progress()
            self._position = position
            return dict(self._core.solve(self.game.core_state(position), budget))
        finally:
            self._idle.release()

    def _check(self, position: Position) -> None:
        if not isinstance(position, Position):
            raise ParameterError.wrong_value("position", position, "a Position")
        if position.game != self.game:
            raise ParameterError.wrong_value(
                "game", position.game.spec, f"a position of {self.game.spec}"
            )
        if outcome := position.outcome:
            raise GameOverError(
                f"nothing to solve in {self.game.spec} position {position.text!r}:"
                f" the game is over ({outcome.reason})",
                game=self.game.spec,
                move="",
                position=position.text,
            )


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    clock: str = "wall",
    threads: int = 1,
    memory: float = DEFAULT_MEMORY,
    score: bool = False,
    generic: bool = False,
) -> Solution:
    """Finds the exact value of a position, or proven bounds if the budget is too small.

    The budget is ``seconds`` (10 by default, on the ``clock`` "wall" or "cpu"), ``nodes`` or both.
    See `Solver` for the other options.

    >>> import tesuji
    >>> class Nim:
    ...     name = "nim"
    ...     def start(self): return (7, 0)
    ...     def to_move(self, state): return state[1]
    ...     def moves(self, state): return [n for n in (1, 2, 3) if n <= state[0]]
    ...     def play(self, state, move): return (state[0] - move, 1 - state[1])
    ...     def result(self, state): return 1 - state[1] if state[0] == 0 else None
    >>> solution = tesuji.solve(tesuji.register(Nim).start())
    >>> solution.result, str(solution.best)
    ('win', '3')
    """
    if not isinstance(position, Position):
        raise ParameterError.wrong_value("position", position, "a Position")
    solver = Solver(position.game, threads=threads, memory=memory, score=score, generic=generic)
    return solver.solve(position, seconds=seconds, nodes=nodes, clock=clock)


def _budget(seconds: float | None, nodes: int | None, clock: str) -> dict[str, Any]:
    if clock not in _CLOCKS:
        raise ParameterError.wrong_value("clock", clock, "'wall' or 'cpu'")
    if seconds is not None:
        _check_number("seconds", seconds, "a finite number of at least 0")
    if nodes is not None:
        whole = isinstance(nodes, int) and not isinstance(nodes, bool)
        if not whole or not 0 <= nodes < 2**63:
            raise ParameterError.wrong_value("nodes", nodes, "an integer of at least 0")
    if seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    unused = dict.fromkeys(("simulations", "depth", "target"))
    return {**unused, "seconds": seconds, "nodes": nodes, "clock": clock}


def _check_number(name: str, value: object, expected: str) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or value < 0:  # type: ignore[arg-type,operator]
        raise ParameterError.wrong_value(name, value, expected)
