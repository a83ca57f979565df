"""Slow and obvious searches over positions, to compare the fast ones with.

Minimax and expectimax to the end of the game, and both to a depth with the plain evaluation
below it. Everything is remembered by position; nothing is ever cut.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tesuji import Move, Outcome, Position
from tesuji.agents.defaults import WEIGHTS

__all__ = [
    "CERTAIN",
    "WIN",
    "Exact",
    "after",
    "best_moves",
    "evaluation",
    "expectation_to_depth",
    "expectimax",
    "flat_score",
    "height",
    "loses_next",
    "minimax",
    "score_to_depth",
    "value_of_score",
    "wins_at_once",
]

WIN = 1_000_000
"""What alpha-beta counts for a win on the spot; each ply before it costs one."""
CERTAIN = WIN - 10_000
"""Scores from here on are forced wins."""
EVALUATION = 900_000
"""The score of an evaluation of 1."""


@dataclass(frozen=True)
class Exact:
    """A solved position: 1, 0 or -1 for the player to move, and how many plies are left."""

    result: int
    plies: int

    @property
    def name(self) -> str:
        return {1: "win", 0: "draw", -1: "loss"}[self.result]

    @property
    def value(self) -> float:
        return {1: 1.0, 0: 0.5, -1: 0.0}[self.result]

    @property
    def rank(self) -> tuple[int, int]:
        """Larger is better: fast wins, slow losses; all draws are alike."""
        return self.result, -self.result * self.plies


def sign(outcome: Outcome, player: int) -> int:
    """1, 0 or -1 for a player."""
    return int(2 * outcome.value_for(player) - 1)


# To the end of the game


@cache
def minimax(position: Position) -> Exact:
    """The exact result where no dice are, and the plies to it."""
    if outcome := position.outcome:
        return Exact(sign(outcome, position.next_player), 0)
    return max((after(position, move) for move in position.legal_moves), key=lambda e: e.rank)


def after(position: Position, move: Move) -> Exact:
    """The exact result of a move for who makes it; players take turns in all these games."""
    next_position = position.play(move)
    assert next_position.next_player == 1 - position.next_player
    found = minimax(next_position)
    return Exact(-found.result, found.plies + 1)


def best_moves(position: Position) -> set[Move]:
    """The moves with the best result, the fastest wins or the slowest losses."""
    best = minimax(position).rank
    return {move for move in position.legal_moves if after(position, move).rank == best}


@cache
def expectimax(position: Position) -> Fraction:
    """The expected result, 0 to 1, for the player whose turn it is."""
    if outcome := position.outcome:
        return Fraction(1 + sign(outcome, position.next_player), 2)
    if position.is_chance:
        return mean([expectimax(position.play(event)) for event, _ in position.chance_outcomes])
    return max(1 - expectimax(position.play(move)) for move in position.legal_moves)


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


@cache
def height(position: Position) -> int:
    """The most decisions that can follow; rolls do not count."""
    if position.is_chance:
        return max(height(position.play(event)) for event, _ in position.chance_outcomes)
    below = (height(position.play(move)) for move in position.legal_moves)
    return max((1 + h for h in below), default=0)


# To a depth, with the plain evaluation below it


def known_value(position: Position) -> float:
    """The evaluation for player 0 with the weights that agents have by default."""
    weights = WEIGHTS.get(position.game.name)
    if weights is None:
        return position.game.evaluation(position)
    return float(position.game.core_state(position).evaluation(dict(weights)))


def evaluation(position: Position) -> int:
    """The plain evaluation in alpha-beta's scores, for the player whose turn it is."""
    value = EVALUATION * max(-1.0, min(1.0, known_value(position)))
    return int(value if position.next_player == 0 else -value)


@cache
def score_to_depth(position: Position, depth: int, ply: int = 0) -> int:
    """Alpha-beta's score for the player to move where no dice are."""
    if outcome := position.outcome:
        return sign(outcome, position.next_player) * (WIN - ply)
    if depth == 0:
        return evaluation(position)
    return max(
        -score_to_depth(position.play(move), depth - 1, ply + 1) for move in position.legal_moves
    )


@cache
def flat_score(position: Position, depth: int) -> int:
    """As `score_to_depth`, but every win counts the same."""
    if outcome := position.outcome:
        return sign(outcome, position.next_player) * WIN
    if depth == 0:
        return evaluation(position)
    return max(-flat_score(position.play(move), depth - 1) for move in position.legal_moves)


@cache
def expectation_to_depth(position: Position, depth: int) -> Fraction:
    """Alpha-beta's score with dice, for the player whose turn it is; nothing is rounded."""
    if outcome := position.outcome:
        return Fraction(sign(outcome, position.next_player) * WIN)
    if position.is_chance:
        events = [event for event, _ in position.chance_outcomes]
        return mean([expectation_to_depth(position.play(event), depth) for event in events])
    if depth == 0:
        return Fraction(evaluation(position))
    return max(-expectation_to_depth(position.play(m), depth - 1) for m in position.legal_moves)


def value_of_score(score: int) -> float:
    """What alpha-beta reports for a score of a game without dice."""
    if abs(score) >= CERTAIN:
        return 1.0 if score > 0 else 0.0
    return 0.5 + 0.5 * score / WIN


# One move ahead


def wins_at_once(position: Position) -> bool:
    """Whether the player to move has a move that ends the game with a win."""
    return any(is_won(position.play(move), position.next_player) for move in position.legal_moves)


def is_won(position: Position, player: int) -> bool:
    outcome = position.outcome
    return outcome is not None and outcome.winner == player


def loses_next(position: Position, move: Move) -> bool:
    """Whether the opponent certainly wins with the very next move, whatever is rolled before."""
    next_position = position.play(move)
    if next_position.is_over:
        return is_won(next_position, 1 - position.next_player)
    return on_every_roll(next_position, wins_at_once)


def on_every_roll(position: Position, holds: Callable[[Position], bool]) -> bool:
    if not position.is_chance:
        return holds(position)
    return all(holds(position.play(event)) for event, _ in position.chance_outcomes)
