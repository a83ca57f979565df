"""Text from foreign code, made safe to show and to store."""

from __future__ import annotations

import unicodedata

__all__ = ["clean"]

_KEPT = "\n\t"
_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories: control, format (bidirectional ones too), surrogates, unassigned, ..."""


def clean(text: str, limit: int = 10_000) -> str:
    """Replaces unsafe characters by U+FFFD and cuts long text. Windows line ends become plain ones.

    >>> clean("plain\\x1b[31m red")
    'plain\\ufffd[31m red'
    """
    text = text.replace("\r\n", "\n")
    if len(text) > limit:
        text = f"{text[:limit]}... ({len(text) - limit} more characters)"
    return "".join(
        character
        if character in _KEPT or unicodedata.category(character) not in _UNSAFE
        else "\ufffd"
        for character in text
    )
