"""The result of solving a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tesuji.games import Move, Position
from tesuji.games.lines import decode_line
from tesuji.wording import counted

__all__ = ["Solution"]

FORMAT = 1
"""Version of the plain data; raised when a key changes its meaning."""
_RESULTS = {0.0: "loss", 0.5: "draw", 1.0: "win"}
_NO_SCORE = 2**31 - 1
"""The core's number for a score without a bound."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Solution:
    """What is proven about a position. All numbers are for the player to move; at a chance
    position, for the player who moves next.

    >>> import tesuji
    >>> position = tesuji.game("pentago").position("wwww2/6/6/bbbb2/6/6")
    >>> solution = tesuji.solve(position)
    >>> solution.value, solution.exact, solution.result
    (1.0, True, 'win')
    >>> position.play(solution.best).outcome.winner
    0
    """

    position: Position
    value_range: tuple[float, float]
    """The range that certainly holds the value: 0 is a loss, 0.5 a draw, 1 a win. With dice, the
    value is the expected result of best play."""
    score_range: tuple[int | None, int | None] | None
    """The range that certainly holds the final score, own points minus the opponent's; None at an
    end without a bound. None if the score was not asked for, or if dice decide it."""
    best: Move | None
    """A move that reaches the lower end of the range; None if nothing is proven, and at chance
    positions."""
    line: tuple[Move, ...]
    """Best play from the position, as far as the solver knows it."""
    nodes: int
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether the value is known, and the score if it was asked for."""
        return self.value is not None and (self.score_range is None or self.score is not None)

    @property
    def value(self) -> float | None:
        """The exact value; None if only a range is known."""
        lower, upper = self.value_range
        return lower if lower == upper else None

    @property
    def score(self) -> int | None:
        """The exact final score; None if it is not known."""
        if self.score_range is None or self.score_range[0] != self.score_range[1]:
            return None
        return self.score_range[0]

    @property
    def result(self) -> str | None:
        """ "win", "draw" or "loss"; None if the result is not known, or if dice decide it."""
        return result_of(self.value)

    def to_dict(self) -> dict[str, Any]:
        """The solution as plain data, for JSON."""
        return {
            "format": FORMAT,
            "game": self.position.game.spec,
            "position": self.position.text,
            "exact": self.exact,
            "value": self.value,
            "value_range": list(self.value_range),
            "score": self.score,
            "score_range": None if self.score_range is None else list(self.score_range),
            "best": None if self.best is None else str(self.best),
            "line": [str(move) for move in self.line],
            "nodes": self.nodes,
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        player = self.position.game.players[self.position.next_player]
        parts = [f"{_value_text(self)} for {player}"]
        if self.score_range is not None:
            parts.append(_score_text(self.score_range))
        if self.best is not None:
            parts.append(f"best {self.best}")
        return f"{', '.join(parts)} ({counted(self.nodes, 'node', form=',')}, {self.seconds:.2f} s)"

    def __repr__(self) -> str:
        return f"<Solution: {self}>"


def result_of(value: float | None) -> str | None:
    """The result with this exact value; None if there is none, or if dice decide it."""
    return None if value is None else _RESULTS.get(value)


def _value_text(solution: Solution) -> str:
    lower, upper = solution.value_range
    if solution.result is not None:
        return solution.result
    if lower == upper:
        return f"value {lower:.6f}"
    if (lower, upper) == (0, 1):
        return "unknown"
    if (lower, upper) == (0.5, 1):
        return "at least a draw"
    if (lower, upper) == (0, 0.5):
        return "at most a draw"
    return f"value from {lower:.4f} to {upper:.4f}"


def _score_text(bounds: tuple[int | None, int | None]) -> str:
    lower, upper = bounds
    if lower == upper:
        return "score unknown" if lower is None else f"score {lower:+d}"
    if lower is None:
        return f"score at most {upper:+d}"
    if upper is None:
        return f"score at least {lower:+d}"
    return f"score from {lower:+d} to {upper:+d}"


def solution_from_report(report: dict[str, Any], position: Position) -> Solution:
    """Converts the core's report to a Solution."""
    best, score = report["best"], report["score"]
    return Solution(
        position=position,
        value_range=tuple(report["value"]),
        score_range=None if score is None else (_bound(score[0]), _bound(score[1])),
        best=None if best is None else position.game.decode(position, best),
        line=decode_line(position, report["line"]),
        nodes=report["nodes"],
        seconds=report["seconds"],
    )


def _bound(score: int) -> int | None:
    return score if abs(score) < _NO_SCORE else None
