"""Lines of play in the core's move codes, which depend on the position."""

from __future__ import annotations

from tesuji.games.move import Move
from tesuji.games.position import Position

__all__ = ["decode_line", "follow_line"]


def decode_line(position: Position, codes: list[int]) -> tuple[Move, ...]:
    """Decodes a line of the core's move codes, which depend on the position."""
    return follow_line(position, codes)[0]


def follow_line(position: Position, codes: list[int]) -> tuple[tuple[Move, ...], Position]:
    """Decodes a line; also returns the position after it."""
    line = []
    for code in codes:
        move = position.game.decode(position, code)
        line.append(move)
        position = position.play(move)
    return tuple(line), position
