"""A search handle: the event loop's control of the search that a thread is running."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from tesuji.agents import Analysis, Player
from tesuji.errors import ParameterError
from tesuji.games import Position

__all__ = ["SearchHandle"]

LEAST_SECONDS = 0.01
"""A search with less time left than this is not continued."""
LIMITS = ("simulations", "nodes", "depth")


def _can_pause(player: Player, budget: dict[str, Any]) -> bool:
    """Whether a search may continue as a second one: only time ends it, and no limit counts it."""
    counts = player.agent.settings.get("horizon") == "steps"
    return "seconds" in budget and not any(each in budget for each in LIMITS) and not counts


class SearchHandle:
    """Runs searches in a thread; the event loop can watch, pause, resume and end them.

    A paused search is stopped. It continues as a new search by the same player, which keeps its
    tree, with the time that was left.
    """

    def __init__(self) -> None:
        self._allowed = True
        self._player: Player | None = None
        self.found: Analysis | None = None
        """What the search had found before its last pause."""
        self._can_pause = False
        self._pauses = False
        self._lock = threading.Lock()
        """Held to decide whether a search may be stopped for a pause."""
        self._may_go_on = threading.Event()
        self._may_go_on.set()
        self.is_paused = False

    def search(self, player: Player, position: Position, **budget: Any) -> Analysis:
        """Searches, in the thread."""
        with self._lock:
            self.found = None
            self._can_pause = _can_pause(player, budget)
        while True:
            self._wait_while_paused()
            if not self._allowed:
                raise ParameterError("the search was cancelled")
            self._player = player
            part = player.search(position, **budget)
            found = self.found = self._total(part)
            if not (self._can_pause and self._pauses):
                return found
            budget["seconds"] -= part.seconds
            if budget["seconds"] < LEAST_SECONDS or found.proven:
                return found

    def _wait_while_paused(self) -> None:
        if self._can_pause and self._pauses:
            self.is_paused = True
            self._may_go_on.wait()
            self.is_paused = False

    def _total(self, part: Analysis) -> Analysis:
        """The analysis with the effort of the earlier parts."""
        if self.found is None:
            return part
        return replace(
            part,
            simulations=part.simulations + self.found.simulations,
            nodes=part.nodes + self.found.nodes,
            seconds=part.seconds + self.found.seconds,
            reused=self.found.reused,
        )

    def progress(self) -> Analysis | None:
        """A recent analysis of the running search."""
        part = None if self._player is None else self._player.progress()
        return part if part is None else self._total(part)

    def pause(self) -> None:
        """Asks the search to pause; ``is_paused`` follows, unless the search cannot pause."""
        with self._lock:
            if not self._pauses:
                self._may_go_on.clear()
                self._pauses = True
            if self._can_pause and not self.is_paused:
                self.stop()

    def resume(self) -> None:
        """Continues a paused search."""
        self._pauses = False
        self._may_go_on.set()

    def stop(self) -> None:
        """Ends the search, which returns what it has found."""
        if self._player is not None:
            self._player.stop()

    def cancel(self) -> None:
        """Ends the search and refuses further ones."""
        self._allowed = False
        self.resume()
        self.stop()
