"""Scenes: a position as shapes, and the clicks that make each legal move.

A game describes a position once. SVG for notebooks and reports, and the page with its clicks and
animations, are all made from the scene without knowing the game. Colours are named by role; the
scene's palettes give each role a light and a dark colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

__all__ = [
    "Caption",
    "Circle",
    "Facing",
    "Group",
    "Line",
    "Path",
    "Piece",
    "Place",
    "Rect",
    "Scene",
    "Shape",
    "Text",
    "Turn",
]

HALF_CAPITAL = 0.36
"""Half the height of capitals per font size: not every viewer knows ``dominant-baseline``."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Shape:
    """The fields that all shapes share.

    A shape that keeps its ``id`` from one position to the next is the same thing. ``fill`` and
    ``stroke`` are roles of the palette. ``label`` describes the shape to a screen reader.
    """

    id: str = ""
    fill: str = "none"
    stroke: str = "none"
    stroke_width: float = 0
    opacity: float = 1
    label: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rect(Shape):
    """A rectangle; ``radius`` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Circle(Shape):
    """A circle around (x, y)."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Line(Shape):
    """A line from (x, y) to (x2, y2) with round ends."""

    x: float
    y: float
    x2: float
    y2: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Path(Shape):
    """A path in SVG's own path language."""

    d: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Text(Shape):
    """A text; its "start", "middle" or "end" is at x, as ``anchor`` says, and its middle at y."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    anchor: str = "middle"

    @property
    def baseline(self) -> float:
        """The y of the line on which the letters stand."""
        return self.y + HALF_CAPITAL * self.size


@dataclass(frozen=True, kw_only=True, slots=True)
class Group(Shape):
    """Shapes that move as one, such as a piece; their coordinates count from (x, y)."""

    x: float
    y: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """A part of the board that the last move turned or flipped as one.

    ``shapes`` are the ids of that part after the move. They were turned clockwise by ``angle``
    degrees around (x, y) or, if ``flip`` is set, mirrored: "horizontal" swapped left and right,
    "vertical" top and bottom.
    """

    shapes: tuple[str, ...]
    x: float
    y: float
    angle: float = 0
    flip: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain data, without defaults."""
        how = {"flip": self.flip} if self.flip else {"angle": self.angle}
        return {"shapes": list(self.shapes), "x": round(self.x, 2), "y": round(self.y, 2), **how}


@dataclass(frozen=True, kw_only=True, slots=True)
class Facing:
    """The side from which the board is drawn, and how to draw it from the other side.

    ``near`` is the player whose side is at the bottom. To draw the board for the other player,
    turn every shape whose middle is above ``bottom`` by half a turn around (x, y), and leave
    texts and groups upright.
    """

    near: int
    x: float
    y: float
    bottom: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A place of the board, such as a cell: its shape's id, its name, and what is special there."""

    id: str
    name: str
    note: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """Something on the board: a name such as "red tower of 2", and the id of the place it is on.

    A piece without a place, such as a wall between cells, has a name that says where it is.
    """

    name: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Caption:
    """Two short lines below the board, and the player they are about (None after a draw).

    All shapes of the scene below ``top`` belong to the caption. At the end of a game that counts
    something, ``counts`` has the counts of both players and ``unit`` what is counted.
    """

    headline: str
    detail: str
    player: int | None
    top: float = 0
    counts: tuple[int, int] | None = None
    unit: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """A drawn position.

    ``shapes`` are drawn in order. ``paths`` maps the text of every legal move or chance event to
    the ids of the shapes that a person clicks, one after the other, to make it. Paths are unique,
    and none is the beginning of another. Shapes inside groups cannot be clicked; shapes in no
    path let clicks through to the shapes below them. ``palette`` and ``dark`` have the same
    roles. ``places`` and ``pieces`` describe the board in words, ``caption`` says whose turn it
    is or how the game ended. ``prompts`` say what each click of a move chooses.

    ``origins`` maps shapes that the last move carried to the ids they had before it: animations
    move them. ``turns`` are the parts that the last move turned or flipped, and ``added`` are
    shapes that it drew after its piece had moved. If ``rearranges`` is
    set, moves change more than the clicked shapes, so a touch screen previews them. ``ghost`` is
    the piece that appears where the first click of a longer move was made; it has the id of the
    piece that moves there, or none for a new piece. ``facing`` tells how to draw the board from
    the other side; boards without it have one side.
    """

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]
    paths: Mapping[str, tuple[str, ...]]
    palette: Mapping[str, str] = field(default_factory=dict)
    dark: Mapping[str, str] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)
    turns: tuple[Turn, ...] = ()
    added: tuple[str, ...] = ()
    rearranges: bool = False
    ghost: Group | None = None
    places: tuple[Place, ...] = ()
    pieces: tuple[Piece, ...] = ()
    caption: Caption | None = None
    prompts: tuple[str, ...] = ()
    facing: Facing | None = None

    def _repr_svg_(self) -> str:
        from tesuji.games.svg import scene_to_svg

        return scene_to_svg(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, without defaults."""
        return {
            "width": self.width,
            "height": self.height,
            "title": self.title,
            "palette": dict(self.palette),
            "dark": dict(self.dark),
            "shapes": [_shape_to_dict(shape) for shape in self.shapes],
            "paths": {move: list(path) for move, path in self.paths.items()},
            **({"origins": dict(self.origins)} if self.origins else {}),
            **({"turns": [turn.to_dict() for turn in self.turns]} if self.turns else {}),
            **({"added": list(self.added)} if self.added else {}),
            **({"rearranges": True} if self.rearranges else {}),
            **({"ghost": _shape_to_dict(self.ghost)} if self.ghost else {}),
            "places": [
                {"id": each.id, "name": each.name, **({"note": each.note} if each.note else {})}
                for each in self.places
            ],
            "pieces": [
                {"name": each.name, **({"place": each.place} if each.place else {})}
                for each in self.pieces
            ],
            **({"caption": asdict(self.caption)} if self.caption else {}),
            **({"prompts": list(self.prompts)} if self.prompts else {}),
            **({"facing": asdict(self.facing)} if self.facing else {}),
        }


# The fields of each shape with their defaults, looked up once: this is the slow part.
_DECLARED: dict[str, tuple[tuple[str, Any], ...]] = {
    kind.__name__: tuple((declared.name, declared.default) for declared in fields(kind))
    for kind in (Rect, Circle, Line, Path, Text, Group)
}


def _shape_to_dict(shape: Shape) -> dict[str, Any]:
    kind = type(shape).__name__
    data: dict[str, Any] = {"kind": kind.lower()}
    for name, default in _DECLARED[kind]:
        value = getattr(shape, name)
        if value != default:
            data[name] = _plain(value)
    if isinstance(shape, Text):
        data["baseline"] = round(shape.baseline, 2)
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_shape_to_dict(shape) for shape in value]
    return round(value, 2) if isinstance(value, float) else value
