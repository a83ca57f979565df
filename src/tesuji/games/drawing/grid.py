"""Pictures of games without their own: a grid of characters, and a button for each move.

Moves named like a cell (``b3``) are made by clicking the cell; all others have a button below
the board. The first two kinds of character on the board (other than spaces, dots and dashes)
take the players' colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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

__all__ = ["EMPTY", "GridLook", "grid_board", "grid_scene"]

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
}
DARK = {
    "player0": "#b79cf2",
    "on0": "#1d0f38",
    "player1": "#f0a35e",
    "on1": "#2d1400",
    "piece": "#b9c0cb",
    "on-piece": "#1c1e22",
    "button": "#3a3e46",
}


@dataclass(frozen=True, kw_only=True)
class GridLook:
    """What a game decides about its grid; the rest follows from the characters and the moves."""

    symbols: tuple[str, str]
    """The characters of player 0's and of player 1's pieces."""
    empty: str = EMPTY
    """The characters of empty cells."""
    row_names: Sequence[str] = ()
    column_names: Sequence[str] = ()
    clicks: Mapping[str, tuple[str, ...]]
    """For each move, the cells to click and texts of buttons; cells are named from the top left."""
    marked: Sequence[str] = ()
    """The cells of the last move."""


def grid_scene(
    position: Position,
    rows: Sequence[str] | None,
    last_move: Move | None,
    look: GridLook | None = None,
    drawn: Sequence[Shape] = (),
) -> Scene:
    """The position as a grid of its characters.

    Without rows, ``drawn`` stands above the buttons, or the position's text.
    """
    rows = list(rows or ())
    look = look or _default_look(position, rows, last_move)
    columns = max((len(row) for row in rows), default=0)
    pitch = min(PITCH, BOARD / max(columns, 1))
    grid = even_grid(
        len(rows), columns, left=LEFT + (BOARD - pitch * columns) / 2, top=TOP, pitch=pitch
    )
    shapes = [*drawn, *_coordinates(grid, look)]
    places = [Place(id=cell_name(*cell), name=_shown_name(*cell, look)) for cell in grid.cells()]
    pieces = [
        Piece(name=character, place=cell_name(row, column))
        for row, column in grid.cells()
        if (character := rows[row][column : column + 1].strip(look.empty))
    ]
    labels = place_labels(places, pieces)
    for row, column in grid.cells():
        shapes += _cell(rows, row, column, grid, look, labels)
    bottom = TOP + pitch * len(rows)
    if drawn:
        bottom = max(shape.y for shape in drawn if isinstance(shape, Text)) + 12
    elif not rows:
        shapes.append(Text(x=220, y=TOP + 20, text=position.text[:60], size=14, fill="ink"))
        bottom = TOP + 50
    paths, buttons, bottom = _ways_to_move(grid, bottom, look, str(last_move or ""))
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


def _default_look(position: Position, rows: Sequence[str], last_move: Move | None) -> GridLook:
    """Moves named like a cell are made on the cell, all others with a button."""
    moves = [str(move) for move in position.legal_moves]
    moves += [str(event) for event, _ in position.chance_outcomes]
    players = _players(position, rows)
    return GridLook(
        symbols=(players[:1], players[1:2]),
        clicks={move: (move,) for move in moves},
        marked=(str(last_move),) if last_move else (),
    )


def _shown_name(row: int, column: int, look: GridLook) -> str:
    if not look.row_names:
        return cell_name(row, column)
    return f"{look.column_names[column]}{look.row_names[row]}"


def _coordinates(grid: Grid, look: GridLook) -> list[Shape]:
    if not grid.xs:
        return []
    left = grid.xs[0] - grid.pitch / 2
    if not look.row_names:
        return [*coordinates(grid, left=left)]
    sides = [*zip(look.column_names, grid.xs, strict=True)]
    return [
        *(Text(x=x, y=TOP - 14, text=name, size=13, fill="label") for name, x in sides),
        *(
            Text(x=left - 16, y=y, text=name, size=13, fill="label")
            for name, y in zip(look.row_names, grid.ys, strict=True)
        ),
    ]


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
    rows: Sequence[str],
    row: int,
    column: int,
    grid: Grid,
    look: GridLook,
    labels: Mapping[str, str],
) -> list[Shape]:
    x, y = grid.centre(row, column)
    name = cell_name(row, column)
    character = rows[row][column : column + 1]
    half = grid.pitch / 2 - 2
    empty = not character.strip(look.empty)
    marked = name in look.marked
    shapes: list[Shape] = [
        Rect(
            id=name,
            x=x - half,
            y=y - half,
            width=2 * half,
            height=2 * half,
            radius=6,
            fill="cell",
            stroke="mark" if marked else "board",
            stroke_width=3 if marked else 1.5,
            label=labels[name],
        )
    ]
    if not empty:
        owner = next((p for p in (0, 1) if character in look.symbols[p]), None)
        role = ("piece", "on-piece") if owner is None else (f"player{owner}", f"on{owner}")
        shapes.append(Circle(x=x, y=y, radius=half * 0.78, fill=role[0]))
        shapes.append(Text(x=x, y=y, text=character, size=half * 0.8, bold=True, fill=role[1]))
    return shapes


def _ways_to_move(
    grid: Grid, bottom: float, look: GridLook, marked: str
) -> tuple[dict[str, tuple[str, ...]], list[Shape], float]:
    """Paths, the buttons that they need, and where the buttons end."""
    cells = {cell_name(row, column) for row, column in grid.cells()}
    paths: dict[str, tuple[str, ...]] = {
        move: tuple(step if step in cells else f"move-{step}" for step in steps)
        for move, steps in look.clicks.items()
    }
    steps = dict.fromkeys(step for clicks in look.clicks.values() for step in clicks)
    outside = [step for step in steps if step not in cells]
    width = max([34.0, *(9.0 * len(step) + 16 for step in outside)])
    across = max(1, int(BOARD // (width + 6)))
    buttons: list[Shape] = []
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
