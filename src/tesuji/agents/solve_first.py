"""Solving inside a search: positions that are within reach get their exact move."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tesuji.agents.analysis import Analysis, MoveAnalysis
from tesuji.agents.budget import Budget
from tesuji.games import Game, Position
from tesuji.solve import Solution, Solver
from tesuji.specs import Parameter

__all__ = ["FIRST_RATES", "SOLVE", "SolveFirst", "exact_analysis", "with_solution"]

SOLVE = Parameter(
    "solve",
    str,
    "off",
    "auto: solve positions that are within reach, with a quarter of the budget; off: search only.",
    choices=("auto", "off"),
)

SHARE = 0.25
"""The share of the budget that the solver may spend."""
NODES_PER_SIMULATION = 4
"""What a simulation is worth where simulations are the only limit."""
FEW_NODES = 20_000
"""The solver's limit where only a depth limits the search."""
FIRST_RATES = {"avalam": 1_500_000.0}
"""Measured nodes per second of a game's solver, to begin with. If this is too low, positions that
could be solved are only searched."""
_OTHER_RATE = 50_000.0
_TIMED = 0.01
"""Seconds from which on a solution changes a measured rate; shorter ones mostly set up the
solver."""
_TIMED_ELSEWHERE = 0.001
"""The same where the first rate is only a guess, which is better replaced soon."""


class SolveFirst:
    """Tries to solve each position before it is searched."""

    def __init__(self, game: Game, *, threads: int, memory: float) -> None:
        self._solver = Solver(game, threads=threads, memory=memory)
        self._rate = FIRST_RATES.get(game.name, _OTHER_RATE)
        self._timed = _TIMED if game.name in FIRST_RATES else _TIMED_ELSEWHERE

    def stop(self) -> None:
        """Stops a running solver."""
        self._solver.stop()

    def solve(self, position: Position, budget: Budget) -> tuple[Solution | None, Budget]:
        """An exact solution, if it is within reach; and what is left of the budget."""
        share = self._share(budget)
        affordable = share["nodes"]
        if affordable is None:
            affordable = int(self._rate * float(budget.seconds or 0) * SHARE)
        if not self._solver.is_reachable(position, affordable):
            return None, budget
        solution = self._solver.solve_here(position, share)
        if solution.seconds > self._timed:
            self._rate = solution.nodes / solution.seconds
        return (solution if solution.exact else None), _rest(budget, solution)

    @staticmethod
    def _share(budget: Budget) -> dict[str, Any]:
        counts = []
        if budget.nodes is not None:
            counts.append(int(budget.nodes * SHARE))
        if budget.simulations is not None:
            counts.append(int(budget.simulations * NODES_PER_SIMULATION * SHARE))
        if not counts and budget.seconds is None:
            counts.append(FEW_NODES)
        return {
            "seconds": None if budget.seconds is None else budget.seconds * SHARE,
            "clock": budget.clock or "wall",
            "nodes": min(counts) if counts else None,
            "simulations": None,
            "depth": None,
            "target": None,
        }


def _rest(budget: Budget, spent: Solution) -> Budget:
    """The budget that the solver left. Nodes count in full, since a limit of nodes is strict."""
    seconds = None if budget.seconds is None else max(0.0, budget.seconds - spent.seconds)
    nodes = None if budget.nodes is None else max(0, budget.nodes - spent.nodes)
    return replace(budget, seconds=seconds, nodes=nodes)


def exact_analysis(solution: Solution, agent: str) -> Analysis | None:
    """The analysis of a solved position; None in a lost one, where a search sets harder
    problems than a solver, to which all moves are equal."""
    best, value = solution.best, solution.value
    if best is None or value is None or value == 0:
        return None
    return Analysis(
        position=solution.position,
        agent=agent,
        best=best,
        value=value,
        proven=solution.result,
        pv=solution.line or (best,),
        moves=(MoveAnalysis(best, solution.nodes, value, solution.result, 0.0),),
        simulations=solution.nodes,
        nodes=solution.nodes,
        depth=max(1, len(solution.line)),
        seconds=solution.seconds,
    )


def with_solution(analysis: Analysis, solution: Solution) -> Analysis:
    """A search of a lost position, with what the solver knows about it."""
    return replace(
        analysis,
        value=0.0,
        proven="loss",
        nodes=analysis.nodes + solution.nodes,
        seconds=analysis.seconds + solution.seconds,
    )
