"""Captions and text boards of Pentago and Pentago-Twist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tesuji.games.board import Span, TextBoard
from tesuji.games.drawing.caption import Caption, caption, caption_lines
from tesuji.games.drawing.pentago_lines import Cell, fives, stones
from tesuji.games.drawing.text import Line

if TYPE_CHECKING:
    from tesuji.games.position import Position

__all__ = ["board", "describe"]

SYMBOLS = "○●"


def describe(position: Position) -> Caption:
    """The caption."""
    return caption(position, "place a stone, then twist a quadrant")


def board(position: Position) -> TextBoard:
    """The position for a terminal; five in a row is marked."""
    taken, won = stones(position), fives(position)
    lines: list[Line] = [(Span("     a b c   d e f", "dim"),), _rule("┌┬┐")]
    for row in range(6):
        lines.append(_row(row, taken, won))
        if row == 2:
            lines.append(_rule("├┼┤"))
    lines.append(_rule("└┴┘"))
    said = describe(position)
    symbol = "" if said.player is None else SYMBOLS[said.player]
    return TextBoard((*lines, *caption_lines(said, symbol)))


def _rule(corners: str) -> Line:
    """A line between rows; ``corners`` are its left, middle and right characters."""
    return (Span("   " + ("─" * 7).join(corners)),)


def _row(row: int, taken: dict[Cell, int], won: frozenset[Cell]) -> Line:
    line = [Span(f"{row + 1:2}", "dim"), Span(" │ ")]
    for column in range(6):
        line.append(_token((row, column), taken, won))
        line.append(Span(" │ " if column in (2, 5) else " "))
    return tuple(line)


def _token(cell: Cell, taken: dict[Cell, int], won: frozenset[Cell]) -> Span:
    if cell not in taken:
        return Span("·", "dim")
    player = taken[cell]
    return Span(SYMBOLS[player], f"{'mark' if cell in won else 'player'}{player}")
