"""The frame of all pictures: sizes, background, coordinates, caption and base colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tesuji.games.scene import Caption, Facing, Group, Piece, Place, Rect, Scene, Shape, Text, Turn

if TYPE_CHECKING:
    from tesuji.games.position import Position

__all__ = [
    "BOARD",
    "LEFT",
    "TOP",
    "Grid",
    "cell_at",
    "cell_name",
    "coordinates",
    "even_grid",
    "framed",
    "place_labels",
    "turned_about",
]

WIDTH = 440
LEFT = 38
TOP = 38
BOARD = 384
"""Width of the board; all games use the same, so that pictures line up."""
MARGIN = 18
"""Space above and right of the board and its coordinates."""
CAPTION = 78
"""Height of the caption below the board."""

# Roles that mean the same in every game: a mark is the last move, and "won" is what won the game.
LIGHT = {
    "ground": "#f7f4ee",
    "board": "#e3dbcc",
    "cell": "#fbf9f4",
    "ink": "#2a2723",
    "label": "#665f53",
    "mark": "#a8125f",
    "mark-soft": "#f6d2e4",
    "won": "#1f8a4c",
}
DARK = {
    "ground": "#1c1e22",
    "board": "#2a2d33",
    "cell": "#3a3e46",
    "ink": "#f3f0ea",
    "label": "#aab0ba",
    "mark": "#ff5fae",
    "mark-soft": "#5c2547",
    "won": "#1f8a4c",
}


def cell_name(row: int, column: int) -> str:
    """The name of a cell: a letter for the column, then the row, counted from 1 at the top."""
    return f"{chr(ord('a') + column)}{row + 1}"


def cell_at(name: str) -> tuple[int, int]:
    """The row and column of a cell's name."""
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


@dataclass(frozen=True, slots=True)
class Grid:
    """The middle of each column and of each row."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    pitch: float

    def centre(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell."""
        return self.xs[column], self.ys[row]

    def cells(self) -> Iterable[tuple[int, int]]:
        """All cells along the rows."""
        return ((row, column) for row in range(len(self.ys)) for column in range(len(self.xs)))


def even_grid(rows: int, columns: int, *, left: float, top: float, pitch: float) -> Grid:
    """A grid of equal cells whose top left corner is at (left, top)."""
    return Grid(
        xs=tuple(left + pitch * (column + 0.5) for column in range(columns)),
        ys=tuple(top + pitch * (row + 0.5) for row in range(rows)),
        pitch=pitch,
    )


def coordinates(grid: Grid, *, top: float = TOP, left: float = LEFT) -> tuple[Shape, ...]:
    """Letters above the columns and numbers left of the rows of a board at (left, top)."""
    letters = (
        Text(x=x, y=top - 14, text=cell_name(0, column)[0], size=13, fill="label")
        for column, x in enumerate(grid.xs)
    )
    numbers = (
        Text(x=left - 16, y=y, text=str(row + 1), size=13, fill="label")
        for row, y in enumerate(grid.ys)
    )
    return (*letters, *numbers)


def framed(
    position: Position,
    shapes: Iterable[Shape],
    *,
    bottom: float,
    caption: Caption,
    badge: tuple[Shape, ...],
    paths: Mapping[str, tuple[str, ...]],
    palettes: tuple[Mapping[str, str], Mapping[str, str]],
    origins: Mapping[str, str] | None = None,
    turns: tuple[Turn, ...] = (),
    added: tuple[str, ...] = (),
    rearranges: bool = False,
    ghost: Group | None = None,
    places: Iterable[Place] = (),
    pieces: Iterable[Piece] = (),
    prompts: tuple[str, ...] = (),
    facing: Facing | None = None,
) -> Scene:
    """A scene with a background and, below the shapes that end at ``bottom``, the caption.

    ``badge`` is the piece beside the caption, about 24 wide and drawn around (0, 0);
    ``palettes`` are the game's own colours, light and dark.
    """
    height = bottom + CAPTION
    light, dark = palettes
    return Scene(
        width=WIDTH,
        height=height,
        title=f"{position.game.title}: {caption.headline}",
        shapes=(
            Rect(x=0, y=0, width=WIDTH, height=height, radius=16, fill="ground"),
            *shapes,
            *_caption_shapes(caption, bottom, badge),
        ),
        paths=paths,
        palette=LIGHT | dict(light),
        dark=DARK | dict(dark),
        origins=origins or {},
        turns=turns,
        added=added,
        rearranges=rearranges,
        ghost=ghost,
        places=tuple(places),
        pieces=tuple(pieces),
        caption=replace(caption, top=bottom),
        prompts=prompts,
        facing=facing,
    )


def turned_about(bottom: float, *, near: int = 0, margin: float = MARGIN) -> Facing:
    """A board that ends at ``bottom`` and keeps its upper margin when it is turned."""
    return Facing(near=near, x=WIDTH / 2, y=(margin + bottom) / 2, bottom=bottom)


def place_labels(places: Iterable[Place], pieces: Iterable[Piece]) -> dict[str, str]:
    """The label of each place's shape: its name, what stands there, and its note."""
    there = {piece.place: piece.name for piece in pieces}
    return {
        place.id: f"{place.name}: {there.get(place.id, 'empty')}"
        + (f", {place.note}" if place.note else "")
        for place in places
    }


def _caption_shapes(caption: Caption, bottom: float, badge: tuple[Shape, ...]) -> tuple[Shape, ...]:
    text_left = LEFT + 36 if badge else LEFT + 4
    said = (
        Text(
            id="headline",
            x=text_left,
            y=bottom + 27,
            text=caption.headline,
            size=17,
            bold=True,
            anchor="start",
            fill="ink",
        ),
        Text(
            id="detail",
            x=text_left,
            y=bottom + 50,
            text=caption.detail,
            size=12.5,
            anchor="start",
            fill="label",
        ),
    )
    if not badge:
        return said
    return (Group(id="badge", x=LEFT + 15, y=bottom + 38, shapes=badge), *said)
