"""Searches in threads: run and watched from the event loop, in turns, never orphaned."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from tesuji.agents import Agent, Analysis, Player
from tesuji.errors import HungCodeError, ParameterError
from tesuji.games import Game, Position
from tesuji.web.bounds import Bounds
from tesuji.web.search_handle import SearchHandle
from tesuji.web.turns import Turn, Turns

__all__ = ["SearchHandle", "Searches"]

T = TypeVar("T")

WATCH = 0.2
"""Seconds between two progress reports of a running search."""
PAUSING = 0.01
"""Seconds between two looks at a search that is to pause."""
NICENESS = {"play": 5, "short": 5, "study": 10}
"""The Unix niceness of search threads: a click comes before a move, a move before an analysis."""


def _lower_priority(niceness: int) -> None:
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


class Searches:
    """Runs the searches of a server. All methods are called from one event loop.

    There are three lanes: moves ("play"), studies ("study") and short work ("short"). They do not
    wait for each other. Within a lane, visitors take turns.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._players: OrderedDict[tuple[str, str, str], Player] = OrderedDict()
        self._searching: set[Player] = set()
        self._retired: set[Player] = set()
        """Players that are closed as soon as their search has ended."""
        self._lanes = {lane: Turns(bounds.searches, kept=bounds.kept_searches) for lane in NICENESS}

    @property
    def running(self) -> int:
        """The number of searches that run now."""
        return sum(turns.running for turns in self._lanes.values())

    # Players

    def player(self, owner: str, agent: Agent, game: Game, draw_seed: Callable[[], int]) -> Player:
        """The player that an owner keeps from move to move; the least recently used are closed."""
        key = owner, agent.spec, game.expanded_spec
        player = self._players.pop(key, None) or agent.player(game, seed=draw_seed())
        self._players[key] = player
        while len(self._players) > self.bounds.players:
            self.retire(self._players.popitem(last=False)[1])
        return player

    def forget(self, owner: str) -> None:
        """Closes the players of an owner."""
        for key in [key for key in self._players if key[0] == owner]:
            self.retire(self._players.pop(key))

    def retire(self, player: Player) -> None:
        """Closes a player, after its search if there is one. Ending a process may take a while."""
        if player in self._searching:
            self._retired.add(player)
        else:
            threading.Thread(target=player.close, name="tesuji-close", daemon=True).start()

    # Searches

    async def search(
        self,
        player: Player,
        position: Position,
        *,
        owner: str,
        lane: str = "play",
        watch: Callable[[Analysis], None] | None = None,
        waits: Callable[[int], None] | None = None,
        **budget: Any,
    ) -> Analysis:
        """Searches when its turn comes; cancelling stops the search and waits for its end."""
        self._searching.add(player)
        try:
            return await self.run(
                lambda handle: handle.search(player, position, memory=self.bounds.memory, **budget),
                owner=owner,
                lane=lane,
                watch=watch,
                waits=waits,
            )
        finally:
            self._searching.discard(player)
            if player in self._retired:
                self._retired.discard(player)
                self.retire(player)

    async def run(
        self,
        work: Callable[[SearchHandle], T],
        *,
        owner: str,
        lane: str = "short",
        watch: Callable[[Analysis], None] | None = None,
        waits: Callable[[int], None] | None = None,
    ) -> T:
        """Runs work in a thread when its turn comes; its searches go through the handle.

        Work of one owner takes turns with that of others. ``waits`` is called with the number of
        those who come before, until the work begins.
        """
        turns, turn = self._lanes[lane], Turn(owner, waits)
        # A class behind one address waits for its moves, but is not refused them.
        if lane != "play" and turns.count(owner) >= self.bounds.address_searches:
            most = f"at most {self.bounds.address_searches} searches at once"
            raise ParameterError(f"a visitor has {most}", where="search", expected=most)
        await turns.take(turn)
        handle = SearchHandle()
        found = _in_thread(lambda: work(handle), NICENESS[lane])
        try:
            await self._watch(handle, found, turns, turn, watch, self._longest(lane))
            return found.result()
        except asyncio.CancelledError:
            ends = asyncio.get_running_loop().time() + 2 * self.bounds.hang_seconds
            while not found.done() and asyncio.get_running_loop().time() < ends:
                handle.cancel()
                await asyncio.wait([found], timeout=0.02)
            raise
        finally:
            turns.end(turn)

    def _longest(self, lane: str) -> float:
        return self.bounds.analysis_seconds if lane == "study" else self.bounds.seconds

    async def _watch(
        self,
        handle: SearchHandle,
        found: asyncio.Future[Any],
        turns: Turns,
        turn: Turn,
        watch: Callable[[Analysis], None] | None,
        longest: float,
    ) -> None:
        """Waits for the end of a search, shows its progress, and pauses it when others wait."""
        pausing = False
        while not (await asyncio.wait([found], timeout=PAUSING if pausing else WATCH))[0]:
            if watch is not None and not pausing and (known := handle.progress()) is not None:
                watch(known)
            if turns.seconds(turn) >= longest + 2 * self.bounds.hang_seconds:
                raise _never_ended(turns.seconds(turn))
            if turns.seconds(turn) >= longest or turns.is_spent(turn):
                # No search is longer, whatever a spec or a clock made of the budget.
                handle.stop()
                continue
            pausing = turns.is_over(turn)
            if pausing:
                handle.pause()
            else:
                handle.resume()
            if handle.is_paused:
                if watch is not None and handle.found is not None:
                    watch(handle.found)
                turns.give_back(turn)
                await turns.take(turn)
                handle.resume()
                pausing = False

    def close(self) -> None:
        """Stops everything."""
        for player in self._players.values():
            player.stop()
            self.retire(player)
        self._players.clear()


def _never_ended(seconds: float) -> HungCodeError:
    return HungCodeError(
        f"the search did not end {seconds:.0f} s after it began and was given up", seconds=seconds
    )


def _in_thread(work: Callable[[], T], niceness: int) -> asyncio.Future[T]:
    """The result of work in a new thread. It is a daemon: work that hangs does not keep us up."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[T] = loop.create_future()
    # Nobody may wait any more, and asyncio would log an exception that nobody has looked at.
    found.add_done_callback(lambda done: done.cancelled() or done.exception())

    def finish(result: Any, error: BaseException | None) -> None:
        if not found.done():
            found.set_result(result) if error is None else found.set_exception(error)

    def run() -> None:
        _lower_priority(niceness)
        result, failure = None, None
        try:
            result = work()
        except BaseException as error:
            failure = error
        with suppress(RuntimeError):  # the loop may be closed
            loop.call_soon_threadsafe(finish, result, failure)

    threading.Thread(target=run, name="tesuji-search", daemon=True).start()
    return found
