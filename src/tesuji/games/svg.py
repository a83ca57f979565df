"""SVG from scenes: self-contained, with plain attributes that every viewer understands."""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from tesuji.games.scene import Circle, Line, Path, Rect, Scene, Shape, Text

__all__ = ["scene_to_svg"]


def scene_to_svg(scene: Scene, *, size: int = 420) -> str:
    """The scene as an SVG document `size` pixels wide.

    Ids become ``data-id``, so that several pictures fit in one page.
    """
    height = round(size * scene.height / scene.width)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width:g} {scene.height:g}"'
        f' width="{size}" height="{height}" role="img" font-family="{_FONT}">'
        f"<title>{escape(scene.title)}</title>"
    )
    body = "\n".join(_shape(shape, scene.palette) for shape in scene.shapes)
    return f"{head}\n{body}\n</svg>\n"


_FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


def _shape(shape: Shape, palette: Mapping[str, str]) -> str:
    def colour(role: str) -> str:
        return role if role == "none" else palette[role]

    paint: dict[str, object] = {"fill": colour(shape.fill)}
    if shape.stroke != "none":
        paint |= {"stroke": colour(shape.stroke), "stroke-width": f"{shape.stroke_width:g}"}
        paint |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    if shape.opacity != 1:
        paint["opacity"] = f"{shape.opacity:g}"
    if shape.id:
        paint["data-id"] = shape.id
    name, geometry = _geometry(shape)
    attributes = "".join(f" {key}={quoteattr(str(value))}" for key, value in (geometry | paint).items())
    if isinstance(shape, Text):
        return f"<{name}{attributes}>{escape(shape.text)}</{name}>"
    if shape.label:
        return f"<{name}{attributes}><title>{escape(shape.label)}</title></{name}>"
    return f"<{name}{attributes}/>"


def _geometry(shape: Shape) -> tuple[str, dict[str, object]]:
    match shape:
        case Rect(x=x, y=y, width=width, height=height, radius=radius):
            corners = {"rx": f"{radius:g}"} if radius else {}
            size = {"width": f"{width:g}", "height": f"{height:g}"}
            return "rect", {"x": f"{x:g}", "y": f"{y:g}"} | size | corners
        case Circle(x=x, y=y, radius=radius):
            return "circle", {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{radius:g}"}
        case Line(x=x, y=y, x2=x2, y2=y2):
            return "line", {"x1": f"{x:g}", "y1": f"{y:g}", "x2": f"{x2:g}", "y2": f"{y2:g}"}
        case Path(d=d):
            return "path", {"d": d}
        case Text(x=x, y=y, size=size, bold=bold):
            weight = {"font-weight": "700"} if bold else {}
            place = {"x": f"{x:g}", "y": f"{y:g}", "font-size": f"{size:g}"}
            return "text", place | weight | {"text-anchor": "middle", "dominant-baseline": "central"}
        case _:
            raise TypeError(f"no SVG for {type(shape).__name__}")
