"""Pictures of Avalam: towers as stacks of rings with their height on top."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tesuji.games.board import Span, TextBoard
from tesuji.games.drawing import text
from tesuji.games.drawing.caption import Caption, caption, caption_lines
from tesuji.games.drawing.frame import (
    BOARD,
    LEFT,
    TOP,
    cell_at,
    cell_name,
    coordinates,
    even_grid,
    framed,
    place_labels,
    turned_about,
)
from tesuji.games.scene import Circle, Group, Piece, Place, Rect, Scene, Shape, Text

if TYPE_CHECKING:
    from tesuji.games.move import Move
    from tesuji.games.position import Position

SIZE = 9
PITCH = 42
COLUMNS = ((2, 3), (1, 4), (1, 6), (1, 8), (0, 8), (0, 7), (2, 7), (4, 7), (5, 6))
"""First and last playable column of each row; the centre is a hole."""
GRID = even_grid(SIZE, SIZE, left=LEFT + (BOARD - SIZE * PITCH) / 2, top=TOP + 3, pitch=PITCH)
BOTTOM = TOP + 3 + SIZE * PITCH
DISC = 15.5
STEP = 2.9
"""The height of one counter in a tower."""

LIGHT = {
    "board": "#dcc3ac",
    "cell": "#f8efe4",
    "player0": "#ffd43b",
    "edge0": "#8a6100",
    "on0": "#2a2723",
    "player1": "#c9303c",
    "edge1": "#3a0209",
    "on1": "#ffffff",
}
DARK = {
    "board": "#40291f",
    "cell": "#4a3f35",
    "player0": "#ffd43b",
    "edge0": "#7a5600",
    "on0": "#2a2723",
    "player1": "#ff6f73",
    "edge1": "#6d1119",
    "on1": "#1d0507",
}


def scene(position: Position, last_move: Move | None) -> Scene:
    """The position as shapes; a move is a click on a tower and one on its target."""
    marked = _cells_of(last_move.text) if last_move else ()
    towers = _towers(position)
    said = _caption(position, towers)
    places = [Place(id=cell_name(*cell), name=cell_name(*cell)) for cell in towers]
    pieces = [_piece(cell, tower) for cell, tower in towers.items() if tower]
    labels = place_labels(places, pieces)
    return framed(
        position,
        (
            *coordinates(GRID),
            *(_ground(cell) for cell in towers),
            *(_cell(cell, labels[cell_name(*cell)], cell in marked) for cell in towers),
            *(_tower(cell, tower) for cell, tower in towers.items() if tower),
        ),
        bottom=BOTTOM,
        caption=said,
        badge=() if said.player is None else _counter(said.player, 0, 12),
        paths={move.text: _path(move.text) for move in position.legal_moves},
        palettes=(LIGHT, DARK),
        origins=_origins(last_move.text) if last_move else None,
        prompts=("Choose a tower to move", "Now choose the tower to put it on"),
        places=places,
        pieces=pieces,
        facing=turned_about(BOTTOM),
    )


def _piece(cell: tuple[int, int], tower: int) -> Piece:
    colour = "yellow" if tower > 0 else "red"
    return Piece(name=f"{colour} tower of {abs(tower)}", place=cell_name(*cell))


def _origins(move: str) -> dict[str, str]:
    """Maps the id of the tower that moved to its id before the move."""
    source, target = (cell_name(*cell) for cell in _cells_of(move))
    return {f"tower-{target}": f"tower-{source}"}


def board(position: Position) -> TextBoard:
    """The position for a terminal: a letter for the colour on top, and the height."""
    towers = _towers(position)

    def token(row: int, column: int) -> Span:
        tower = towers.get((row, column))
        if tower is None:
            return Span("  ")
        if tower == 0:
            return Span("· ", "dim")
        return Span(f"{'YR'[tower < 0]}{abs(tower)}", f"player{int(tower < 0)}")

    said = _caption(position, towers)
    symbol = "" if said.player is None else "YR"[said.player]
    return TextBoard((*text.token_lines(SIZE, SIZE, token), *caption_lines(said, symbol)))


def _towers(position: Position) -> dict[tuple[int, int], int]:
    """Each cell's tower: its height, negative with red on top, 0 for an empty cell."""
    state: Any = position._state
    return {cell: state.tower(*cell) for cell in _cells()}


def _cells() -> Iterator[tuple[int, int]]:
    for row, (first, last) in enumerate(COLUMNS):
        for column in range(first, last + 1):
            if (row, column) != (4, 4):
                yield row, column


def _caption(position: Position, towers: dict[tuple[int, int], int]) -> Caption:
    yellow = sum(tower > 0 for tower in towers.values())
    red = sum(tower < 0 for tower in towers.values())
    return caption(
        position, f"towers: Yellow {yellow}, Red {red}", tally=(yellow, red), unit="towers"
    )


def _cells_of(move: str) -> tuple[tuple[int, int], tuple[int, int]]:
    return cell_at(move[:2]), cell_at(move[2:])


def _path(move: str) -> tuple[str, str]:
    return move[:2], move[2:]


def _ground(cell: tuple[int, int]) -> Shape:
    x, y = GRID.centre(*cell)
    side = PITCH + 6
    return Rect(x=x - side / 2, y=y - side / 2, width=side, height=side, radius=13, fill="board")


def _cell(cell: tuple[int, int], label: str, marked: bool) -> Shape:
    x, y = GRID.centre(*cell)
    return Circle(
        id=cell_name(*cell),
        x=x,
        y=y,
        radius=19.5,
        fill="mark-soft" if marked else "cell",
        stroke="mark" if marked else "none",
        stroke_width=2.5 if marked else 0,
        label=label,
    )


def _tower(cell: tuple[int, int], tower: int) -> Shape:
    player, height = int(tower < 0), abs(tower)
    x, y = GRID.centre(*cell)
    lowest = STEP * (height - 1) / 2
    lower = (_disc(player, lowest - STEP * level, DISC) for level in range(height - 1))
    number = Text(x=0, y=-lowest, text=str(height), size=15, bold=True, fill=f"on{player}")
    shapes = (*lower, *_counter(player, -lowest, DISC), number)
    return Group(id=f"tower-{cell_name(*cell)}", x=x, y=y, shapes=shapes)


def _counter(player: int, y: float, radius: float) -> tuple[Shape, ...]:
    """A counter seen from above. Red has a ring, so that colour is not the only difference."""
    disc = _disc(player, y, radius)
    if player == 0:
        return (disc,)
    return disc, Circle(x=0, y=y, radius=radius - 3.2, stroke="on1", stroke_width=1.2)


def _disc(player: int, y: float, radius: float) -> Shape:
    return Circle(
        x=0, y=y, radius=radius, fill=f"player{player}", stroke=f"edge{player}", stroke_width=1.4
    )
