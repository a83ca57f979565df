"""Rows of tokens with coordinates, shared by the text boards."""

from __future__ import annotations

from collections.abc import Callable

from tesuji.games.board import Span

__all__ = ["header", "token_lines"]

Line = tuple[Span, ...]


def header(columns: int, *, indent: int, pitch: int) -> Line:
    """The letters of the columns, the first after ``indent`` characters."""
    letters = "".join(chr(ord("a") + column).ljust(pitch) for column in range(columns))
    return (Span(" " * indent + letters.rstrip(), "dim"),)


def token_lines(rows: int, columns: int, token: Callable[[int, int], Span]) -> tuple[Line, ...]:
    """A board of tokens that are two characters wide, with coordinates."""
    lines = [header(columns, indent=3, pitch=3)]
    for row in range(rows):
        line = [Span(f"{row + 1:2}", "dim")]
        for column in range(columns):
            line += [Span(" "), token(row, column)]
        lines.append(tuple(line))
    return tuple(lines)
