"""Pictures of EinStein würfelt nicht!: numbered cubes, goals in the corners, and the dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tesuji.games.drawing import dice
from tesuji.games.drawing.ewn_text import Cell, Layout, cubes, describe, known_dice, movable
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
    turned_about,
)
from tesuji.games.scene import Circle, Group, Piece, Place, Rect, Scene, Shape, Text

if TYPE_CHECKING:
    from tesuji.games.move import Move
    from tesuji.games.position import Position

__all__ = ["scene"]

PADDING = 7
STEPS = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}

LIGHT = {
    "board": "#c3d0c4",
    "cell": "#f6f9f4",
    "player0": "#c93a2b",
    "edge0": "#7d1a10",
    "on0": "#ffffff",
    "soft0": "#f8dcd6",
    "player1": "#1f63b8",
    "edge1": "#0d3466",
    "on1": "#ffffff",
    "soft1": "#d7e5f7",
}
DARK = {
    "board": "#232d28",
    "cell": "#37443d",
    "player0": "#ff7d6b",
    "edge0": "#8c2416",
    "on0": "#330a04",
    "soft0": "#5c2a23",
    "player1": "#74b0ff",
    "edge1": "#1b4f91",
    "on1": "#06203f",
    "soft1": "#243f63",
}


def scene(position: Position, last_move: Move | None, layout: Layout) -> Scene:
    """The position as shapes; a move is a click on a cube's cell and one on its target's.

    At a chance position, a click on a face of the die is the roll.
    """
    pitch = (BOARD - 2 * PADDING) / layout.columns
    grid = even_grid(
        layout.rows, layout.columns, left=LEFT + PADDING, top=TOP + PADDING, pitch=pitch
    )
    bottom = TOP + 2 * PADDING + pitch * layout.rows
    said = describe(position)
    goals = _goals(layout)
    places, pieces = _places(position, grid, goals), list(_pieces(position, layout))
    labels = place_labels(places, pieces)
    return framed(
        position,
        (
            *coordinates(grid),
            _panel(bottom),
            *_cells(grid, _last_cells(position, last_move, layout), goals, labels),
            *_cubes(position, grid, layout),
            *_dice(position, bottom, layout),
        ),
        bottom=bottom + (dice.STRIP if layout.cyclic else 0),
        caption=said,
        badge=() if said.player is None else cube_shapes(said.player, 22),
        paths=_paths(position, layout),
        prompts=() if position.is_chance else ("Choose a cube", "Now choose where it goes"),
        palettes=(LIGHT, DARK),
        places=places,
        pieces=pieces,
        # Red starts in the top left corner.
        facing=turned_about(bottom, near=1),
    )


def _goals(layout: Layout) -> dict[Cell, int]:
    """The goal of each player, in the corner opposite to where the player starts."""
    return {(layout.rows - 1, layout.columns - 1): 0, (0, 0): 1}


def _places(position: Position, grid: Grid, goals: dict[Cell, int]) -> list[Place]:
    notes = {
        cell: f"{position.game.players[player].lower()}'s goal" for cell, player in goals.items()
    }
    return [
        Place(id=cell_name(*cell), name=cell_name(*cell), note=notes.get(cell, ""))
        for cell in grid.cells()
    ]


def _pieces(position: Position, layout: Layout) -> Iterator[Piece]:
    for cell, (player, number) in cubes(position, layout).items():
        colour = position.game.players[player].lower()
        yield Piece(name=f"{colour} cube {number}", place=cell_name(*cell))
    if not (layout.cyclic or position.is_chance or position.is_over):
        yield Piece(name=f"die showing {known_dice(position)[0]}")


def _paths(position: Position, layout: Layout) -> dict[str, tuple[str, ...]]:
    if position.is_chance:
        return {event.text: (f"die-{event.text[1:]}",) for event, _ in position.chance_outcomes}
    own = {
        number: cell
        for cell, (player, number) in cubes(position, layout).items()
        if player == position.to_move
    }
    paths: dict[str, tuple[str, ...]] = {}
    for move in position.legal_moves:
        row, column = own[int(move.text[0])]
        down, right = STEPS[move.text[1:]]
        paths[move.text] = (cell_name(row, column), cell_name(row + down, column + right))
    return paths


def _last_cells(position: Position, last_move: Move | None, layout: Layout) -> tuple[Cell, ...]:
    """The cells where the last move began and ended; empty for a roll."""
    if last_move is None or last_move.text[0] == "d":
        return ()
    moved = (1 - position.next_player, int(last_move.text[0]))
    down, right = STEPS[last_move.text[1:]]
    ends = (cell for cell, cube in cubes(position, layout).items() if cube == moved)
    return tuple(
        cell for row, column in ends for cell in ((row - down, column - right), (row, column))
    )


def _panel(bottom: float) -> Shape:
    return Rect(x=LEFT, y=TOP, width=BOARD, height=bottom - TOP, radius=14, fill="board")


def _cells(
    grid: Grid, last: tuple[Cell, ...], goals: dict[Cell, int], labels: Mapping[str, str]
) -> Iterator[Shape]:
    side = grid.pitch - 4
    for cell in grid.cells():
        x, y = grid.centre(*cell)
        yield Rect(
            id=cell_name(*cell),
            x=x - side / 2,
            y=y - side / 2,
            width=side,
            height=side,
            radius=9,
            fill="mark-soft" if cell in last else f"soft{goals[cell]}" if cell in goals else "cell",
            stroke="mark" if cell in last else "none",
            stroke_width=2.5 if cell in last else 0,
            label=labels[cell_name(*cell)],
        )
        if cell in goals:
            yield from _goal(x, y, side, goals[cell])


def _goal(x: float, y: float, side: float, player: int) -> Iterator[Shape]:
    """A target in the colour of the player whose goal it is."""
    for radius in (0.3 * side, 0.15 * side):
        yield Circle(x=x, y=y, radius=radius, stroke=f"player{player}", stroke_width=3)


def _cubes(position: Position, grid: Grid, layout: Layout) -> Iterator[Shape]:
    able = movable(position)
    side = 0.66 * grid.pitch
    for cell, (player, number) in cubes(position, layout).items():
        x, y = grid.centre(*cell)
        ring: tuple[Shape, ...] = ()
        if player == position.to_move and number in able:
            ring = (_square(side + 9, 0.3 * side, stroke="ink", stroke_width=2.5),)
        figure = Text(x=0, y=0, text=str(number), size=0.62 * side, bold=True, fill=f"on{player}")
        name = position.game.players[player].lower()
        shapes = (*ring, *cube_shapes(player, side), figure)
        yield Group(id=f"{name}-{number}", x=x, y=y, shapes=shapes)


def cube_shapes(player: int, side: float) -> tuple[Shape, ...]:
    """Blue is rounder and has a frame, so that colour is not the only difference."""
    radius = (0.14, 0.32)[player] * side
    cube = _square(
        side, radius, fill=f"player{player}", stroke=f"edge{player}", stroke_width=0.03 * side
    )
    if player == 0:
        return (cube,)
    return cube, _square(0.8 * side, 0.24 * side, stroke="on1", stroke_width=0.045 * side)


def _square(
    side: float,
    radius: float,
    *,
    fill: str = "none",
    stroke: str = "none",
    stroke_width: float = 0,
) -> Shape:
    return Rect(
        x=-side / 2,
        y=-side / 2,
        width=side,
        height=side,
        radius=radius,
        fill=fill,
        stroke=stroke,
        stroke_width=stroke_width,
    )


def _dice(position: Position, bottom: float, layout: Layout) -> Iterator[Shape]:
    player = position.next_player
    if layout.cyclic:
        yield from dice.strip(
            known_dice(position), player, y=bottom + 12, highlight=not position.is_over
        )
    elif position.is_chance:
        yield from dice.choice(player, right=LEFT + BOARD, y=bottom + 38)
    elif not position.is_over:
        number = known_dice(position)[0]
        yield from dice.face(number, player, x=LEFT + BOARD - 24, y=bottom + 38, side=46, id="die")
