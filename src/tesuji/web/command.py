"""The type of a command, which does what a page's message asks for.

Each command takes the session, the page and the checked message. It returns the answer (a type and
its data), a function that finds an answer that takes long, or None if the new state, sent to all
pages, is the answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tesuji.web.services import Page
from tesuji.web.session import Session

__all__ = ["Answer", "Command", "Later"]

Answer = tuple[str, dict[str, Any]]
Later = Callable[[], Awaitable[Answer]]
"""An answer that takes a while; the page's other messages are handled in between."""
Command = Callable[[Session, Page, Any], Awaitable[Answer | Later | None]]
