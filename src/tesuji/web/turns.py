"""Turns: visitors share a few slots for their searches, in slices of time.

The visitor who has had the least time comes first, but every second turn goes to a search that has
not begun, if there is one. So newcomers start quickly, and a stream of them keeps nobody out.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable

__all__ = ["Turn", "Turns"]

SLICE = 0.5
"""Seconds of a turn while others wait."""
FIRST_SLICE = 0.2
"""Seconds of the first turn of a search, so that everybody soon sees a result."""
FAIR_SHARE = 10.0
"""Seconds after which a search ends if others cannot even begin."""
MOST_VISITORS = 2_000


class Turn:
    """One search of a visitor in the line. ``waits`` is called with the number of those before it,
    until the search begins."""

    def __init__(self, owner: str, waits: Callable[[int], None] | None = None) -> None:
        self.owner = owner
        self.used = 0.0
        """Seconds in a slot before the current turn."""
        self.begun = False
        self.since: float | None = None
        """When the current turn began; None while the search waits."""
        self.place: int | None = None
        self._waits = waits
        self._arrival = 0
        self._called: asyncio.Future[None] | None = None

    def show_place(self, place: int) -> None:
        """Reports a new place in the line."""
        if place != self.place:
            self.place = place
            if self._waits is not None and not self.begun:
                self._waits(place)


class Turns:
    """The slots of one kind of search. All methods are called from one event loop."""

    def __init__(
        self, slots: int, *, kept: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._slots = slots
        self._kept = max(slots, kept)
        self._clock = clock
        self._running: set[Turn] = set()
        self._waiting: list[Turn] = []
        self._begun = 0
        self._used: dict[str, float] = {}
        """Seconds that each visitor has had; only differences matter."""
        self._share = 0.0
        """Seconds of a visitor who was here from the beginning and got a fair share."""
        self._new_came_last = False
        self._arrivals = itertools.count()

    @property
    def running(self) -> int:
        """The number of searches that run now."""
        return len(self._running)

    def count(self, owner: str) -> int:
        """The number of searches of a visitor that run or wait."""
        return sum(each.owner == owner for each in (*self._running, *self._waiting))

    async def take(self, turn: Turn) -> None:
        """Waits until the search may run, for the first time or again."""
        least = self._share - SLICE
        self._used[turn.owner] = max(self._used.get(turn.owner, least), least)
        turn._arrival = next(self._arrivals)
        called = turn._called = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._call_next()
        try:
            await called
        except asyncio.CancelledError:
            if turn in self._waiting:
                self._waiting.remove(turn)
            self.end(turn)  # it may have been called at the same time
            raise

    def give_back(self, turn: Turn) -> None:
        """Ends the current turn of a search, which may take another one."""
        if turn.since is None:
            return
        had = self._clock() - turn.since
        turn.used += had
        self._used[turn.owner] += had
        owners = {each.owner for each in (*self._running, *self._waiting)}
        self._share += had / len(owners)
        turn.since = None
        self._running.discard(turn)
        self._call_next()

    def end(self, turn: Turn) -> None:
        """Removes a search that has ended."""
        self._begun -= turn.begun
        turn.begun = False
        self.give_back(turn)
        self._call_next()
        if len(self._used) > MOST_VISITORS:
            active = {each.owner for each in (*self._running, *self._waiting)}
            self._used = {owner: had for owner, had in self._used.items() if owner in active}

    def seconds(self, turn: Turn) -> float:
        """The seconds that a search has run so far."""
        return turn.used + (0.0 if turn.since is None else self._clock() - turn.since)

    def is_over(self, turn: Turn) -> bool:
        """Whether the search has had its slice and another one waits for the slot."""
        if turn.since is None or self._next() is None:
            return False
        return self._clock() - turn.since >= (FIRST_SLICE if turn.used == 0 else SLICE)

    def is_spent(self, turn: Turn) -> bool:
        """Whether the search has had its share while others cannot even begin."""
        crowded = self._begun >= self._kept and any(not each.begun for each in self._waiting)
        return crowded and self.seconds(turn) >= FAIR_SHARE

    def _order(self, turn: Turn) -> tuple[bool, float, int]:
        return not self._is_new(turn), self._used[turn.owner], turn._arrival

    def _is_new(self, turn: Turn) -> bool:
        """Whether a search has not begun and its visitor has not had more than a fair share."""
        return not turn.begun and self._used[turn.owner] <= self._share + SLICE

    def _next(self) -> Turn | None:
        may_begin = self._begun < self._kept
        able = [each for each in self._waiting if each.begun or may_begin]
        if self._new_came_last and any(not self._is_new(each) for each in able):
            able = [each for each in able if not self._is_new(each)]
        return min(able, key=self._order, default=None)

    def _call_next(self) -> None:
        while len(self._running) < self._slots and (turn := self._next()) is not None:
            self._new_came_last = self._is_new(turn)
            self._waiting.remove(turn)
            self._begun += not turn.begun
            turn.begun, turn.since, turn.place = True, self._clock(), None
            self._running.add(turn)
            if turn._called is not None and not turn._called.done():
                turn._called.set_result(None)
        if self._waiting:
            for place, each in enumerate(sorted(self._waiting, key=self._order)):
                each.show_place(place)
