"""Text for messages: numbers with their nouns, and lists of names."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["counted", "duration", "exception_line", "listed"]


def counted(number: float, noun: str, plural: str = "", *, form: str = "") -> str:
    """A number with its noun, in the singular or plural; ``form`` is the format of the number.

    >>> counted(1, "game"), counted(2, "game"), counted(2000, "ply", "plies", form=",")
    ('1 game', '2 games', '2,000 plies')
    """
    return f"{number:{form}} {noun if number == 1 else plural or noun + 's'}"


def listed(names: Sequence[str]) -> str:
    """Names joined with commas and "and".

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def duration(seconds: float) -> str:
    """A time in the unit that fits it.

    >>> duration(0.2), duration(42), duration(150), duration(5400)
    ('0.2 seconds', '42 seconds', '2.5 minutes', '1.5 hours')
    """
    if seconds < 90:
        return f"{seconds:.0f} seconds" if seconds >= 1 else f"{seconds:.1f} seconds"
    if seconds < 5400:
        return f"{seconds / 60:.1f} minutes"
    return f"{seconds / 3600:,.1f} hours"


def exception_line(log: str) -> str:
    """The exception at the end of the last traceback in a text, on one line; empty without one.

    >>> exception_line("Traceback (most recent call last):\\n  File ...\\nKeyError: 'a'\\nmore")
    "KeyError: 'a'"
    """
    lines = log.splitlines()
    begins = [at for at, line in enumerate(lines) if line.startswith("Traceback (most recent")]
    after = lines[begins[-1] + 1 :] if begins else []
    return next((line for line in after if line and not line[0].isspace()), "")
