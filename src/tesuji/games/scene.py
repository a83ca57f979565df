"""Scenes: a position as shapes, and the clicks that make each legal move.

A game describes a position once; SVG for notebooks and reports, and the page with its clicks
and animations, are all made from the scene, and none of them knows the game. Colours are named
by role; the scene's palettes say what each role looks like in light and in dark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

__all__ = ["Circle", "Group", "Line", "Path", "Rect", "Scene", "Shape", "Text", "Turn"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Shape:
    """What all shapes share.

    ``id`` is stable from one position to the next: a shape that keeps its id is the same thing.
    ``fill`` and ``stroke`` are roles of the palette. ``label`` is what a screen reader says of
    a shape that can be clicked.
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
    """A circle round (x, y)."""

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
    """A text; ``anchor`` says what of it is at x: "start", "middle" or "end"; y is its middle."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    anchor: str = "middle"


@dataclass(frozen=True, kw_only=True, slots=True)
class Group(Shape):
    """Shapes that move as one, such as a piece; their coordinates count from (x, y)."""

    x: float
    y: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """What a move did to a part of the board that it turned or flipped as one.

    ``shapes`` are the ids of that part, as they are after the move. They were turned clockwise by
    ``angle`` degrees round (x, y); or, where ``flip`` says so, "horizontal" changed left with
    right, and "vertical" top with bottom.
    """

    shapes: tuple[str, ...]
    x: float
    y: float
    angle: float = 0
    flip: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As plain data, defaults left out."""
        how = {"flip": self.flip} if self.flip else {"angle": self.angle}
        return {"shapes": list(self.shapes), "x": round(self.x, 2), "y": round(self.y, 2), **how}


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """A drawn position.

    ``shapes`` are drawn in order. ``paths`` gives, for the text of every legal move or chance
    event, the ids of the shapes that a person clicks one after the other to make it. Paths are
    unique, and none is the beginning of another. What can be clicked is never inside a group;
    all shapes whose ids are in no path let clicks through to what is below them. ``palette``
    and ``dark`` have the same roles. ``origins`` gives, for shapes that the last move brought
    from elsewhere, the id that they had before it: a picture that moves lets them travel.
    ``turns`` are the parts that the last move turned or flipped as one. ``rearranges`` says that
    moves change more than what is clicked: where no pointer hovers, such a move is shown before
    it is made. ``ghost`` is the piece that the first click puts where it was made, while the move
    is not whole yet; it has the id of the piece that goes there, or none where it is a new one.
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
    rearranges: bool = False
    ghost: Group | None = None

    def to_dict(self) -> dict[str, Any]:
        """The scene as plain data, defaults left out."""
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
            **({"rearranges": True} if self.rearranges else {}),
            **({"ghost": _shape_to_dict(self.ghost)} if self.ghost else {}),
        }


# The fields of each shape with their defaults; to ask for them each time would take longest of all.
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
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_shape_to_dict(shape) for shape in value]
    return round(value, 2) if isinstance(value, float) else value
