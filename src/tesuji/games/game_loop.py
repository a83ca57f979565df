"""The game loop: players choose moves and dice decide chance events until the game is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tesuji.games.chance import Dice, draw_event
from tesuji.games.move import Move
from tesuji.games.position import Position
from tesuji.games.randomness import RandomStream

__all__ = ["Choose", "Turn", "play_game", "random_move", "random_mover"]

Choose = Callable[[Position], Move | None]
"""Chooses the move of the player to move, or returns None to stop the game there."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A move or a chance event that was played."""

    player: int | None
    """The player who moved; None for a chance event."""
    move: Move
    after: Position
    """The position that it led to."""


def play_game(start: Position, choose: Choose, dice: Dice) -> Iterator[Turn]:
    """Plays on from a position and yields each turn; stops at the end, or when `choose` does.

    A move is chosen only when the next turn is asked for, so a caller may stop at any time.

    >>> import tesuji
    >>> stream = RandomStream(1)
    >>> start = tesuji.game("ewn").start()
    >>> *_, last = play_game(start, random_mover(stream), stream)
    >>> last.after.outcome.reason
    'a cube reached the far corner'
    """
    position = start
    while not position.is_over:
        player = position.to_move
        move = draw_event(position, dice) if player is None else choose(position)
        if move is None:
            return
        position = position.play(move)
        yield Turn(player, move, position)


def random_move(position: Position, stream: RandomStream) -> Move:
    """A legal move, each with equal probability."""
    moves = position.legal_moves
    return moves[stream.below(len(moves))]


def random_mover(stream: RandomStream) -> Choose:
    """Chooses uniformly among the legal moves."""
    return lambda position: random_move(position, stream)
