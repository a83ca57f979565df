"""The lines of the Pentago-Twist course's server: moves, orders and results.

A move is ``x y a b p``: row and column of the cell, the quadrant, 0 to turn it clockwise or 1 to
flip it, and the player.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

import tesuji
from tesuji.errors import NotationError, ParameterError
from tesuji.games import Move, Position

__all__ = ["GameOver", "history", "read_move", "read_result", "read_seat", "write_move"]

GAME = "pentago-twist"
PORT = 8123
FIRST_SECONDS, LATER_SECONDS = 30.0, 2.0
"""The course's limits for each player's first move and for each later one."""
JOIN_SECONDS = 30.0
"""Seconds that a client has to say its name."""
LATE_SECONDS = 1.0
"""A move that is late by less is replaced by a random one; later, the client loses."""
_MOVE = re.compile(r"([0-5]) ([0-5]) ([0-3]) ([01]) ([01])", re.ASCII)
_NUMBERS = re.compile(r"-?\d{1,9}( -?\d{1,9}){4}", re.ASCII)
_SEAT = re.compile(r"(?:START|PLAY) Player-([01])(?: .*)?", re.ASCII)
_RESULT = re.compile(r"GAMEOVER (?:(.*) )?(WINNER ([01])|DRAW)", re.ASCII)
_ATTEMPTS = 2_000
"""Orders of the stones to try for a history without a five."""


def write_move(move: Move, player: int) -> str:
    """A move as the server and its clients write it.

    >>> write_move(tesuji.game("pentago-twist").move("c3BF"), 0)
    '2 2 1 1 0'
    """
    column, row, quadrant, twist = tuple(move.text)
    x, y = int(row) - 1, ord(column) - ord("a")
    return f"{x} {y} {ord(quadrant) - ord('A')} {'RF'.index(twist)} {player}"


def read_move(line: str) -> tuple[Move, int] | None:
    """The move and its player; None if the line is not a move at all.

    A line of five numbers that no move has, such as a cell outside the board, raises
    NotationError: it is an illegal move, not an unreadable line.
    """
    if found := _MOVE.fullmatch(line):
        x, y, quadrant, twist, player = map(int, found.groups())
        text = f"{'abcdef'[y]}{x + 1}{'ABCD'[quadrant]}{'RF'[twist]}"
        return tesuji.game(GAME).move(text), player
    if _NUMBERS.fullmatch(line):
        raise NotationError(
            f"{line!r} is not a move of pentago-twist",
            text=line,
            game=GAME,
            given=line,
            expected="x y from 0 to 5, a quadrant from 0 to 3, a twist 0 or 1, a player 0 or 1",
        )
    return None


def read_seat(line: str) -> int | None:
    """The player that a ``START`` or ``PLAY`` line names; None if it is another line."""
    found = _SEAT.fullmatch(line)
    return None if found is None else int(found[1])


@dataclass(frozen=True)
class GameOver:
    """The end of a game: the winner, None for a draw, and the reason, "" for the rules."""

    winner: int | None
    reason: str = ""

    @property
    def line(self) -> str:
        """The server's last line."""
        result = "DRAW" if self.winner is None else f"WINNER {self.winner}"
        return " ".join(part for part in ("GAMEOVER", self.reason, result) if part)


def read_result(line: str) -> GameOver | None:
    """The result in a ``GAMEOVER`` line; None if it is another line.

    >>> read_result("GAMEOVER TIMEOUT WINNER 1")
    GameOver(winner=1, reason='TIMEOUT')
    """
    found = _RESULT.fullmatch(line)
    if found is None:
        return None
    return GameOver(None if found[3] is None else int(found[3]), found[1] or "")


def history(position: Position) -> list[Move]:
    """Moves that lead from the empty board to a position, for clients that must replay them.

    Every move flips one and the same quadrant, so a stone that is placed k moves before the end is
    flipped k times if it is in that quadrant. No position before the last one has a five.
    """
    stones = _stones(position)
    random = Random(0)
    for attempt in range(_ATTEMPTS):
        quadrant = "ABCD"[attempt % 4]
        moves = _replay(position, _flipped(stones, quadrant))
        if moves is not None:
            return moves
        for cells in stones:
            random.shuffle(cells)
    raise ParameterError(
        f"no game leads to the pentago-twist position {position.text!r}",
        where="opening",
        given=position.text,
        expected="a position that can be reached",
    )


def _stones(position: Position) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The cells (row, column) of White's and of Black's stones."""
    rows = [re.sub(r"\d", lambda run: "." * int(run[0]), row) for row in position.text.split("/")]
    cells = [(x, y) for x in range(6) for y in range(6)]
    white = [(x, y) for x, y in cells if rows[x][y] == "w"]
    return white, [(x, y) for x, y in cells if rows[x][y] == "b"]


def _flipped(
    stones: tuple[list[tuple[int, int]], list[tuple[int, int]]], quadrant: str
) -> list[Move]:
    """Places the stones in turn; each is mirrored as often as it will be flipped."""
    game = tesuji.game(GAME)
    total = len(stones[0]) + len(stones[1])
    moves = []
    for made in range(total):
        x, y = stones[made % 2][made // 2]
        if "ABCD"[2 * (x // 3) + y // 3] == quadrant and (total - made) % 2:
            y = 2 * (3 * (y // 3) + 1) - y
        moves.append(game.move(f"{'abcdef'[y]}{x + 1}{quadrant}F"))
    return moves


def _replay(position: Position, moves: list[Move]) -> list[Move] | None:
    """The moves, if they lead to the position without ending the game before."""
    board = tesuji.game(GAME).start()
    for move in moves:
        if board.is_over:
            return None
        board = board.play(move)
    return moves if board == position else None
