"""A limit on log lines: what happens thousands of times is logged a few times a minute."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

__all__ = ["LogLimit", "limit_logs"]

LOGGERS = ("uvicorn.error", "asyncio", "tesuji.web.connection", "tesuji.web.session",
           "tesuji.web.server")  # fmt: skip
LINES = 5
"""Lines of one kind that are logged in each period."""
PERIOD = 60.0
MOST_KINDS = 200


class LogLimit(logging.Filter):
    """Passes a few lines of each kind in each period; the next one says how many were left out.

    Lines are of one kind if they come from the same logger and have the same text before anything
    is filled in.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[tuple[str, str], list[float]] = {}
        """For each kind: begin of the period, lines passed, lines left out."""

    def filter(self, record: logging.LogRecord) -> bool:
        now, kind = self._clock(), (record.name, str(record.msg)[:200])
        if kind not in self._kinds:
            self._forget_old(now)
        begun, passed, left_out = self._kinds.get(kind, (now, 0, 0))
        if now - begun >= PERIOD:
            if left_out:
                record.msg = f"{record.msg} ({left_out:.0f} more like this were not logged)"
            begun, passed, left_out = now, 0, 0
        passes = passed < LINES
        self._kinds[kind] = [begun, passed + passes, left_out + (not passes)]
        return passes

    def _forget_old(self, now: float) -> None:
        if len(self._kinds) >= MOST_KINDS:
            self._kinds = {
                kind: seen for kind, seen in self._kinds.items() if now - seen[0] < PERIOD
            }
        if len(self._kinds) >= MOST_KINDS:
            self._kinds.clear()


def limit_logs() -> None:
    """Limits the log lines of the server; a second call changes nothing."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(each, LogLimit) for each in logger.filters):
            logger.addFilter(LogLimit())
