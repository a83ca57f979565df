"""Text boards of Colosseum Survival!: walls as heavy lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tesuji.games.board import Span, TextBoard
from tesuji.games.drawing.caption import caption_lines
from tesuji.games.drawing.colosseum import describe
from tesuji.games.drawing.text import Line, header

if TYPE_CHECKING:
    from tesuji.games.position import Position

__all__ = ["board"]

UP, RIGHT, DOWN, LEFT = range(4)
SYMBOLS = "VO"
CORNERS = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""Corner characters, indexed by the walls above (1), right (2), below (4) and left (8)."""


def board(position: Position) -> TextBoard:
    """The position for a terminal; lower-case letters fill the regions when the game is over."""
    state: Any = position._state
    tokens = _tokens(position)
    lines = [header(state.size, indent=5, pitch=4)]
    for row in range(state.size):
        lines += [_between(state, row), _along(state, row, tokens)]
    lines.append(_between(state, state.size))
    said = describe(position)
    symbol = "" if said.player is None else SYMBOLS[said.player]
    return TextBoard((*lines, *caption_lines(said, symbol)))


def _tokens(position: Position) -> dict[tuple[int, int], Span]:
    state: Any = position._state
    tokens: dict[tuple[int, int], Span] = {}
    for player, symbol in enumerate(SYMBOLS):
        if position.is_over:
            tokens |= dict.fromkeys(state.region(player), Span(symbol.lower(), "dim"))
        tokens[state.cell(player)] = Span(symbol, f"player{player}")
    return tokens


def _along(state: Any, row: int, tokens: dict[tuple[int, int], Span]) -> Line:
    """A row of cells with the walls between them."""
    line = [Span(f"{row + 1:2}", "dim"), Span(" ┃")]
    for column in range(state.size):
        token = tokens.get((row, column), Span(" "))
        wall = " " if state.is_open(row, column, RIGHT) else "┃"
        line += [Span(" "), token, Span(f" {wall}")]
    return tuple(line)


def _between(state: Any, row: int) -> Line:
    """The walls above a row of cells, and the corners where walls meet."""
    line = [Span("   ")]
    for column in range(state.size + 1):
        corner = _corner(state, row, column)
        line.append(Span(corner, "dim" if corner == "·" else ""))
        if column < state.size:
            line.append(Span("━━━" if _wall(state, row, column, UP) else "   "))
    return tuple(line)


def _corner(state: Any, row: int, column: int) -> str:
    """The corner at the top left of a cell."""
    arms = (
        _wall(state, row - 1, column, LEFT),
        _wall(state, row, column, UP),
        _wall(state, row, column, LEFT),
        _wall(state, row, column - 1, UP),
    )
    return CORNERS[sum(arm << bit for bit, arm in enumerate(arms))]


def _wall(state: Any, row: int, column: int, direction: int) -> bool:
    """Whether a side of a cell has a wall; the cell may be one step outside the border."""
    last = state.size - 1
    if row > last and direction == UP:
        row, direction = last, DOWN
    if column > last and direction == LEFT:
        column, direction = last, RIGHT
    if not (0 <= row <= last and 0 <= column <= last):
        return False
    return not state.is_open(row, column, direction)
