"""The error of an agent of ours that a course's server or judge does not play with correctly."""

from __future__ import annotations

from typing import Self

from tesuji.clean_text import clean
from tesuji.errors import TesujiError

__all__ = ["ProtocolError"]


class ProtocolError(TesujiError):
    """A server or judge broke its protocol. ``given`` is what it sent."""

    @classmethod
    def unexpected(cls, given: str, expected: str) -> Self:
        shown = clean(given, 200)
        return cls(f"received {shown!r}, expected {expected}", given=shown, expected=expected)
