"""One simulation of a tree search."""

from __future__ import annotations

from dataclasses import dataclass

from tesuji.games import Move

__all__ = ["Simulation"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Simulation:
    """The path down the tree, and the rollout from its leaf.

    >>> import tesuji
    >>> position = tesuji.game("ewn-cyclic").start(seed=1)
    >>> simulation = tesuji.agent("mcts").search(position, simulations=100).last_simulation()
    >>> for move in simulation.path + simulation.rollout:
    ...     position = position.play(move)
    >>> position.is_over
    True
    """

    path: tuple[Move, ...]
    """The moves from the root position to the leaf, including rolls."""
    rollout: tuple[Move, ...] | None
    """The moves from the leaf to the end of the game, or to the cutoff. None without a rollout,
    because the result was known or an evaluator gave the value."""
    value: float | None
    """The result, 0 to 1, for the player to move in the root position; None if it came from an
    evaluator."""
    games: int
    """The number of rollouts from the leaf; ``rollout`` and ``value`` are those of the last."""
