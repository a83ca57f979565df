"""Exact values of positions: ``tesuji.solve(position)``."""

from tesuji.callable_package import make_callable
from tesuji.solve.solution import Solution
from tesuji.solve.solver import Solver, solve

__all__ = ["Solution", "Solver", "solve"]

make_callable(__name__, solve)
