"""Arrows for turns and flips: paths centred at (0, 0), for a stroke width of about 2."""

from __future__ import annotations

from math import asin, cos, pi, radians, sin

__all__ = ["CLOCKWISE", "COUNTER_CLOCKWISE", "FLIP"]

HEAD = 6.5
"""Length of an arrow head's barbs."""
OPENING = radians(45)
"""Angle between each barb and the arrow."""


def _turn(radius: float, mirror: int) -> str:
    """Three quarters of a circle with an arrow head; counter-clockwise if mirror is -1."""

    def point(x: float, y: float) -> str:
        return f"{mirror * x:.2f} {y:.2f}"

    begin, end = radians(45), radians(320)
    x, y = radius * cos(end), radius * sin(end)
    # The head lies along the chord that its length cuts off, not along the tangent.
    back = end - pi / 2 - asin(HEAD / (2 * radius))
    barbs = [back - OPENING, back + OPENING]
    left, right = (point(x + HEAD * cos(barb), y + HEAD * sin(barb)) for barb in barbs)
    arc = f"A{radius} {radius} 0 1 {int(mirror > 0)}"
    return (
        f"M{point(radius * cos(begin), radius * sin(begin))}{arc} {point(x, y)}"
        f"M{left}L{point(x, y)}L{right}"
    )


CLOCKWISE = _turn(8.5, 1)
COUNTER_CLOCKWISE = _turn(8.5, -1)
FLIP = "M-3.5 -7V7H-11ZM3.5 -7V7H11ZM0 -10V-6M0 -2V2M0 6V10"
"""Two triangles that are mirror images, and the axis between them."""
