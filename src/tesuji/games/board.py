"""Text boards: positions drawn for a terminal, as spans with roles that it can colour."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Span", "TextBoard"]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text.

    ``role`` is "", "player0", "player1", "mark0" or "mark1" (a marked piece of a player), "mark"
    or "dim".
    """

    text: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class TextBoard:
    """A board drawn as lines of spans."""

    lines: tuple[tuple[Span, ...], ...]

    def plain(self) -> str:
        """The board without colours."""
        return "\n".join("".join(span.text for span in line).rstrip() for line in self.lines)
