"""Pictures of games without their own: a grid of characters, and a button for each move.

Moves named like a cell (``b3``) are made by clicking the cell; all others have a button below
the board. The first two kinds of character on the board (other than spaces, dots and dashes)
take the players' colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tesuji.games.board import Span, TextBoard
from tesuji.games.drawing import text
from tesuji.games.drawing.caption import caption, caption_lines
from tesuji.games.drawing.frame import (
    BOARD,
    LEFT,
    TOP,
    Grid,
    cell_name,
    coordinates,
    even_grid,
    framed,
    place_labels,
)
from tesuji.games.scene import Circle, Piece, Place, Rect, Scene, Shape, Text

if TYPE_CHECKING:
    from tesuji.games.move import Move
    from tesuji.games.position import Position

__all__ = ["grid_board", "grid_scene"]

EMPTY = " .-·_"
BUTTON_HEIGHT = 30
PITCH = 54
LIGHT = {
    "player0": "#6d3fc4",
    "on0": "#ffffff",
    "player1": "#c2560c",
    "on1": "#ffffff",
    "piece": "#5a5f68",
    "on-piece": "#ffffff",
    "button": "#e3dbcc",
    "mark": "#1d5fd1",
}
DARK = {
    "player0": "#b79cf2",
    "on0": "#1d0f38",
    "player1": "#f0a35e",
    "on1": "#2d1400",
    "piece": "#b9c0cb",
    "on-piece": "#1c1e22",
    "button": "#3a3e46",
    "mark": "#7ab0ff",
}


def grid_scene(position: Position, rows: Sequence[str] | None, last_move: Move | None) -> Scene:
    """The position as a grid of its characters, or as its text where it has no rows."""
    rows = list(rows or ())
    columns = max((len(row) for row in rows), default=0)
    pitch = min(PITCH, BOARD / max(columns, 1))
    grid = even_grid(
        len(rows), columns, left=LEFT + (BOARD - pitch * columns) / 2, top=TOP, pitch=pitch
    )
    marked = str(last_move) if last_move else ""
    shapes: list[Shape] = [*coordinates(grid, left=grid.xs[0] - pitch / 2)] if columns else []
    places = [Place(id=cell_name(*cell), name=cell_name(*cell)) for cell in grid.cells()]
    pieces = [
        Piece(name=character, place=cell_name(row, column))
        for row, column in grid.cells()
        if (character := rows[row][column : column + 1].strip(EMPTY))
    ]
    labels = place_labels(places, pieces)
    for row, column in grid.cells():
        shapes += _cell(position, rows, row, column, grid, marked, labels)
    bottom = TOP + pitch * len(rows)
    if not rows:
        shapes.append(Text(x=220, y=TOP + 20, text=position.text[:60], size=14, fill="ink"))
        bottom = TOP + 50
    paths, buttons, bottom = _ways_to_move(position, grid, bottom, marked)
    said = caption(position, position.game.summary[:64])
    badge = (
        () if said.player is None else (Circle(x=0, y=0, radius=11, fill=f"player{said.player}"),)
    )
    return framed(
        position,
        (*shapes, *buttons),
        bottom=bottom,
        caption=said,
        badge=badge,
        paths=paths,
        palettes=(LIGHT, DARK),
        places=places,
        pieces=pieces,
    )


def grid_board(position: Position, rows: Sequence[str] | None) -> TextBoard:
    """The position for a terminal."""
    said = caption(position, "")
    lines: tuple[tuple[Span, ...], ...] = ((Span(position.text),),)
    if rows:
        symbols = _players(position, rows)
        columns = max(len(row) for row in rows)

        def token(row: int, column: int) -> Span:
            character = rows[row][column : column + 1]
            if not character.strip(EMPTY):
                return Span("· ", "dim")
            player = symbols.find(character)
            return Span(f"{character} ", f"player{player}" if player in (0, 1) else "")

        lines = text.token_lines(len(rows), columns, token)
    return TextBoard((*lines, *caption_lines(said, "")))


def _players(position: Position, rows: Sequence[str]) -> str:
    """The characters that stand for pieces: the players' initials first, then by the alphabet."""
    seen = sorted({c for c in "".join(rows) if c not in EMPTY})
    initials = [name[:1].lower() for name in position.game.players]
    if initials[0] != initials[1] and all(c.lower() in initials for c in seen):
        return "".join(
            next((c for c in seen if c.lower() == initial), initial) for initial in initials
        )
    return "".join(seen)


def _cell(
    position: Position,
    rows: Sequence[str],
    row: int,
    column: int,
    grid: Grid,
    marked: str,
    labels: Mapping[str, str],
) -> list[Shape]:
    x, y = grid.centre(row, column)
    name = cell_name(row, column)
    character = rows[row][column : column + 1]
    half = grid.pitch / 2 - 2
    empty = not character.strip(EMPTY)
    shapes: list[Shape] = [
        Rect(
            id=name,
            x=x - half,
            y=y - half,
            width=2 * half,
            height=2 * half,
            radius=6,
            fill="cell",
            stroke="mark" if name == marked else "board",
            stroke_width=3 if name == marked else 1.5,
            label=labels[name],
        )
    ]
    if not empty:
        player = _players(position, rows).find(character)
        role = (f"player{player}", f"on{player}") if player in (0, 1) else ("piece", "on-piece")
        shapes.append(Circle(x=x, y=y, radius=half * 0.78, fill=role[0]))
        shapes.append(Text(x=x, y=y, text=character, size=half * 0.8, bold=True, fill=role[1]))
    return shapes


def _ways_to_move(
    position: Position, grid: Grid, bottom: float, marked: str
) -> tuple[dict[str, tuple[str, ...]], list[Shape], float]:
    """Paths, the buttons that they need, and where the buttons end."""
    moves = [str(move) for move in position.legal_moves]
    moves += [str(event) for event, _ in position.chance_outcomes]
    cells = {cell_name(row, column) for row, column in grid.cells()}
    paths: dict[str, tuple[str, ...]] = {
        move: (move if move in cells else f"move-{move}",) for move in moves
    }
    width = max([34.0, *(9.0 * len(move) + 16 for move in moves)])
    across = max(1, int(BOARD // (width + 6)))
    buttons: list[Shape] = []
    outside = [move for move in moves if move not in cells]
    for number, move in enumerate(outside):
        x = LEFT + (number % across) * (width + 6)
        y = bottom + 14 + (number // across) * (BUTTON_HEIGHT + 6)
        buttons += _button(move, x, y, width, marked)
    lines = -(-len(outside) // across)
    return paths, buttons, bottom + (14 + lines * (BUTTON_HEIGHT + 6) if lines else 0)


def _button(move: str, x: float, y: float, width: float, marked: str) -> list[Shape]:
    return [
        Rect(
            id=f"move-{move}",
            x=x,
            y=y,
            width=width,
            height=BUTTON_HEIGHT,
            radius=8,
            fill="button",
            stroke="mark" if move == marked else "none",
            stroke_width=2 if move == marked else 0,
            label=f"move {move}",
        ),
        Text(x=x + width / 2, y=y + BUTTON_HEIGHT / 2, text=move, size=14, fill="ink"),
    ]
