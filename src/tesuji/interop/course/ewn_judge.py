"""The judge's protocol of `ewn-cyclic`: single characters, no separators.

The judge sends 34 characters: Red's six numbers in the order of its start squares, Blue's, the 21
dice, and ``f`` if the player is Red and moves first, else ``s``. A move is two characters, the cube
0 to 5 and the direction 0 to 3. A player receives only the moves of its opponent.
"""

from __future__ import annotations

import re
import textwrap

import tesuji
from tesuji.errors import NotationError, ParameterError, TesujiError
from tesuji.games import Move, Position

__all__ = [
    "START_CHARACTERS",
    "first_move",
    "read_move",
    "read_start",
    "write_move",
    "write_start",
]

GAME = "ewn-cyclic"
START_CHARACTERS = 34
_START_SQUARES = (("a1", "b1", "c1", "a2", "b2", "a3"), ("g4", "f5", "g5", "e6", "f6", "g6"))
_DIRECTIONS = (("e", "s", "se", "ne"), ("w", "n", "nw", "sw"))
_ORDERS = ("f", "s")
_START = re.compile(r"([0-5]{6})([0-5]{6})([0-5]{21})([fs])", re.ASCII)


def write_start(start: Position, seat: int) -> str:
    """The judge's 34 characters to the player of this seat.

    >>> start = tesuji.game("ewn-cyclic").start(seed=3)
    >>> write_start(start, 0)
    '324015231450105043152135555404422f'
    """
    red, blue, to_move, dice = start.text.split()
    placements = [textwrap.wrap(squares, 2) for squares in (red, blue)]
    placed = zip(placements, _START_SQUARES, strict=True)
    if to_move != "r" or any(sorted(squares) != sorted(home) for squares, home in placed):
        raise ParameterError(
            f"the judge's games begin with all cubes at home, not with {start.text!r}",
            where="opening",
            given=start.text,
            expected="a start position",
        )
    numbers = "".join(
        str(squares.index(square))
        for squares, home in zip(placements, _START_SQUARES, strict=True)
        for square in home
    )
    return numbers + dice + _ORDERS[seat]


def read_start(text: str) -> tuple[Position, int]:
    """The start position and the player's seat, from the judge's 34 characters.

    >>> position, seat = read_start("012345502143343242404031241152042f")
    >>> position.text, seat
    ('a1b1c1a2b2a3 f5e6g5g6f6g4 r 343242404031241152042', 0)
    """
    found = _START.fullmatch(text)
    if found is None or any(len(set(found[side])) != 6 for side in (1, 2)):
        raise NotationError(
            f"{text!r} is not a start of the judge's protocol",
            text=text,
            game=GAME,
            expected="two permutations of 012345, 21 dice from 0 to 5, then f or s",
        )
    sides = [
        "".join(square for _, square in sorted(zip(found[side], home, strict=True)))
        for side, home in zip((1, 2), _START_SQUARES, strict=True)
    ]
    position = tesuji.game(GAME).position(f"{sides[0]} {sides[1]} r {found[3]}")
    return position, _ORDERS.index(found[4])


def write_move(move: Move, seat: int) -> str:
    """A move of this seat as two characters: ``5ne`` of Red is ``53``."""
    return f"{move.text[0]}{_DIRECTIONS[seat].index(move.text[1:])}"


def read_move(text: str, position: Position) -> Move:
    """A legal move of the player to move, from two characters."""
    if not re.fullmatch(r"[0-5][0-3]", text, re.ASCII):
        raise NotationError(
            f"{text!r} is not a move of the judge's protocol",
            text=text,
            game=GAME,
            expected="a cube from 0 to 5 and a direction from 0 to 3",
        )
    move = position.game.move(text[0] + _DIRECTIONS[position.next_player][int(text[1])])
    position.play(move)
    return move


def first_move(position: Position) -> tuple[Position, Move]:
    """The start from which Red's first move led to this position, and that move.

    The cube that moved is the one of the last number of the cycle: at the start it is alive. It
    left the start square of Red on which no other cube stands, and which is not where it stands
    now.
    """
    red, blue, _, dice = position.text.split()
    squares = textwrap.wrap(red, 2)
    number = int(dice[-1])
    now = squares[number]
    empty = [square for square in _START_SQUARES[0] if square not in squares]
    try:
        (squares[number],) = empty
        if "--" in squares:
            squares[squares.index("--")] = now
        start = position.game.position(f"{''.join(squares)} {blue} r {dice[-1] + dice[:-1]}")
        write_start(start, 0)
        move = next(move for move in start.legal_moves if start.play(move) == position)
    except (TesujiError, ValueError, StopIteration):
        raise ParameterError(
            f"the judge's games begin with all cubes at home; {position.text!r} is not the"
            " position after the first move of such a game",
            where="opening",
            given=position.text,
            expected="a start position, or the position after one move",
        ) from None
    return start, move
