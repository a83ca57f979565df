"""Searches in threads: run and watched from the event loop, limited in number, never orphaned."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from tesuji.agents import Agent, Analysis, Player
from tesuji.errors import ParameterError
from tesuji.games import Game, Position
from tesuji.web.bounds import Bounds

__all__ = ["SearchHandle", "Searches"]

T = TypeVar("T")

WATCH = 0.2
"""Seconds between two progress reports of a running search."""
YIELDING = 5
"""The Unix niceness of search threads."""


def _yield_to_pages() -> None:
    """Lowers the priority of this thread: a reply to a click must not wait for a search."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), YIELDING)


class SearchHandle:
    """Gives the event loop control of the search that a thread is running."""

    def __init__(self) -> None:
        self._allowed = True
        self._player: Player | None = None

    def search(self, player: Player, position: Position, **budget: Any) -> Analysis:
        """Searches, in the thread."""
        if not self._allowed:
            raise ParameterError("the search was cancelled")
        self._player = player
        return player.search(position, **budget)

    def progress(self) -> Analysis | None:
        """A recent analysis of the running search."""
        return None if self._player is None else self._player.progress()

    def stop(self) -> None:
        """Ends the search, which returns what it has found."""
        if self._player is not None:
            self._player.stop()

    def cancel(self) -> None:
        """Ends the search and refuses further ones."""
        self._allowed = False
        self.stop()


class Searches:
    """Runs the searches of a server. All methods are called from one event loop."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.running = 0
        self._threads = ThreadPoolExecutor(
            3 * bounds.searches + 1, "tesuji-search", initializer=_yield_to_pages
        )
        self._players: OrderedDict[tuple[str, str, str], Player] = OrderedDict()
        self._lanes: dict[str, asyncio.Semaphore] = {}

    def player(self, owner: str, agent: Agent, game: Game, draw_seed: Callable[[], int]) -> Player:
        """The player that an owner keeps from move to move; the least recently used are dropped."""
        key = owner, agent.spec, game.expanded_spec
        player = self._players.pop(key, None) or agent.player(game, seed=draw_seed())
        self._players[key] = player
        while len(self._players) > self.bounds.players:
            self._players.popitem(last=False)[1].close()
        return player

    def forget(self, owner: str) -> None:
        """Drops the players of an owner."""
        for key in [key for key in self._players if key[0] == owner]:
            self._players.pop(key).close()

    async def search(
        self,
        player: Player,
        position: Position,
        *,
        lane: str = "play",
        watch: Callable[[Analysis], None] | None = None,
        **budget: Any,
    ) -> Analysis:
        """Searches when its turn comes; cancelling stops the search and waits for its end."""
        return await self.run(
            lambda handle: handle.search(player, position, memory=self.bounds.memory, **budget),
            lane=lane,
            watch=watch,
        )

    async def run(
        self,
        work: Callable[[SearchHandle], T],
        *,
        lane: str = "short",
        watch: Callable[[Analysis], None] | None = None,
    ) -> T:
        """Runs work in a thread when its turn comes; its searches go through the handle."""
        async with self._turn(lane):
            self.running += 1
            try:
                return await self._run(work, watch, self._longest(lane))
            finally:
                self.running -= 1

    def _turn(self, lane: str) -> asyncio.Semaphore:
        """The semaphore of a lane; moves, studies and short work do not wait for each other."""
        if lane not in self._lanes:
            self._lanes[lane] = asyncio.Semaphore(self.bounds.searches)
        return self._lanes[lane]

    def _longest(self, lane: str) -> float:
        return self.bounds.analysis_seconds if lane == "study" else self.bounds.seconds

    async def _run(
        self,
        work: Callable[[SearchHandle], T],
        watch: Callable[[Analysis], None] | None,
        longest: float,
    ) -> T:
        handle, loop = SearchHandle(), asyncio.get_running_loop()
        over = loop.time() + longest
        found = loop.run_in_executor(self._threads, work, handle)
        try:
            while not (await asyncio.wait([found], timeout=WATCH))[0]:
                if watch is not None and (known := handle.progress()) is not None:
                    watch(known)
                if loop.time() >= over:
                    # No search is longer, whatever a spec or a clock made of the budget.
                    handle.stop()
            return found.result()
        except asyncio.CancelledError:
            while not found.done():
                handle.cancel()
                await asyncio.wait([found], timeout=0.02)
            found.exception()
            raise

    def close(self) -> None:
        """Stops everything."""
        for player in self._players.values():
            player.stop()
            player.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
