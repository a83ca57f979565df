"""Compares a search with exact values: which moves it misjudged, and what its move gives away."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tesuji.agents.move_marks import MARKS
from tesuji.games import Move, Position
from tesuji.solve import Solution, Solver
from tesuji.solve.solution import result_of
from tesuji.solve.solver import DEFAULT_MEMORY

if TYPE_CHECKING:
    from tesuji.agents.analysis import Analysis

__all__ = ["MoveCheck", "SearchCheck", "check_search"]

DEFAULT_SECONDS = 10.0
"""The time limit if no other limit is given."""
MOST_MOVES = 8
"""The moves that are solved, the search's favourites first."""
LEAST_ERROR = MARKS[0].least
"""A value is wrong only if it is off by at least this much, as much as a blunder loses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCheck:
    """A move with its value in a search and its exact value, both for the player to move."""

    move: Move
    value: float | None
    """None if the agent gives no values."""
    exact: float | None
    """None if the solver did not find it."""
    is_bound: bool = False
    """Whether the search only claims that the move's value is at most ``value``."""

    @property
    def result(self) -> str | None:
        """ "win", "draw" or "loss"; None if the result is not known, or if dice decide it."""
        return result_of(self.exact)

    @property
    def wrong(self) -> bool:
        """Whether the search's value contradicts the exact one: it is off by 30 percentage points
        or more, and it does not favour the same player."""
        if self.value is None or self.exact is None:
            return False
        if self.is_bound and self.exact <= self.value:
            return False
        is_far = abs(self.value - self.exact) >= LEAST_ERROR
        return is_far and (self.value - 0.5) * (self.exact - 0.5) <= 0

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "move": str(self.move),
            "value": self.value,
            "exact": self.exact,
            "wrong": self.wrong,
        }

    def __str__(self) -> str:
        value = "no value" if self.value is None else f"{self.value:.1%}"
        return f"{self.move} (search: {value}, exact: {exact_text(self.exact)})"


def exact_text(value: float | None) -> str:
    """An exact value as a result, or in percent if dice decide it; "unknown" if there is none."""
    return "unknown" if value is None else result_of(value) or f"{value:.1%}"


@dataclass(frozen=True, kw_only=True, repr=False)
class SearchCheck:
    """A search beside the exact values of its position and of its first moves."""

    analysis: Analysis
    solution: Solution
    """What is proven about the position."""
    moves: tuple[MoveCheck, ...]
    """The first moves of the analysis, in the same order."""

    @property
    def wrong(self) -> tuple[MoveCheck, ...]:
        """The moves whose value in the search contradicts the exact one."""
        return tuple(each for each in self.moves if each.wrong)

    @property
    def lost(self) -> float | None:
        """How much of the exact value the search's move gives away; None if that is unknown."""
        best = next((each for each in self.moves if each.move == self.analysis.best), None)
        if best is None or best.exact is None or self.solution.value is None:
            return None
        return max(0.0, self.solution.value - best.exact)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "exact": self.solution.value,
            "lost": self.lost,
            "moves": [each.to_dict() for each in self.moves],
        }

    def __str__(self) -> str:
        game, player = self.analysis.position.game, self.analysis.position.next_player
        sentences = [f"Exact: {exact_text(self.solution.value)} for {game.players[player]}."]
        if self.lost is not None and self.solution.value:
            fate = f"gives away {self.lost:.1%}" if self.lost else "keeps it"
            sentences.append(f"{self.analysis.best} {fate}.")
        if self.wrong:
            sentences.append(f"Misjudged: {', '.join(map(str, self.wrong))}.")
        return " ".join(sentences)

    def __repr__(self) -> str:
        return f"<SearchCheck: {self}>"


def check_search(
    analysis: Analysis,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: float = DEFAULT_MEMORY,
    solution: Solution | None = None,
) -> SearchCheck:
    """Solves the position of a search, unless its ``solution`` is given, then the positions after
    its first moves.

    ``seconds`` (10 by default) limits the time for all of them, ``nodes`` the work for each.
    """
    if seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    position = analysis.position
    solving = _Solving(Solver(position.game, memory=memory), position, seconds, nodes)
    solution = solution or solving.solve(position, share=0.5)
    checked = analysis.moves[:MOST_MOVES]
    found = []
    for index, each in enumerate(checked):
        exact = _follows(solution, each.move)
        if exact is None:
            exact = solving.value_after(each.move, share=1 / (len(checked) - index))
        found.append(
            MoveCheck(
                move=each.move,
                value=each.value if analysis.has_value else None,
                exact=exact,
                is_bound=analysis.counts_nodes and each.move != analysis.best,
            )
        )
    return SearchCheck(analysis=analysis, solution=solution, moves=tuple(found))


def _follows(solution: Solution, move: Move) -> float | None:
    """The value of a move that follows from the value of its position, if it does."""
    return solution.value if solution.value == 0 or move == solution.best else None


class _Solving:
    """A solver that shares a time limit among several positions."""

    def __init__(
        self, solver: Solver, position: Position, seconds: float | None, nodes: int | None
    ) -> None:
        self._solver = solver
        self._position = position
        self._end = None if seconds is None else time.monotonic() + seconds
        self._nodes = nodes

    def solve(self, position: Position, *, share: float) -> Solution:
        """Solves a position with this share of the time that is left."""
        left = None if self._end is None else max(0.0, self._end - time.monotonic()) * share
        return self._solver.solve(position, seconds=left, nodes=self._nodes)

    def value_after(self, move: Move, *, share: float) -> float | None:
        """The exact value of a move for its player; None if the solver does not find it."""
        player = self._position.next_player
        after = self._position.play(move)
        if (outcome := after.outcome) is not None:
            return outcome.value_for(player)
        value = self.solve(after, share=share).value
        return value if value is None or after.next_player == player else 1 - value
