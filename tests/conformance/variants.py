"""All games with variants of their parameters, and random lines of play."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import strategies as st

import tesuji
from tesuji import Game, Move, Position

__all__ = ["GAMES", "Line", "actions", "every_game", "lines", "walk"]

SPECS = [
    *tesuji.games(),
    "colosseum(size=4)",
    "colosseum(size=5, walls=3)",
    "colosseum(size=9, walls=0)",
    "colosseum(size=12, walls=6)",
    "pentago(placement_wins=true)",
]
GAMES = [tesuji.game(spec) for spec in SPECS]
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.spec for game in GAMES])

LONGER_THAN_ANY_GAME = 140
"""Plies after which random play has ended in nearly every game."""


def actions(position: Position) -> list[Move]:
    """The legal moves, or the events of a chance position."""
    return [*position.legal_moves, *(event for event, _ in position.chance_outcomes)]


def walk(game: Game, seed: int, plies: int) -> list[Position]:
    """The positions of a random game, from the start to the given ply or the end."""
    rng = Random(seed)
    positions = [game.start(seed=seed)]
    for _ in range(plies):
        choices = actions(positions[-1])
        if not choices:
            break
        positions.append(positions[-1].play(rng.choice(choices)))
    return positions


@dataclass(frozen=True)
class Line:
    """Random play: a seed for start and moves, and the number of plies."""

    seed: int
    plies: int

    def positions(self, game: Game) -> list[Position]:
        return walk(game, self.seed, self.plies)

    def last(self, game: Game) -> Position:
        return self.positions(game)[-1]


how_far = st.integers(0, LONGER_THAN_ANY_GAME) | st.just(LONGER_THAN_ANY_GAME)
lines = st.builds(Line, st.integers(0, 2**64 - 1), how_far)
"""Lines of play, about half of them complete; hypothesis shrinks them to short ones."""
