"""The text protocol of the standard game `ewn`: one command per line, one line per answer.

``get R 3 <six blue squares> <six red squares>`` asks for a move, and ``A1 B2`` is one: from A1 to
B2. Squares are columns A to E and rows 1 to 5 from the top; ``0`` is a cube that is gone.
"""

from __future__ import annotations

import re
import textwrap

import tesuji
from tesuji.errors import IllegalMoveError, NotationError
from tesuji.games import Move, Position

__all__ = ["SIDES", "read_get", "read_move", "read_squares", "write_get", "write_move"]

GAME = "ewn"
SIDES = ("R", "B")
_SQUARE = re.compile(r"[A-E][1-5]", re.ASCII)
_STEPS = {"e": (1, 0), "s": (0, 1), "se": (1, 1), "w": (-1, 0), "n": (0, -1), "nw": (-1, -1)}


def write_get(position: Position) -> str:
    """The question for a move in a position after the roll.

    >>> position = tesuji.game("ewn").position("c2b1----b3a2 --c4d1----d4 r 3")
    >>> write_get(position)
    'get R 3 0 C4 D1 0 0 D4 C2 B1 0 0 B3 A2'
    """
    red, blue, to_move, die = position.text.split()
    squares = [*textwrap.wrap(blue, 2), *textwrap.wrap(red, 2)]
    written = ["0" if square == "--" else square.upper() for square in squares]
    return " ".join(["get", to_move.upper(), die, *written])


def read_get(line: str) -> Position:
    """The position of a ``get`` question."""
    words = line.split()
    valid = (
        len(words) == 15
        and words[0] == "get"
        and words[1] in SIDES
        and words[2] in list("123456")
        and all(word == "0" or _SQUARE.fullmatch(word) for word in words[3:])
    )
    if not valid:
        raise _error(line, "get R|B DIE SIX-BLUE-SQUARES SIX-RED-SQUARES")
    squares = ["--" if word == "0" else word.lower() for word in words[3:]]
    blue, red = "".join(squares[:6]), "".join(squares[6:])
    position = tesuji.game(GAME).position(f"{red} {blue} {words[1].lower()} {words[2]}")
    if position.is_over:
        raise _error(line, "a position in which the game is not over")
    return position


def write_move(move: Move, position: Position) -> str:
    """A legal move as its two squares: ``A1 B2``."""
    start = _square_of(position, int(move.text[0]))
    columns, rows = _STEPS[move.text[1:]]
    target = chr(ord(start[0]) + columns) + chr(ord(start[1]) + rows)
    return f"{start} {target}"


def read_move(line: str, position: Position) -> Move:
    """The legal move that an answer such as ``A1 B2`` names."""
    squares = line.split()
    if len(squares) != 2 or not all(map(_SQUARE.fullmatch, squares)):
        raise _error(line, "two squares, such as A1 B2")
    answer = " ".join(squares)
    for move in position.legal_moves:
        if write_move(move, position) == answer:
            return move
    raise IllegalMoveError(
        f"{answer} is not legal in {position.text!r}",
        game=GAME,
        move=answer,
        position=position.text,
    )


def read_squares(line: str) -> list[str] | None:
    """The six squares of an answer to ``ini``; None if it is another line."""
    squares = line.split()
    return squares if len(squares) == 6 and all(map(_SQUARE.fullmatch, squares)) else None


def _square_of(position: Position, cube: int) -> str:
    squares = textwrap.wrap(position.text.split()[position.next_player], 2)
    return squares[cube - 1].upper()


def _error(line: str, expected: str) -> NotationError:
    return NotationError(
        f"{line!r} is not valid in the text protocol of ewn, expected {expected}",
        text=line,
        game=GAME,
        given=line,
        expected=expected,
    )
