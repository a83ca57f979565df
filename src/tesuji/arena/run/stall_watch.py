"""A watch that measures how long this process was kept from running.

A referee on a busy or suspended machine may see an answer late that came in time. A game that was
lost only for that reason is void.
"""

from __future__ import annotations

import threading
import time

__all__ = ["StallWatch"]

BEAT = 0.005
"""Seconds between two looks at the clock."""


class StallWatch:
    """Looks at the clock again and again in a thread, and notes when a look came late."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._stalls: list[tuple[float, float]] = []
        self._thread = threading.Thread(target=self._watch, name="stall watch", daemon=True)

    def __enter__(self) -> StallWatch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def stalled(self, begun: float) -> float:
        """Seconds that were lost since `begun`, a time of ``time.perf_counter()``."""
        return sum(min(late, end - begun) for end, late in list(self._stalls) if end >= begun)

    def _watch(self) -> None:
        last = time.perf_counter()
        while not self._ended.wait(BEAT):
            now = time.perf_counter()
            late = now - last - BEAT
            if late > BEAT:
                self._stalls.append((now, late))
            last = now
