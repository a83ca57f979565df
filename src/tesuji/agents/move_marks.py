"""Marks of bad moves: inaccuracies, mistakes and blunders, by the win probability they lose."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MARKS", "MoveMark", "mark_of"]


@dataclass(frozen=True)
class MoveMark:
    """The name for moves that lose at least this much win probability."""

    name: str
    plural: str
    least: float


MARKS = (
    MoveMark("blunder", "blunders", 0.3),
    MoveMark("mistake", "mistakes", 0.15),
    MoveMark("inaccuracy", "inaccuracies", 0.07),
)
"""The worst mark first."""


def mark_of(lost: float | None) -> str:
    """The mark of a move that lost this much win probability; empty for a good move."""
    return next((mark.name for mark in MARKS if (lost or 0.0) >= mark.least), "")
