"""Proposals: changes of a shared game that need the consent of the other player."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tesuji.errors import ParameterError
from tesuji.web.live_game import LiveGame

__all__ = ["Change", "Proposal", "Proposals"]

Change = Callable[[], Awaitable[None]]
"""Changes the game, after all checks."""


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A change that one player proposes and that the other has not answered yet."""

    number: int
    by: int
    """The seat of the player who proposes it."""
    kind: str
    title: str
    """The title of the game that would begin."""
    change: Change
    live: LiveGame
    ply: int

    def is_stale(self, live: LiveGame) -> bool:
        """Whether the game has changed so much that the proposal makes no sense any more."""
        return live is not self.live or (self.kind == "undo" and live.ply != self.ply)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"number": self.number, "by": self.by, "kind": self.kind, "title": self.title}


class Proposals:
    """The proposal of a session, if there is one."""

    def __init__(self) -> None:
        self.open: Proposal | None = None
        self._count = 0

    def data(self) -> dict[str, Any] | None:
        """Plain data about the open proposal."""
        return None if self.open is None else self.open.to_dict()

    def put(self, by: int, kind: str, change: Change, live: LiveGame, title: str = "") -> None:
        """Proposes a change; a player may replace a proposal of their own."""
        self.drop_stale(live)
        if self.open is not None and self.open.by != by:
            raise ParameterError(
                "first answer the other player's proposal",
                where=kind,
                given=kind,
                expected="an answer to the other player's proposal",
            )
        self._count += 1
        self.open = Proposal(
            number=self._count,
            by=by,
            kind=kind,
            title=title,
            change=change,
            live=live,
            ply=live.ply,
        )

    def answer(self, seat: int, number: int, accept: bool, live: LiveGame) -> Change | None:
        """Ends the proposal; returns its change if the other player accepted it."""
        self.drop_stale(live)
        if self.open is None or self.open.number != number:
            raise ParameterError(
                f"there is no proposal {number} any more",
                where="number",
                given=number,
                expected="the number of the open proposal",
            )
        if accept and self.open.by == seat:
            raise ParameterError(
                "the other player has to accept this",
                where="accept",
                given=accept,
                expected="an answer of the other player",
            )
        change, self.open = self.open.change, None
        return change if accept else None

    def drop_stale(self, live: LiveGame) -> None:
        """Forgets a proposal that the game has overtaken."""
        if self.open is not None and self.open.is_stale(live):
            self.open = None
