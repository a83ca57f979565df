"""Pentago-Twist moves as codes of five digits: player, row, column, quadrant, twist.

Rows and columns are numbered from 0 at the top left. Quadrants 0 to 3 are A to D. The twist is 0 to
turn the quadrant clockwise and 1 to flip it. When a code is read, the player is not checked.
"""

from __future__ import annotations

import re

from tesuji.errors import ParameterError
from tesuji.games.move import Move

__all__ = ["coded_move", "decoded_text"]

GAME = "pentago-twist"
_CODE = re.compile(r"([01])([0-5])([0-5])([0-3])([01])", re.ASCII)


def coded_move(move: Move, player: int) -> str:
    """The code of a move of one player.

    >>> import tesuji
    >>> coded_move(tesuji.game("pentago-twist").move("f1CR"), 0)
    '00520'
    """
    if move.game.name != GAME:
        raise ParameterError.wrong_value("move", move, f"a move of {GAME}")
    if player not in (0, 1):
        raise ParameterError.wrong_value("player", player, "0 or 1")
    column, row, quadrant, twist = list(move.text)
    return (
        f"{player}{int(row) - 1}{'abcdef'.index(column)}{'ABCD'.index(quadrant)}{'RF'.index(twist)}"
    )


def decoded_text(code: str) -> str | None:
    """The move of a code in the usual notation; None if the text is not a code.

    >>> decoded_text("00520")
    'f1CR'
    """
    found = _CODE.fullmatch(code)
    if found is None:
        return None
    _, row, column, quadrant, twist = map(int, found.groups())
    return f"{'abcdef'[column]}{row + 1}{'ABCD'[quadrant]}{'RF'[twist]}"
