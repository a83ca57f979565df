"""Text from others, made safe to show: nothing in it can act on a terminal or reorder a line.

Everything that the command line prints and every report passes through `clean`, at the streams,
the console and the writer of files. Text is cleaned earlier only where it is stored or cut.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable
from typing import Any, TextIO, cast

__all__ = [
    "CleanStream",
    "clean",
    "clean_standard_streams",
    "standard_streams_are_clean",
    "terminal_stream",
]

_KEPT = "\n\t"
_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories: control, format (bidirectional ones too), surrogates, unassigned, ..."""


def clean(text: str, limit: int | None = 10_000) -> str:
    """Replaces unsafe characters by U+FFFD and cuts long text. Windows line ends become plain ones.

    >>> clean("plain\\x1b[31m red")
    'plain\\ufffd[31m red'
    """
    text = text.replace("\r\n", "\n")
    if limit is not None and len(text) > limit:
        text = f"{text[:limit]}... ({len(text) - limit} more characters)"
    unsafe = [c for c in set(text) if c not in _KEPT and unicodedata.category(c) in _UNSAFE]
    return text.translate(dict.fromkeys(map(ord, unsafe), "\ufffd")) if unsafe else text


class CleanStream:
    """A text stream that writes only clean text to another one."""

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream
        """Rich looks for this name and writes there: its colours are escape sequences."""

    def write(self, text: str) -> int:
        self.rich_proxied_file.write(clean(text, limit=None))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


def clean_standard_streams() -> None:
    """Makes this process print clean text only; a second call changes nothing."""
    if not standard_streams_are_clean():
        sys.stdout = cast(TextIO, CleanStream(sys.stdout))
        sys.stderr = cast(TextIO, CleanStream(sys.stderr))


def terminal_stream(stream: TextIO) -> TextIO:
    """The stream behind a clean one, for escape sequences of our own; it cleans nothing.

    A live display of rich wraps a clean stream once more.
    """
    while (behind := getattr(stream, "rich_proxied_file", None)) is not None:
        stream = behind
    return stream


def standard_streams_are_clean() -> bool:
    """Whether `clean_standard_streams` was called; a live display of rich may wrap the streams."""
    behind = getattr(sys.stderr, "rich_proxied_file", None)
    return isinstance(sys.stderr, CleanStream) or isinstance(behind, CleanStream)
