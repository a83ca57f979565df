"""Pictures of Colosseum Survival!: cells, the slots between them for walls, and two pawns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tesuji.games.drawing.caption import Caption, caption
from tesuji.games.drawing.frame import (
    BOARD,
    LEFT,
    TOP,
    Grid,
    cell_at,
    cell_name,
    coordinates,
    even_grid,
    framed,
    place_labels,
    turned_about,
)
from tesuji.games.scene import Circle, Group, Path, Piece, Place, Rect, Scene, Shape

if TYPE_CHECKING:
    from tesuji.games.move import Move
    from tesuji.games.position import Position

__all__ = ["scene"]

BORDER = 8
"""Width of the wall around the board."""

LIGHT = {
    "board": "#e2d0b0",
    "cell": "#fbf6ea",
    "slot": "#cdb78e",
    "wall": "#43372a",
    "player0": "#6a3fc4",
    "on0": "#ffffff",
    "region0": "#e2d8f7",
    "player1": "#b95300",
    "on1": "#ffffff",
    "region1": "#fbdfc2",
}
DARK = {
    "board": "#2e2a24",
    "cell": "#423c33",
    "slot": "#5a5143",
    "wall": "#e9dfcb",
    "player0": "#b79bff",
    "on0": "#1f1140",
    "region0": "#3d3263",
    "player1": "#ff9d45",
    "on1": "#3a1a00",
    "region1": "#5a3816",
}


@dataclass(frozen=True, slots=True)
class Wall:
    """A place for a wall: right of or below a cell."""

    row: int
    column: int
    side: str

    @property
    def id(self) -> str:
        return f"wall-{cell_name(self.row, self.column)}{self.side}"

    @property
    def direction(self) -> int:
        return {"r": 1, "d": 2}[self.side]

    @property
    def where(self) -> str:
        """The place in words."""
        side = "right of" if self.side == "r" else "below"
        return f"{side} {cell_name(self.row, self.column)}"


def wall_of(move: str) -> Wall:
    """The wall that a move builds; it has one name, whichever of its two cells the move names."""
    (row, column), side = cell_at(move[:-1]), move[-1]
    if side == "u":
        return Wall(row - 1, column, "d")
    if side == "l":
        return Wall(row, column - 1, "r")
    return Wall(row, column, side)


def scene(position: Position, last_move: Move | None) -> Scene:
    """The position as shapes; a move is a click on the cell to walk to and one on a wall."""
    state: Any = position._state
    size = state.size
    grid = even_grid(
        size, size, left=LEFT + BORDER, top=TOP + BORDER, pitch=(BOARD - 2 * BORDER) / size
    )
    said = describe(position)
    places = [Place(id=cell_name(*cell), name=cell_name(*cell)) for cell in grid.cells()]
    built, open_ = _sorted_walls(state)
    pieces = [*_pawn_pieces(position), *(Piece(name=f"wall {wall.where}") for wall in built)]
    return framed(
        position,
        (
            *coordinates(grid),
            _border(),
            *_cells(position, grid, last_move, place_labels(places, pieces)),
            *_walls(built, open_, grid, last_move),
            *(_pawn(player, grid, *grid.centre(*state.cell(player))) for player in range(2)),
        ),
        bottom=TOP + BOARD,
        caption=said,
        badge=() if said.player is None else pawn_shapes(said.player, 12),
        paths={m.text: (m.text[:-1], wall_of(m.text).id) for m in position.legal_moves},
        palettes=(LIGHT, DARK),
        added=(wall_of(last_move.text).id,) if last_move else (),
        prompts=("Choose where to walk", "Now choose a wall"),
        ghost=None if position.to_move is None else _pawn(position.to_move, grid),
        places=places,
        pieces=pieces,
        facing=turned_about(TOP + BOARD),
    )


def _pawn_pieces(position: Position) -> Iterator[Piece]:
    state: Any = position._state
    for player, name in enumerate(position.game.players):
        yield Piece(name=f"{name.lower()} pawn", place=cell_name(*state.cell(player)))


def _sorted_walls(state: Any) -> tuple[list[Wall], list[Wall]]:
    """The walls that are built, and the places where none is."""
    places = list(wall_places(state.size))
    is_open = [state.is_open(wall.row, wall.column, wall.direction) for wall in places]
    built = [wall for wall, free in zip(places, is_open, strict=True) if not free]
    return built, [wall for wall, free in zip(places, is_open, strict=True) if free]


def describe(position: Position) -> Caption:
    """The caption; at the end with the sizes of both regions."""
    state: Any = position._state
    steps = (state.size + 1) // 2
    tally = (len(state.region(0)), len(state.region(1))) if position.is_over else None
    return caption(
        position, f"walk up to {steps} steps, then build a wall", tally=tally, unit="cells"
    )


def wall_places(size: int) -> Iterator[Wall]:
    """All places for walls inside the border."""
    for row in range(size):
        for column in range(size):
            if column + 1 < size:
                yield Wall(row, column, "r")
            if row + 1 < size:
                yield Wall(row, column, "d")


def _border() -> Shape:
    return Rect(
        x=LEFT + BORDER / 4,
        y=TOP + BORDER / 4,
        width=BOARD - BORDER / 2,
        height=BOARD - BORDER / 2,
        radius=8,
        fill="board",
        stroke="wall",
        stroke_width=BORDER / 2,
    )


def _gap(grid: Grid) -> float:
    """The gap between cells, wide enough to click on."""
    return min(12.0, max(7.0, 0.17 * grid.pitch))


def _cells(
    position: Position, grid: Grid, last_move: Move | None, labels: Mapping[str, str]
) -> Iterator[Shape]:
    state: Any = position._state
    end = cell_at(last_move.text[:-1]) if last_move else None
    fills: dict[tuple[int, int], str] = {}
    for player in range(2) if position.is_over else ():
        fills |= dict.fromkeys(state.region(player), f"region{player}")
    side = grid.pitch - _gap(grid)
    for cell in grid.cells():
        x, y = grid.centre(*cell)
        yield Rect(
            id=cell_name(*cell),
            x=x - side / 2,
            y=y - side / 2,
            width=side,
            height=side,
            radius=min(6, side / 5),
            fill=fills.get(cell, "mark-soft" if cell == end else "cell"),
            stroke="mark" if cell == end else "none",
            stroke_width=2 if cell == end else 0,
            label=labels[cell_name(*cell)],
        )


def _walls(
    built: list[Wall], open_: list[Wall], grid: Grid, last_move: Move | None
) -> Iterator[Shape]:
    """One shape per wall slot. Open slots come first, so that built walls cover their ends."""
    new = wall_of(last_move.text) if last_move else None
    for wall in open_:
        yield _open_wall(wall, grid)
    for wall in sorted(built, key=lambda wall: wall == new):
        yield _built_wall(wall, grid, "mark" if wall == new else "wall")


def _open_wall(wall: Wall, grid: Grid) -> Shape:
    gap = _gap(grid)
    return _slot(wall, grid, length=grid.pitch - gap - 4, width=gap - 2, fill="slot", built=False)


def _built_wall(wall: Wall, grid: Grid, fill: str) -> Shape:
    width = _gap(grid) - (1 if fill == "wall" else 0)
    return _slot(wall, grid, length=grid.pitch + width, width=width, fill=fill, built=True)


def _slot(wall: Wall, grid: Grid, *, length: float, width: float, fill: str, built: bool) -> Shape:
    x, y = grid.centre(wall.row, wall.column)
    if wall.side == "r":
        x, wide, high = x + grid.pitch / 2, width, length
    else:
        y, wide, high = y + grid.pitch / 2, length, width
    return Rect(
        id=wall.id,
        x=x - wide / 2,
        y=y - high / 2,
        width=wide,
        height=high,
        radius=width / 2 if built else 2,
        fill=fill,
        label=f"{'wall' if built else 'no wall'} {wall.where}",
    )


def _pawn(player: int, grid: Grid, x: float = 0, y: float = 0) -> Group:
    radius = min(0.4 * (grid.pitch - _gap(grid)), 24)
    return Group(id=("violet", "orange")[player], x=x, y=y, shapes=pawn_shapes(player, radius))


def pawn_shapes(player: int, radius: float) -> tuple[Shape, ...]:
    """Violet is round, Orange a diamond: they differ in more than colour."""
    if player == 0:
        return (
            Circle(x=0, y=0, radius=radius, fill="player0"),
            Circle(x=0, y=0, radius=0.45 * radius, fill="on0"),
        )
    outer, inner = 1.18 * radius, 0.52 * radius
    return (
        Path(d=_diamond(outer), fill="player1", stroke="player1", stroke_width=0.16 * radius),
        Path(d=_diamond(inner), fill="on1"),
    )


def _diamond(radius: float) -> str:
    return f"M0 {-radius:.2f}L{radius:.2f} 0L0 {radius:.2f}L{-radius:.2f} 0Z"
