"""Bounds: what one page, and all of them together, may ask of the server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

__all__ = ["Bounds"]


def _cores() -> int:
    return max(2, os.cpu_count() or 2)


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """Limits of a server. Memory is in megabytes, time in seconds."""

    sessions: int = 400
    """Games kept in memory; beyond, the ones nobody has looked at for longest are dropped."""
    connections: int = 400
    message_bytes: int = 65_536
    faults: int = 500
    """Messages that make no sense, after which a connection is closed."""
    backlog: int = 400
    """Answers that a page has not fetched yet, after which its connection is cut."""
    backlog_bytes: int = 8_000_000
    """The same in bytes; a single answer may be longer."""
    spec_length: int = 1_000
    text_length: int = 4_000
    plies: int = 2_000
    seconds: float = 60.0
    """Longest thought about a move."""
    analysis_seconds: float = 300.0
    """Longest analysis of one position that nobody stops."""
    memory: float = 64.0
    """For the tree of one search."""
    threads: int = 1
    """For one search."""
    searches: int = field(default_factory=_cores)
    """Agents that think at once, and as many studies; others wait for their turn."""
    players: int = 16
    """Agents that remember their trees; the others begin anew with each move."""
    questions: int = 8
    """Trees and simulations that one page may wait for; one at a time is looked at."""
    microscope: int = 400
    """Simulations that can be stepped through."""
