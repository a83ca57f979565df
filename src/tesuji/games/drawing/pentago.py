"""Pictures of Pentago and Pentago-Twist: four quadrants, with the buttons that twist them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tesuji.games.drawing.frame import (
    BOARD,
    LEFT,
    Grid,
    cell_name,
    coordinates,
    framed,
    place_labels,
    turned_about,
)
from tesuji.games.drawing.pentago_lines import (
    Cell,
    fives,
    last_cell,
    last_quadrant,
    stones,
    twist_origins,
)
from tesuji.games.drawing.pentago_text import describe
from tesuji.games.drawing.turn_glyphs import CLOCKWISE, COUNTER_CLOCKWISE, FLIP
from tesuji.games.scene import Circle, Group, Path, Piece, Place, Rect, Scene, Shape, Text, Turn

if TYPE_CHECKING:
    from tesuji.games.move import Move
    from tesuji.games.position import Position

__all__ = ["scene"]

GAP = 8
QUADRANT = (BOARD - GAP) / 2
PITCH = 60
TOP = 82
"""Top of the board, below the buttons of A and B."""
STRIP = 46
"""Height of the buttons of C and D below the board."""

LIGHT = {
    "quadrant": "#cf9f62",
    "cell": "#f4ece0",
    "player0": "#fdfcf8",
    "edge0": "#6b5a45",
    "player1": "#1b1a19",
    "edge1": "#000000",
    "button": "#e9e2d5",
}
DARK = {
    "quadrant": "#5f4029",
    "cell": "#2b2826",
    "player0": "#f7f4ec",
    "edge0": "#8f8577",
    "player1": "#141312",
    "edge1": "#b3a793",
    "button": "#33373f",
}

_MIDDLES = tuple(
    QUADRANT / 2 + half * (QUADRANT + GAP) + (place - 1) * PITCH
    for half in range(2)
    for place in range(3)
)
GRID = Grid(
    xs=tuple(LEFT + middle for middle in _MIDDLES),
    ys=tuple(TOP + middle for middle in _MIDDLES),
    pitch=PITCH,
)
TWISTS = {
    "R": (CLOCKWISE, "turn quadrant {} clockwise"),
    "L": (COUNTER_CLOCKWISE, "turn quadrant {} counter-clockwise"),
    "F": (FLIP, "flip quadrant {} left-right"),
}

ANGLES = {"R": 90, "L": -90}
"""Degrees clockwise; the third twist is a flip."""


def scene(position: Position, last_move: Move | None, *, twists: str) -> Scene:
    """The position as shapes; a move is a click on a cell and one on a twist button.

    ``twists`` are the letters of the game's two twists, from left to right.
    """
    said = describe(position)
    turned = last_quadrant(position, last_move)
    places = [Place(id=cell_name(*cell), name=cell_name(*cell)) for cell in GRID.cells()]
    pieces = [
        Piece(name=f"{position.game.players[player].lower()} stone", place=cell_name(*cell))
        for cell, player in stones(position).items()
    ]
    return framed(
        position,
        (
            *coordinates(GRID, top=TOP),
            *(_quadrant(letter, letter == turned) for letter in "ABCD"),
            *_cells(place_labels(places, pieces)),
            *_stones(position, last_cell(position, last_move)),
            *_buttons(twists, last_move.text[2:] if last_move and turned else ""),
        ),
        bottom=TOP + BOARD + STRIP,
        caption=said,
        badge=() if said.player is None else _badge(said.player),
        paths={m.text: (m.text[:2], f"twist-{m.text[2:]}") for m in position.legal_moves},
        palettes=(LIGHT, DARK),
        prompts=("Choose a hole for your stone", "Now choose a twist"),
        origins={
            f"stone-{cell_name(*after)}": f"stone-{cell_name(*before)}"
            for after, before in twist_origins(position, last_move).items()
            if after in stones(position)
        },
        turns=(_turn(position, last_move.text[2:]),) if last_move and turned else (),
        rearranges=True,
        ghost=None if position.to_move is None else _ghost(position.to_move),
        places=places,
        pieces=pieces,
        facing=turned_about(TOP + BOARD + STRIP, margin=14),
    )


def _corner(letter: str) -> tuple[float, float]:
    """The top left corner of a quadrant."""
    row, column = divmod("ABCD".index(letter), 2)
    return LEFT + column * (QUADRANT + GAP), TOP + row * (QUADRANT + GAP)


def _turn(position: Position, twist: str) -> Turn:
    """The quadrant with its cells and stones, as a twist such as "AR" moves it."""
    letter, how = twist[0], twist[1]
    row, column = (3 * half for half in divmod("ABCD".index(letter), 2))
    cells = [(row + i, column + j) for i in range(3) for j in range(3)]
    taken = stones(position)
    x, y = _corner(letter)
    return Turn(
        shapes=(
            f"quadrant-{letter}",
            *(cell_name(*cell) for cell in cells),
            *(f"stone-{cell_name(*cell)}" for cell in cells if cell in taken),
        ),
        x=x + QUADRANT / 2,
        y=y + QUADRANT / 2,
        angle=ANGLES.get(how, 0),
        flip="" if how in ANGLES else "horizontal",
    )


def _quadrant(letter: str, turned: bool) -> Shape:
    x, y = _corner(letter)
    return Rect(
        id=f"quadrant-{letter}",
        x=x,
        y=y,
        width=QUADRANT,
        height=QUADRANT,
        radius=16,
        fill="quadrant",
        stroke="mark" if turned else "none",
        stroke_width=4 if turned else 0,
    )


def _cells(labels: Mapping[str, str]) -> Iterator[Shape]:
    for cell in GRID.cells():
        x, y = GRID.centre(*cell)
        name = cell_name(*cell)
        yield Circle(id=name, x=x, y=y, radius=25, fill="cell", label=labels[name])


def _stones(position: Position, last: Cell | None) -> Iterator[Shape]:
    won = fives(position)
    for cell, player in stones(position).items():
        x, y = GRID.centre(*cell)
        shapes: tuple[Shape, ...] = (_stone(player, 22),)
        if cell in won:
            shapes += (Circle(x=0, y=0, radius=14, stroke="won", stroke_width=3.5),)
        if cell == last:
            # One colour cannot stand out on both stones: a ring of the other stone helps.
            ring = f"player{1 - player}"
            shapes += (Circle(x=0, y=0, radius=7, fill="mark", stroke=ring, stroke_width=2),)
        yield Group(id=f"stone-{cell_name(*cell)}", x=x, y=y, shapes=shapes)


def _stone(player: int, radius: float) -> Shape:
    return Circle(
        x=0,
        y=0,
        radius=radius,
        fill=f"player{player}",
        stroke=f"edge{player}",
        stroke_width=1.5,
    )


def _ghost(player: int) -> Group:
    return Group(x=0, y=0, shapes=(_stone(player, 22),))


def _badge(player: int) -> tuple[Shape, ...]:
    """A stone on a cell, because one colour would not show on the bare background."""
    cell = Rect(x=-15, y=-15, width=30, height=30, radius=7, fill="cell")
    return cell, _stone(player, 11)


def _buttons(twists: str, used: str) -> Iterator[Shape]:
    for letter in "ABCD":
        x, y = _corner(letter)
        middle = x + QUADRANT / 2
        level = y - 50 if letter in "AB" else y + QUADRANT + 27
        yield Text(x=middle, y=level, text=letter, size=15, bold=True, fill="label")
        for side, twist in zip((-1, 1), twists, strict=True):
            yield from _button(middle + 34 * side, level, letter + twist, used)


def _button(x: float, y: float, name: str, used: str) -> Iterator[Shape]:
    glyph, label = TWISTS[name[1]]
    last = name == used
    yield Circle(
        id=f"twist-{name}",
        x=x,
        y=y,
        radius=18,
        fill="button",
        stroke="mark" if last else "none",
        stroke_width=2.5 if last else 0,
        label=label.format(name[0]),
    )
    yield Group(x=x, y=y, shapes=(Path(d=glyph, stroke="ink", stroke_width=2.2),))
