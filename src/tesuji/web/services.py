"""What all sessions of a server share, and what a session needs of a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from tesuji.web.admission import Admission
from tesuji.web.bounds import Bounds
from tesuji.web.members import Member
from tesuji.web.searches import Searches

__all__ = ["Delays", "Page", "Services"]


class Page(Protocol):
    """A page that shows a session."""

    visible: bool
    member: Member

    def send(self, kind: str, /, **data: Any) -> None:
        """Sends the page a message."""


@dataclass(frozen=True, kw_only=True)
class Delays:
    """Seconds that let a person follow rolls and replies."""

    roll: float = 0.5
    hold: float = 0.8
    """How long a roll is shown before the game goes on; no clock runs."""
    reply: float = 0.35
    between_agents: float = 0.7
    """Pause after each move of two agents."""


@dataclass(frozen=True)
class Services:
    """What all sessions of a server share."""

    bounds: Bounds
    admission: Admission
    searches: Searches
    delays: Delays = Delays()
    seed: int | None = None
    """If set, every session draws the same starts and dice."""
