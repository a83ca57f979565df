"""Bounds: the limits on what one page, and all pages together, may ask of the server."""

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
    """Games kept in memory; the least recently used are dropped first."""
    connections: int = 400
    message_bytes: int = 65_536
    faults: int = 500
    """Invalid messages after which a connection is closed."""
    backlog: int = 400
    """Unread answers after which a connection is cut."""
    backlog_bytes: int = 8_000_000
    """The same in bytes; a single answer may be longer."""
    spec_length: int = 1_000
    text_length: int = 4_000
    plies: int = 2_000
    seconds: float = 60.0
    """Longest search for a move."""
    analysis_seconds: float = 300.0
    """Longest analysis of one position."""
    memory: float = 64.0
    """Memory for the tree of one search."""
    threads: int = 1
    """Threads of one search."""
    searches: int = field(default_factory=_cores)
    """Agents that search at the same time, and as many studies; others wait their turn."""
    players: int = 16
    """Agents that keep their trees from move to move; others search from scratch."""
    questions: int = 8
    """Trees and simulations that one page may wait for; the server finds one at a time."""
    microscope: int = 400
    """Simulations that a page can step through."""
