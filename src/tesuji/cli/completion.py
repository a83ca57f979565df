"""Tab completion at the prompt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

__all__ = ["complete_words"]


@contextmanager
def complete_words(words: Sequence[str]) -> Iterator[None]:
    """Completes these words with the tab key; does nothing without readline."""
    try:
        import readline
    except ImportError:
        yield
        return
    before, delimiters = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(Completer(words))
    readline.set_completer_delims(" \t\n")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before)
        readline.set_completer_delims(delimiters)


class Completer:
    """A completer for readline."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def __call__(self, begun: str, number: int) -> str | None:
        fitting = [word for word in self.words if word.startswith(begun)]
        return fitting[number] if number < len(fitting) else None
