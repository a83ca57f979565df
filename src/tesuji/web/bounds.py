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

    sessions: int = 1_500
    """Games kept in memory; the least recently used are dropped first."""
    connections: int = 1_500
    """Pages that are open at the same time."""
    members: int = 64
    """Players and spectators of one game."""
    invitations: int = 32
    """Unused invitations to one game; the oldest are dropped first."""
    address_sessions: int = 60
    """Games of one address; its least recently used are dropped first. This machine has no limit,
    here and in the next two."""
    address_connections: int = 80
    """Pages of one address that are open at the same time."""
    address_sockets: int = 160
    """TCP connections of one address."""
    address_searches: int = 24
    """Studies, and as many short searches, that one address, or one game on this machine, may run
    or wait for. Searches for moves have no such limit: they only take turns."""
    sockets: int = 2_400
    """TCP connections, with those of pages; fewer if the system allows fewer descriptors."""
    request_seconds: float = 10.0
    """Time to send a request, and after it to send the next or to greet as a page."""
    unread_seconds: float = 15.0
    """Time that a client may read nothing while answers wait."""
    close_seconds: float = 2.0
    """Time to read the last answers when the server closes a connection."""
    message_bytes: int = 65_536
    faults: int = 500
    """Invalid messages after which a connection is closed."""
    backlog: int = 400
    """Unread answers after which a connection is cut."""
    backlog_bytes: int = 4_000_000
    """The same in bytes; a single answer may be longer."""
    all_backlogs_bytes: int = 8_000_000
    """Unread answers of all pages together; above it, the page with the most is cut."""
    name_length: int = 40
    """Characters in the name of a player."""
    address_length: int = 200
    """Characters in the address of the page, for QR codes."""
    spec_length: int = 1_000
    text_length: int = 4_000
    plies: int = 2_000
    seconds: float = 60.0
    """Longest search for a move."""
    analysis_seconds: float = 300.0
    """Longest analysis of one position."""
    hang_seconds: float = 20.0
    """Longest call of a game or evaluator written in Python."""
    memory: float = 64.0
    """Memory for the tree of one search."""
    threads: int = 1
    """Threads of one search."""
    searches: int = field(default_factory=_cores)
    """Agents that search at the same time, as many studies, and as many short searches; others wait
    their turn."""
    kept_searches: int = 32
    """Searches of each of these kinds that have begun and take turns, each with its tree; further
    ones wait."""
    players: int = 16
    """Agents that keep their trees from move to move; others search from scratch."""
    questions: int = 8
    """Trees and simulations that one page may wait for; the server finds one at a time."""
    microscope: int = 400
    """Simulations that a page can step through."""
