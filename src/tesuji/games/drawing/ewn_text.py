"""Captions and text boards of EinStein würfelt nicht!"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tesuji.games.board import Span, TextBoard
from tesuji.games.drawing import text
from tesuji.games.drawing.caption import Caption, caption, caption_lines

if TYPE_CHECKING:
    from tesuji.games.position import Position

__all__ = ["Cell", "Layout", "board", "cubes", "describe", "known_dice", "movable"]

Cell = tuple[int, int]


class Layout(NamedTuple):
    """The differences between the two games."""

    rows: int
    columns: int
    first_number: int
    cyclic: bool


def cubes(position: Position, layout: Layout) -> dict[Cell, tuple[int, int]]:
    """The player and number of each cube, by its cell."""
    state: Any = position._state
    return {
        cell: (player, number)
        for player in range(2)
        for number, cell in enumerate(state.squares(player), layout.first_number)
        if cell is not None
    }


def known_dice(position: Position) -> list[int]:
    """The known numbers of the die, the next one first."""
    state: Any = position._state
    dice: list[int] = state.dice()
    return dice


def movable(position: Position) -> list[int]:
    """The numbers of the cubes that may move."""
    return sorted({int(move.text[0]) for move in position.legal_moves})


def describe(position: Position) -> Caption:
    """The caption; it names the die and what may move."""
    if position.is_chance:
        return caption(position, "each face 1 in 6")
    dice, able = known_dice(position), movable(position)
    die = dice[0] if dice else None
    detail = f"cube {' or '.join(map(str, able))} moves"
    if die not in able:
        detail += f", for {die} is gone"
    return caption(position, detail, die=die)


def board(position: Position, layout: Layout) -> TextBoard:
    """The position for a terminal: R and B with the cubes' numbers."""
    there, able = cubes(position, layout), movable(position)

    def token(row: int, column: int) -> Span:
        if (row, column) not in there:
            return Span("· ", "dim")
        player, number = there[row, column]
        moves = player == position.to_move and number in able
        return Span(f"{'RB'[player]}{number}", f"{'mark' if moves else 'player'}{player}")

    said = describe(position)
    symbol = "" if said.player is None else "RB"[said.player]
    lines = (*text.token_lines(layout.rows, layout.columns, token), *caption_lines(said, symbol))
    if layout.cyclic and not position.is_over:
        now, *later = map(str, known_dice(position))
        lines += ((Span("dice ", "dim"), Span(now, "mark"), Span(" " + " ".join(later), "dim")),)
    return TextBoard(lines)
