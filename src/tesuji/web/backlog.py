"""The backlog: answers that pages have not read yet, limited over all pages together."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Backlog"]


class Reader(Protocol):
    """A connection with unread answers."""

    def cut_off(self) -> None:
        """Ends the connection and drops its answers, which removes it from the backlog."""


class Backlog:
    """Counts the bytes of unread answers; too many, and the slowest reader is cut off."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0
        self._waiting: dict[Reader, int] = {}

    def add(self, reader: Reader, size: int) -> None:
        """Counts an answer that waits."""
        self.bytes += size
        self._waiting[reader] = self._waiting.get(reader, 0) + size
        while self.bytes > self.most:
            slowest = max(self._waiting, key=lambda each: self._waiting[each])
            self.clear(slowest)
            slowest.cut_off()

    def remove(self, reader: Reader, size: int) -> None:
        """Counts an answer as read, unless the reader was cut off before."""
        if reader in self._waiting:
            self.bytes -= size
            self._waiting[reader] -= size

    def clear(self, reader: Reader) -> None:
        """Forgets a reader and its answers."""
        self.bytes -= self._waiting.pop(reader, 0)
