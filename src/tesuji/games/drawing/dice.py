"""Dice: a face with pips, the six faces to choose from, and a strip of numbers known ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tesuji.games.drawing.frame import BOARD, LEFT
from tesuji.games.scene import Circle, Rect, Shape, Text

__all__ = ["STRIP", "choice", "face", "strip"]

STRIP = 34
"""Height of the strip."""

_CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: _CORNERS[:2],
    3: ((0, 0), *_CORNERS[:2]),
    4: _CORNERS,
    5: ((0, 0), *_CORNERS),
    6: (*_CORNERS, (-1, 0), (1, 0)),
}


def face(
    number: int, player: int, *, x: float, y: float, side: float, id: str, label: str = ""
) -> Iterator[Shape]:
    """A face of a player's die around (x, y)."""
    yield Rect(
        id=id,
        x=x - side / 2,
        y=y - side / 2,
        width=side,
        height=side,
        radius=0.2 * side,
        fill=f"soft{player}",
        stroke=f"player{player}",
        stroke_width=2,
        label=label or f"die showing {number}",
    )
    for right, down in PIPS[number]:
        yield Circle(
            x=x + 0.27 * side * right, y=y + 0.27 * side * down, radius=0.1 * side, fill="ink"
        )


def choice(player: int, *, right: float, y: float) -> Iterator[Shape]:
    """All six faces beside each other, up to ``right``."""
    side, gap = 31, 6
    for number in PIPS:
        x = right - side / 2 - (6 - number) * (side + gap)
        yield from face(
            number, player, x=x, y=y, side=side, id=f"die-{number}", label=f"roll {number}"
        )


def strip(numbers: Sequence[int], player: int, *, y: float, highlight: bool) -> Iterator[Shape]:
    """Known numbers from left to right, used by the players in turn, the next by ``player``."""
    pitch = BOARD / len(numbers)
    for index, number in enumerate(numbers):
        user = (player + index) % 2
        now = highlight and index == 0
        x = LEFT + pitch * (index + 0.5)
        yield Rect(
            x=x - pitch / 2 + 1,
            y=y - (3 if now else 0),
            width=pitch - 2,
            height=26 if now else 20,
            radius=4,
            fill=f"player{user}" if now else f"soft{user}",
        )
        yield Text(
            x=x,
            y=y + 10,
            text=str(number),
            size=14 if now else 12,
            bold=now,
            fill=f"on{user}" if now else "ink",
        )
