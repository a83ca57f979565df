"""Thinking: searches in threads, watched from the event loop, a few at once, and never orphaned."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from tesuji.agents import Agent, Analysis, Player
from tesuji.errors import ParameterError
from tesuji.games import Game, Position
from tesuji.web.bounds import Bounds

__all__ = ["Thinking"]

WATCH = 0.2
"""Seconds between two looks at a running search."""
YIELDING = 5
"""How nice search threads are to the rest, as Unix counts it."""


def _yield_to_pages() -> None:
    """Gives this thread a lower priority: an answer to a click must not wait for a search."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), YIELDING)


class Thinking:
    """The searches of a server. All methods but the searches themselves run in one event loop."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.running = 0
        self._threads = ThreadPoolExecutor(
            3 * bounds.searches + 1, "tesuji-search", initializer=_yield_to_pages
        )
        self._players: OrderedDict[tuple[str, str, str], Player] = OrderedDict()
        self._lanes: dict[str, asyncio.Semaphore] = {}

    def player(self, owner: str, agent: Agent, game: Game) -> Player:
        """A player that an owner keeps from move to move; the longest unused are forgotten."""
        key = owner, agent.spec, game.expanded_spec
        player = self._players.pop(key, None) or agent.player(game, seed=abs(hash(key)) % 2**32)
        self._players[key] = player
        while len(self._players) > self.bounds.players:
            self._players.popitem(last=False)
        return player

    def forget(self, owner: str) -> None:
        """Drops the players of an owner."""
        for key in [key for key in self._players if key[0] == owner]:
            del self._players[key]

    async def search(
        self,
        player: Player,
        position: Position,
        *,
        lane: str = "play",
        watch: Callable[[Analysis], None] | None = None,
        **budget: Any,
    ) -> Analysis:
        """Searches when its turn comes; cancelling it stops the search and waits for its end."""
        async with self._turn(lane):
            self.running += 1
            try:
                return await self._search(player, position, watch, budget)
            finally:
                self.running -= 1

    def _turn(self, lane: str) -> asyncio.Semaphore:
        """Moves of a game, studies and short work each have a lane: none waits for another."""
        if lane not in self._lanes:
            self._lanes[lane] = asyncio.Semaphore(self.bounds.searches)
        return self._lanes[lane]

    async def _search(
        self,
        player: Player,
        position: Position,
        watch: Callable[[Analysis], None] | None,
        budget: dict[str, Any],
    ) -> Analysis:
        wanted = True

        def run() -> Analysis:
            if not wanted:
                raise ParameterError("the search is no longer wanted")
            return player.search(position, memory=self.bounds.memory, **budget)

        found = asyncio.get_running_loop().run_in_executor(self._threads, run)
        try:
            while True:
                done, _ = await asyncio.wait([found], timeout=WATCH)
                if done:
                    return found.result()
                if watch is not None and (known := player.progress()) is not None:
                    watch(known)
        except asyncio.CancelledError:
            wanted = False
            while not found.done():
                player.stop()
                await asyncio.wait([found], timeout=0.02)
            found.exception()
            raise

    async def run(self, work: Callable[[], Any]) -> Any:
        """Runs short work of the engine in a thread, in its turn."""
        async with self._turn("short"):
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Stops everything."""
        for player in self._players.values():
            player.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
