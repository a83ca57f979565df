"""Chance: the one function that draws events, each with its probability."""

from __future__ import annotations

from typing import Protocol

from tesuji.errors import ParameterError
from tesuji.games.move import Move
from tesuji.games.position import Position

__all__ = ["Dice", "draw_event"]


class Dice(Protocol):
    """A source of random numbers: a `RandomStream`, or a `random.Random`."""

    def random(self) -> float:
        """A uniform number from 0 up to, but not including, 1."""


def draw_event(position: Position, dice: Dice) -> Move:
    """Draws an event of a chance position by its probability, with one number from the dice.

    >>> import tesuji
    >>> from tesuji.games.randomness import RandomStream
    >>> start, dice = tesuji.game("ewn").start(), RandomStream(7)
    >>> " ".join(str(draw_event(start, dice)) for _ in range(5))
    'd4 d4 d4 d3 d2'
    """
    events = position.chance_outcomes
    if not events:
        raise ParameterError(
            f"no event can be drawn in {position.game.spec} position {position.text!r}:"
            " it is not a chance position",
            where="position",
            given=position.text,
            expected="a chance position",
        )
    left = dice.random()
    for event, probability in events:
        left -= probability
        if left < 0:
            return event
    return events[-1][0]  # the probabilities, rounded, may sum to a little less than 1
