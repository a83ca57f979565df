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

    Only compiled code needs another thread: Ctrl-C ends Python code by itself, and that code may
    have to wait for what this thread is doing, such as an import. With ``keep``, Ctrl-C must not
    end the code of a search that has a result so far, so whatever can be stopped gets a thread.
    """
    if player.stoppable and (keep or player.compiled):
        return interruptible(search, player.stop, look=look, interval=interval, keep=keep)
    return search()
