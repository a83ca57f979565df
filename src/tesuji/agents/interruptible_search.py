"""Searches that Ctrl-C ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from tesuji.interruptible import INTERVAL, interruptible

if TYPE_CHECKING:
    from tesuji.agents.agent import Player

__all__ = ["interruptible_search"]

T = TypeVar("T")


def interruptible_search(
    player: Player,
    search: Callable[[], T],
    *,
    look: Callable[[], object] | None = None,
    interval: float = INTERVAL,
    keep: bool = False,
) -> T:
    """The result of ``search``, in which ``player`` searches; the options are as `interruptible`'s.

    Compiled code needs another thread. Python code of a user does not: Ctrl-C ends it by itself,
    and it may have to wait for what this thread is doing, such as an import. With ``keep``, every
    search that can be stopped gets a thread, so that it can end with what it has found.
    """
    if player.stoppable and (keep or player.compiled):
        return interruptible(search, player.stop, look=look, interval=interval, keep=keep)
    return search()
