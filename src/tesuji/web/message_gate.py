"""The message gate: lets one message through per round of the event loop.

Many pages may send many messages at once. Between two of them, the event loop accepts connections,
serves files and sends answers, so nobody waits for a flood of messages to end.
"""

from __future__ import annotations

import asyncio
from collections import deque

__all__ = ["MessageGate"]


class MessageGate:
    """Lets messages pass one by one, first those of pages that have read their answers."""

    def __init__(self) -> None:
        self._prompt: deque[asyncio.Future[None]] = deque()
        self._slow: deque[asyncio.Future[None]] = deque()
        self._scheduled = False

    async def pass_one(self, *, slow: bool = False) -> None:
        """Waits for its turn; ``slow`` lets messages of other pages pass first."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        (self._slow if slow else self._prompt).append(turn)
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon(self._open)
        await turn

    def _open(self) -> None:
        turn = self._next()
        self._scheduled = turn is not None
        if turn is not None:
            turn.set_result(None)
            turn.get_loop().call_soon(self._open)

    def _next(self) -> asyncio.Future[None] | None:
        for waiting in (self._prompt, self._slow):
            while waiting:
                if not (turn := waiting.popleft()).done():
                    return turn
        return None
