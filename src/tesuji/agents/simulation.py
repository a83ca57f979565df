"""One simulation of a tree search, as moves."""

from __future__ import annotations

from dataclasses import dataclass

from tesuji.games import Move

__all__ = ["Simulation"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Simulation:
    """The way down the tree, and the game that was played out from there.

    >>> import tesuji
    >>> position = tesuji.game("ewn-cyclic").start(seed=1)
    >>> simulation = tesuji.agent("mcts").search(position, simulations=100).last_simulation()
    >>> for move in simulation.path + simulation.rollout:
    ...     position = position.play(move)
    >>> position.is_over
    True
    """

    path: tuple[Move, ...]
    """From the position that was searched to the leaf, rolls included."""
    rollout: tuple[Move, ...] | None
    """From the leaf to the end, or to the rollout's cutoff; None where no game was played,
    because the result was known or an evaluator gave the value."""
    value: float | None
    """What it came to, 0 to 1, for the player to move in the position that was searched; None
    where an evaluator gave it."""
    games: int
    """Games played from the leaf: ``rollout`` and ``value`` are those of the last one."""
