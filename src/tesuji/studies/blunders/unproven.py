"""Whether a plain search proves a position: those that it does not are the hard ones of a set."""

from __future__ import annotations

from tesuji.agents import agent
from tesuji.games import Position, game

__all__ = ["SEARCH", "stays_unproven", "text_stays_unproven"]

SEARCH = "alphabeta"
"""The search that has to prove a position: no solver, no tables."""
_WHOLE = 0.99
"""The part of its time that a search must have spent to count."""


def stays_unproven(position: Position, seconds: float) -> bool:
    """Whether the search does not prove the result of a position in so many CPU seconds.

    False also if the search ended early: because it had seen all lines to their end, or because the
    machine hardly ran it.
    """
    found = agent(SEARCH).search(position, seed=0, seconds=seconds, clock="cpu")
    return found.proven is None and found.seconds >= _WHOLE * seconds


def text_stays_unproven(spec: str, position: str, seconds: float) -> bool:
    """The same for the text of a position, as other processes take it."""
    return stays_unproven(game(spec).position(position), seconds)
